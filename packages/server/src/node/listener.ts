import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { type Trace, withTimeout } from '@wallet-buttons/service-client';
import { invalidConfig, wholeNumber } from '../errors.ts';
import { bodyTimeLimit, type Outgoing } from '../http/body.ts';
import { asKnown, refuse } from '../http/handler.ts';
import type { WalletServer } from '../server.ts';
import { addressList, clientAddress } from './addresses.ts';
import { incomingOf, isPartial, pathOf, socketOf } from './incoming.ts';

export { nodeFetch } from '@wallet-buttons/service-client/node';
export { addressList };

/** Options of {@link toNodeListener}; all are optional. */
export interface NodeListenerOptions {
  /** The time between two looks for what is due, in milliseconds, 1000 by default; `false`: a job calls `reconcile`. */
  readonly reconcileEvery?: number | false;
  /** The number of simultaneous status questions; 16 by default. */
  readonly reconcileLimit?: number;
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
  readonly close: (callback: () => void) => unknown;
  readonly closeAllConnections?: () => void;
}

/**
 * The server as a listener of `node:http`. Once a server of the process listens, or with the first request, it starts the
 * wallet server and reconciles; before that it does nothing, so a build may import it. If a payer leaves, the payment
 * still runs to its end.
 * @throws {WalletServerError} `config_invalid`, with the option in its message.
 */
export function toNodeListener(
  wallet: WalletServer,
  options: NodeListenerOptions = {},
): NodeListener {
  checkNode();
  const { reconcileEvery: every = 1000, trustedProxies = [] } = options;
  const isTrusted = addressList(trustedProxies);
  const bodyTimeout = wholeNumber(options.bodyTimeout ?? bodyTimeLimit, 'bodyTimeout');
  const stopping = new AbortController();
  const limit = wholeNumber(options.reconcileLimit ?? 16, 'reconcileLimit');
  if (every !== false) wholeNumber(every, 'reconcileEvery');
  const begin = onListen(() => {
    // The wallet server logs a failure; without a timer, each request tries again.
    const work =
      every === false
        ? wallet.start()
        : wallet.keepReconciling({ every, limit, signal: stopping.signal, keepsAlive: false });
    work.catch(() => undefined);
  }, stopping.signal);

  const answer = async (request: IncomingMessage, original: unknown): Promise<Outgoing> => {
    // Read now: a socket that is closed has none.
    const address = socketOf(request)?.remoteAddress;
    const incoming = await incomingOf(request, original, bodyTimeout);
    return wallet.serve(incoming, {
      // Read only for webhooks, if their addresses are listed.
      get clientAddress() {
        const forwardedAddresses = incoming.headers.get('x-forwarded-for');
        return clientAddress(address, forwardedAddresses, isTrusted);
      },
    });
  };
  const listener: Listener = (request, response, next, original = request) => {
    begin();
    if (next && !wallet.matches(pathOf(request))) {
      next();
      return;
    }
    answer(request, original)
      .catch((error: unknown) => refuse(asKnown(error)))
      .then((result) => {
        // The rest of this body must not be read as the next request, and a stop ends kept connections.
        const isLast = isPartial(request) || stopping.signal.aborted;
        write(result, isLast, response);
      })
      .catch(() => response.destroy());
  };
  return Object.assign(listener, {
    close: async (server?: Closable) => {
      const start = performance.now();
      stopping.abort();
      if (server) {
        const serverClosed = new Promise<void>((resolve) => void server.close(resolve));
        const limit = Math.min(bodyTimeout, sendLimit);
        await withTimeout(limit, async () => serverClosed).catch(() => undefined);
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

/** The limit of a stop, in milliseconds. */
const stopLimit = 9500;
/** The limit within it for incomplete requests: Node's own check ends with `close`. */
const sendLimit = 3000;

/** Runs work that outlives a request outside of its context, which may have its user, its tenant or its transaction. */
const runOutside = AsyncLocalStorage.snapshot();

const listening = 'tracing:net.server.listen:asyncEnd';

/**
 * Runs `start` once: when a server for requests begins to listen in this process, or when the result is called. The server
 * may belong to a framework, so any one counts.
 */
function onListen(start: () => void, signal: AbortSignal): () => void {
  let isStarted = false;
  const begin = (): void => {
    unsubscribe(listening, onServer);
    if (isStarted || signal.aborted) return;
    isStarted = true;
    runOutside(start);
  };
  const onServer = (message: unknown): void => {
    const { server } = message as { readonly server: Server };
    if (server.listenerCount('request') > 0) begin();
  };
  subscribe(listening, onServer);
  signal.addEventListener('abort', begin, { once: true });
  return begin;
}

/** Writes the response with its length, so that head and body leave in one piece. */
function write({ status, headers, body }: Outgoing, isLast: boolean, response: ServerResponse) {
  if (response.destroyed) return;
  if (isLast) response.setHeader('connection', 'close');
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body ?? undefined);
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
