import type { Meaning } from '@wallet-buttons/protocol';
import type { PaymentAnswer, Profile } from '@wallet-buttons/service-client';
import { type Attempt, type AttemptChange, waited } from './attempt.ts';
import { isPaid, type Money, states } from './state.ts';
import { grace, returnedBy, type Returns } from './position.ts';

/** The operations after a payment. */
export type OperationKind = 'capture' | 'void' | 'refund';

/**
 * `sent`: stored before the first byte left. `unknown`: no answer came; get-status or a webhook will settle it.
 * `done`, `refused`: the outcome is known.
 */
export type OperationState = 'sent' | 'unknown' | 'done' | 'refused';

/** One capture, void or refund; it is sent once. */
export interface Operation {
  readonly id: string;
  readonly attempt: string;
  readonly kind: OperationKind;
  /** Calls with the same key are the same operation. */
  readonly key: string;
  /** Minor units. */
  readonly amount: number;
  /** The amount charged (capture) or refunded (void, refund) before it, in minor units. Evidence is compared with it. */
  readonly before: number;
  readonly state: OperationState;
  /**
   * The service's error code, if it refused; `not_sent`; `not_processed` or `dropped` if a later status shows no effect;
   * `resolved` if a review found none.
   */
  readonly refusal: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly sentAt: number;
  /** It is done, and a status was named since: a later one is about more. */
  readonly isShown?: true;
  /** The service refused it, and a status shows that nothing moved. Without that only the service's cabinet can tell. */
  readonly isUnmoved?: true;
  /** The service refused it, and just its amount moved: a manual review has to say whether it was done. */
  readonly isInReview?: true;
}

/** An operation to begin, worked out on a version of its attempt. */
export type OperationDraft = Omit<Operation, 'state' | 'refusal' | 'sentAt' | Proof> &
  Pick<Attempt, 'version'>;
type Proof = 'isShown' | 'isUnmoved' | 'isInReview';

/** An operation that has no outcome yet. */
export function isOpen({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'sent' || state === 'unknown';
}

/** The operation that has no outcome yet. */
export function openOperation(operations: readonly Operation[]): Operation | undefined {
  return operations.find(isOpen);
}

/**
 * What has gone back as far as is known, or what an operation without an outcome may have returned. The word "refunded"
 * without an amount may be about no more.
 */
export function returnedSoFar({ refunded }: Attempt, operations: readonly Operation[]): Returns {
  const returns = operations.filter(isReturn);
  const open = openOperation(returns);
  const isShown = !open && !returns.some((each) => each.state === 'done' && !each.isShown);
  return { amount: open && refunded === 0 ? open.amount : refunded, isShown };
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

/** The operation that the service accepted, and that the attempt does not show yet: its status is as before. */
export function unshownOperation(
  { state, charged, refunded }: Attempt,
  operations: readonly Operation[],
): Operation | undefined {
  const isWholeBack = states[state].money === 'charged' && charged > 0 && refunded === charged;
  if (!isWholeBack && states[state].money !== 'held') return undefined;
  return operations.findLast((each) => each.state === 'done' && (!isWholeBack || isReturn(each)));
}

function isReturn({ kind }: Operation): boolean {
  return kind !== 'capture';
}

/**
 * What the end of an operation changes in its attempt: the amounts that it proves.
 * @param isTaken a capture took its own amount.
 */
export function afterOperation(
  operation: Operation,
  attempt: Attempt,
  isTaken: boolean,
): { readonly change: AttemptChange } {
  const { kind, amount, before, state, isInReview } = operation;
  const { charged, refunded, flag } = attempt;
  if (isInReview) return { change: { flag: 'contradicted' } };
  // The review was asked for because this operation had no outcome.
  const isReviewed = !isOpen(operation) && flag === 'needs_review';
  const change = isReviewed ? ({ flag: null } as const) : {};
  if (state !== 'done') return { change };
  const isOwn = isTaken && refunded <= amount;
  if (kind === 'capture') return { change: { ...change, ...(isOwn && { charged: amount }) } };
  const returnedAmount = Math.max(refunded, Math.min(charged, before + amount));
  return { change: { ...change, refunded: returnedAmount } };
}

/** An operation that has ended, and whether a capture took its own amount. */
export interface EndedOperation {
  readonly operation: Operation;
  readonly isTaken: boolean;
}

/**
 * The end of an open operation if a status proves it: money moved, or did not and will not any more; else `null`.
 * @param askedAttempt the attempt as it was read before the status was asked for: an answer is as old as its question.
 */
export function endedByStatus(
  operation: Operation,
  askedAttempt: Attempt,
  currentAttempt: Attempt,
  answer: PaymentAnswer,
  profile: Profile,
): EndedOperation | null {
  const { kind, refusal, amount, before, sentAt } = operation;
  const meaning = profile.meaningOf(answer.status);
  if (refusal !== '') {
    if (meaning === 'pending') return null;
    return { operation: afterRefusal(operation, currentAttempt, answer, meaning), isTaken: false };
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
  return { operation: refusedBy(operation, 'not_processed'), isTaken: false };
}

/**
 * The end of an operation that the service refused. If just its amount moved, a review has to say who moved it; another
 * amount was moved by another.
 */
function afterRefusal(
  operation: Operation,
  currentAttempt: Attempt,
  answer: PaymentAnswer,
  meaning: Meaning | undefined,
): Operation {
  const { kind, amount, before } = operation;
  const { state, charged, refunded } = currentAttempt;
  const refusedOperation = { ...operation, state: 'refused' } as const;
  const { money } = states[state];
  if (hasMoved(operation, currentAttempt)) {
    const moved = kind === 'capture' ? charged - before : refunded - before;
    // Without an amount, a status does not tell how much of a hold was charged. A void of a hold has none.
    const isUnnamed = kind === 'capture' ? answer.amount === null : charged === 0;
    return moved === amount || isUnnamed
      ? { ...refusedOperation, isInReview: true }
      : refusedOperation;
  }
  const isSame = moneyOf(meaning) === money;
  const returnedAmount = money === 'charged' ? returnedBy(answer, currentAttempt) : 0;
  // Without a refunded amount, a status proves nothing about a part of a charge.
  const isWhole = before + amount >= charged;
  const isUnmoved = returnedAmount === null ? isWhole : returnedAmount === before;
  const isProven = isPaid(state) && isSame && isUnmoved;
  return isProven ? { ...refusedOperation, isUnmoved: true } : refusedOperation;
}

/** Where the money is by the meaning of a status; an unknown one is taken for pending. */
export function moneyOf(meaning: Meaning = 'pending'): Money {
  return meaning === 'untouched' ? 'none' : states[meaning].money;
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
 * @param knownOperations the operations of the attempt that were read before the status was asked for, as `askedAttempt` was.
 * @param operations as they are now.
 */
export function droppedByStatus(
  knownOperations: readonly Operation[],
  operations: readonly Operation[],
  askedAttempt: Attempt,
  currentAttempt: Attempt,
  answer: PaymentAnswer,
  profile: Profile,
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
