import type { OrderState } from '../order-states.ts';
import type { orderTexts } from '../texts.ts';

/** How a button shows its order: its own state, and the text beside it. */
export interface ShownOrder {
  readonly state: 'busy' | 'redirecting' | 'done';
  /** Missing while the order is certainly not paid. With it, the tag shows no other way to pay. */
  readonly text?: keyof typeof orderTexts;
}

/** By the state of the order. */
export const shownOrders: Readonly<Partial<Record<OrderState, ShownOrder>>> = {
  sheet: { state: 'busy' },
  sent: { state: 'busy', text: 'pending' },
  bank: { state: 'redirecting', text: 'pending' },
  paid: { state: 'done', text: 'paid' },
  unsure: { state: 'done', text: 'pending' },
  closed: { state: 'done', text: 'tooManyAttempts' },
  asking: { state: 'busy', text: 'pending' },
  elsewhere: { state: 'busy', text: 'pending' },
};

/** Calls back once the state of an order has lasted so long that a payer wonders why nothing can be pressed. */
export function whenSlow(
  orderState: OrderState,
  callback: () => void,
): ReturnType<typeof setTimeout> | undefined {
  const { text, state } = shownOrders[orderState] ?? {};
  return text && state !== 'done' ? setTimeout(callback, 1_000) : undefined;
}
