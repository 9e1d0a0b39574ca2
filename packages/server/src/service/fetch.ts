import { Buffer } from 'node:buffer';
import type * as http from 'node:http';
import type * as https from 'node:https';
import type { Duplex } from 'node:stream';
import { invalidConfig, WalletServerError, wholeNumber } from '../errors.ts';

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

let shared: Fetch | undefined;

/** One {@link nodeFetch} for all clients on Node and on Deno, whose own `fetch` resends a POST; else the platform's. */
export function defaultFetch(): Fetch {
  const name = runtime();
  return name === 'Node.js' || name === 'Deno' ? (shared ??= nodeFetch()) : globalThis.fetch;
}

/** The runtime's name. @throws {WalletServerError} `config_invalid` on a Bun that resends a request, as Deno does. */
function runtime(): string {
  // Deno, Bun and Workers have `process` too.
  const agent = 'navigator' in globalThis ? navigator.userAgent : '';
  const [name = '', version = ''] = agent.split('/');
  if (name !== 'Bun' || version.localeCompare('1.4', 'en', { numeric: true }) >= 0) return name;
  throw invalidConfig(`Bun 1.4 or newer is needed: ${version} may send a payment twice.`);
}

/**
 * A {@link Fetch} over `node:http` and `node:https`. It keeps connections alive, except on Deno. It never follows a
 * redirect and never sends a request twice. On Node its errors state whether anything was sent.
 * @param options those of Node's agents, such as `ca`, `cert` and `key`. `maxSockets` to one host is 1024 by default;
 *   further calls wait. `timeout` closes an idle connection after so many milliseconds, 4000 by default: many servers
 *   close theirs after 5 s, and a call that is sent in that moment has an unknown outcome.
 * @throws {WalletServerError} `config_invalid` for an invalid number, and on a Bun before 1.4.
 */
export function nodeFetch(options: https.AgentOptions = {}): Fetch {
  const { maxSockets = 1024, timeout = 4000, ...more } = options;
  wholeNumber(maxSockets, 'maxSockets');
  wholeNumber(timeout, 'timeout');
  // Loaded here, so that this file loads on platforms without these modules.
  const { Agent, request: begin } = process.getBuiltinModule('node:http');
  const { Agent: SecureAgent } = process.getBuiltinModule('node:https');
  const name = runtime();
  // Deno resends a request when a kept connection ends without an answer.
  const keepAlive = name !== 'Deno';
  const kept = { ...more, keepAlive, maxSockets, timeout, scheduling: 'lifo' } as const;
  const connecting = new WeakSet<Duplex>();
  const plain = watched(new Agent(kept), 'connect', connecting);
  const secure = watched(new SecureAgent(kept), 'secureConnect', connecting);

  return (url, { method, headers, body, signal, limit }) =>
    new Promise((resolve, reject) => {
      const { protocol, hostname, port, pathname, search } = new URL(url);
      const agent = protocol === 'http:' ? plain : secure;
      // A URL puts an IPv6 address in brackets.
      const host = hostname.replace(/^\[|\]$/g, '');
      const to = { protocol, host, port, path: `${pathname}${search}` };
      const request = begin({ ...to, method, headers, agent });
      const fail = (cause: Error): void => {
        const isUnsent = request.socket === null || connecting.has(request.socket);
        const unsent = ['service_unreachable', 'No connection was made.', { cause }] as const;
        // Only on Node is the socket the real one.
        reject(isUnsent && name === 'Node.js' ? new WalletServerError(...unsent) : cause);
      };
      const stop = (): void => {
        // A request that still waits for its connection emits no error when it is destroyed.
        fail(signal.reason as Error);
        request.destroy();
      };
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      request.on('close', () => {
        signal.removeEventListener('abort', stop);
      });
      request.on('response', collector(limit, resolve, reject));
      request.on('error', fail);
      // In one piece, so that Node sends its length.
      request.end(body);
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

/** The chunks joined, in memory of their own: a pooled Buffer would expose other data. */
export function joined(chunks: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Records which connections are still being made: before `event` no byte of a request has left. An unrecorded
 * connection counts as made, because a false "nothing was sent" could charge twice.
 */
function watched<Agent extends http.Agent>(
  agent: Agent,
  event: 'connect' | 'secureConnect',
  connecting: WeakSet<Duplex>,
): Agent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...how) => {
    const socket = connect(...how);
    if (socket) {
      connecting.add(socket);
      socket.once(event, () => connecting.delete(socket));
    }
    return socket;
  };
  return agent;
}

/** Reads by events, because a stream's iterator costs as much as the rest of a call. */
const collector =
  (limit: number, resolve: (answer: FetchAnswer) => void, reject: (error: Error) => void) =>
  (response: http.IncomingMessage): void => {
    const body: Uint8Array[] = [];
    let size = 0;
    const get = (name: string): string | null =>
      response.headersDistinct[name.toLowerCase()]?.join(', ') ?? null;
    const done = (): void => {
      resolve({ status: response.statusCode ?? 0, headers: { get }, body });
    };
    const onData = (chunk: Uint8Array): void => {
      body.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      done();
      response.destroy();
    };
    response.on('data', onData).on('end', done).on('error', reject);
  };
