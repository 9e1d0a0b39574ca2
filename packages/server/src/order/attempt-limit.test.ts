import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordOf, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { hasTooManyAttempts, reopened } from './attempt-limit.ts';
import { shorten } from './earlier.ts';
import type { OrderRecord } from './record.ts';

const hour = 60 * 60_000;

/** An order at which a payment failed at each of these times, all but the last three kept as lines. */
function orderOf(times: readonly number[], more: Partial<OrderRecord> = {}): OrderRecord {
  const attempts = times.map((time, index): Attempt => {
    const id = `a-${String(index)}`;
    const ids = { id, sessionId: `s-${id}` };
    return { ...sent, ...ids, state: 'failed', live: false, openedAt: time, sentAt: time };
  });
  return shorten(recordOf(attempts, more));
}

/** So many times, with this pause between them. */
const times = (count: number, pause: number, first = hour): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index * pause);

describe('an order is closed', () => {
  it('by twenty failures within a day', () => {
    assert.equal(hasTooManyAttempts(orderOf(times(19, 1))), false);
    assert.equal(hasTooManyAttempts(orderOf(times(20, 1))), true);
    const inADay = (24 * hour) / 19;
    assert.equal(hasTooManyAttempts(orderOf(times(20, inADay - 1))), true);
    assert.equal(hasTooManyAttempts(orderOf(times(20, inADay))), false);
  });

  it('by no payment that has money, or is under way', () => {
    const { attempts, ...rest } = orderOf(times(20, 1));
    const withLast = (change: Partial<Attempt>): OrderRecord => ({
      ...rest,
      attempts: attempts.map((each, index) => (index === 2 ? { ...each, ...change } : each)),
    });
    assert.equal(hasTooManyAttempts(withLast({})), true);
    assert.equal(hasTooManyAttempts(withLast({ state: 'pending', live: true })), false);
    assert.equal(hasTooManyAttempts(withLast({ state: 'paid', live: true })), false);
  });

  it('by those since the shop opened it again', () => {
    const last = hour + 19;
    assert.equal(hasTooManyAttempts(orderOf(times(20, 1), { reopenedAt: hour - 1 })), true);
    assert.equal(hasTooManyAttempts(orderOf(times(20, 1), { reopenedAt: hour })), false);
    const laterTimes = [...times(20, 1), ...times(20, 1, 2 * hour)];
    assert.equal(hasTooManyAttempts(orderOf(laterTimes, { reopenedAt: last })), true);
  });
});

describe('to open it again', () => {
  it('lets payers try, and the history says who did it and why', () => {
    const actor = { by: 'anna', reason: 'asked by phone' };
    const { record, result } = reopened(orderOf(times(20, 1)), 3 * hour, actor);
    assert.equal(hasTooManyAttempts(record), false);
    assert.equal(record.reopenedAt, 3 * hour);
    assert.equal(result?.id, 'a-19');
    const [event] = record.history;
    const change = { attempt: 'a-19', from: 'failed', to: 'failed', cause: 'reopen', status: '' };
    assert.deepEqual(event, { ...change, at: 3 * hour, ...actor });
  });

  it('changes no order that is open, or that has no payment', () => {
    const open = orderOf(times(3, 1));
    assert.deepEqual(reopened(open, 3 * hour, {}), { record: open, result: open.attempts[2] });
    const empty = recordOf([]);
    assert.deepEqual(reopened(empty, 3 * hour, {}), { record: empty, result: null });
  });
});
