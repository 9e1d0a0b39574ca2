import { once } from 'node:events';
import * as net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A request on its way, as a middlebox has it. */
export interface Exchange {
  /** The address that asked. */
  readonly client: Socket;
  /** Hands the whole request on; answers the whole answer. */
  readonly forward: () => Promise<Buffer>;
}

/** What is done to one request instead of handing it on and its answer back. */
export type Meddling = (exchange: Exchange) => Promise<unknown>;

export interface ProxyOptions {
  /** Where it hands on to. */
  readonly target: string;
  /** The path whose first request is meddled with; all others pass. */
  readonly path: string;
  readonly meddle: Meddling;
}

/** A TCP proxy of HTTP/1.1 that meddles with one request. */
export interface Proxy extends AsyncDisposable {
  readonly url: string;
  /** How often it meddled. */
  readonly hits: () => number;
  /** How many requests of the path came. */
  readonly seen: () => number;
}

export async function openProxy({ target, path, meddle }: ProxyOptions): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let [hits, seen] = [0, 0];
  const serve = async (client: Socket): Promise<void> => {
    for (let request = await message(client); request; request = await message(client)) {
      const bytes = request;
      const forward = async (): Promise<Buffer> => handOn(bytes, target);
      const isMeant = pathOf(bytes) === path;
      if (isMeant) seen += 1;
      if (isMeant && seen === 1) {
        hits += 1;
        await meddle({ client, forward });
      } else client.write(await forward());
    }
  };
  const server = net.createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined).on('close', () => sockets.delete(client));
    serve(client).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    hits: () => hits,
    seen: () => seen,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An answer as it would be on the wire. */
export function answer(status: string, headers: readonly string[], body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, ...headers, `content-length: ${String(bytes.length)}`];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

/** An answer's head and body. */
export function parts(whole: Buffer): readonly [head: Buffer, body: Buffer] {
  const end = whole.indexOf('\r\n\r\n') + 4;
  return [whole.subarray(0, end), whole.subarray(end)];
}

async function handOn(request: Buffer, target: string): Promise<Buffer> {
  const { hostname, port } = new URL(target);
  const upstream = net.connect(Number(port), hostname);
  upstream.on('error', () => undefined);
  upstream.write(request);
  const whole = await message(upstream);
  upstream.destroy();
  if (!whole) throw new Error('The target gave no answer.');
  return whole;
}

/** The next message with a length of its own; `null` when the other side is gone. */
async function message(socket: Socket): Promise<Buffer | null> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null>();
  let bytes = Buffer.alloc(0);
  const giveUp = (): void => {
    resolve(null);
  };
  const take = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    const [head, body] = parts(bytes);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head.toString())?.[1] ?? 0);
    if (bytes.includes('\r\n\r\n') && body.length >= length) resolve(bytes);
  };
  socket.on('data', take).once('close', giveUp).once('end', giveUp);
  const whole = await promise;
  socket.off('data', take).off('close', giveUp).off('end', giveUp);
  return whole;
}

function pathOf(request: Buffer): string {
  return request.toString('latin1').split(' ', 2)[1] ?? '';
}
