import type * as http from 'node:http';
import type * as https from 'node:https';
import { isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WalletServerError } from './errors.ts';
import { wholeNumber } from './whole-number.ts';
import type { Fetch, FetchAnswer } from './service/transport.ts';

/** How {@link nodeFetch} keeps its connections; all of it may be left out. */
export interface NodeFetchOptions {
  /**
   * Connections to one host at once; 1024 by default, which a service that takes 2 s leaves 500 calls a
   * second. Further calls wait.
   */
  readonly connections?: number;
  /**
   * How long an idle connection is kept, in milliseconds; 4000 by default, since many servers close
   * theirs after 5 s, and a call that meets the closing has an unknown outcome. One that the service
   * announces to close sooner is closed a second before that.
   */
  readonly idle?: number;
  /** `ca`, `cert`, `key` and the like, where the platform's own do not do. */
  readonly tls?: https.AgentOptions;
}

/** A {@link Fetch} that keeps its connections. */
export interface NodeFetch extends Fetch {
  /** Closes the idle connections; they keep no process alive. Calls under way are answered. */
  readonly close: () => void;
}

/**
 * What the signed calls need of `fetch`, over `node:http` and `node:https`: connections are kept, a
 * redirect is never followed, nothing is retried, and an error says whether anything was sent.
 * @throws {WalletServerError} `config_invalid` for a number that is none.
 */
export function nodeFetch({
  connections = 1024,
  idle = 4000,
  tls,
}: NodeFetchOptions = {}): NodeFetch {
  wholeNumber(connections, 'connections');
  wholeNumber(idle, 'idle');
  // Not imported: that would load the platform's fetch too, whose names are among its exports.
  const { Agent, request: begin } = process.getBuiltinModule('node:http');
  const { Agent: SecureAgent } = process.getBuiltinModule('node:https');
  const options = { keepAlive: true, maxSockets: connections, scheduling: 'lifo' } as const;
  const connecting = new WeakSet<Duplex>();
  const agents = {
    'http:': watched(new Agent(options), 'connect', idle, connecting),
    'https:': watched(new SecureAgent({ ...tls, ...options }), 'secureConnect', idle, connecting),
  };
  const targets = new Map<string, http.RequestOptions>();

  const fetch: Fetch = (url, { method, headers, body, signal, limit }) =>
    new Promise((resolve, reject) => {
      const target = targets.get(url) ?? targetOf(url, agents);
      targets.set(url, target);
      const request = begin({ ...target, method, headers });
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
      request.on('close', () => {
        signal.removeEventListener('abort', stop);
      });
      request.on('response', (response) => {
        if (!request.reusedSocket) heed(response, idle);
        collect(response, limit, resolve, reject);
      });
      request.on('error', fail);
      // In one piece, so that Node says how long it is.
      request.end(body);
    });
  return Object.assign(fetch, {
    close: () => {
      // Not `destroy`: that would break the calls under way, whose outcome nobody would know then.
      const idlers = Object.values(agents).flatMap(({ freeSockets }) => Object.values(freeSockets));
      for (const socket of idlers.flatMap((sockets = []) => sockets)) socket.destroy();
    },
  });
}

/**
 * Notes which connections are not there yet: until `event` no byte of a request has left. One that was
 * not made here is taken for open, since a false "nothing was sent" could charge twice. Then it
 * spares the agent some work at each request.
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
      if (socket instanceof Socket) socket.setTimeout(idle);
    }
    return socket;
  };
  // Node's own would begin its time anew, which whatever passes through a connection does already.
  agent.keepSocketAlive = (socket) => {
    if (socket instanceof Socket) socket.unref();
    return true;
  };
  // All that differs between its requests; Node's own name holds every option of TLS, certificates too.
  agent.getName = ({ host = '', port = '' } = {}) => `${host}:${String(port)}`;
  return agent;
}

/** What a connection's first answer says of how long it is kept (`Keep-Alive: timeout=5`, in seconds). */
function heed({ headers, socket }: http.IncomingMessage, idle: number): void {
  const announced = /^timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1];
  if (announced === undefined) return;
  socket.setTimeout(Math.min(idle, Math.max(1, 1000 * Number(announced) - 1000)));
}

/** Read here, and not as a stream: its iterator costs as much as the rest of a call. */
function collect(
  response: http.IncomingMessage,
  limit: number,
  resolve: (answer: FetchAnswer) => void,
  reject: (error: Error) => void,
): void {
  const body: Uint8Array[] = [];
  let size = 0;
  const answer = {
    status: response.statusCode ?? 0,
    headers: {
      get: (name: string) => response.headersDistinct[name.toLowerCase()]?.join(', ') ?? null,
    },
    body,
  };
  response.on('data', (chunk: Uint8Array) => {
    body.push(chunk);
    size += chunk.length;
    if (size <= limit) return;
    resolve(answer);
    response.destroy();
  });
  response.on('end', () => {
    resolve(answer);
  });
  response.on('error', reject);
}

/** Parsed once: the service has only so many paths. */
function targetOf(
  url: string,
  agents: Readonly<Record<string, http.Agent>>,
): http.RequestOptions & { readonly servername: string } {
  const { protocol, hostname: name, port, pathname, search } = new URL(url);
  // Brackets belong to an IPv6 address in a URL, not to the address.
  const hostname = name.replace(/^\[|\]$/g, '');
  return {
    protocol,
    hostname,
    port,
    path: `${pathname}${search}`,
    agent: agents[protocol],
    // TLS names no addresses (RFC 6066 3); Node would look at each call whether it is one.
    servername: isIP(hostname) === 0 ? hostname : '',
  };
}

function unreachable(cause: Error): WalletServerError {
  return new WalletServerError('service_unreachable', 'No connection was made.', { cause });
}
