import type { PaymentAnswer, Profile } from '@wallet-buttons/service-client';
import { type Attempt, waited } from './attempt.ts';
import { isReturn, type Operation } from './operation.ts';
import { mayBeProven } from './refusal.ts';
import { grace, returnedBy } from './position.ts';
import { isPaid, moneyOf, states } from './state.ts';

/** What was read before a status was asked for: the answer is as old as its question. */
export interface Asked {
  readonly attempt: Attempt;
  readonly operations: readonly Operation[];
}

/** A status that was asked for, and the attempt as it is now. */
export interface AskedStatus extends Asked {
  readonly currentAttempt: Attempt;
  readonly answer: PaymentAnswer;
  readonly profile: Profile;
}

/** An operation that has ended. */
export interface OperationEnd {
  readonly operation: Operation;
  /** A capture took its own amount. */
  readonly isTaken?: boolean;
}

/** The end of an open operation if a status proves it: money moved, or did not and will not any more; else `null`. */
export function endedByStatus(
  operation: Operation,
  { attempt: askedAttempt, currentAttempt, answer, profile }: AskedStatus,
): OperationEnd | null {
  const { kind, refusal, amount, before, sentAt } = operation;
  const meaning = profile.meaningOf(answer.status);
  if (refusal !== '') {
    return meaning === 'pending' ? null : afterRefusal(operation, currentAttempt, answer);
  }
  if (hasMoved(operation, currentAttempt)) {
    // A part that the status names stays.
    const isTaken = currentAttempt.charged === currentAttempt.asked;
    return { operation: { ...operation, state: 'done' }, isTaken };
  }
  const isLate = waited(askedAttempt, sentAt) > grace;
  // An unknown status may mean that it was processed, and a dispute hides whether it was.
  const isAtWork = meaning === undefined || meaning === 'pending' || meaning === 'disputed';
  // Where no money is left, nothing can move any more.
  const hasMoney = isPaid(currentAttempt.state);
  const isOver = !hasMoney || (isLate && !isAtWork);
  // Without a refunded amount, a status proves nothing about a part of a charge.
  const isWhole =
    states[currentAttempt.state].money !== 'charged' || before + amount >= currentAttempt.charged;
  // The status says that it was processed, with amounts that do not fit.
  const target = kind === 'capture' ? 'charged' : 'returned';
  const isClaimed = hasMoney && moneyOf(meaning) === target;
  const returnedAmount = kind === 'capture' ? null : returnedBy(answer, currentAttempt);
  const isProven = returnedAmount === null ? isWhole && !isClaimed : !Number.isNaN(returnedAmount);
  if (!isOver || !isProven) return null;
  return { operation: { ...operation, state: 'refused', refusal: 'not_processed' } };
}

/**
 * The end of an operation that the service refused. If just its amount moved, a review has to say who moved it; another
 * amount was moved by another.
 */
function afterRefusal(
  operation: Operation,
  currentAttempt: Attempt,
  answer: PaymentAnswer,
): OperationEnd {
  const { kind, amount, before } = operation;
  const { charged, refunded } = currentAttempt;
  const refusedOperation = { ...operation, state: 'refused' } as const;
  if (!hasMoved(operation, currentAttempt)) return { operation: refusedOperation };
  const moved = (kind === 'capture' ? charged : refunded) - before;
  // Without an amount, a status does not tell how much of a hold was charged. A void of a hold has none.
  const isUnnamed = kind === 'capture' ? answer.amount === null : charged === 0;
  return moved === amount || isUnnamed
    ? { operation: { ...refusedOperation, isInReview: true } }
    : { operation: refusedOperation };
}

/**
 * The operations of an order after a status that names money: it shows those that were done when it was asked for, and
 * may show of one that was refused that nothing moved.
 */
export function shownBy(
  operations: readonly Operation[],
  { attempt: askedAttempt, operations: askedOperations, currentAttempt, ...status }: AskedStatus,
): readonly Operation[] {
  const { state, charged } = currentAttempt;
  const money = moneyOf(status.profile.meaningOf(status.answer.status));
  if (money === 'none') return operations;
  const returnedAmount = returnedBy(status.answer, currentAttempt);
  const isUnmoved = ({ amount, before }: Operation, laterOperations: readonly Operation[]) => {
    if (!isPaid(state) || states[state].money !== money) return false;
    if (money === 'held') return true;
    // Without a refunded amount, a status proves nothing about a part of a charge.
    if (returnedAmount === null) return before + amount >= charged;
    return returnedAmount === before + returnedIn(laterOperations);
  };
  return operations.map((each, index): Operation => {
    const askedOperation = askedOperations.find(({ id }) => id === each.id);
    if (!askedOperation || each.isShown) return each;
    const isDone = each.state === 'done' && askedOperation.state === 'done';
    if (isDone && isReturn(each)) return { ...each, isShown: true };
    const mayShow = mayBeProven(each, askedAttempt);
    return mayShow && isUnmoved(each, operations.slice(index + 1))
      ? { ...each, isUnmoved: true }
      : each;
  });
}

/** What those that are done have returned together. */
function returnedIn(operations: readonly Operation[]): number {
  return operations
    .filter((each) => each.state === 'done' && isReturn(each))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether the money of an operation has moved. */
function hasMoved({ kind, amount, before }: Operation, { state, charged, refunded }: Attempt) {
  if (kind === 'capture') return charged > before;
  return states[state].money === 'returned' || refunded >= before + amount;
}

/**
 * The accepted operations that a later status shows to have had no effect: they may be sent again. What it names as
 * having gone back is less than the operations took together, or the hold is still there.
 * @param operations those of the attempt, as they are now.
 */
export function droppedByStatus(
  operations: readonly Operation[],
  { attempt: askedAttempt, operations: askedOperations, currentAttempt, ...status }: AskedStatus,
): readonly Operation[] {
  const isDone = ({ state }: Operation): boolean => state === 'done';
  const askedIds = askedOperations.filter(isDone).map(({ id }) => id);
  const doneOperations = operations.filter((each) => isDone(each) && askedIds.includes(each.id));
  return lostOf(doneOperations, currentAttempt, status)
    .filter(({ sentAt }) => waited(askedAttempt, sentAt) > grace)
    .map((operation) => ({ ...operation, state: 'refused', refusal: 'dropped' }));
}

/**
 * All operations, if the hold is still there. Of a charge, the one that returned just what is missing, or else the newest
 * ones that together returned it.
 */
function lostOf(
  doneOperations: readonly Operation[],
  { state, charged, refunded }: Attempt,
  { answer, profile }: Pick<AskedStatus, 'answer' | 'profile'>,
): readonly Operation[] {
  const money = moneyOf(profile.meaningOf(answer.status));
  if (money === 'held') return state === 'authorized' && charged === 0 ? doneOperations : [];
  const isUnnamed = answer.refunded === null || money === 'none';
  if (isUnnamed || states[state].money !== 'charged') return [];
  const returns = doneOperations.filter(isReturn).toReversed();
  let missing = returnedIn(returns) - refunded;
  const exact = returns.find(({ amount }) => amount === missing);
  if (exact) return [exact];
  // A status such as "refunded" may name the last operation alone, so only a refund of just the missing amount is lost.
  if (money === 'returned') return [];
  return returns.filter(({ amount }) => {
    const isMissing = missing > 0;
    missing -= amount;
    return isMissing;
  });
}
