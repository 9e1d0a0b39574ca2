import { tracingChannel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { invalidConfig, WalletServerError, wholeNumber } from '../errors.ts';
import {
  bodyTimeLimit,
  type Incoming,
  type Outgoing,
  readBody,
  type Source,
} from '../http/body.ts';
import { asKnown, refuse } from '../http/handler.ts';
import type { WalletServer } from '../server.ts';
import { type Trace, withTimeout } from '../service/transport.ts';
import { addressList, clientAddress } from './addresses.ts';

export { nodeFetch } from '../service/fetch.ts';
export { addressList };

/** Options of {@link toNodeListener}; all are optional. */
export interface NodeListenerOptions {
  /** The time between two reconcile passes, in milliseconds, 1000 by default; `false`: a job calls `reconcile`. */
  readonly reconcileEvery?: number | false;
  /** Addresses and networks of trusted proxies; only their entries in X-Forwarded-For count. */
  readonly trustedProxies?: readonly string[];
  /** The time limit for one body, in milliseconds; 10,000 by default. */
  readonly bodyTimeout?: number;
}

/** @param original the framework's own request for `findOrder`, where it is not Node's (Fastify). */
type Listener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
  original?: unknown,
) => void;

/** A listener for `http.createServer`, `app.use` of Express, and other frameworks over `node:http`. */
export type NodeListener = Listener & {
  /** Stops within 10 s: accepts no new requests, answers open ones, cuts off silent senders, closes the store. */
  readonly close: (server?: Closable) => Promise<void>;
};

/** The part of an HTTP server that `close` needs. */
export interface Closable {
  readonly close: (closed: () => void) => unknown;
  readonly closeAllConnections?: () => void;
}

/**
 * The server as a listener of `node:http`. It also starts the wallet server and the reconcile passes. If a payer
 * leaves, the payment still runs to its end.
 * @throws {WalletServerError} `config_invalid`, with the option in its message.
 */
export function toNodeListener(
  wallet: WalletServer,
  options: NodeListenerOptions = {},
): NodeListener {
  checkNode();
  const { reconcileEvery: pause = 1000, trustedProxies = [] } = options;
  const isTrusted = addressList(trustedProxies);
  const bodyTimeout = wholeNumber(options.bodyTimeout ?? bodyTimeLimit, 'bodyTimeout');
  const stopping = new AbortController();
  // The wallet server logs a failure; without a timer, the first request tries again.
  if (pause === false) wallet.start().catch(() => undefined);
  else void run(wallet, wholeNumber(pause, 'reconcileEvery'), stopping.signal);

  const answer = async (request: IncomingMessage, original: unknown): Promise<Outgoing> => {
    const { remoteAddress } = request.socket;
    const incoming = await incomingOf(request, original, bodyTimeout);
    return wallet.serve(incoming, {
      // Read only for webhooks, if their addresses are listed.
      get clientAddress() {
        return clientAddress(remoteAddress, incoming.headers.get('x-forwarded-for'), isTrusted);
      },
    });
  };
  const listener: Listener = (request, response, next, original = request) => {
    if (next && !wallet.matches(pathOf(request))) {
      next();
      return;
    }
    answer(request, original)
      .catch((error: unknown) => refuse(asKnown(error)))
      .then((result) => {
        // The rest of this body must not be read as the next request, and a stop ends kept connections.
        const isLast = !request.complete || stopping.signal.aborted;
        write(result, isLast, response);
      })
      .catch(() => response.destroy());
  };
  return Object.assign(listener, {
    close: async (server?: Closable) => {
      const start = performance.now();
      stopping.abort();
      if (server) {
        const ended = new Promise<void>((resolve) => void server.close(resolve));
        const limit = Math.min(bodyTimeout, sendLimit);
        await withTimeout(limit, async () => ended).catch(() => undefined);
      }
      const closing = wallet.close({ timeout: stopLimit - (performance.now() - start) });
      // A turn later, so that the last answer is written.
      await closing.finally(() => setImmediate(() => server?.closeAllConnections?.()));
    },
  });
}

/** These versions brought SQLite rows as arrays. Other runtimes report a Node version of their own. */
function checkNode(): void {
  const { node, bun, deno } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 16) || bun || deno) return;
  throw invalidConfig(`Node 22.16, or Node 24 and newer, is needed; this is ${node}.`);
}

