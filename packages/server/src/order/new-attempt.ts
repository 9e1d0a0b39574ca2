import { type Attempt, closesOrder, leading, type NewAttempt } from './attempt.ts';
import { hasTooManyAttempts } from './attempt-limit.ts';
import { blank } from './blank.ts';
import type { Changed, OrderRecord } from './record.ts';

/** Adds an attempt, unless the order has a live or closing one, or too many failed. The result is the leading attempt. */
export function addAttempt(
  record: OrderRecord,
  draft: NewAttempt,
  now: number,
  clockSince: number,
): Changed<Attempt> {
  const { attempts } = record;
  const first = leading(attempts);
  const isTaken = attempts.some((attempt) => attempt.live || closesOrder(attempt));
  if (first && (isTaken || hasTooManyAttempts(record))) return { record, result: first };
  const attempt: Attempt = {
    ...blank,
    ...draft,
    state: 'created',
    live: true,
    openedAt: now,
    updatedAt: now,
    readAt: now,
    clockSince,
  };
  return { record: { ...record, attempts: [...attempts, attempt] }, result: attempt };
}
