import { Buffer } from 'node:buffer';
import { ServiceError } from './errors.ts';

/** Bytes that every platform's `fetch` accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The part of `fetch` that a signed call needs. It must send a request once. A rejection with
 * `service_unreachable` proves that no byte left; after any other rejection the call may have been processed.
 */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>;

/** A signed call, ready to be sent. */
export interface FetchRequest {
  readonly method: 'POST' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes | null;
  /** A redirect would carry the token and its signature elsewhere. */
  readonly redirect: 'manual';
  /** Aborted at the time limit, while connecting, waiting or reading. */
  readonly signal: AbortSignal;
  /** The largest answer that is read, in bytes. */
  readonly limit: number;
}

/** An answer whose body is not read yet. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null;
}

/** Reads an answer to its end. @throws {ServiceError} `service_answer_invalid` above `limit` bytes. */
export async function readAnswer({ body }: FetchAnswer, limit: number): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new ServiceError('service_answer_invalid', 'The answer is too long.');
    chunks.push(chunk);
  }
  // In memory of its own: a pooled Buffer would expose other data.
  return new Uint8Array(Buffer.concat(chunks));
}
