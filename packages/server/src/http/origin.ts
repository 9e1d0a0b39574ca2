import { WalletServerError } from '../errors.ts';
import type { Incoming } from './body.ts';

/** What a runtime knows about a request beside the `Request`. */
export interface Connection {
  /** The client's address behind trusted proxies; only `webhookFrom` needs it. */
  readonly clientAddress?: string | null;
  /** The framework's own request, passed on to `findOrder`. */
  readonly original?: unknown;
}

/**
 * Only the shop's own pages may call. A browser states the origin of a call; other clients hold no cookies of a
 * payer. The scheme is not compared, because a proxy may have ended TLS.
 * @throws {WalletServerError} `cross_site`.
 */
export function checkOrigin({ headers, host }: Incoming, allowedOrigins: readonly string[]): void {
  const origin = headers.get('origin');
  if (origin !== null && allowedOrigins.includes(origin)) return;
  // A proxy may add the default port.
  const isOwn = (scheme: string): boolean => URL.parse(`${scheme}://${host}`)?.origin === origin;
  const isForeign = origin !== null && !isOwn('https') && !isOwn('http');
  if (isForeign || headers.get('sec-fetch-site') === 'cross-site') {
    throw new WalletServerError('cross_site', 'The call comes from another site.');
  }
}

/** Whether a request is a CORS preflight from a listed origin (Fetch standard, 3.3.2). */
export function isPreflight(
  { method, headers }: Incoming,
  allowedOrigins: readonly string[],
): boolean {
  return (
    method === 'OPTIONS' &&
    headers.has('access-control-request-method') &&
    allowedOrigins.includes(headers.get('origin') ?? '')
  );
}

/** What a preflight's answer allows. */
export const allowedToPages = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type, idempotency-key',
  'access-control-max-age': '600',
};

/** The headers that let a page of a listed origin read the response, without cookies. */
export function corsHeaders({ headers }: Incoming, allowedOrigins: readonly string[]) {
  if (allowedOrigins.length === 0) return {};
  const origin = headers.get('origin') ?? '';
  if (!allowedOrigins.includes(origin)) return { vary: 'origin' };
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after',
  };
}

/**
 * Refuses webhooks from addresses that are not listed, if there is a list.
 * @throws {WalletServerError} `address_not_allowed`.
 */
export function checkAddress(
  { clientAddress }: Connection,
  isListed?: (address: string) => boolean,
) {
  const answer: unknown = typeof clientAddress === 'string' && isListed?.(clientAddress);
  // Untyped callers may answer a promise, which is truthy.
  if (!isListed || answer === true) return;
  throw new WalletServerError('address_not_allowed', 'The address is not one of the service’s.');
}

/** The refused address for the log. A runtime may read it from a header, which can contain any text. */
export function loggableAddress({ clientAddress }: Connection): string | null {
  return clientAddress && /^[\da-f.:]{2,45}$/i.test(clientAddress) ? clientAddress : null;
}

const minute = 60_000;
/** Above it the older subjects are dropped, so that a flood of subjects does not fill the memory. */
const maxSubjects = 10_000;

/** A limit per minute for each subject, in the memory of one process: two servers allow twice as much. */
export function rateLimit(perMinute: number) {
  let recentTimes = new Map<string, readonly number[]>();
  let older = recentTimes;
  /** Counts a request of a subject. Returns 0 if it is allowed, else the seconds to wait. */
  return (subject: string, now = performance.now()): number => {
    if (recentTimes.size >= maxSubjects) {
      older = recentTimes;
      recentTimes = new Map();
    }
    const times = recentTimes.get(subject) ?? older.get(subject) ?? [];
    const recent = times.filter((time) => now - time < minute);
    const [first = now] = recent;
    if (recent.length >= perMinute) return Math.ceil((minute - (now - first)) / 1000);
    recentTimes.set(subject, [...recent, now]);
    return 0;
  };
}

/** Counts requests, and answers how long to wait. */
export type RateLimit = ReturnType<typeof rateLimit>;

/** Reports an order and a minute, and of all orders together. */
const reportsOfOrder = 10;
const reportsOfAll = 120;
/** Reports under way at the same time: fewer than a pool of a database has connections. */
const reportsUnderWay = 2;

/** Runs the work of a report, and drops it if there is too much: a flood of reports must not cost a payment anything. */
export function reportLimit() {
  const ofOrder = rateLimit(reportsOfOrder);
  const ofAll = rateLimit(reportsOfAll);
  let underWay = 0;
  return async (order: string, work: () => Promise<void>): Promise<void> => {
    const isFull = underWay >= reportsUnderWay;
    if (isFull || ofOrder(order) > 0 || ofAll('') > 0) return;
    underWay += 1;
    try {
      await work();
    } finally {
      underWay -= 1;
    }
  };
}

/** Runs at most `max` tasks of each share at once, so that a flood of payments leaves room for webhooks. */
export function inFlight(max: number) {
  const counts = { payments: 0, questions: 0, webhooks: 0 };
  /** @throws {WalletServerError} `overloaded`. */
  return async <Result>(share: keyof typeof counts, work: () => Promise<Result>) => {
    if (counts[share] >= max) {
      throw new WalletServerError('overloaded', 'Too much work is under way.', { retryAfter: 2 });
    }
    counts[share] += 1;
    try {
      return await work();
    } finally {
      counts[share] -= 1;
    }
  };
}
