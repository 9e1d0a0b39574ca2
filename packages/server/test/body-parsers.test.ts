import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { signAsService } from '@wallet-buttons/service-client/testing/service-stub.js';
import { toNodeListener } from '../src/node/listener.ts';
import { openShop } from './shop.ts';

const body = '{"id":"s-1","status":"paid"}';
// An attacker who knows that the body is gone would sign nothing, or send what the service once signed.
const headers = { 'content-type': 'application/json', 'x-sign-v2': signAsService('') };

type Parser = (request: http.IncomingMessage, text: string) => object;

/** What a framework's own parser leaves behind, and what the answer tells its user to do. */
const frameworks: readonly (readonly [string, Parser, RegExp])[] = [
  [
    'Express',
    (request, text) =>
      Object.assign(request, { body: JSON.parse(text) as unknown, originalUrl: request.url }),
    /Express: mount the listener before express\.json\(\)/,
  ],
  ['Fastify', (request) => request, /Fastify: call app\.removeAllContentTypeParsers\(\)/],
  [
    'Next, below pages/api',
    (request, text) => Object.assign(request, { body: JSON.parse(text) as unknown, query: {} }),
    /Next: export const config = \{ api: \{ bodyParser: false \} \}/,
  ],
];

describe('a body that a parser has read', () => {
  for (const [name, parse, fix] of frameworks) {
    it(`is missing, and the answer names the fix, in ${name}`, async () => {
      await using shop = await openShop();
      const listener = toNodeListener(shop.wallet, { reconcileEvery: false });
      const server = http.createServer((request, response) => {
        void request.toArray().then((parts: Buffer[]) => {
          parse(request, Buffer.concat(parts).toString());
          listener(request, response);
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      const response = await fetch(`${url}/wallet/webhook/v1`, { method: 'POST', headers, body });
      const problem = (await response.json()) as { code: string; detail: string };
      assert.deepEqual([response.status, problem.code], [500, 'body_already_parsed']);
      assert.match(problem.detail, fix);
      server.closeAllConnections();
      server.close();
    });
  }

  it('is missing, and the answer names the fix, in a route handler of Next', async () => {
    await using shop = await openShop();
    const url = 'https://shop.example/wallet/webhook/v1';
    const request = new Request(url, { method: 'POST', headers, body });
    await request.json();
    const response = await shop.wallet.handle(request);
    const problem = (await response.json()) as { code: string; detail: string };
    assert.deepEqual([response.status, problem.code], [500, 'body_already_parsed']);
    assert.match(problem.detail, /no request\.json\(\) in a route handler/);
  });

  it('is taken from the bytes that a parser has kept', async () => {
    await using shop = await openShop();
    const listener = toNodeListener(shop.wallet, { reconcileEvery: false });
    const server = http.createServer((request, response) => {
      void request.toArray().then((parts: Buffer[]) => {
        listener(Object.assign(request, { rawBody: Buffer.concat(parts) }), response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const signedHeaders = { ...headers, 'x-sign-v2': signAsService(body) };
    const options = { method: 'POST', headers: signedHeaders, body };
    assert.equal((await fetch(`${url}/wallet/webhook/v1`, options)).status, 200);
    server.closeAllConnections();
    server.close();
  });
});
