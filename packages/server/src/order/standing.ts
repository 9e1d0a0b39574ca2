import { fromMinor } from '@wallet-buttons/protocol';
import { type Attempt, leading, shownOutcome } from './attempt.ts';
import type { OrderStanding } from './change.ts';
import { states } from './state.ts';

/**
 * What an order is, over all its attempts. One whose token was not sent counts only where no other was.
 * @param currency the amounts of attempts in another currency are not counted.
 */
export function standingOf(attempts: readonly Attempt[], currency: string): OrderStanding {
  const begunAttempts = attempts.filter(({ state }) => state !== 'created');
  const leadingAttempt = leading(begunAttempts.length > 0 ? begunAttempts : attempts);
  if (!leadingAttempt) return { orderOutcome: 'pending', orderAmount: fromMinor(0, currency) };
  const place = placeOf(leadingAttempt);
  const sum = attempts
    .filter((attempt) => attempt.currency === currency && placeOf(attempt) === place)
    // A hold whose capture was accepted counts as charged.
    .map(({ held, charged, refunded }) => (charged > 0 ? charged - refunded : held))
    .reduce((total, amount) => total + amount, 0);
  return { orderOutcome: shownOutcome(leadingAttempt), orderAmount: fromMinor(sum, currency) };
}

/** Where the money of an attempt is. What a bank disputes counts beside no other charge. */
function placeOf({ state }: Attempt): string {
  return state === 'disputed' ? state : states[state].money;
}

/** Whether the outcome of an order is another one with the next version of an attempt. */
export function isOutcomeMoved(
  attempts: readonly Attempt[],
  attempt: Attempt,
  next: Attempt,
): boolean {
  const nextAttempts = attempts.map((each) => (each === attempt ? next : each));
  const [previous, outcome] = [attempts, nextAttempts].map(
    (each) => standingOf(each, next.currency).orderOutcome,
  );
  return previous !== outcome;
}
