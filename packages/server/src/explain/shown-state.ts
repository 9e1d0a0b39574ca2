import type { AttemptState } from '../order/state.ts';

/** A state as people read it. */
export type ShownState = AttemptState | 'reversed';

/**
 * The state of a payment as people read it. The service may call the return of a charge a void, and a payment is then
 * `cancelled`, as a released hold is; but money went back, so it reads as refunded.
 * @param chargedAmount the amount charged, in any unit
 */
export function shownState(state: AttemptState, chargedAmount: number | string): ShownState {
  return state === 'cancelled' && Number(chargedAmount) > 0 ? 'reversed' : state;
}
