import { toMinor } from '@wallet-buttons/protocol';
import type { PaymentAnswer } from '../service/operations.ts';
import { type Attempt, type AttemptState, isPaid, states, waited } from './attempt.ts';

/** The grace period after a token or an operation was sent, in which "nothing happened" proves nothing. */
export const grace = 15 * 60_000;

/** Where the money of an attempt is: added up from what was charged and what went back. Minor units. */
export type Position = Pick<Attempt, 'state' | 'held' | 'charged' | 'refunded'>;

export interface PositionAfter {
  /** `null`: the service names amounts that do not fit. */
  readonly position: Position | null;
  /** It names less than before, which does not count yet. */
  readonly isDoubted?: boolean;
}

const wrong: PositionAfter = { position: null };

/**
 * Where the money is after a status. No word makes a part of an amount the whole of it: where the service names what
 * went back, the sum counts. Less than before counts only from the answer to a question, and only a grace period after
 * the amounts changed last: until then the answer may lag behind.
 * @param isCurrent the status answers a question; a webhook may be an old one.
 */
export function positionAfter(
  attempt: Attempt,
  target: AttemptState,
  answer: PaymentAnswer,
  isCurrent: boolean,
): PositionAfter {
  const named = minorOf(answer.amount, answer, attempt);
  const back = minorOf(answer.refunded, answer, attempt);
  const mayLower = isCurrent && waited(attempt, attempt.amountsAt ?? 0) >= grace;
  switch (states[target].money) {
    case 'none':
      return { position: { state: target, held: 0, charged: 0, refunded: 0 } };
    case 'held':
      return whileHeld(attempt, target, named, mayLower);
    case 'charged':
      return whileCharged(attempt, target, named, back, mayLower);
    case 'returned':
      return whenReturned(attempt, target, named, back, mayLower);
  }
}

function whileHeld(
  { asked, charged, refunded, flag }: Attempt,
  state: AttemptState,
  named: number | null,
  mayLower: boolean,
): PositionAfter {
  if (!(named === asked || (named === null && flag !== 'mismatch'))) return wrong;
  // A capture was accepted, and the hold is still there.
  const isDoubted = charged > 0 && !mayLower;
  return {
    position: { state, held: asked, charged: isDoubted ? charged : 0, refunded },
    isDoubted,
  };
}

function whileCharged(
  attempt: Attempt,
  target: AttemptState,
  named: number | null,
  back: number | null,
  mayLower: boolean,
): PositionAfter {
  // A status without an amount does not end an earlier mismatch.
  if (named === null && attempt.flag === 'mismatch') return wrong;
  const charged = chargedOf(attempt, named);
  if (charged === null) return wrong;
  const isNamed = back !== null && back <= charged;
  const isDoubted = isNamed && back < attempt.refunded && !mayLower;
  const refunded = isNamed && !isDoubted ? back : attempt.refunded;
  const state = back === charged ? 'refunded' : target;
  return { position: { state, held: 0, charged, refunded }, isDoubted };
}

function whenReturned(
  attempt: Attempt,
  target: AttemptState,
  named: number | null,
  back: number | null,
  mayLower: boolean,
): PositionAfter {
  const { state, asked, charged: known, flag } = attempt;
  if (Number.isNaN(back)) return wrong;
  // A hold was released, or a payment was stopped before it was charged.
  const isUncharged = target === 'cancelled' && known === 0 && !back;
  if (isUncharged) return { position: { state: target, held: 0, charged: 0, refunded: 0 } };
  const fitting = chargedOf(attempt, named);
  // A review has seen, or will see, the wrong amount.
  const isReviewed = (flag === 'mismatch' || flag === 'resolved') && !Number.isNaN(named);
  if (fitting === null && !isReviewed) return wrong;
  const charged = fitting ?? (known > 0 ? known : asked);
  const most = fitting ?? named ?? charged;
  // Some services name no amount of a reversal, or name zero.
  if (!back || back >= most) {
    return { position: { state: target, held: 0, charged, refunded: charged } };
  }
  if (fitting === null) return wrong;
  const isDoubted = back < attempt.refunded && !mayLower;
  const refunded = isDoubted ? attempt.refunded : back;
  const isCharged = isPaid(state) && states[state].money === 'charged';
  return { position: { state: isCharged ? state : 'paid', held: 0, charged, refunded }, isDoubted };
}

/** The charged amount: all that was asked for, or a part of the hold. `null` if the named amount is neither. */
function chargedOf({ asked, held, charged }: Attempt, named: number | null): number | null {
  // A known charge stays; after a part capture the service may name the part or the whole.
  if (charged > 0) return named === null || named === charged || named === asked ? charged : null;
  if (named === null || named === asked) return asked;
  return named > 0 && named <= held ? named : null;
}

/** An amount in minor units; NaN, which equals no amount, if its currency differs or it cannot be read. */
function minorOf(amount: string | null, { currency: named }: PaymentAnswer, { currency }: Attempt) {
  if (named !== null && named.toUpperCase() !== currency) return Number.NaN;
  if (amount === null) return null;
  try {
    return toMinor({ amount, currency });
  } catch {
    return Number.NaN;
  }
}
