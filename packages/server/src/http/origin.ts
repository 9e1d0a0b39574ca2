import { WalletServerError } from '../errors.ts';
import { type Asked } from './body.ts';

/** What a runtime knows of a request beside the request itself. */
export interface Connection {
  /** The client's address behind the trusted proxies; only `webhookFrom` needs it. */
  readonly clientAddress?: string | null;
  /** The framework's own request, handed on to `findOrder`. */
  readonly original?: unknown;
}

/**
 * Only the shop's own pages may call. A browser says where a call comes from; other clients hold no payer's
 * cookies. The scheme is not compared: a proxy may have ended TLS.
 * @throws {WalletServerError} `cross_site`.
 */
export function checkOrigin({ headers, host }: Asked, allowed: readonly string[]): void {
  const origin = headers.get('origin');
  if (origin !== null && allowed.includes(origin)) return;
  const isForeign = origin !== null && origin !== `https://${host}` && hostOf(origin) !== host;
  if (isForeign || headers.get('sec-fetch-site') === 'cross-site') {
    throw new WalletServerError('cross_site', 'The call comes from another site.');
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** Whether a browser asks if a page of a listed origin may call (Fetch standard, 3.3.2). */
export function isPreflight({ method, headers }: Asked, allowed: readonly string[]): boolean {
  return (
    method === 'OPTIONS' &&
    headers.has('access-control-request-method') &&
    allowed.includes(headers.get('origin') ?? '')
  );
}

/** The headers with which a page of a listed origin may read the answer, without cookies. */
export function corsHeaders(
  { headers, method }: Asked,
  allowed: readonly string[],
): Record<string, string> {
  if (allowed.length === 0) return {};
  const origin = headers.get('origin') ?? '';
  if (!allowed.includes(origin)) return { vary: 'origin' };
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    ...(method === 'OPTIONS'
      ? {
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type, idempotency-key',
          'access-control-max-age': '600',
        }
      : { 'access-control-expose-headers': 'retry-after' }),
  };
}

/**
 * An extra lock on webhooks, where their addresses are listed. An unknown address is refused.
 * @throws {WalletServerError} `address_not_allowed`.
 */
export function checkAddress(
  { clientAddress }: Connection,
  isListed: ((address: string) => boolean) | null,
): void {
  if (!isListed || (typeof clientAddress === 'string' && isListed(clientAddress))) return;
  throw new WalletServerError('address_not_allowed', 'The address is not one of the service’s.');
}

/** The refused address for the log. A runtime may take it from a header, which can hold any text. */
export function loggableAddress({ clientAddress }: Connection): string | null {
  return clientAddress && /^[\da-f.:]{2,45}$/i.test(clientAddress) ? clientAddress : null;
}
