import { WalletErrorEvent } from '../readiness-events.ts';
import { leave, redirectBlocked, type RedirectMode } from '../redirect.ts';
import type { Order } from './order.ts';
import { dispatchEnd, type ReportHost } from './report.ts';

/** A document that is still here after this time, in milliseconds, has not left for the bank's page. */
const staying = 5_000;

/** Opens the bank's page, unless the merchant's page does that, and reports on the tag if the page does not leave. */
export function leaveFor(url: string, mode: RedirectMode, order: Order, tag: ReportHost): void {
  const fail = (error: unknown) => {
    order.move('doubt');
    // The press has ended with `wallet-redirect`.
    dispatchEnd(tag, new WalletErrorEvent(error, true), 'redirect', order.reference);
  };
  try {
    if (mode !== 'none') leave(url, mode);
  } catch (error) {
    fail(error);
  }
  // The address may answer without a page, and the payer may stay on this one.
  setTimeout(() => {
    order.canReturn = true;
    if (mode !== 'none' && order.state === 'bank') fail(redirectBlocked(url));
  }, staying);
}
