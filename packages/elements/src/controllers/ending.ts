import { WalletRedirectEvent, WalletResultEvent, type WalletCancelEvent } from '../events.ts';
import type { WalletErrorEvent } from '../readiness-events.ts';
import { isClosed } from '../answers.ts';
import type { Order } from './order.ts';

/** The one event that ends a press. */
export type Ending = WalletResultEvent | WalletRedirectEvent | WalletCancelEvent | WalletErrorEvent;

/** Applies the ending of a press to its order. */
export function learnFrom(ending: Ending, order: Order): void {
  if (ending instanceof WalletRedirectEvent) order.move('leave');
  else if (ending instanceof WalletResultEvent) order.learn(ending);
  else if ('error' in ending && isClosed(ending.error)) order.move('close');
  // After the token was sent, an error other than a refusal leaves the outcome open.
  else order.move(order.state === 'sent' ? 'doubt' : 'clear');
}
