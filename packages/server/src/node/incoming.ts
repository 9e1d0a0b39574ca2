import type { IncomingMessage } from 'node:http';
import { WalletServerError } from '../errors.ts';
import { type Incoming, readBody, type Source } from '../http/body.ts';
import { asKnown } from '../http/handler.ts';

/**
 * A request of `node:http`, or what a wrapper makes of an event: serverless-http fills `headers` alone, others have
 * no socket or no stream.
 */
type Seen = Partial<IncomingMessage> & {
  readonly rawBody?: unknown;
  readonly body?: unknown;
  readonly originalUrl?: unknown;
};

interface Peer {
  readonly remoteAddress?: string | undefined;
  readonly encrypted?: unknown;
}

/**
 * A request in the form that the handler needs, once its body has arrived: a stop then waits for no slow sender
 * beyond the body's time limit. The handler reports a failed body when it reads it.
 * @throws {WalletServerError} `not_found` for a URL that a parser repairs.
 */
export async function incomingOf(
  request: IncomingMessage,
  original: unknown,
  timeout: number,
): Promise<Incoming> {
  const { method = 'GET' } = request;
  const headers = headersOf(request);
  const url = urlOf(request, headers.all);
  const { get } = headers;
  const reading = readBody(sourceOf(request), timeout);
  await reading.catch(() => undefined);
  let cachedRequest: Request | undefined;
  return {
    method,
    path: url.pathname,
    host: url.host,
    headers: { get, has: (name) => get(name) !== null },
    read: async () => reading,
    request: () =>
      (cachedRequest ??= new Request(url, { method, headers: pairsOf(headers.all()) })),
    original,
  };
}

/** The path of a request. */
export function pathOf(request: IncomingMessage): string {
  return pathAndQuery(request).split('?', 1)[0] ?? '/';
}

/** The connection, as far as a wrapper knows it. */
export function socketOf({ socket }: Seen): Peer | undefined {
  return socket;
}

/** Whether a part of the body has not arrived. A wrapper, which has all of it, may not say so. */
export function isPartial({ complete }: Seen): boolean {
  return complete === false;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The headers by their names, in lower case. `headersDistinct` has each value of a header that came twice, but it is
 * empty without `rawHeaders`, and HTTP/2 has none.
 */
function headersOf({ headers = {}, headersDistinct = {} }: Seen) {
  let lowerCaseHeaders: Headers | undefined;
  const all = (): Headers =>
    (lowerCaseHeaders ??= Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ));
  const get = (name: string): string | null => {
    const key = name.toLowerCase();
    const value: unknown = headersDistinct[key] ?? headers[key] ?? all()[key] ?? null;
    return value === null ? null : textOf(value, ', ');
  };
  return { all, get };
}

/** Some wrappers give numbers. */
function textOf(value: unknown, separator: string): string {
  return Array.isArray(value) ? value.join(separator) : String(value);
}

/** The headers for a `Request`, without those of HTTP/2 that it cannot have. */
function pairsOf(headers: Headers): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (name.startsWith(':') || value === undefined) return [];
    return [[name, textOf(value, name === 'cookie' ? '; ' : ', ')]];
  });
}

/** The source of the body: bytes beside the request, else the stream; `null` if a parser kept nothing. */
function sourceOf(request: IncomingMessage): Source | null {
  const { rawBody, method }: Seen = request;
  if (method === 'GET' || method === 'HEAD') return () => undefined;
  // What a wrapper sets beside its stream, and what a parser of raw bytes leaves. An object has lost its bytes, and
  // an empty body may be the default of a framework that has read nothing yet.
  const bodyBytes = bytesOf(bodyOf(request));
  const bytes = bytesOf(rawBody) ?? (bodyBytes?.length === 0 ? null : bodyBytes);
  if (!bytes) return streamSource(request);
  return (take) => {
    take(bytes);
  };
}

/** Some platforms parse a body at the first access, and throw for one that they cannot read. */
function bodyOf(request: Seen): unknown {
  try {
    return request.body;
  } catch {
    return null;
  }
}

function bytesOf(value: unknown): Buffer | null {
  if (typeof value === 'string' || value instanceof Uint8Array) return Buffer.from(value);
  return null;
}

/** The stream as a source, or `null` if something else has read it. */
function streamSource(request: IncomingMessage): Source | null {
  // An encoding turns the bytes into text.
  if (!isStream(request) || request.readableDidRead || request.readableEncoding) return null;
  // No event comes any more.
  if (request.readableEnded) return () => undefined;
  if (request.readableAborted) return async () => Promise.reject(new Error('The sender has left.'));
  // By events: an iterator costs as much as the rest of a small request.
  return async (take) =>
    new Promise((resolve, reject) => {
      const onData = (chunk: Buffer): void => {
        try {
          take(chunk);
        } catch (error) {
          // Not destroyed, because the refusal still has to be sent.
          request.pause();
          reject(asKnown(error));
        }
      };
      // If the sender ends early, Node emits an error. Another handler may have paused it.
      request.on('data', onData).on('end', resolve).on('error', reject).resume();
    });
}

function isStream({ resume }: Seen): boolean {
  return typeof resume === 'function';
}

/** The requested URL. Express removes its mount path from `url`. */
function urlOf(request: IncomingMessage, headers: () => Headers): URL {
  const scheme = socketOf(request)?.encrypted === true ? 'https' : 'http';
  const host = request.headers.host ?? headers()['host'] ?? headers()[':authority'] ?? 'localhost';
  const url = URL.parse(`${scheme}://${String(host)}${pathAndQuery(request)}`);
  // A path that a parser repairs (`..`) may have passed a proxy's rules as another path.
  if (url?.pathname !== pathOf(request) || url.username || url.password) {
    throw new WalletServerError('not_found', 'The URL is malformed.');
  }
  return url;
}

function pathAndQuery(request: IncomingMessage): string {
  const { originalUrl, url = '/' }: Seen = request;
  return typeof originalUrl === 'string' ? originalUrl : url;
}
