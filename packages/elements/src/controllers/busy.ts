import type { OrderState } from '../order-states.ts';

/** The state that a button has because of its order. */
export type Busy = 'busy' | 'redirecting' | 'done';

/** By the state of the order. */
export const busyIn: Readonly<Partial<Record<OrderState, Busy>>> = {
  sheet: 'busy',
  sent: 'busy',
  bank: 'redirecting',
  paid: 'done',
  unsure: 'done',
  asking: 'busy',
  elsewhere: 'busy',
};
