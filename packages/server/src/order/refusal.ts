import { type Attempt, waited } from './attempt.ts';
import { openOperation, type Operation, type OperationKind } from './operation.ts';
import { states } from './state.ts';
import { absenceGap } from './transition.ts';

/** Refusals that are not the service's own: nothing was sent, or a status or a review showed no effect. */
const provenRefusals = ['not_sent', 'not_processed', 'dropped', 'resolved'];

/** Whether nothing has shown that a refused operation had no effect: the service may have done what it refuses. */
export function isUnproven({ state, refusal, isUnmoved, isInReview }: Operation): boolean {
  return state === 'refused' && !isUnmoved && !isInReview && !provenRefusals.includes(refusal);
}

/**
 * Whether a question that is asked when the attempt was read may show that a refused operation had no effect. An earlier
 * one may lag behind.
 */
export function mayBeProven(operation: Operation, attempt: Attempt): boolean {
  const { refusedAt, sentAt } = operation;
  return isUnproven(operation) && waited(attempt, refusedAt ?? sentAt) >= absenceGap;
}

/** What a call asks for. */
export interface Wanted {
  readonly kind: OperationKind;
  readonly key: string;
  readonly isCallersKey: boolean;
  /** Minor units; `null`: all that is left. */
  readonly part: number | null;
}

/**
 * Whether a call means an operation that was begun before, so that its end is the answer. What was not sent is sent. A
 * key of the caller is sent once, whatever its end; without one a refused operation is sent again if nothing moved,
 * whatever key the refused one had.
 */
export function isRepeated(operation: Operation, wanted: Wanted): boolean {
  const { state, refusal, isInReview, kind, amount } = operation;
  if (operation.key !== wanted.key) {
    const isSame = kind === wanted.kind && amount === wanted.part;
    return !wanted.isCallersKey && isSame && isUnproven(operation);
  }
  if (state !== 'refused' || isInReview) return true;
  return refusal !== 'not_sent' && (wanted.isCallersKey || isUnproven(operation));
}

/**
 * The refused operation of which just the amount has moved between two versions of its attempt, while no other operation
 * was under way that could have moved it.
 */
export function suspectOperation(
  operations: readonly Operation[],
  attempt: Attempt,
  next: Attempt,
): Operation | undefined {
  if (openOperation(operations)) return undefined;
  return operations.findLast(
    ({ state, refusal, isInReview, kind, amount }) =>
      state === 'refused' &&
      !['not_sent', 'resolved'].includes(refusal) &&
      !isInReview &&
      movedAmount(kind, attempt, next) === amount,
  );
}

/** The amount that moved as an operation of this kind moves it; 0 if none did. */
function movedAmount(kind: OperationKind, attempt: Attempt, next: Attempt): number {
  const isHeld = states[attempt.state].money === 'held';
  if (kind === 'capture') return isHeld ? next.charged - attempt.charged : 0;
  const isReleased = isHeld && states[next.state].money === 'returned' && next.charged === 0;
  return isReleased ? attempt.held : next.refunded - attempt.refunded;
}
