import { Buffer } from 'node:buffer';
import type * as http from 'node:http';
import type * as https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WalletServerError, wholeNumber } from '../errors.ts';

/** Bytes that every platform's fetch takes as they are. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** What of `fetch` a signed call needs: the platform's fits, and so does {@link nodeFetch}. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>;

/** A signed call on its way out. */
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

/** What came back, not read yet. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null;
}

/** How {@link nodeFetch} keeps its connections. */
export interface NodeFetchOptions {
  /** Connections to one host at once; 1024 by default. Further calls wait. */
  readonly connections?: number;
  /**
   * How long an idle connection is kept, in milliseconds; 4000 by default, since many servers close theirs after
   * 5 s, and a call that meets the closing has an unknown outcome.
   */
  readonly idle?: number;
  /** `ca`, `cert`, `key` and the like, where the platform's own do not do. */
  readonly tls?: https.AgentOptions;
}

/** A {@link Fetch} that keeps its connections. */
export interface NodeFetch extends Fetch {
  /** Closes the idle connections. Calls under way are answered. */
  readonly close: () => void;
}

let shared: Fetch | undefined;

/** On Node one {@link nodeFetch} for all clients, elsewhere the platform's own. */
export function defaultFetch(): Fetch {
  // Deno, Bun and Workers have `process` too; the user agent tells them apart.
  const isNode = 'navigator' in globalThis && navigator.userAgent.startsWith('Node.js/');
  shared ??= isNode ? nodeFetch() : globalThis.fetch;
  return shared;
}

/**
 * What the signed calls need of `fetch`, over `node:http` and `node:https`: connections are kept, a redirect is
 * never followed, nothing is sent twice, and an error says whether anything was sent.
 * @throws {WalletServerError} `config_invalid` for an invalid number.
 */
export function nodeFetch(options: NodeFetchOptions = {}): NodeFetch {
  const { connections = 1024, idle = 4000, tls } = options;
  wholeNumber(connections, 'connections');
  wholeNumber(idle, 'idle');
  // Not imported, so that this file loads on platforms without them.
  const { Agent, request: begin } = process.getBuiltinModule('node:http');
  const { Agent: SecureAgent } = process.getBuiltinModule('node:https');
  const kept = { keepAlive: true, maxSockets: connections, scheduling: 'lifo' } as const;
  const connecting = new WeakSet<Duplex>();
  const agents = {
    'http:': watched(new Agent(kept), 'connect', idle, connecting),
    'https:': watched(new SecureAgent({ ...tls, ...kept }), 'secureConnect', idle, connecting),
  };

  const fetch: Fetch = (url, { method, headers, body, signal, limit }) =>
    new Promise((resolve, reject) => {
      const { protocol, hostname, port, pathname, search } = new URL(url);
      const agent = protocol === 'http:' ? agents['http:'] : agents['https:'];
      // Brackets belong to an IPv6 address in a URL, not to the address.
      const host = hostname.replace(/^\[|\]$/g, '');
      const to = { protocol, host, port, path: `${pathname}${search}` };
      const request = begin({ ...to, method, headers, agent });
      const fail = (cause: Error): void => {
        const wasSent = request.socket !== null && !connecting.has(request.socket);
        const unsent = ['service_unreachable', 'No connection was made.', { cause }] as const;
        reject(wasSent ? cause : new WalletServerError(...unsent));
      };
      const stop = (): void => {
        // A request that still waits for its connection does not say that it was ended.
        fail(signal.reason as Error);
        request.destroy();
      };
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      request.on('close', () => {
        signal.removeEventListener('abort', stop);
      });
      request.on('response', (response) => {
        // Once a connection: to read the headers costs as much as the rest of an answer.
        if (!request.reusedSocket) heed(response, idle);
        collect(response, limit, resolve, reject);
      });
      request.on('error', fail);
      // In one piece, so that Node says how long it is.
      request.end(body);
    });
  return Object.assign(fetch, {
    close: () => {
      // Not `destroy`: that would break the calls under way.
      const idlers = Object.values(agents).flatMap(({ freeSockets }) => Object.values(freeSockets));
      for (const socket of idlers.flatMap((sockets = []) => sockets)) socket.destroy();
    },
  });
}

/** Reads an answer to its end. @throws {WalletServerError} `too_large` above `limit` bytes. */
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

/** Chunks as one. Not a part of a memory that others share: the result is handed out. */
export function joined(chunks: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(chunks));
}

/** Whether an error proves that no byte left: the transport says so, or it arises before the first byte. */
export function isUnsent(error: unknown): boolean {
  if (error instanceof WalletServerError) return error.code === 'service_unreachable';
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null) return false;
  if ('syscall' in cause && cause.syscall === 'connect') return true;
  return 'code' in cause && typeof cause.code === 'string' && beforeFirstByte.has(cause.code);
}

/** In the names of Node's resolver, sockets and TLS. */
const beforeFirstByte = new Set(
  [
    'ENOTFOUND EAI_AGAIN ECONNREFUSED UND_ERR_CONNECT_TIMEOUT CERT_HAS_EXPIRED CERT_NOT_YET_VALID',
    'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY ERR_TLS_CERT_ALTNAME_INVALID',
  ].flatMap((codes) => codes.split(' ')),
);

/**
 * Notes which connections are not made yet: until `event` no byte of a request has left. A connection that was
 * not noted counts as made, since a false "nothing was sent" could charge twice. Spares the agent work at each
 * request, too: a tenth of a signature.
 */
function watched<Agent extends http.Agent>(
  agent: Agent,
  event: 'connect' | 'secureConnect',
  idle: number,
  connecting: WeakSet<Duplex>,
): Agent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...how) => {
    const socket = connect(...how);
    if (socket) {
      connecting.add(socket);
      socket.once(event, () => connecting.delete(socket));
      if (isSocket(socket)) socket.setTimeout(idle);
    }
    return socket;
  };
  // The time-out of the socket runs already; it begins anew with each byte.
  agent.keepSocketAlive = (socket) => {
    if (isSocket(socket)) socket.unref();
    return true;
  };
  // All that differs between its requests; Node's own name holds every option of TLS.
  agent.getName = ({ host = '', port = '' } = {}) => `${host}:${port}`;
  return agent;
}

/** What the first answer of a connection says of how long it is kept (`Keep-Alive: timeout=5`, in seconds). */
function heed({ headers, socket }: http.IncomingMessage, idle: number): void {
  const [, announced] = /^timeout=(\d+)/.exec(String(headers['keep-alive'])) ?? [];
  if (announced === undefined) return;
  socket.setTimeout(Math.min(idle, Math.max(1, 1000 * Number(announced) - 1000)));
}

function isSocket(stream: Duplex): stream is Socket {
  return 'setTimeout' in stream;
}

/** Read here, and not as a stream, whose iterator costs as much as the rest of a call. */
function collect(
  response: http.IncomingMessage,
  limit: number,
  resolve: (answer: FetchAnswer) => void,
  reject: (error: Error) => void,
): void {
  const body: Uint8Array[] = [];
  let size = 0;
  const get = (name: string): string | null =>
    response.headersDistinct[name.toLowerCase()]?.join(', ') ?? null;
  const done = (): void => {
    resolve({ status: response.statusCode ?? 0, headers: { get }, body });
  };
  response.on('data', (chunk: Uint8Array) => {
    body.push(chunk);
    size += chunk.length;
    if (size <= limit) return;
    done();
    response.destroy();
  });
  response.on('end', done);
  response.on('error', reject);
}
