import { invalidAccess } from './access.ts';
import type { Selection } from './selection.ts';

/** Where a session is; each call is legal in some of them. */
type State = 'idle' | 'active' | Selection | 'authorized' | 'cancel-requested' | Ended;
/** The end of a session; `gone` sends the page no event. */
export type Ended = 'completed' | 'aborted' | 'cancelled' | 'gone';

/** The question to the page after the payer has changed a field. */
export const selectionOf = {
  card: 'paymentmethodselected',
  address: 'shippingcontactselected',
  shippingOption: 'shippingmethodselected',
  couponCode: 'couponcodechanged',
} as const;

/** `abort` throws in these states. */
const endStates: readonly State[] = ['idle', 'completed', 'aborted', 'cancelled', 'gone'];

/**
 * idle -> active (merchant validation) <-> one state for each selection that the page must answer
 * -> authorized -> completed, or back to active to retry; `cancel-requested` while the sheet shows
 * "Payment Not Completed", then cancelled; aborted by the page or when the payer leaves it; gone without
 * an event. Each `demand…` throws InvalidAccessError if the state does not allow the call.
 */
export class SessionState {
  now: State = 'idle';
  validation: 'before' | 'asked' | 'done' = 'before';

  demandIdle(): void {
    if (this.now !== 'idle') throw invalidAccess('Payment session is already active.');
  }

  demandOpen(): void {
    if (endStates.includes(this.now)) throw invalidAccess('The payment session is not active.');
  }

  demandValidation(): void {
    if (this.now === 'active' && this.validation === 'asked') return;
    throw invalidAccess('No merchant validation was asked for.');
  }

  demandSelection(selection: Selection): void {
    if (this.now === selection) return;
    throw invalidAccess(`No ${selection} event waits for an answer.`);
  }

  demandAuthorization(): void {
    if (this.now !== 'authorized') throw invalidAccess('No payment was authorized.');
  }
}
