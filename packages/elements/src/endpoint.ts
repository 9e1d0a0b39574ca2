import type { ReportRequest } from '@wallet-buttons/protocol';
import type { Fetch } from './call.ts';
import { WalletError } from './errors.ts';
import { isNative, parsed, toJson } from './platform.ts';

/** The merchant's endpoints: a base, the endpoints that have their own URL, and the function that calls them. */
export interface Backend {
  readonly backend: string;
  readonly validateMerchantUrl?: string;
  readonly payTokenUrl?: string;
  readonly statusUrl?: string;
  readonly fetch?: Fetch | undefined;
}

/** The URL of an endpoint: its own, or below the base, whose query is kept. Relative to the document. */
export function urlOf(tag: Backend, name: string): string {
  const ownUrls: Readonly<Record<string, string | undefined>> = {
    'validate-merchant': tag.validateMerchantUrl,
    'pay-token': tag.payTokenUrl,
    status: tag.statusUrl,
  };
  const ownUrl = ownUrls[name];
  const url = parsed(ownUrl || tag.backend);
  if (!ownUrl) url.pathname = url.pathname.replace(/\/*$/, `/${name}`);
  url.hash = '';
  const isTrusted = /^https?:/.test(url.protocol) && url.host && !url.username && !url.password;
  if (isTrusted) return url.href;
  throw new WalletError('config', ownUrl ? `${name}-url` : 'backend');
}

/**
 * Sends a report without waiting for it, also while the page is being left. A function of the page that calls the backend
 * is used, since it may add a header that the backend requires; a beacon to another origin would carry its cookies.
 */
export function sendReport(tag: Backend, body: ReportRequest): void {
  const url = urlOf(tag, 'report');
  const type = 'application/json';
  const text = toJson(body);
  const call = tag.fetch ?? globalThis.fetch;
  const mayBeacon = isNative(call) && parsed(url).origin === origin && 'sendBeacon' in navigator;
  if (mayBeacon && navigator.sendBeacon(url, new Blob([text], { type }))) return;
  const headers = { 'content-type': type };
  void call(url, { method: 'POST', headers, body: text, keepalive: true }).catch(() => undefined);
}
