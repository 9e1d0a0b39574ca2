import type { IncomingMessage, ServerResponse } from 'node:http';
import { tracingChannel } from 'node:diagnostics_channel';
import { Readable } from 'node:stream';
import { addressList, clientAddress } from './addresses.ts';
import { joined } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import type { Trace } from './context.ts';
import { WalletServerError } from './errors.ts';
import { asKnown, bodyLimit, bodyPatience, refuse } from './handler.ts';
import type { Incoming, Outgoing } from './message.ts';
import type { WalletServer } from './wallet-server.ts';
import { wholeNumber } from './whole-number.ts';

export { addressList } from './addresses.ts';
export { nodeFetch } from './node-fetch.ts';
export type { NodeFetch, NodeFetchOptions } from './node-fetch.ts';

/** How {@link toNodeListener} runs the server; all of it may be left out. */
export interface NodeListenerOptions {
  /** How often what is due is asked about, in whole milliseconds; `false` when a job calls `reconcile`. */
  readonly reconcileEvery?: number | false;
  /**
   * Addresses and networks of the proxies before this server, none by default: only what they say of
   * the client in X-Forwarded-For is believed.
   */
  readonly trustedProxies?: readonly string[];
  /**
   * How long a sender may take for one body, in whole milliseconds; 10 000 by default. At a stop he is
   * given as long, but 5000 at most.
   */
  readonly bodyPatience?: number;
}

/** For `http.createServer`, `app.use` of Express, and anything that hands on Node's own pair. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse, next?: () => void): void;
  /**
   * The graceful stop: the HTTP server takes nothing new, what is under way is answered, who sends nothing
   * is cut off, the reconciler ends, the store is closed. Without the server, close that first.
   */
  readonly close: (server?: Closable) => Promise<void>;
}

/** What of an HTTP server is needed to end it. */
export interface Closable {
  readonly close: (closed: () => void) => unknown;
  readonly closeAllConnections?: () => void;
}

/**
 * For `trace`: publishes each request and each signed call on the tracing channels
 * `wallet-buttons:request` and `wallet-buttons:call` of `node:diagnostics_channel`. A message holds method
 * and path, or the operation; never a body.
 */
export const diagnosticsTrace: Trace = async (name, fields, work) => {
  const channel = tracingChannel(`wallet-buttons:${name}`);
  if (!channel.hasSubscribers) return work();
  // The channel publishes what its function resolves to, so the result takes a way around.
  const result = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
  await channel.tracePromise(
    async () => {
      result.resolve(await work());
    },
    { ...fields },
  );
  return result.promise;
};

/**
 * The server as a listener of `node:http`. It starts the reconciler too. A payer who leaves cancels
 * nothing: a payment that was sent is followed to its end.
 * @throws {WalletServerError} `config_invalid`, with the option in its message.
 */
export function toNodeListener(
  wallet: WalletServer,
  {
    reconcileEvery = 1000,
    trustedProxies = [],
    bodyPatience: patience = bodyPatience,
  }: NodeListenerOptions = {},
): NodeListener {
  const isTrusted = addressList(trustedProxies);
  wholeNumber(patience, 'bodyPatience');
  // Last, since nobody could stop it where the others throw.
  const stop =
    reconcileEvery === false ? null : startReconciler(wallet, { interval: reconcileEvery });
  let isStopping = false;
  const listener = (
    request: IncomingMessage,
    response: ServerResponse,
    next?: () => void,
  ): void => {
    const path = pathOf(request);
    if (next && !wallet.matches(path)) {
      next();
      return;
    }
    answer(request, wallet, { isTrusted, patience })
      .catch((error: unknown) => refuse(asKnown(error)))
      .then((result) => {
        // Or else a client would go on asking on a connection that is kept alive.
        if (isStopping) response.setHeader('connection', 'close');
        write(result, request, response);
      })
      .catch(() => response.destroy());
  };
  return Object.assign(listener, {
    close: async (server?: Closable) => {
      isStopping = true;
      const closing = server && closed(server, wallet, patience);
      await stop?.();
      await closing;
      await wallet.close();
    },
  });
}

/** Half of what an orchestrator commonly waits before it kills, in milliseconds. */
const stopPatience = 5000;

/**
 * Resolves when the server has ended. Who has sent nothing by then, or half a request, is cut off: Node's
 * own look at those who are slow ends with `close`, and one of them could hold the stop up for ever.
 */
async function closed(server: Closable, wallet: WalletServer, patience: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => {
    resolve(undefined);
  };
  const cut = async (): Promise<void> => {
    await wallet.drain();
    // A turn later, so that the last answer is written.
    setImmediate(() => {
      server.closeAllConnections?.();
      end();
    });
  };
  server.close(end);
  const timer = setTimeout(() => void cut(), Math.min(patience, stopPatience));
  await promise;
  clearTimeout(timer);
}

