import { joined } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { WalletServerError } from '../errors.ts';

/** What of `fetch` a signed call needs: the platform's fits, and so does `nodeFetch` of `./node`. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>;

/** A signed call on its way out. */
export interface FetchRequest {
  readonly method: 'POST' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes | null;
  /** A redirect would carry the token and its signature elsewhere. */
  readonly redirect: 'manual';
  /** Aborted when the time is over, while connecting, waiting or reading. */
  readonly signal: AbortSignal;
  /** Bytes of an answer after which nobody reads on. */
  readonly limit: number;
}

/** What came back, not judged yet and not read. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null;
}

/**
 * Reads an answer to its end, or gives up as soon as it is longer than `limit` bytes.
 * @throws {WalletServerError} `too_large`.
 */
export async function readAnswer({ body }: FetchAnswer, limit: number): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new WalletServerError('too_large', 'The answer is too long.');
    chunks.push(chunk);
  }
  return joined(chunks);
}

/**
 * Whether an error proves that no byte of the request left: a transport's own word for it, or a cause
 * that arises before the first byte, in the names of Node's resolver, sockets and TLS.
 */
export function isUnsent(error: unknown): boolean {
  if (error instanceof WalletServerError) return error.code === 'service_unreachable';
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null) return false;
  if ('syscall' in cause && cause.syscall === 'connect') return true;
  return 'code' in cause && typeof cause.code === 'string' && beforeFirstByte.has(cause.code);
}

const beforeFirstByte = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
