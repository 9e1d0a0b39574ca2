import type { PaymentAnswer, Profile } from '@wallet-buttons/service-client';
import { type Attempt, waited } from './attempt.ts';
import { isReturn, type Operation } from './operation.ts';
import { mayBeProven } from './refusal.ts';
import { grace, returnedBy } from './position.ts';
import { isPaid, type Money, moneyOf, states } from './state.ts';

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
    if (meaning === 'pending') return null;
    return { operation: afterRefusal(operation, currentAttempt, answer) };
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
  return { operation: refusedBy(operation, 'not_processed') };
}

/**
 * The end of an operation that the service refused. If just its amount moved, a review has to say who moved it; another
 * amount was moved by another.
 */
function afterRefusal(
  operation: Operation,
  currentAttempt: Attempt,
  answer: PaymentAnswer,
): Operation {
  const { kind, amount, before } = operation;
  const { charged, refunded } = currentAttempt;
  const refusedOperation = { ...operation, state: 'refused' } as const;
  if (!hasMoved(operation, currentAttempt)) return refusedOperation;
  const moved = kind === 'capture' ? charged - before : refunded - before;
  // Without an amount, a status does not tell how much of a hold was charged. A void of a hold has none.
  const isUnnamed = kind === 'capture' ? answer.amount === null : charged === 0;
  return moved === amount || isUnnamed
    ? { ...refusedOperation, isInReview: true }
    : refusedOperation;
}

/**
 * The operations after a status that was asked for when these were known: it may show of a refused one that nothing
 * moved.
 */
export function unmovedBy(
  operations: readonly Operation[],
  {
    attempt: askedAttempt,
    operations: knownOperations,
    currentAttempt,
    answer,
    profile,
  }: AskedStatus,
): readonly Operation[] {
  const { state, charged } = currentAttempt;
  const { money } = states[state];
  if (!isPaid(state) || moneyOf(profile.meaningOf(answer.status)) !== money) return operations;
  const returnedAmount = returnedBy(answer, currentAttempt);
  const isShown = (operation: Operation, laterOperations: readonly Operation[]): boolean => {
    const { id, amount, before } = operation;
    const isKnown = knownOperations.some((each) => each.id === id);
    if (!isKnown || !mayBeProven(operation, askedAttempt)) return false;
    if (money === 'held') return true;
    // Without a refunded amount, a status proves nothing about a part of a charge.
    if (returnedAmount === null) return before + amount >= charged;
    return returnedAmount === before + returnedIn(laterOperations);
  };
  const unmovedIds = operations
    .filter((each, index) => isShown(each, operations.slice(index + 1)))
    .map(({ id }) => id);
  if (unmovedIds.length === 0) return operations;
  return operations.map((each) =>
    unmovedIds.includes(each.id) ? { ...each, isUnmoved: true } : each,
  );
}

/** What those that are done have returned together. */
function returnedIn(operations: readonly Operation[]): number {
  return operations
    .filter((each) => each.state === 'done' && isReturn(each))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether a status says that money is held, was charged or went back. */
export function namesMoney({ status }: PaymentAnswer, profile: Profile): boolean {
  return moneyOf(profile.meaningOf(status)) !== 'none';
}

/** Whether the money of an operation has moved. */
function hasMoved({ kind, amount, before }: Operation, { state, charged, refunded }: Attempt) {
  if (kind === 'capture') return charged > before;
  return states[state].money === 'returned' || refunded >= before + amount;
}

function refusedBy(operation: Operation, refusal: string): Operation {
  return { ...operation, state: 'refused', refusal };
}

/**
 * The accepted operations that a later status shows to have had no effect: they may be sent again. What it names as
 * having gone back is less than the operations took together, or the hold is still there.
 * @param operations those of the attempt, as they are now.
 */
export function droppedByStatus(
  operations: readonly Operation[],
  {
    attempt: askedAttempt,
    operations: knownOperations,
    currentAttempt,
    answer,
    profile,
  }: AskedStatus,
): readonly Operation[] {
  const money = moneyOf(profile.meaningOf(answer.status));
  const isKnown = ({ id }: Operation): boolean =>
    knownOperations.some((operation) => operation.id === id && operation.state === 'done');
  const doneOperations = operations.filter(
    (operation) => operation.state === 'done' && isKnown(operation),
  );
  return lostOf(doneOperations, currentAttempt, money, answer)
    .filter(({ sentAt }) => waited(askedAttempt, sentAt) > grace)
    .map((operation) => refusedBy(operation, 'dropped'));
}

function lostOf(
  doneOperations: readonly Operation[],
  currentAttempt: Attempt,
  money: Money,
  { refunded }: PaymentAnswer,
): readonly Operation[] {
  if (money === 'held') return undone(doneOperations, currentAttempt);
  if (refunded === null || money === 'none') return [];
  // A status such as "refunded" may name the last operation alone, so only a refund of just the missing amount is lost.
  return notReturned(doneOperations, currentAttempt, money === 'returned');
}

/** All operations, if the hold is still there. */
function undone(
  doneOperations: readonly Operation[],
  { state, charged }: Attempt,
): readonly Operation[] {
  return state === 'authorized' && charged === 0 ? doneOperations : [];
}

/** The operation that returned just what is missing, or else the newest ones that together returned it. */
function notReturned(
  doneOperations: readonly Operation[],
  { state, refunded }: Attempt,
  isExact: boolean,
): readonly Operation[] {
  if (states[state].money !== 'charged') return [];
  const returns = doneOperations.filter(isReturn).toReversed();
  let missing = returns.reduce((sum, { amount }) => sum + amount, 0) - refunded;
  const exact = returns.find(({ amount }) => amount === missing);
  if (exact) return [exact];
  if (isExact) return [];
  return returns.filter(({ amount }) => {
    const isMissing = missing > 0;
    missing -= amount;
    return isMissing;
  });
}

/** The operations after a status that was asked for when these were known: it shows those that are done. */
export function shownBy(
  knownOperations: readonly Operation[],
  operations: readonly Operation[],
): readonly Operation[] {
  const isNew = (operation: Operation): boolean =>
    operation.state === 'done' &&
    isReturn(operation) &&
    !operation.isShown &&
    knownOperations.some(({ id, state }) => id === operation.id && state === 'done');
  if (!operations.some(isNew)) return operations;
  return operations.map((each) => (isNew(each) ? { ...each, isShown: true } : each));
}
