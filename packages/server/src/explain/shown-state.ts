import type { AttemptState } from '../order/state.ts';

/**
 * The state of a payment as people read it. The service may call the return of a charge a void, and a payment is then
 * `cancelled`, as a released hold is; but money went back, so it reads `refunded`.
 * @param chargedAmount the amount charged, in any unit
 */
export function shownState(state: AttemptState, chargedAmount: number | string): AttemptState {
  return state === 'cancelled' && Number(chargedAmount) > 0 ? 'refunded' : state;
}
