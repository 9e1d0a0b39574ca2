import * as http from 'node:http';
import * as https from 'node:https';
import type { Duplex } from 'node:stream';
import { WalletServerError } from './errors.ts';
import { redacted } from './redact.ts';
import type { Fetch, FetchAnswer } from './service/transport.ts';

export interface NodeFetchOptions {
  /**
   * Connections to one host at once; 1024 by default, which a service that takes 2 s leaves 500 calls a
   * second. Further calls wait.
   */
  readonly connections?: number;
  /**
   * How long an idle connection is kept, in milliseconds; 4000 by default, since many servers close
   * theirs after 5 s, and a call that meets the closing has an unknown outcome.
   */
  readonly idle?: number;
  /** `ca`, `cert`, `key` and the like, where the platform's own do not do. */
  readonly tls?: https.AgentOptions;
}

/** A {@link Fetch} that keeps its connections. */
export interface NodeFetch extends Fetch {
  /** Closes the idle connections; they keep no process alive. */
  readonly close: () => void;
}

/**
 * What the signed calls need of `fetch`, over `node:http` and `node:https`: connections are kept, a
 * redirect is never followed, nothing is retried, and an error says whether anything was sent.
 */
export function nodeFetch({
  connections = 1024,
  idle = 4000,
  tls,
}: NodeFetchOptions = {}): NodeFetch {
  const options = {
    keepAlive: true,
    maxSockets: connections,
    timeout: idle,
    scheduling: 'lifo',
  } as const;
  const connecting = new WeakSet<Duplex>();
  const plain = watched(new http.Agent(options), 'connect', connecting);
  const secure = watched(new https.Agent({ ...tls, ...options }), 'secureConnect', connecting);

  const targets = new Map<string, http.RequestOptions>();

  const fetch: Fetch = async (url, { method, headers, body, signal, limit }) => {
    const { promise, resolve, reject } = Promise.withResolvers<FetchAnswer>();
    const isSecure = url.startsWith('https:');
    const target = targets.get(url) ?? targetOf(url);
    targets.set(url, target);
    const length = body ? { 'content-length': String(body.length) } : {};
    const request = (isSecure ? https : http).request({
      ...target,
      method,
      headers: { ...headers, ...length },
      agent: isSecure ? secure : plain,
    });
    const fail = (error: Error): void => {
      const { socket } = request;
      const isUnsent = socket === null || connecting.has(socket);
      reject(isUnsent ? unreachable(error) : error);
    };
    const stop = (): void => {
      // A request that still waits for its connection would tell nobody that it was ended.
      fail(signal.reason as Error);
      request.destroy();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    request.once('close', () => {
      signal.removeEventListener('abort', stop);
    });
    request.once('response', (response) => {
      collect(response, limit).then((chunks) => {
        resolve(answerOf(response, chunks));
      }, reject);
    });
    request.on('error', fail);
    request.end(body);
    return promise;
  };
  return Object.assign(fetch, {
    close: () => {
      plain.destroy();
      secure.destroy();
    },
  });
}

/**
 * Notes which connections are not there yet: until `event` no byte of a request has left. One that was
 * not made here is taken for open, since a false "nothing was sent" could charge twice.
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

/** Read here, and not as a stream: its iterator costs as much as the rest of a call. */
async function collect(response: http.IncomingMessage, limit: number): Promise<Uint8Array[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array[]>();
  const chunks: Uint8Array[] = [];
  let size = 0;
  response.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= limit) return;
    resolve(chunks);
    response.destroy();
  });
  response.once('end', () => {
    resolve(chunks);
  });
  response.once('error', reject);
  return promise;
}

function answerOf(response: http.IncomingMessage, body: readonly Uint8Array[]): FetchAnswer {
  return {
    status: response.statusCode ?? 0,
    headers: { get: (name) => response.headersDistinct[name.toLowerCase()]?.join(', ') ?? null },
    body,
  };
}

/** Parsed once: the service has only so many paths. */
function targetOf(url: string): http.RequestOptions {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  // Brackets belong to an IPv6 address in a URL, not to the address.
  return {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: `${pathname}${search}`,
  };
}

function unreachable(error: Error): WalletServerError {
  const cause = redacted(error);
  return new WalletServerError('service_unreachable', 'No connection was made.', { cause });
}
