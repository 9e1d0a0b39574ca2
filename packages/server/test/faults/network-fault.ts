import { once } from 'node:events';
import * as net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { untrusted, untrustedKey } from '@wallet-buttons/service-client/testing/untrusted.js';
import { answer, type Exchange, parts } from './proxy.ts';

/** A way on which a call of pay-token does not arrive. */
export interface DeadEnd {
  readonly says: string;
  /** The server can always know that nothing of it was sent. */
  readonly proves: boolean;
  /** Only a timeout ends it. */
  readonly stalls?: boolean;
  readonly open: () => Promise<Nowhere>;
}

/** Where a dead end leads to. */
export interface Nowhere extends AsyncDisposable {
  readonly origin: string;
}

/** What is done to a call of pay-token, or to its answer, on the way. */
export interface Interference {
  readonly says: string;
  /** Only a timeout ends it. */
  readonly stalls?: boolean;
  readonly meddle: (exchange: Exchange, otherOrigin: string) => Promise<unknown>;
}

/** N1 to N4: no byte of the request leaves; N5: it gets nowhere. */
export const deadEnds = {
  N1: [
    {
      says: 'the name is not found',
      proves: true,
      open: async () =>
        Promise.resolve({
          origin: 'https://payments.invalid',
          [Symbol.asyncDispose]: async () => Promise.resolve(),
        }),
    },
  ],
  N2: [
    {
      says: 'the connection is refused',
      proves: true,
      open: async () => {
        const { origin, [Symbol.asyncDispose]: close } = await listening(net.createServer());
        await close();
        return { origin, [Symbol.asyncDispose]: async () => Promise.resolve() };
      },
    },
  ],
  N3: [
    { says: 'the connection is not made in time', stalls: true, proves: true, open: openSilence },
  ],
  N4: [
    {
      says: 'the certificate is of no known authority',
      proves: true,
      open: async () =>
        listening(tls.createServer({ key: untrustedKey, cert: untrusted }), 'https'),
    },
  ],
  N5: [
    {
      says: 'the connection is reset as it is made',
      proves: false,
      open: async () =>
        listening(
          net.createServer((socket) => {
            socket.on('error', () => undefined).resetAndDestroy();
          }),
        ),
    },
  ],
} as const satisfies Record<string, readonly DeadEnd[]>;

const json = ['content-type: application/json'];
/** Made beforehand: it takes longer than a call may. */
const bomb = gzipSync(padded(50), { level: 1 });
const silence = async (client: Socket): Promise<unknown> => once(client, 'close');

/** N5 to N15: from here on it is unknown whether the service has it. */
export const interferences = {
  N5: [
    {
      says: 'the connection, used before, is reset as the request comes',
      meddle: async ({ client }) => Promise.resolve(client.resetAndDestroy()),
    },
  ],
  N6: [
    {
      says: 'the connection is reset when the request is there',
      meddle: async ({ client, forward }) => {
        await forward();
        client.resetAndDestroy();
      },
    },
    {
      says: 'the connection is closed when the request is there',
      meddle: async ({ client, forward }) => {
        await forward();
        client.end();
      },
    },
  ],
  N7: [
    {
      says: 'the answer ends with its head',
      stalls: true,
      meddle: async ({ client, forward }) => {
        client.write(parts(await forward())[0]);
        await silence(client);
      },
    },
    {
      says: 'no answer comes',
      stalls: true,
      meddle: async ({ client, forward }) => {
        await forward();
        await silence(client);
      },
    },
  ],
  N8: [
    {
      says: 'half of the JSON comes, then the end',
      meddle: async ({ client, forward }) => {
        client.end((await forward()).subarray(0, -8));
      },
    },
    {
      says: 'half of the JSON is said to be all of it',
      meddle: async ({ client, forward }) => {
        const [, body] = parts(await forward());
        client.write(answer('200 OK', json, body.subarray(0, -8)));
      },
    },
    {
      says: 'more is said to come than comes',
      stalls: true,
      meddle: async ({ client, forward }) => {
        const [, body] = parts(await forward());
        const head = `HTTP/1.1 200 OK\r\ncontent-length: ${String(body.length + 100)}\r\n\r\n`;
        client.write(Buffer.concat([Buffer.from(head), body]));
        await silence(client);
      },
    },
  ],
  N9: [
    {
      says: 'a page of HTML is the answer',
      meddle: async ({ client, forward }) => {
        await forward();
        client.write(answer('200 OK', ['content-type: text/html'], '<!doctype html>Maintenance'));
      },
    },
    {
      says: 'garbage is the answer',
      meddle: async ({ client, forward }) => {
        await forward();
        client.end('\u0000\u0001 no HTTP at all \r\n\r\n');
      },
    },
  ],
  N10: [301, 302, 303, 307, 308].map((status) => ({
    says: `${String(status)} leads elsewhere`,
    meddle: async ({ client, forward }: Exchange, otherOrigin: string) => {
      await forward();
      const location = `location: ${otherOrigin}/v1/pay-token`;
      client.write(answer(`${String(status)} Elsewhere`, [location], ''));
    },
  })),
  N11: ['429 Too Many Requests', '503 Service Unavailable'].map((status) => ({
    says: `${status} says to come back`,
    meddle: async ({ client, forward }: Exchange) => {
      await forward();
      client.write(answer(status, ['retry-after: 0'], 'busy'));
    },
  })),
  N12: [
    {
      says: '500 is the answer',
      meddle: async ({ client, forward }) => {
        await forward();
        client.write(answer('500 Internal Server Error', json, '{}'));
      },
    },
  ],
  N13: [
    {
      says: 'the answer drips',
      stalls: true,
      meddle: async ({ client, forward }) => {
        for (const byte of await forward()) {
          if (client.destroyed) return;
          client.write(Buffer.of(byte));
          await sleep(25);
        }
      },
    },
  ],
  N14: [
    {
      says: 'the answer has ten megabytes',
      meddle: async ({ client, forward }) => {
        await forward();
        client.write(answer('200 OK', json, padded(10)));
      },
    },
    {
      says: 'the answer is small, and unpacks to fifty megabytes',
      meddle: async ({ client, forward }) => {
        await forward();
        client.write(answer('200 OK', [...json, 'content-encoding: gzip'], bomb));
      },
    },
  ],
  N15: [
    {
      says: 'the status is an unknown word',
      meddle: async ({ client, forward }) => {
        await forward();
        client.write(answer('200 OK', json, '{"status":"under_review"}'));
      },
    },
  ],
} as const satisfies Record<string, readonly Interference[]>;

function padded(megabytes: number): string {
  return JSON.stringify({ status: 'paid', padding: ' '.repeat(megabytes * 1024 * 1024) });
}

async function listening(server: net.Server, scheme = 'http'): Promise<Nowhere> {
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${scheme}://127.0.0.1:${String(port)}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** A listener that never accepts: once its queue is full, a connection is neither made nor refused. */
async function openSilence(): Promise<Nowhere> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`,
    { eval: true },
  );
  const [port] = (await once(worker, 'message')) as [number];
  const queue = Array.from({ length: 8 }, () =>
    net.connect(port, '127.0.0.1').on('error', () => undefined),
  );
  await Promise.all(queue.slice(0, 1).map(async (socket) => once(socket, 'connect')));
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of queue) socket.destroy();
      await worker.terminate();
    },
  };
}