/**
 * Recovers what the last process left, again until that succeeds, then reconciles after every `interval`
 * whole milliseconds. What fails is the logger's to say. The timer keeps no process alive. Answers a
 * function that stops it and waits for the round under way.
 * @throws {WalletServerError} `config_invalid` for an interval that is no number.
 */
export function startReconciler(
  wallet: WalletServer,
  { interval }: { readonly interval: number },
): () => Promise<void> {
  wholeNumber(interval, 'reconcileEvery');
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isRecovered = false;
  const round = async (): Promise<void> => {
    try {
      if (!isRecovered) await wallet.recover();
      isRecovered = true;
      await wallet.reconcile({ signal: stopping.signal });
    } catch {
      // It has told the logger; the next round tries again.
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      running = round();
    }, interval);
    timer.unref();
  };
  let running = round();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}

interface Trust {
  readonly isTrusted: (address: string) => boolean;
  readonly patience: number;
}

async function answer(
  request: IncomingMessage,
  wallet: WalletServer,
  { isTrusted, patience }: Trust,
): Promise<Outgoing> {
  const url = urlOf(request);
  const { pathname: path, host } = url;
  const { method = 'GET', headersDistinct: headers } = request;
  // As `Headers` does: a profile may write a name as the service's document has it.
  const valueOf = (name: string): string | null => headers[name.toLowerCase()]?.join(', ') ?? null;
  // Before it is served, so that a stop waits no longer for who is slow; what fails is told where it is served.
  const reading = method === 'GET' || method === 'HEAD' ? noBody : readBody(request, patience);
  await Promise.allSettled([reading]);
  let original: Request | undefined;
  const incoming: Incoming = {
    asked: {
      method,
      path,
      host,
      headers: { get: valueOf, has: (name) => name.toLowerCase() in headers },
    },
    read: async () => {
      const bytes = await reading;
      if (bytes.length > bodyLimit) {
        throw new WalletServerError('too_large', `The body is over ${String(bodyLimit)} bytes.`);
      }
      return bytes;
    },
    original: () => (original ??= requestOf(request, url)),
  };
  const { remoteAddress } = request.socket;
  const forwarded = valueOf('x-forwarded-for') ?? undefined;
  return wallet.serve(incoming, {
    clientAddress: clientAddress(remoteAddress, forwarded, isTrusted),
  });
}

const noBody = Promise.resolve(new Uint8Array());

function requestOf({ method = 'GET', headersDistinct }: IncomingMessage, url: URL): Request {
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Request(url, { method, headers });
}

/** At most one byte more than any endpoint takes: the handler then refuses it. */
async function readBody(request: IncomingMessage, patience: number): Promise<Bytes> {
  const raw = 'rawBody' in request ? request.rawBody : undefined;
  if (typeof raw === 'string' || raw instanceof Uint8Array) return new Uint8Array(Buffer.from(raw));
  if (Readable.isDisturbed(request)) {
    throw new WalletServerError('body_already_parsed', 'Something read the body before.');
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer[]>();
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => {
    request.pause();
    reject(new WalletServerError('too_slow', 'The body did not come in time.'));
  }, patience);
  const onData = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= bodyLimit) return;
    // Not destroyed when it is too long: the refusal still has to be sent.
    request.pause();
    resolve(chunks);
  };
  const onGone = (): void => {
    // `close` comes after each body that was whole, too.
    if (request.complete) return;
    reject(new WalletServerError('too_slow', 'The sender left in the middle of the body.'));
  };
  const onEnd = (): void => {
    resolve(chunks);
  };
  request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  try {
    return joined(await promise);
  } finally {
    // All of them: the request lives until its answer, and would keep the chunks as long.
    clearTimeout(timer);
    request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
  }
}

/** With its length, so that head and body leave in one piece. */
function write(
  { status, headers, body }: Outgoing,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (response.destroyed) return;
  // What was not read must not be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body ?? undefined);
}

/** The URL as it was asked for: Express takes its mount path off `url`. */
function urlOf(request: IncomingMessage): URL {
  const scheme = 'encrypted' in request.socket ? 'https' : 'http';
  const url = URL.parse(
    `${scheme}://${request.headersDistinct.host?.[0] ?? 'localhost'}${pathAndQuery(request)}`,
  );
  // A path that a parser would mend (`..`) may have come past a proxy's rules for another one.
  if (url?.pathname !== pathOf(request) || url.username || url.password) {
    throw new WalletServerError('not_found', 'That is no URL.');
  }
  return url;
}

function pathOf(request: IncomingMessage): string {
  return pathAndQuery(request).split('?', 1)[0] ?? '/';
}

function pathAndQuery(request: IncomingMessage): string {
  const original = 'originalUrl' in request ? request.originalUrl : undefined;
  return typeof original === 'string' ? original : (request.url ?? '/');
}
