import type { Amount } from '@wallet-buttons/protocol';
import type { Attempt, AttemptChange } from './attempt.ts';
import { openOperation, type Operation, unshownOperation } from './operation.ts';
import { minorOf } from './position.ts';
import type { OrderRecord } from './record.ts';
import { isPaid, mayMove, states } from './state.ts';
import type { Transition } from './transition.ts';

/** What a manual review has found: the payment, or the operation that waits for it, was done or was not. */
export type ReviewOutcome = 'succeeded' | 'failed';

/** The operation that a review of the attempt is about; `undefined`: it is about the payment. */
export function reviewedOperation(
  attempt: Attempt,
  operations: readonly Operation[],
): Operation | undefined {
  const { flag, doubtedAt } = attempt;
  if (flag === 'needs_review') return openOperation(operations);
  if (flag !== 'contradicted') return undefined;
  const suspect = openOperation(operations) ?? operations.find(({ isInReview }) => isInReview);
  return suspect ?? (doubtedAt === null ? unshownOperation(attempt, operations) : undefined);
}

/** What the service named in place of the amount that was asked for, if a review has to find out why. */
export function namedAmount(
  { id, flag, currency }: Attempt,
  events: OrderRecord['history'],
): Amount | undefined {
  if (flag !== 'mismatch') return undefined;
  const namedAmounts = events.flatMap(({ attempt, cause }) => {
    const [, amount, namedCurrency = currency] = /: (\S*?) ?([A-Z]{3})?$/.exec(cause) ?? [];
    return attempt === id && amount !== undefined ? [{ amount, currency: namedCurrency }] : [];
  });
  return namedAmounts.at(-1);
}

/** The amount that a review finds charged unless it names another, in minor units; `null`: it has to name one. */
export function proposedAmount(attempt: Attempt, events: OrderRecord['history']): number | null {
  const { asked, charged } = attempt;
  const serviceAmount = namedAmount(attempt, events);
  if (!serviceAmount) return charged || asked;
  const minor = minorOf(serviceAmount.amount, serviceAmount, attempt) ?? 0;
  return minor > 0 ? Math.min(minor, asked) : null;
}

/**
 * The transition by a review of a payment. An ended attempt keeps its state and loses only the flag, unless the service
 * contradicted it: then it is charged, or has no money left.
 * @param chargedAmount the amount that was charged, in minor units.
 */
export function afterReview(
  attempt: Attempt,
  outcome: ReviewOutcome,
  chargedAmount: number,
): Transition {
  const { state, flag, charged } = attempt;
  if (state === 'disputed') {
    const isLost = outcome === 'failed';
    return { change: isLost ? { state: 'refunded', refunded: charged } : { state: 'paid' } };
  }
  if (flag === 'contradicted') {
    return { change: { ...endOf(attempt, outcome, chargedAmount), ...resolved }, isLowered: true };
  }
  const end =
    outcome === 'failed'
      ? { state: outcome }
      : ({ state: 'paid', held: 0, charged: chargedAmount } as const);
  // A failure takes no money back.
  const keeps = outcome === 'failed' && isPaid(state);
  const ends = !keeps && mayMove(state, end.state);
  const isCorrected = !keeps && states[state].money === 'charged';
  return {
    change: { ...(ends && end), ...(isCorrected && { charged: chargedAmount }), ...resolved },
  };
}

const resolved = { flag: 'resolved', doubtedAt: null, absentAt: null } as const;

/** Where the money of a contradicted attempt is by its review. */
function endOf(attempt: Attempt, outcome: ReviewOutcome, chargedAmount: number): AttemptChange {
  const { state, charged, refunded } = attempt;
  const { money } = states[state];
  if (outcome === 'failed') {
    if (money === 'returned') return {};
    return charged > 0 ? { state: 'refunded', refunded: charged } : { state: 'failed', held: 0 };
  }
  const isOver = money !== 'charged' || refunded >= chargedAmount;
  return {
    state: money === 'charged' ? state : 'paid',
    held: 0,
    charged: chargedAmount,
    ...(isOver && { refunded: 0 }),
  };
}

/** What the review of an operation changes in its attempt, beside the amounts that its end proves. */
export function afterOperationReview(
  attempt: Attempt,
  operation: Operation,
  outcome: ReviewOutcome,
): AttemptChange {
  const { state, flag, refunded } = attempt;
  if (flag !== 'contradicted' || operation.state !== 'done') return { flag: null };
  const { kind, amount } = operation;
  const isHeld = states[state].money === 'held';
  if (outcome === 'succeeded') {
    if (!isHeld) return { ...resolved, state: 'refunded' };
    return { ...resolved, state: kind === 'capture' ? 'paid' : 'cancelled', held: 0 };
  }
  return {
    ...resolved,
    ...(isHeld ? { charged: 0 } : { refunded: Math.max(0, refunded - amount) }),
  };
}
