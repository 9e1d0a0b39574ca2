import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { after, afterWebhook } from '../../test/after-status.ts';
import { sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';

const paidAttempt: Attempt = { ...sent, state: 'paid', charged: 100, status: 'paid' };
const disputedAttempt: Attempt = {
  ...paidAttempt,
  state: 'disputed',
  status: 'disputed',
  readAt: 20_000,
};
const unclear = { change: null, isUnclear: true };
const ends = [
  ['paid', { state: 'paid' }],
  ['paid_off', { state: 'paid_off' }],
  ['refunded', { state: 'refunded', refunded: 100 }],
  ['voided', { state: 'cancelled', refunded: 100 }],
] as const;

describe('a dispute', () => {
  it('is an alarm that has the answer, once', () => {
    const { answer, ...rest } = after(paidAttempt, { status: 'disputed' });
    const change = { state: 'disputed', status: 'disputed' };
    assert.deepEqual(rest, { change, alarm: 'disputed' });
    assert.equal(answer?.status, 'disputed');
    assert.deepEqual(after(disputedAttempt, { status: 'disputed' }), { change: null });
  });

  it('of a hold shows that it was captured', () => {
    const { change } = after({ state: 'authorized', held: 100 }, { status: 'disputed' });
    assert.deepEqual(change, { state: 'disputed', status: 'disputed', held: 0, charged: 100 });
  });

  for (const [status, change] of ends) {
    it(`ends by two questions ten seconds apart that say "${status}"`, () => {
      const look = { change: { absentAt: 20_000 }, isContradicted: true };
      assert.deepEqual(after(disputedAttempt, { status }), look);
      const early = { ...disputedAttempt, absentAt: 10_001 };
      assert.deepEqual(after(early, { status }), { change: null, isContradicted: true });
      assert.deepEqual(after({ ...early, absentAt: 10_000 }, { status }), {
        change: { ...change, status, absentAt: null },
      });
    });

    it(`does not end by a webhook that says "${status}", which may be from before it`, () => {
      assert.deepEqual(afterWebhook(disputedAttempt, { status }), unclear);
    });
  }

  it('does not end by a status of a payment that is under way, held or without money', () => {
    assert.deepEqual(after(disputedAttempt, { status: 'processing' }), { change: null });
    assert.deepEqual(after(disputedAttempt, { status: 'holded' }), unclear);
    assert.deepEqual(after(disputedAttempt, { status: 'failed' }), {
      change: { doubtedAt: 20_000 },
    });
  });

  it('that a question still finds forgets the first sign of its end', () => {
    const lookedAt = { ...disputedAttempt, absentAt: 10_000 };
    assert.deepEqual(after(lookedAt, { status: 'disputed' }).change, { absentAt: null });
  });
});
