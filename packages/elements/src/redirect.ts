import { WalletError } from './errors.ts';

/** How to leave for the bank's page: this frame, out of it, or not at all. */
export type RedirectMode = 'assign' | 'top' | 'none';

/** The domain of the page, which wallet A proves unless an attribute names another. */
export function pageDomain(): string {
  return location.hostname;
}

/** As a parser writes it, without a user before the host. */
const trusted = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]))[^/@]*\//;

/**
 * The bank's page as a URL that is safe to follow: absolute https, http on loopback alone, at most
 * 8 KiB, nothing that a parser would repair. The server keeps to the same rule.
 * @throws {WalletError} `redirect-url`
 */
export function bankPage(url: string): string {
  try {
    const { href } = new URL(url);
    if (/^https?:\/\/[!-~]{1,8184}$/i.test(url) && trusted.test(href)) return href;
  } catch {
    // No URL at all.
  }
  throw new WalletError('redirect-url');
}

/**
 * Goes to the bank's page, unless the page of the merchant does that itself.
 * @throws {WalletError} `redirect-blocked` where the browser does not let a frame do so.
 */
export function leave(url: string, mode: RedirectMode): void {
  if (mode === 'none') return;
  try {
    // Of another origin's window a frame may set the address, and call nothing.
    ((mode === 'top' ? top : null) ?? window).location.href = url;
  } catch {
    throw new WalletError('redirect-blocked', url, { url });
  }
}

/** The order in the `?order=` of a return page's address; empty if it has none, and on a server. */
export function orderOfPage(): string {
  const query = typeof location === 'undefined' ? '' : location.search;
  return new URLSearchParams(query).get('order') ?? '';
}
