import { fromMinor, type OrderRef, type Outcome, type Wallet } from '@wallet-buttons/protocol';
import type { Actor } from './actor.ts';
import { type Attempt, leading, shownOutcome } from './attempt.ts';
import { states } from './state.ts';

/** The fields that every view of an attempt has. */
export interface PaymentSummary {
  readonly order: OrderRef;
  readonly attempt: string;
  readonly sessionId: string;
  /** `''` if the service gives a payment no id. */
  readonly paymentId: string;
  readonly wallet: Wallet | null;
  readonly outcome: Outcome;
  /** The provider status. */
  readonly status: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly card?: { readonly network?: string; readonly last4?: string };
  /** The bank's reference (RRN). */
  readonly bankReference?: string;
  /** When the hold ends, by the wire profile, unless it was captured or released. ISO 8601. */
  readonly holdEndsAt?: string;
}

/** What an order is, over all its payments. */
export interface OrderStanding {
  /**
   * The outcome of the order: it stays `succeeded` while any payment of it is charged, whatever became of the others. Write
   * this onto the order.
   */
  readonly orderOutcome: Outcome;
  /**
   * What the payments of the order together come to now, in `currency`: what was charged and did not go back, else what is
   * held, else zero. An exact decimal string in major units.
   */
  readonly orderAmount: string;
}

/**
 * A change of a payment, delivered to the merchant at least once. `attempt`, `outcome` and `amount` are about that one
 * payment, and an order may have several: `orderOutcome` and `orderAmount` are about the order.
 */
export interface StatusChange extends PaymentSummary, OrderStanding, Actor {
  /** The same for every delivery of this change. */
  readonly id: string;
  readonly previous: Outcome;
  /** The amount charged or held, else the amount asked for: an exact decimal string in major units. */
  readonly amount: string;
  /** The refunded part of it, in major units; `0` once a refund turns out to have had no effect. */
  readonly refunded?: string;
  /** Nothing changed: it is a notice that the hold ends in so many hours. */
  readonly holdNotice?: 48 | 24;
  /** ISO 8601, by the database's clock. */
  readonly at: string;
}

/** A change of a payment, before it is known when it is written and what the order then is. */
export type ChangeDraft = Omit<StatusChange, 'at' | keyof OrderStanding>;

/** The shop's view of an attempt; a payment under manual review has the outcome `unknown`. */
export function summaryOf(attempt: Attempt): PaymentSummary {
  const { order, id, sessionId, paymentId, wallet, status, currency } = attempt;
  const { cardNetwork: network, cardLast4: last4, bankReference, holdEndsAt } = attempt;
  const card = { ...(network !== null && { network }), ...(last4 !== null && { last4 }) };
  return {
    order,
    attempt: id,
    sessionId,
    paymentId: paymentId ?? '',
    wallet,
    outcome: shownOutcome(attempt),
    status,
    currency,
    ...(Object.keys(card).length > 0 && { card }),
    ...(bankReference !== null && { bankReference }),
    ...(holdEndsAt !== null && { holdEndsAt: new Date(holdEndsAt).toISOString() }),
  };
}

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
