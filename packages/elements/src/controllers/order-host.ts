import type { ReactiveControllerHost } from '@lit/reactive-element';
import type { Outcome } from '@wallet-buttons/protocol';
import type { WalletResultEvent } from '../events.ts';
import { orderEvent } from '../order-lock.ts';
import type { ReportHost } from './report.ts';

/** A button of the order. */
export interface OrderHost extends ReactiveControllerHost, ReportHost {
  readonly hasUpdated: boolean;
}

/** The fields of an answer that change an order. */
export interface Learnt {
  readonly outcome: Outcome;
  readonly final?: boolean | undefined;
}

/** The fields of a result event, which may come from another copy of the package. */
export type Result = Learnt & Pick<WalletResultEvent, 'order'>;

/** Received in the capture phase, since another listener may stop it later. */
export const result = 'wallet-result';

/** The orders of a document share listeners: a thousand would be slow. */
export function listen(isOn: boolean, forward: (event: Event) => void): void {
  for (const type of ['pageshow', 'focus', 'blur', 'storage', orderEvent, result]) {
    window[isOn ? 'addEventListener' : 'removeEventListener'](type, forward, type === result);
  }
}
