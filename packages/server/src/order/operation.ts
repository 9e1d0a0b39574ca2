import type { Actor } from './actor.ts';
import type { Attempt, AttemptChange } from './attempt.ts';
import type { Returns } from './position.ts';
import { states } from './state.ts';

/** The operations after a payment. */
export type OperationKind = 'capture' | 'void' | 'refund';

/**
 * `sent`: stored before the first byte left. `unknown`: no answer came; get-status or a webhook will settle it.
 * `done`, `refused`: the outcome is known.
 */
export type OperationState = 'sent' | 'unknown' | 'done' | 'refused';

/** One capture, void or refund; it is sent once. */
export interface Operation extends Actor {
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
  /** When its refusal was recorded. */
  readonly refusedAt?: number;
  /** It is done, and a status was named since: a later one is about more. */
  readonly isShown?: true;
  /** The service refused it, and a status ten seconds later shows that nothing moved. Without that only its cabinet can tell. */
  readonly isUnmoved?: true;
  /** The service refused it, and just its amount moved: a manual review has to say whether it was done. */
  readonly isInReview?: true;
}

/** An operation to begin, worked out on a version of its attempt. */
export type OperationDraft = Omit<Operation, 'state' | 'refusal' | 'sentAt' | Proof> &
  Pick<Attempt, 'version'>;
type Proof = 'refusedAt' | 'isShown' | 'isUnmoved' | 'isInReview';

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

/** The operation that the service accepted, and that the attempt does not show yet: its status is as before. */
export function unshownOperation(
  { state, charged, refunded }: Attempt,
  operations: readonly Operation[],
): Operation | undefined {
  const isWholeBack = states[state].money === 'charged' && charged > 0 && refunded === charged;
  if (!isWholeBack && states[state].money !== 'held') return undefined;
  return operations.findLast((each) => each.state === 'done' && (!isWholeBack || isReturn(each)));
}

/** Whether it returns money: a void or a refund. */
export function isReturn({ kind }: Operation): boolean {
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
