import type { Card, Outcome, PayTokenAnswer, Wallet } from '@wallet-buttons/protocol';
import { type AttemptState, isFinal, isUndecided, mayMove, states, takesOrder } from './state.ts';

/**
 * Why an attempt waits for a manual review: the service named another amount, no outcome was found in time, or the
 * service contradicts itself or what is known. `resolved`: a review has decided; a wrong amount raises no alarm any more.
 */
export type AttemptFlag = 'mismatch' | 'needs_review' | 'contradicted' | 'resolved';

/** One attempt to pay one order of one merchant: one session of the service, at most one token sent. */
export interface Attempt {
  readonly id: string;
  readonly order: string;
  readonly state: AttemptState;
  /** The order belongs to this attempt: no other attempt of the order may be live. */
  readonly live: boolean;
  /** ISO 4217. */
  readonly currency: string;
  /** Amounts in minor units. `asked` does not change after the token is sent. */
  readonly asked: number;
  readonly held: number;
  readonly charged: number;
  readonly refunded: number;
  /** The service's session, and the payment in it: `''` if the service gives no id, `null` before it is added. */
  readonly sessionId: string;
  readonly paymentId: string | null;
  readonly wallet: Wallet | null;
  readonly idempotencyKey: string | null;
  /** Half of SHA-256 of the request and of the token; the token itself is never stored. */
  readonly requestHash: string | null;
  readonly tokenHash: string | null;
  /** The same of the receipt in the address to which the bank sends the payer. */
  readonly receiptHash: string | null;
  /** The provider status; `''` before there is one. */
  readonly status: string;
  /** The service's code, if it refused the token. */
  readonly refusal: string | null;
  /** The bank's page, while it waits for the payer. */
  readonly acsUrl: string | null;
  readonly flag: AttemptFlag | null;
  readonly cardNetwork: NonNullable<Card['network']> | null;
  readonly cardLast4: NonNullable<Card['last4']> | null;
  /** The bank's reference of the payment (RRN), if the service gives one. */
  readonly bankReference: string | null;
  /** All times are the database's, in milliseconds since 1970. */
  readonly openedAt: number;
  readonly sentAt: number | null;
  /** The time of the first question after which the service knew of no payment, or of no money where some is known. */
  readonly absentAt: number | null;
  /** Since when the service contradicts itself, or what is known. Until an answer ends that, the order is closed. */
  readonly doubtedAt: number | null;
  /** The time at which an amount changed last. */
  readonly amountsAt: number | null;
  /** When the hold ends, by the wire profile; `null` without a hold, or once it is captured or released. */
  readonly holdEndsAt: number | null;
  /** The last notice of that: so many hours before. */
  readonly holdNotice: 48 | 24 | null;
  /** The time of the next check; `null` if there is nothing left to ask. */
  readonly nextCheckAt: number | null;
  /** The number of checks in a row that left it open, or that changed nothing. */
  readonly checks: number;
  readonly updatedAt: number;
  /** The number of writes: a write is refused if another came first. */
  readonly version: number;
  /** The time at which this row was read. No other clock decides about money. */
  readonly readAt: number;
  /**
   * Waiting times count from here at the earliest: before it, another clock may have measured. SQLite has no clock of
   * its own, so it is the time at which this process opened the store; 0 where all processes share a clock.
   */
  readonly clockSince: number;
}

/** The fields that evidence changes; the rest of the row stays. */
export type AttemptChange = Partial<Omit<Attempt, 'id' | 'order' | 'version' | KeptByStore>>;
type KeptByStore =
  | 'live'
  | 'sentAt'
  | 'amountsAt'
  | 'nextCheckAt'
  | 'updatedAt'
  | 'readAt'
  | 'clockSince';

/** The fields of a new attempt; the store adds the times. */
export type NewAttempt = Pick<
  Attempt,
  'id' | 'order' | 'currency' | 'asked' | 'sessionId' | 'paymentId'
> &
  Partial<Pick<Attempt, 'receiptHash'>>;

/** No other token of the order may be sent: this one takes it, its wrong amount needs a review, or it is in doubt. */
export function closesOrder({ state, flag, doubtedAt }: Attempt): boolean {
  const isMismatched = flag === 'mismatch' && states[state].money !== 'returned';
  return takesOrder(state) || isMismatched || flag === 'contradicted' || doubtedAt !== null;
}