/** The limit of a stop, and within it for incomplete requests, in milliseconds: Node's own check ends with `close`. */
const [stopLimit, sendLimit] = [9500, 3000];

/**
 * Starts the wallet server, with retries, then reconciles after every pause. The wallet server logs a failure, and
 * the next pass tries again. The timer does not keep the process alive.
 */
async function run(wallet: WalletServer, pause: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const reconciled = wallet.start().then(async () => wallet.reconcile({ signal }));
    await reconciled.catch(() => undefined);
    await delay(pause, undefined, { ref: false, signal }).catch(() => undefined);
  }
}

/**
 * A request of `node:http` in the form that the handler needs, once its body has arrived: a stop then waits for no
 * slow sender beyond the body's time limit. The handler reports a failed body when it reads it.
 * @throws {WalletServerError} `not_found` for a URL that a parser repairs.
 */
async function incomingOf(request: IncomingMessage, original: unknown, timeout: number) {
  const url = urlOf(request);
  const { method = 'GET', headers } = request;
  // Ignores case, as `Headers` does. HTTP/2 has no distinct headers.
  const { headersDistinct: all = headers } = request as Partial<IncomingMessage>;
  const get = (name: string): string | null => {
    const value = all[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  const reading = readBody(sourceOf(request), timeout);
  await reading.catch(() => undefined);
  let made: Request | undefined;
  return {
    method,
    path: url.pathname,
    host: url.host,
    headers: { get, has: (name) => get(name) !== null },
    read: async () => reading,
    get request(): Request {
      const pairs = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
      const own = pairs.map(([name, value]): [string, string] => [name, String(value)]);
      return (made ??= new Request(url, { method, headers: own }));
    },
    original,
  } satisfies Incoming;
}

/** The members that frameworks add to a request. */
type Seen = IncomingMessage & { readonly rawBody?: unknown; readonly originalUrl?: unknown };

/** The source of the body: the stream, or the raw bytes that a parser kept; `null` if a parser kept nothing. */
function sourceOf(request: IncomingMessage): Source | null {
  const { rawBody: raw, method }: Seen = request;
  if (method === 'GET' || method === 'HEAD') return () => undefined;
  if (typeof raw === 'string' || raw instanceof Uint8Array) {
    return (take) => {
      take(Buffer.from(raw));
    };
  }
  // An encoding turns the bytes into text.
  if (Readable.isDisturbed(request) || request.readableEncoding) return null;
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

/** Writes the response with its length, so that head and body leave in one piece. */
function write({ status, headers, body }: Outgoing, isLast: boolean, response: ServerResponse) {
  if (response.destroyed) return;
  if (isLast) response.setHeader('connection', 'close');
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body ?? undefined);
}

/** The requested URL. Express removes its mount path from `url`. */
function urlOf(request: IncomingMessage): URL {
  const scheme = 'encrypted' in request.socket ? 'https' : 'http';
  const { host = request.headers[':authority'] ?? 'localhost' } = request.headers;
  const url = URL.parse(`${scheme}://${String(host)}${pathAndQuery(request)}`);
  // A path that a parser repairs (`..`) may have passed a proxy's rules as another path.
  if (url?.pathname !== pathOf(request) || url.username || url.password) {
    throw new WalletServerError('not_found', 'The URL is malformed.');
  }
  return url;
}

const pathOf = (request: IncomingMessage): string => pathAndQuery(request).split('?', 1)[0] ?? '/';

function pathAndQuery(request: IncomingMessage): string {
  const { originalUrl, url = '/' }: Seen = request;
  return typeof originalUrl === 'string' ? originalUrl : url;
}

/**
 * A `trace` that publishes each request and each signed call on the tracing channels `wallet-buttons:request` and
 * `wallet-buttons:call` of `node:diagnostics_channel`. A message contains method and path, or the operation; never
 * a body.
 */
export const diagnosticsTrace: Trace = (name, fields, work) =>
  channels[name].tracePromise(work, { ...fields });

const channels = {
  request: tracingChannel('wallet-buttons:request'),
  call: tracingChannel('wallet-buttons:call'),
};
