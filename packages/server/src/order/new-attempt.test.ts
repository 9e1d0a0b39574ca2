import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draft } from '../../test/attempts.ts';
import { recordOf, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { addAttempt } from './new-attempt.ts';
import { emptyRecord } from './record.ts';

const now = 1_000_000;
const failedAttempt: Attempt = { ...sent, state: 'failed', live: false };
const paidAttempt: Attempt = { ...sent, id: 'p', state: 'paid', live: false };

describe('a new attempt', () => {
  it('is the first of an order that is not known, and is live', () => {
    const { record, result } = addAttempt(emptyRecord('o-1'), draft, now, 7);
    assert.deepEqual(record, { ...emptyRecord('o-1'), attempts: [result] });
    assert.deepEqual({ ...result, ...draft }, result);
    const { state, live, sentAt, version } = result;
    assert.deepEqual([state, live, sentAt, version], ['created', true, null, 0]);
    assert.deepEqual([result.held, result.charged, result.refunded], [0, 0, 0]);
  });

  it('has the time of its opening, and the clock by which that was measured', () => {
    const { openedAt, updatedAt, readAt, clockSince } = addAttempt(
      emptyRecord('o-1'),
      draft,
      now,
      7,
    ).result;
    assert.deepEqual([openedAt, updatedAt, readAt, clockSince], [now, now, now, 7]);
  });

  it('comes after those that failed', () => {
    const { record, result } = addAttempt(recordOf([failedAttempt]), draft, now, 0);
    assert.deepEqual(record.attempts, [failedAttempt, result]);
    assert.equal(result.id, draft.id);
  });

  for (const [name, attempts] of [
    ['is live', [failedAttempt, sent]],
    ['has the money', [failedAttempt, paidAttempt]],
    ['waits for a review of a wrong amount', [{ ...failedAttempt, flag: 'mismatch' }]],
  ] as const) {
    it(`is not added where another one of the order ${name}; that one leads`, () => {
      const record = recordOf(attempts);
      const { record: same, result } = addAttempt(record, draft, now, 0);
      assert.equal(same, record);
      assert.equal(result, attempts.at(-1));
    });
  }
});
