import { orderEvent } from './order-lock.ts';

/** The orders of a document share its listeners: a thousand would otherwise keep five thousand. */
const orders = new Set<EventListenerObject>();
/** Heard on its way down: another listener may stop it further in. */
export const result = 'wallet-result';

/** Tells an order when the payer comes back, and what becomes of orders; or no more. */
export function listen(order: EventListenerObject, on: boolean): void {
  orders[on ? 'add' : 'delete'](order);
  if (orders.size > Number(on)) return;
  for (const type of ['pageshow', 'focus', 'storage', orderEvent, result]) {
    window[on ? 'addEventListener' : 'removeEventListener'](type, tell, type === result);
  }
}

function tell(event: Event): void {
  for (const order of orders) order.handleEvent(event);
}
