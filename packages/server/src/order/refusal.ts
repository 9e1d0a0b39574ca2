import type { Attempt } from './attempt.ts';
import { openOperation, type Operation, type OperationKind } from './operation.ts';
import { states } from './state.ts';

/** Refusals that are not the service's own: nothing was sent, or a status or a review showed no effect. */
const provenRefusals = ['not_sent', 'not_processed', 'dropped', 'resolved'];

/** Whether only the service's cabinet can show that a refused operation had no effect. */
export function isUnproven({ state, refusal, isUnmoved }: Operation): boolean {
  return state === 'refused' && !isUnmoved && !provenRefusals.includes(refusal);
}

/**
 * Whether a call means an operation that was begun before, so that its end is the answer. What was not sent is sent. A
 * key of the caller is sent once, whatever its end; without one a refused operation is sent again if nothing moved.
 */
export function isRepeated(operation: Operation, key: string, isCallersKey: boolean): boolean {
  const { state, refusal, isInReview } = operation;
  if (operation.key !== key) return false;
  if (state !== 'refused' || isInReview) return true;
  return refusal !== 'not_sent' && (isCallersKey || isUnproven(operation));
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
