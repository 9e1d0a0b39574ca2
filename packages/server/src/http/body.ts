import { Buffer } from 'node:buffer';
import { type Bytes, keysIn, withTimeout } from '@wallet-buttons/service-client';
import { invalidConfig, WalletServerError } from '../errors.ts';

/** A request as a runtime hands it over. */
export interface Incoming {
  readonly method: string;
  /** The path of its URL, as the URL standard writes it. */
  readonly path: string;
  /** The server's host as the browser sees it: the Host header, else the URL's host. */
  readonly host: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  /** Reads its body, of at most 64 KiB; called once. The memory of a token is freed, unless it is part of a larger buffer. */
  readonly read: () => Promise<Bytes>;
  /** The request without its body; created by the first call. */
  readonly request: () => Request;
  /** The framework's own request. */
  readonly original: unknown;
}

/** A response, before it becomes one of the runtime. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Bytes | null;
}

const bodyLimit = 64 * 1024;
/** The time limit for one body, in milliseconds. */
export const bodyTimeLimit = 10_000;

const passRequest =
  'On node:http, Express and others over it mount toNodeListener(wallet) of @wallet-buttons/server/node. A framework with a Request of its own has the platform’s beside it, such as c.req.raw in Hono.';

/**
 * A `Request` of the platform, or of a library, in the form that the handler needs.
 * @throws {WalletServerError} `config_invalid` for another object.
 */
export function incomingOf(request: Request, original: unknown = request): Incoming {
  // Untyped callers may pass what their framework calls a request.
  const { method, headers, body, url: address } = request as Partial<Request>;
  const url = URL.parse(address ?? '');
  if (!url || typeof headers?.get !== 'function' || method === undefined) {
    const text = 'wallet.handle takes the platform’s Request, and this is something else.';
    throw invalidConfig(text, { suggestion: passRequest });
  }
  const source: Source = async (take) => {
    // A polyfill has no stream.
    if (body === undefined) take(new Uint8Array(await request.arrayBuffer()));
    for await (const chunk of body ?? []) take(chunk);
  };
  return {
    method,
    headers,
    path: url.pathname,
    // Behind a proxy the URL may have an internal name; the header has the name that the browser sent.
    host: headers.get('host') ?? url.host,
    read: async () => readBody(request.bodyUsed || body?.locked ? null : source, bodyTimeLimit),
    request: () => request,
    original,
  };
}

/** Passes on each chunk of a body, and resolves at its end. */
export type Source = (take: (chunk: Uint8Array) => void) => Promise<void> | void;

/**
 * Reads a body to its end. The source is `null` if a body parser has read the body.
 * @throws {WalletServerError} `body_already_parsed`; `too_large` above 64 KiB; `too_slow` after `milliseconds`,
 * or if the sender breaks off.
 */
export async function readBody(source: Source | null, milliseconds: number): Promise<Bytes> {
  if (!source) {
    throw new WalletServerError('body_already_parsed', 'Something read the body before.');
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const take = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > bodyLimit) throw new RangeError();
  };
  try {
    await withTimeout(milliseconds, async () => source(take));
    // In memory of its own: a pooled Buffer would expose other data.
    return new Uint8Array(Buffer.concat(chunks));
  } catch (cause) {
    if (size > bodyLimit) throw new WalletServerError('too_large', 'The body is over 64 KiB.');
    throw new WalletServerError('too_slow', 'The body did not arrive whole in time.', { cause });
  } finally {
    // The source, and with it this array, may live as long as the request.
    chunks.length = 0;
  }
}

/** The limits of a body; no body of the contract needs so much. */
const maxDepth = 16;
const maxKeys = 200;

/** Refuses bytes that are not UTF-8, and keeps a byte order mark, which is not JSON. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Keys that can change a prototype when an object is copied carelessly. */
const forbiddenKeys: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/**
 * Unambiguous JSON: UTF-8 without a byte order mark, no duplicate key, no key that reaches a prototype, at
 * most 16 levels and 200 keys.
 * @throws {WalletServerError} `invalid_json`.
 */
export function readStrictJson(bytes: Bytes): unknown {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON in UTF-8.');
  }
  checkKeys(text);
  return value;
}

function checkKeys(json: string): void {
  let count = 0;
  for (const { key, depth, isRepeated } of keysIn(json)) {
    if (depth > maxDepth) throw invalid('The body is nested too deeply.');
    if (key === null) continue;
    if (forbiddenKeys.includes(key)) throw invalid('The body has a forbidden key.');
    if (isRepeated) throw invalid('The body has a key twice.');
    if ((count += 1) > maxKeys) throw invalid('The body has too many keys.');
  }
}

const invalid = (message: string) => new WalletServerError('invalid_json', message);
