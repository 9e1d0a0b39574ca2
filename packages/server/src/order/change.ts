import type { OrderRef, Outcome, Wallet } from '@wallet-buttons/protocol';
import type { Actor } from './actor.ts';
import { type Attempt, shownOutcome } from './attempt.ts';

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
