import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordOf, sent } from '../../test/sent-attempt.ts';
import { deliverNow } from './delivery.ts';

describe('to deliver again', () => {
  it('makes the changes of an order due, and keeps their tries', () => {
    const record = recordOf([sent], { delivery: { at: 9000, tries: 7 } });
    const next = { ...record, delivery: { at: 50, tries: 7 } };
    assert.deepEqual(deliverNow(record, 50), { record: next, result: true });
  });

  it('changes no order whose changes the shop has accepted', () => {
    const record = recordOf([sent]);
    assert.deepEqual(deliverNow(record, 50), { record, result: false });
  });
});
