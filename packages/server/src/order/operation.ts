import type { Meaning } from '@wallet-buttons/protocol';
import type { PaymentAnswer, Profile } from '@wallet-buttons/service-client';
import { type Attempt, type AttemptChange, waited } from './attempt.ts';
import { isPaid, type Money, states } from './state.ts';
import { grace, returnedBy } from './position.ts';

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
}

/** An operation to begin, worked out on a version of its attempt. */
export type OperationDraft = Omit<Operation, 'state' | 'refusal' | 'sentAt'> &
  Pick<Attempt, 'version'>;

/** An operation that has no outcome yet. */
export function isOpen({ state }: Pick<Operation, 'state'>): boolean {
  return state === 'sent' || state === 'unknown';
}

/** The operation that has no outcome yet. */
export function openOperation(operations: readonly Operation[]): Operation | undefined {
  return operations.find(isOpen);
}

/**
 * What has gone back as far as is known, or what an operation without an outcome may have returned, in minor units. The
 * word "refunded" without an amount may be about no more.
 */
export function returnedSoFar({ refunded }: Attempt, operations: readonly Operation[]): number {
  const open = openOperation(operations);
  return open && open.kind !== 'capture' && refunded === 0 ? open.amount : refunded;
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
  const { kind, amount, before, state } = operation;
  const { charged, refunded, flag } = attempt;
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
    // What moved meanwhile was moved by another: the service's word for this operation is its refusal.
    return meaning === 'pending'
      ? null
      : { operation: { ...operation, state: 'refused' }, isTaken: false };
  }
  if (hasMoved(operation, currentAttempt)) {
    // A part that the status names stays.
    const isTaken = currentAttempt.charged === currentAttempt.asked;
    return { operation: { ...operation, state: 'done' }, isTaken };
  }
  const isLate = waited(askedAttempt, sentAt) > grace;
  // An unknown status may mean that it was processed.
  const isAtWork = meaning === undefined || meaning === 'pending';
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

/** Where the money is by the meaning of a status; an unknown one is taken for pending. */
function moneyOf(meaning: Meaning = 'pending'): Money {
  return meaning === 'untouched' ? 'none' : states[meaning].money;
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
  const returns = doneOperations.filter(({ kind }) => kind !== 'capture').toReversed();
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
