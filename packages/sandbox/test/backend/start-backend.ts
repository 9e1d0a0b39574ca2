import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Disk } from './disk.ts';
import { Problem } from './problem.ts';
import { type BackendOptions, type Received, type Reply, ShopBackend } from './shop-backend.ts';

/** A backend that listens. */
export interface RunningBackend {
  /** Base URL of the endpoints. */
  readonly url: string;
  /** Kills it, and starts it with what is on its disk. */
  readonly restart: () => Promise<void>;
  readonly close: () => void;
}

/** @param Backend the honest one, or a mutant */
export async function startBackend(
  options: BackendOptions,
  Backend: typeof ShopBackend = ShopBackend,
): Promise<RunningBackend> {
  const disk = new Disk();
  let server = createServer();
  const port = await listen(server, 0);
  const url = `http://127.0.0.1:${port}/wallet`;
  let backend = new Backend(options, url, disk);
  const run = (): void => {
    const process = backend;
    server.on('request', (request, response) => void serve(process, request, response));
    process.start();
  };
  const close = (): void => {
    backend.stop();
    server.closeAllConnections();
    server.close();
  };
  run();
  return {
    url,
    close,
    restart: async () => {
      close();
      server = createServer();
      await listen(server, port);
      backend = new Backend(options, url, disk);
      run();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function serve(
  backend: ShopBackend,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (backend.refusesUnread(Number(request.headers['content-length'] ?? 0))) {
    send(response, 'application/problem+json', [413, {}]);
    request.socket.destroySoon();
    return;
  }
  const raw = Buffer.concat(await request.toArray());
  try {
    send(response, 'application/json', await backend.answer(received(request, raw)));
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(500, 'internal');
    const reply = [problem.status, backend.problemBody(problem, raw)] as const;
    send(response, 'application/problem+json', reply);
  }
}

function received(request: IncomingMessage, raw: Buffer): Received {
  return {
    raw,
    method: request.method ?? '',
    path: (request.url ?? '').replace('/wallet', ''),
    type: request.headers['content-type'] ?? '',
    key: request.headersDistinct['idempotency-key']?.[0],
    authorization: request.headers.authorization,
    signature: String(request.headers['x-sign-v2'] ?? ''),
  };
}

function send(response: ServerResponse, type: string, [status, body]: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  response.writeHead(status, { 'content-type': type }).end(body === null ? '' : text);
}
