import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { WalletServerError } from './errors.ts';
import { bodyLimit, refuse } from './handler.ts';
import type { WalletServer } from './wallet-server.ts';

export { nodeFetch } from './node-fetch.ts';
export type { NodeFetch, NodeFetchOptions } from './node-fetch.ts';

export interface NodeListenerOptions {
  /** How often what is due is asked about, in milliseconds; `false` when a job calls `reconcile`. */
  readonly reconcileEvery?: number | false;
}

/** For `http.createServer`, `app.use` of Express, and anything that hands on Node's own pair. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse, next?: () => void): void;
  /** Stops asking, waits for what is under way, closes the store. Close the HTTP server first. */
  readonly close: () => Promise<void>;
}

/** How long a sender may take for one body, in milliseconds. */
const patience = 10_000;

/**
 * The server as a listener of `node:http`. It starts the reconciler too. A payer who leaves cancels
 * nothing: a payment that was sent is followed to its end.
 */
export function toNodeListener(
  wallet: WalletServer,
  { reconcileEvery = 1000 }: NodeListenerOptions = {},
): NodeListener {
  const stop =
    reconcileEvery === false ? null : startReconciler(wallet, { interval: reconcileEvery });
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
    answer(request, wallet)
      .catch((error: unknown) => refuse(asKnown(error)))
      .then((result) => write(result, request, response))
      .catch(() => response.destroy());
  };
  return Object.assign(listener, {
    close: async () => {
      await stop?.();
      await wallet.close();
    },
  });
}

/**
 * Recovers what the last process left, then reconciles after every `interval` milliseconds. The timer
 * keeps no process alive. Answers a function that stops it and waits for the round under way.
 */
export function startReconciler(
  wallet: WalletServer,
  { interval }: { readonly interval: number },
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const round = async (first: boolean): Promise<void> => {
    try {
      if (first) await wallet.recover();
      await wallet.reconcile({ signal: stopping.signal });
    } catch (error) {
      console.error('wallet-buttons: reconciling failed', asKnown(error).code);
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      running = round(false);
    }, interval);
    timer.unref();
  };
  let running = round(true);
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}

async function answer(request: IncomingMessage, wallet: WalletServer): Promise<Response> {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(request.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const { method = 'GET' } = request;
  // Fetch knows no such requests, and neither do the endpoints.
  const isForbidden = /^(?:connect|trace|track)$/i.test(method);
  const init: RequestInit = { method: isForbidden ? 'OPTIONS' : method, headers };
  if (method !== 'GET' && method !== 'HEAD') init.body = await readBody(request);
  return wallet.handle(new Request(urlOf(request), init));
}

/** At most one byte more than any endpoint takes: the handler then refuses it. */
async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const raw = 'rawBody' in request ? request.rawBody : undefined;
  if (typeof raw === 'string' || raw instanceof Uint8Array) return new Uint8Array(Buffer.from(raw));
  if (Readable.isDisturbed(request)) {
    throw new WalletServerError('body_already_parsed', 'Something read the body before.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => request.destroy(), patience);
  try {
    // Not destroyed when it is too long: the refusal still has to be sent.
    const parts: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
    for await (const chunk of parts) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bodyLimit) break;
    }
  } finally {
    clearTimeout(timer);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function write(
  result: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (response.destroyed) return;
  // What was not read must not be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(result.status, Object.fromEntries(result.headers));
  response.end(Buffer.from(await result.arrayBuffer()));
}

function asKnown(error: unknown): WalletServerError {
  if (error instanceof WalletServerError) return error;
  return new WalletServerError('internal', 'The request could not be read.', { cause: error });
}

/** The URL as it was asked for: Express takes its mount path off `url`. */
function urlOf(request: IncomingMessage): string {
  const scheme = 'encrypted' in request.socket ? 'https' : 'http';
  const url = `${scheme}://${request.headers.host ?? 'localhost'}${pathAndQuery(request)}`;
  if (!URL.canParse(url)) throw new WalletServerError('not_found', 'That is no URL.');
  return url;
}

function pathOf(request: IncomingMessage): string {
  return pathAndQuery(request).split('?', 1)[0] ?? '/';
}

function pathAndQuery(request: IncomingMessage): string {
  const original = 'originalUrl' in request ? request.originalUrl : undefined;
  return typeof original === 'string' ? original : (request.url ?? '/');
}
