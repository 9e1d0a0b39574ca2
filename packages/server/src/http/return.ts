import { Buffer } from 'node:buffer';
import { isOrderRef, isReceipt, type OrderRef } from '@wallet-buttons/protocol';
import type { WalletServerOptions } from './options.ts';

type Addresses = Pick<WalletServerOptions, 'callbackUrl' | 'redirectUrl' | 'returnUrl'>;

/**
 * The address to which the bank sends the payer: this server's `return`, with the order and the receipt in its path,
 * because a form of the bank replaces the query. Without a known address of this server it is the shop's page itself.
 */
export function bankReturn(addresses: Addresses, order: OrderRef, receipt: string): string {
  const { returnUrl = besideWebhooks(addresses.callbackUrl) } = addresses;
  if (returnUrl === null) return returnPage(addresses, { order, receipt });
  return `${returnUrl}/${Buffer.from(order).toString('base64url')}/${receipt}`;
}

/** The address of `return`, if `callbackUrl` shows where this server is. */
function besideWebhooks(callbackUrl: string): string | null {
  const { origin, pathname } = new URL(callbackUrl);
  const path = pathname.replace(/\/webhook\/v[123]$/, '/return');
  return path === pathname ? null : `${origin}${path}`;
}

/** What the path of a return names. */
interface Returned {
  readonly order: OrderRef;
  readonly receipt: string;
}

/** Reads the last two parts of a path; `null` if they are not an order and a receipt. */
export function readReturn(path: string): Returned | null {
  const [, encoded = '', receipt = ''] = /\/return\/([\w-]+)\/([\w-]+)$/.exec(path) ?? [];
  const order = Buffer.from(encoded, 'base64url').toString();
  return isOrderRef(order) && isReceipt(receipt) ? { order, receipt } : null;
}

/** The shop's page that shows the status. Without an order the page has nothing to ask about. */
export function returnPage({ redirectUrl }: Addresses, payerReturn: Returned | null): string {
  const url = new URL(redirectUrl);
  if (payerReturn) {
    url.searchParams.set('order', payerReturn.order);
    url.searchParams.set('receipt', payerReturn.receipt);
  }
  return url.href;
}
