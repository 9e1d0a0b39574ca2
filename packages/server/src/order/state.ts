import type { Meaning, Outcome } from '@wallet-buttons/protocol';

/** Where the money of an attempt is. */
export type Money = 'none' | 'held' | 'charged' | 'returned';

interface StateRow {
  /** A state changes only to one of a higher rank; {@link mayMove} has the two exceptions. */
  readonly rank: number;
  /** The attempt occupies its order: no other attempt of the order may start. */
  readonly live: boolean;
  /** Only the service can change it. The outcome is known, so get-status is not asked for it. */
  readonly final: boolean;
  readonly money: Money;
  readonly outcome: Outcome;
}

/** The states of one attempt: the one table that all rules read. */
export const states = {
  created: { rank: 0, live: true, final: false, money: 'none', outcome: 'pending' },
  sending: { rank: 1, live: true, final: false, money: 'none', outcome: 'unknown' },
  unknown: { rank: 2, live: true, final: false, money: 'none', outcome: 'unknown' },
  pending: { rank: 3, live: true, final: false, money: 'none', outcome: 'pending' },
  awaiting_bank: { rank: 3, live: true, final: false, money: 'none', outcome: 'pending' },
  authorized: { rank: 4, live: true, final: false, money: 'held', outcome: 'authorized' },
  /** Concluded here: the token was refused, and get-status proved that nothing was tried. */
  rejected: { rank: 5, live: false, final: true, money: 'none', outcome: 'failed' },
  /** Concluded here: the grace period ended and the service knows of no payment. */
  abandoned: { rank: 5, live: false, final: true, money: 'none', outcome: 'failed' },
  expired: { rank: 6, live: false, final: true, money: 'none', outcome: 'expired' },
  failed: { rank: 7, live: false, final: true, money: 'none', outcome: 'failed' },
  paid: { rank: 8, live: true, final: true, money: 'charged', outcome: 'succeeded' },
  paid_off: { rank: 9, live: true, final: true, money: 'charged', outcome: 'succeeded' },
  /** A bank takes the money back, or may: it is won, and charged again, or lost. */
  disputed: { rank: 10, live: true, final: true, money: 'charged', outcome: 'disputed' },
  refunded: { rank: 11, live: false, final: true, money: 'returned', outcome: 'refunded' },
  /** Voided: a hold was released or a charge was taken back. Nothing follows it. */
  cancelled: { rank: 12, live: false, final: true, money: 'returned', outcome: 'cancelled' },
} as const satisfies Record<string, StateRow>;

/** The state of one attempt to pay an order. */
export type AttemptState = keyof typeof states;

/** Only a report of the payment service can change it. */
export function isFinal(state: AttemptState): boolean {
  return states[state].final;
}

/** Money is held or was charged: another payment would charge twice. */
export function isPaid(state: AttemptState): boolean {
  return states[state].money === 'held' || states[state].money === 'charged';
}

/** Money is held or was charged, or none can be any more. */
export function isDecided(state: AttemptState): boolean {
  return isPaid(state) || isFinal(state);
}

/** The token was sent and no status of it is known. */
export function isUndecided(state: AttemptState): boolean {
  return state === 'sending' || state === 'unknown';
}

/** Concluded here, because the service reported no payment. */
function isConcluded(state: AttemptState): boolean {
  return state === 'rejected' || state === 'abandoned';
}

/** The service works on the token or has the money: no other token of the order may be sent. */
export function takesOrder(state: AttemptState): boolean {
  return states[state].rank >= states.pending.rank && states[state].live;
}

/**
 * Whether evidence for `nextState` may change an attempt in `state`. Ranks rise and a final state never
 * regresses. Three exceptions: `pending` may become `awaiting_bank`, a state that was concluded here gives way to any
 * evidence that the service works on the token, and a dispute that is won ends as a charge.
 */
export function mayMove(state: AttemptState, nextState: AttemptState): boolean {
  if (isConcluded(nextState)) return states[state].rank < states.pending.rank;
  if (isConcluded(state) && takesOrder(nextState)) return true;
  const isDisputeWon = state === 'disputed' && (nextState === 'paid' || nextState === 'paid_off');
  return (
    isDisputeWon ||
    states[nextState].rank > states[state].rank ||
    (state === 'pending' && nextState === 'awaiting_bank')
  );
}

/** Whether a status says that a disputed payment is charged after all, or went back. */
export function endsDispute(target: AttemptState): boolean {
  const { money } = states[target];
  return target !== 'disputed' && (money === 'charged' || money === 'returned');
}

/** Money, or a token in progress, that appears after the order could be paid again. */
export function isLatePayment(state: AttemptState, nextState: AttemptState): boolean {
  return isFinal(state) && states[state].money === 'none' && takesOrder(nextState);
}

/** Where the money is by the meaning of a status; an unknown one is taken for pending. */
export function moneyOf(meaning: Meaning = 'pending'): Money {
  return meaning === 'untouched' ? 'none' : states[meaning].money;
}
