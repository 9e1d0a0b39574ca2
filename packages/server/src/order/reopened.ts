import type { Actor } from './actor.ts';
import { type Attempt, leading } from './attempt.ts';
import { hasTooManyAttempts } from './attempt-limit.ts';
import type { Changed, OrderRecord } from './record.ts';

/**
 * Lets payers try an order again that too many failed at. Another order stays as it is. The result is its leading attempt,
 * `null` without one.
 */
export function reopened(
  record: OrderRecord,
  now: number,
  actor: Actor = {},
): Changed<Attempt | null> {
  const attempt = leading(record.attempts);
  if (!attempt || !hasTooManyAttempts(record)) return { record, result: attempt };
  const { id, state, status } = attempt;
  const event = { attempt: id, from: state, to: state, cause: 'reopen', status, at: now, ...actor };
  const history = [...record.history, event];
  return { record: { ...record, history, reopenedAt: now }, result: attempt };
}
