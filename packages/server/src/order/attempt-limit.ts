import { isEndedWithoutMoney } from './attempt.ts';
import { lastLines, timeOf, timeOfLine } from './earlier.ts';
import type { OrderRecord } from './record.ts';

/** An order is closed to payers after so many attempts without money … */
export const mostFailures = 20;
/** … within a day, in milliseconds. */
const period = 24 * 60 * 60_000;

/**
 * Whether too many payments of an order failed: twenty within a day, since the shop opened it again last. It stays so until
 * the shop opens it again.
 */
export function hasTooManyAttempts(record: OrderRecord): boolean {
  const { attempts, reopenedAt } = record;
  const endedAttempts = attempts.filter(isEndedWithoutMoney);
  // The attempts are few, so most orders have no line to read.
  const lines = lastLines(record, mostFailures);
  if (endedAttempts.length + lines.length < mostFailures) return false;
  const times = [...lines.map(timeOfLine), ...endedAttempts.map(timeOf)]
    .filter((time) => time > reopenedAt)
    .toSorted((a, b) => a - b);
  return times.some((time, index) => (times[index + mostFailures - 1] ?? Infinity) - time < period);
}
