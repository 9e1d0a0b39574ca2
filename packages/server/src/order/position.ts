import { toMinor } from '@wallet-buttons/protocol';
import type { PaymentAnswer } from '@wallet-buttons/service-client';
import { type Attempt, waited } from './attempt.ts';
import type { Contradiction } from './contradiction.ts';
import { type AttemptState, mayMove, states } from './state.ts';

/** The grace period after a token or an operation was sent, in which "nothing happened" proves nothing. */
export const grace = 15 * 60_000;

/** Where the money of an attempt is: added up from what was charged and what went back. Minor units. */
export type Position = Pick<Attempt, 'state' | 'held' | 'charged' | 'refunded'>;

export interface PositionAfter {
  /** `null`: the service names amounts that do not fit. */
  readonly position: Position | null;
  /** It names less than before, which does not count yet. */
  readonly isDoubted?: boolean;
  readonly contradiction?: Contradiction | undefined;
}

/** What a status says of the money; an amount is `null` if it names none, NaN if it cannot be one of this payment. */
interface Report {
  readonly target: AttemptState;
  readonly amount: number | null;
  readonly refunded: number | null;
  /** What has gone back as far as is known. */
  readonly known: Returns;
  /** Whether less than before counts. */
  readonly mayLower: boolean;
}

/** What has gone back as far as is known, in minor units. */
export interface Returns {
  readonly amount: number;
  /** A status has shown it, so that another status is about more. */
  readonly isShown: boolean;
}

/** Where a status comes from. */
interface Source {
  /** It answers a question; a webhook may be an old one. */
  readonly isCurrent: boolean;
  readonly known?: Returns;
}

const wrong: PositionAfter = { position: null };

/**
 * Where the money is after a status. No word makes a part of an amount the whole of it: where the service names what
 * went back, the sum counts. Less than before counts only from the answer to a question, and only a grace period after
 * the amounts changed last: until then the answer may lag behind.
 */
export function positionAfter(
  attempt: Attempt,
  target: AttemptState,
  answer: PaymentAnswer,
  { isCurrent, known = { amount: attempt.refunded, isShown: false } }: Source,
): PositionAfter {
  const report: Report = {
    target,
    amount: minorOf(answer.amount, answer, attempt),
    refunded: minorOf(answer.refunded, answer, attempt),
    known,
    mayLower: isCurrent && waited(attempt, attempt.amountsAt ?? 0) >= grace,
  };
  switch (states[target].money) {
    case 'none':
      return { position: { state: target, held: 0, charged: 0, refunded: 0 } };
    case 'held':
      return whileHeld(attempt, report);
    case 'charged':
      return whileCharged(attempt, report);
    case 'returned':
      return whenReturned(attempt, answer.status, report);
  }
}

function whileHeld(
  { state, asked, charged, refunded, flag }: Attempt,
  { target, amount, mayLower }: Report,
): PositionAfter {
  if (!(amount === asked || (amount === null && flag !== 'mismatch'))) return wrong;
  // A capture or a void was accepted, or the payment failed, and the hold is still there.
  const isLess = charged > 0 || (state !== target && !mayMove(state, target));
  const isDoubted = isLess && !mayLower;
  const amounts = isDoubted ? { charged, refunded } : { charged: 0, refunded: 0 };
  return { position: { state: target, held: asked, ...amounts }, isDoubted };
}

function whileCharged(
  attempt: Attempt,
  { target, amount, refunded, mayLower }: Report,
): PositionAfter {
  // A status without an amount does not end an earlier mismatch.
  if (amount === null && attempt.flag === 'mismatch') return wrong;
  const charge = chargedOf(attempt, amount);
  if (charge === null) return wrong;
  const isReturned = states[attempt.state].money === 'returned';
  if (refunded !== null && refunded >= charge) {
    const isOwn = attempt.refunded >= charge && !isReturned;
    const whole = isOwn ? 'own whole beside paid' : 'whole beside paid';
    const state = isReturned ? attempt.state : 'refunded';
    return {
      position: { state, held: 0, charged: charge, refunded: charge },
      contradiction: refunded > charge ? 'more than charged' : whole,
    };
  }
  const isNamed = refunded !== null && refunded < charge;
  // Only an amount that can be of this payment shows that a return was undone.
  if (isReturned && !isNamed) return wrong;
  const isLess = isNamed && refunded < (isReturned ? charge : attempt.refunded);
  const isDoubted = isLess && !mayLower;
  return {
    position: {
      state: target,
      held: 0,
      charged: charge,
      refunded: isNamed && !isDoubted ? refunded : attempt.refunded,
    },
    isDoubted,
  };
}

