import type * as http from 'node:http';
import type * as https from 'node:https';
import type { Duplex } from 'node:stream';
import { ServiceError, wholeNumber } from '../errors.ts';
import type { Fetch, FetchAnswer } from '../fetch.ts';
import { runtime } from '../runtime.ts';

/**
 * A {@link Fetch} over `node:http` and `node:https`. It keeps connections alive, except on Deno. It never follows a
 * redirect and never sends a request twice. On Node its errors state whether anything was sent.
 * @param options those of Node's agents, such as `ca`, `cert` and `key`. `maxSockets` to one host is 1024 by default;
 *   further calls wait. `timeout` closes an idle connection after so many milliseconds, 4000 by default: many servers
 *   close theirs after 5 s, and a call that is sent in that moment has an unknown outcome.
 * @throws {ServiceError} `config_invalid` for an invalid number, and on a Bun before 1.4.
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
  const agentOptions = { ...more, keepAlive, maxSockets, timeout, scheduling: 'lifo' } as const;
  const connecting = new WeakSet<Duplex>();
  const plain = watched(new Agent(agentOptions), 'connect', connecting);
  const secure = watched(new SecureAgent(agentOptions), 'secureConnect', connecting);

  return async (url, { method, headers, body, signal, limit }) => {
    const { promise, resolve, reject } = Promise.withResolvers<FetchAnswer>();
    const { protocol, hostname, port, pathname, search } = new URL(url);
    const agent = protocol === 'http:' ? plain : secure;
    // A URL puts an IPv6 address in brackets.
    const host = hostname.replace(/^\[|\]$/g, '');
    const path = `${pathname}${search}`;
    const request = begin({ protocol, host, port, path, method, headers, agent });
    const fail = (cause: Error): void => {
      const isUnsent = request.socket === null || connecting.has(request.socket);
      // Only on Node is the socket the real one.
      const isProven = isUnsent && name === 'Node.js';
      const text = 'No connection was made.';
      reject(isProven ? new ServiceError('service_unreachable', text, { cause }) : cause);
    };
    const stop = (): void => {
      // A request that still waits for its connection emits no error when it is destroyed.
      fail(signal.reason as Error);
      request.destroy();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    request.on('response', collector(limit, resolve, reject)).on('error', fail);
    request.on('close', () => {
      signal.removeEventListener('abort', stop);
    });
    // In one piece, so that Node sends its length.
    request.end(body);
    return promise;
  };
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
  agent.createConnection = (...connectArguments) => {
    const socket = connect(...connectArguments);
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
    const finish = (): void => {
      resolve({ status: response.statusCode ?? 0, headers: { get }, body });
    };
    const onData = (chunk: Uint8Array): void => {
      body.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      finish();
      response.destroy();
    };
    response.on('data', onData).on('end', finish).on('error', reject);
  };
