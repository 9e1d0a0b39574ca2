import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operation, recordOf, sent } from '../../test/sent-attempt.ts';
import { dueRows } from './due.ts';

const charge = { ...sent, state: 'paid', nextCheckAt: 5, checks: 2 } as const;

describe('what is due of an order', () => {
  it('is a question about each attempt that has a time for it', () => {
    const record = recordOf([{ ...charge, id: 'b', nextCheckAt: null }, charge]);
    assert.deepEqual(dueRows(record), [{ subject: 'a', queue: 'known', at: 5, tries: 2 }]);
  });

  it('is queued by what is known of it, and by whether it was asked about since', () => {
    const queueOf = (...[attempts, more]: Parameters<typeof recordOf>): unknown =>
      dueRows(recordOf(attempts, more))[0]?.queue;
    const open = { ...charge, state: 'unknown' } as const;
    assert.equal(queueOf([{ ...open, checks: 0 }]), 'first');
    assert.equal(queueOf([open]), 'open');
    assert.equal(queueOf([{ ...charge, checks: 0 }]), 'known');
    const refund = { ...operation, attempt: 'a', state: 'sent' } as const;
    assert.equal(queueOf([charge], { operations: [refund] }), 'open');
    assert.equal(queueOf([charge], { operations: [{ ...refund, state: 'done' }] }), 'known');
    assert.equal(queueOf([charge], { operations: [{ ...refund, attempt: 'b' }] }), 'known');
  });

  it('is the delivery of its oldest change, once', () => {
    const delivery = { at: 7, tries: 3 };
    assert.deepEqual(dueRows(recordOf([], { delivery })), [
      { subject: '', queue: 'change', ...delivery },
    ]);
  });
});
