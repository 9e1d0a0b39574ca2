import { isReceipt, type StatusRequest } from '@wallet-buttons/protocol';
import { WalletError } from './errors.ts';
import { parsed } from './platform.ts';

/** How to open the bank's page: in this frame, in the top window, or not at all. */
export type RedirectMode = 'assign' | 'top' | 'none';

/** The domain of the page, which wallet A validates unless an attribute names another. */
export function pageDomain(): string {
  // A `srcdoc` frame has the origin of the page around it, unless it is sandboxed.
  const [, host = ''] = /\/\/(.+?)(:\d+)?$/.exec(origin) ?? [];
  return location.hostname || host;
}

/** A parsed URL without user name. */
const trustedPattern = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]))[^/@]*\//;

/**
 * The bank's page as a safe URL: absolute https (http only on loopback), at most 8 KiB, no repair by a parser. The
 * server has the same rule.
 * @throws {WalletError} `redirect-url`
 */
export function bankPage(url: string): string {
  const { host, href } = parsed(url);
  if (/^https?:\/\/[!-~]{1,8184}$/i.test(url) && host && trustedPattern.test(href)) return href;
  throw new WalletError('redirect-url');
}

/**
 * Opens the bank's page.
 * @throws {WalletError} `redirect-blocked` if the browser does not allow it to a frame.
 */
export function leave(url: string, mode: Exclude<RedirectMode, 'none'>): void {
  try {
    // A frame may set the address of another origin's window, but call none of its functions.
    ((mode === 'top' ? top : null) ?? window).location.href = url;
  } catch {
    throw redirectBlocked(url);
  }
}

/** The error of a page that cannot leave, or did not: it has the address, for a link to the bank's page. */
export function redirectBlocked(url: string): WalletError {
  return new WalletError('redirect-blocked', url, { url });
}

/** The value of `?order=` in the page's address; empty if it is missing, and on a server. */
export function orderOfPage(): string {
  const query = typeof location === 'undefined' ? '' : location.search;
  return new URLSearchParams(query).get('order') ?? '';
}

/** The name of the receipt in the state of a history entry. */
const stateName = 'wallet-buttons-receipt';

/**
 * The receipt of `?receipt=` in the page's address, with the order there. It is moved to the state of the history entry:
 * a reload finds it, and no link, bookmark or log does.
 */
export function receiptOfPage(): Required<StatusRequest> | undefined {
  const url = parsed(location.href);
  const query = new URLSearchParams(url.search);
  const receipt = query.get('receipt');
  const { state } = history as { state: Readonly<Record<string, unknown>> | null };
  if (!isReceipt(receipt)) return state?.[stateName] as Required<StatusRequest> | undefined;
  const statusRequest = { order: orderOfPage(), receipt };
  query.delete('receipt');
  url.search = String(query);
  try {
    history.replaceState({ ...state, [stateName]: statusRequest }, '', url.href);
  } catch {
    // A sandboxed document may not change its address.
  }
  return statusRequest;
}
