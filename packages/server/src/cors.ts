import { WalletServerError } from './errors.ts';
import type { Asked } from './message.ts';

/**
 * Only the shop's own pages may call: a browser says where a call comes from, and other clients hold
 * no payer's cookies. The scheme is not compared, since a proxy may have taken TLS off.
 * @throws {WalletServerError} `cross_site`.
 */
export function checkOrigin({ headers, host }: Asked, allowed: readonly string[]): void {
  const origin = headers.get('origin');
  if (origin !== null && allowed.includes(origin)) return;
  const foreign = origin !== null && origin !== `https://${host}` && hostOf(origin) !== host;
  if (foreign || headers.get('sec-fetch-site') === 'cross-site') {
    throw new WalletServerError('cross_site', 'The call comes from another site.');
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** Whether a browser asks if the page of a listed origin may call (Fetch standard, 3.3.2). */
export function isPreflight({ method, headers }: Asked, allowed: readonly string[]): boolean {
  return (
    method === 'OPTIONS' &&
    headers.has('access-control-request-method') &&
    allowed.includes(headers.get('origin') ?? '')
  );
}

/** What a page of a listed origin needs to read the answer; others get nothing. Cookies stay out. */
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