function whenReturned(attempt: Attempt, status: string, report: Report): PositionAfter {
  const { asked, charged: knownCharge, flag } = attempt;
  const { target, amount, refunded } = report;
  if (Number.isNaN(refunded)) return wrong;
  // A hold was released, or a payment was stopped before it was charged.
  if (target === 'cancelled' && knownCharge === 0 && (refunded ?? 0) === 0) {
    return { position: { state: target, held: 0, charged: 0, refunded: 0 } };
  }
  const part = partOf(report);
  const fitting = chargedOf(attempt, amount);
  // A review has seen, or will see, the wrong amount. One below the charge may be the part that went back.
  const isReviewed = (flag === 'mismatch' || flag === 'resolved') && (amount ?? 0) >= knownCharge;
  if (fitting === null && !isReviewed) return wrong;
  const charge = fitting ?? (knownCharge > 0 ? knownCharge : asked);
  const whole = fitting ?? amount ?? charge;
  if (part === 0 || part >= whole) {
    return {
      position: { state: target, held: 0, charged: charge, refunded: charge },
      contradiction: contradictionOfWhole(attempt, { part, whole, refunded }),
    };
  }
  if (fitting === null) return wrong;
  return whenPartReturned(attempt, status, report, charge);
}

/** Some services name no amount of a reversal, or name zero: then it is the part that is known, or all of it. */
function partOf({ refunded, known }: Report): number {
  return refunded === null || refunded === 0 ? known.amount : refunded;
}

function whenPartReturned(
  attempt: Attempt,
  status: string,
  report: Report,
  charge: number,
): PositionAfter {
  const { known, mayLower } = report;
  const { state, held, charged, refunded } = attempt;
  const isUnnamed = !report.refunded;
  const part = partOf(report);
  const isCharged = states[state].money === 'charged';
  if (isUnnamed && isCharged && known.isShown && status !== attempt.status) {
    return { position: { state, held, charged, refunded }, contradiction: 'rest without amount' };
  }
  const isDoubted = part < refunded && !mayLower;
  return {
    position: {
      state: isCharged ? state : 'paid',
      held: 0,
      charged: charge,
      refunded: isDoubted ? refunded : part,
    },
    isDoubted,
  };
}

/** The amounts of a status that all of a charge went back. */
interface WholeReturn {
  readonly part: number;
  readonly whole: number;
  readonly refunded: number | null;
}

/** What contradicts it: more than all of it is named, or zero, and no operation of the shop has returned it. */
function contradictionOfWhole(
  { doubtedAt }: Attempt,
  { part, whole, refunded }: WholeReturn,
): Contradiction | undefined {
  if (part > whole) return 'more than charged';
  const isKnown = part > 0 && doubtedAt === null;
  return refunded === 0 && !isKnown ? 'refunded beside zero' : undefined;
}

/**
 * What a status names as gone back, in minor units: `null` if it names nothing, NaN if that cannot be an amount of this
 * payment.
 */
export function returnedBy(answer: PaymentAnswer, attempt: Attempt): number | null {
  const refunded = minorOf(answer.refunded, answer, attempt);
  return refunded !== null && refunded > attempt.charged ? Number.NaN : refunded;
}

/** The charged amount: all that was asked for, or a part of the hold. `null` if the named amount is neither. */
function chargedOf({ asked, held, charged }: Attempt, namedAmount: number | null): number | null {
  // A known charge stays; after a part capture the service may name the part or the whole.
  if (charged > 0) {
    const isFitting = namedAmount === null || namedAmount === charged || namedAmount === asked;
    return isFitting ? charged : null;
  }
  if (namedAmount === null || namedAmount === asked) return asked;
  return namedAmount > 0 && namedAmount <= held ? namedAmount : null;
}

/** An amount in minor units; NaN, which equals no amount, if its currency differs or it cannot be read. */
export function minorOf(
  amount: string | null,
  { currency: namedCurrency }: Pick<PaymentAnswer, 'currency'>,
  { currency }: Attempt,
): number | null {
  if (namedCurrency !== null && namedCurrency.toUpperCase() !== currency) return Number.NaN;
  if (amount === null) return null;
  try {
    return toMinor({ amount, currency });
  } catch {
    return Number.NaN;
  }
}
