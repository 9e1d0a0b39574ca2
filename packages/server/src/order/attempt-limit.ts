import type { Actor } from './actor.ts';
import { type Attempt, isEndedWithoutMoney, leading } from './attempt.ts';
import { earlierLines, timeOf, timeOfLine } from './earlier.ts';
import type { Changed, OrderRecord } from './record.ts';

/** An order is closed to payers after so many attempts without money … */
const mostFailures = 20;
/** … within a day, in milliseconds. */
const period = 24 * 60 * 60_000;

/**
 * Whether too many payments of an order failed: twenty within a day, since the shop opened it again last. It stays so until
 * the shop opens it again.
 */
export function hasTooManyAttempts(record: OrderRecord): boolean {
  const { attempts, reopenedAt } = record;
  const lineTimes = earlierLines(record).slice(-mostFailures).map(timeOfLine);
  const times = [...lineTimes, ...attempts.filter(isEndedWithoutMoney).map(timeOf)]
    .filter((time) => time > reopenedAt)
    .toSorted((a, b) => a - b);
  return times.some((time, index) => (times[index + mostFailures - 1] ?? Infinity) - time < period);
}

/**
 * Lets payers try an order again that too many failed at. Another order stays as it is. The result is its leading attempt,
 * `null` without one.
 */
export function reopened(record: OrderRecord, now: number, actor: Actor): Changed<Attempt | null> {
  const attempt = leading(record.attempts);
  if (!attempt || !hasTooManyAttempts(record)) return { record, result: attempt };
  const { id, state, status } = attempt;
  const event = { attempt: id, from: state, to: state, cause: 'reopen', status, at: now, ...actor };
  const history = [...record.history, event];
  return { record: { ...record, history, reopenedAt: now }, result: attempt };
}
