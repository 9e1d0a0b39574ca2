import type { Selection } from './selection.ts';

/** Where a session is; each call is legal in some of them. */
export type State = 'idle' | 'active' | Selection | 'authorized' | 'cancel-requested' | Ended;
/** How a session ended; `gone`: the page is not told. */
export type Ended = 'completed' | 'aborted' | 'cancelled' | 'gone';

/** What the page is asked about when the payer has changed a field. */
export const selectionOf = {
  card: 'paymentmethodselected',
  address: 'shippingcontactselected',
  shippingOption: 'shippingmethodselected',
  couponCode: 'couponcodechanged',
} as const;

/** Nothing can be aborted in these. */
export const ended: readonly State[] = ['idle', 'completed', 'aborted', 'cancelled', 'gone'];
