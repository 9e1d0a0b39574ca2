import { orderEvent } from './order-lock.ts';

/**
 * The buttons of a document share its listeners: a thousand buttons would otherwise keep five thousand.
 */
const buttons = new Set<EventListenerObject>();
/** Heard on its way down: another listener may stop it further in. */
export const result = 'wallet-result';

/** Tells a button when the payer comes back, and what becomes of an order; or no more. */
export function listen(button: EventListenerObject, on = true): void {
  buttons[on ? 'add' : 'delete'](button);
  if (buttons.size > Number(on)) return;
  for (const type of ['pageshow', 'focus', 'storage', orderEvent, result]) {
    window[on ? 'addEventListener' : 'removeEventListener'](type, tell, type === result);
  }
}

function tell(event: Event): void {
  for (const button of buttons) button.handleEvent(event);
}