/** Whether no other token may be sent for the order. */
export function isTaken(attempt: Attempt): boolean {
  return closesOrder(attempt) || (attempt.live && attempt.state !== 'created');
}

/** Whether a manual review has to end something of it. */
export function waitsForReview({ flag }: Attempt): boolean {
  return flag !== null && flag !== 'resolved';
}

/** Whether a manual review can end it: it waits for one, or a bank disputes it. */
export function isInReview(attempt: Attempt): boolean {
  return waitsForReview(attempt) || attempt.state === 'disputed';
}

/** Whether it ended and nothing was charged by it: it failed, or its hold was released. */
export function isEndedWithoutMoney({ state, live, charged }: Attempt): boolean {
  const { money } = states[state];
  const isReleased = money === 'returned' && charged === 0;
  return !live && isFinal(state) && (money === 'none' || isReleased);
}

/** The outcome for the payer: a payment in doubt, or under manual review, is never shown as failed. */
export function shownOutcome(attempt: Attempt): Outcome {
  const outcome = outcomeOf(attempt);
  const isOver = outcome === 'failed' || outcome === 'expired';
  return isOver && closesOrder(attempt) ? 'unknown' : outcome;
}

/** The outcome of an attempt. What was charged and came back is refunded, whatever the service calls it. */
export function outcomeOf({ state, charged }: Attempt): Outcome {
  return state === 'cancelled' && charged > 0 ? 'refunded' : states[state].outcome;
}

/** An attempt as the page sees it. */
export function answerOf(attempt: Attempt): PayTokenAnswer {
  const { status, acsUrl } = attempt;
  return { outcome: shownOutcome(attempt), status, ...(acsUrl !== null && { acs_url: acsUrl }) };
}

/**
 * The leading attempt of an order: a charged one, else a disputed one, a held one, one that closes the order, else a live one, else the
 * newest.
 */
export function leading(attempts: readonly Attempt[]): Attempt | null {
  const weight = (attempt: Attempt): number => {
    const { money } = states[attempt.state];
    if (attempt.state === 'disputed') return 4;
    if (money === 'charged') return 5;
    if (money === 'held') return 3;
    return closesOrder(attempt) ? 2 : Number(attempt.live);
  };
  const [first = null] = attempts.toSorted(
    (a, b) => weight(b) - weight(a) || b.openedAt - a.openedAt,
  );
  return first;
}

/**
 * The row after a change, at the next version; `null` if the states forbid the change.
 * @param isLowered money that was returned, or that a failed payment did not take, is there.
 */
export function changed(
  attempt: Attempt,
  change: AttemptChange,
  isLowered = false,
): Attempt | null {
  const { state = attempt.state } = change;
  if (state !== attempt.state && !isLowered && !mayMove(attempt.state, state)) return null;
  return withChange(attempt, { ...change, state });
}

/** The time since `start`, in milliseconds, as far as one clock has measured it. */
export function waited({ readAt, clockSince }: Attempt, start: number): number {
  return readAt - Math.max(start, clockSince);
}

/** Back to the start: allowed only on proof that no byte of the token left. */
export function unsent(attempt: Attempt): Attempt | null {
  if (!isUndecided(attempt.state)) return null;
  const fresh = { idempotencyKey: null, requestHash: null, tokenHash: null, wallet: null };
  const card = { cardNetwork: null, cardLast4: null };
  const doubts = { refusal: null, absentAt: null, doubtedAt: null };
  const next = withChange(attempt, { ...fresh, ...card, ...doubts, state: 'created' });
  return { ...next, sentAt: null };
}

function withChange(attempt: Attempt, change: AttemptChange & Pick<Attempt, 'state'>): Attempt {
  const { live, final } = states[change.state];
  const isEnded = final && change.state !== attempt.state;
  const areAmountsNew = (['held', 'charged', 'refunded'] as const).some(
    (amount) => (change[amount] ?? attempt[amount]) !== attempt[amount],
  );
  return {
    ...attempt,
    // The missing outcome is known now, or what contradicted it has ended.
    ...(isEnded && attempt.flag !== 'mismatch' && waitsForReview(attempt) && { flag: null }),
    ...(areAmountsNew && { amountsAt: attempt.readAt }),
    ...change,
    live,
    ...(change.state !== 'awaiting_bank' && { acsUrl: null }),
    version: attempt.version + 1,
  };
}
