import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as http2 from 'node:http2';
import * as net from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { signAsService } from '@wallet-buttons/service-client/testing/service-stub.js';
import { headWith, jsonType, orderBody, orderRequest, serveShop } from '../../test/node-server.ts';
import { openShop, type ShopOptions } from '../../test/shop.ts';
import { defaultProfile } from '../index.ts';
import { addressList, type NodeListenerOptions, toNodeListener } from './listener.ts';

const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;

describe('the Node listener', () => {
  it('serves the endpoints on node:http', async () => {
    await using server = await serveShop();
    const response = await fetch(`${server.url}/wallet/prepare`, orderRequest);
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const file = await fetch(
      `${server.url}/.well-known/apple-developer-merchantid-domain-association`,
    );
    assert.equal(await file.text(), 'association');
    assert.match(file.headers.get('content-type') ?? '', /^text\/plain/);
  });

  it('serves them on node:http2, whose requests have other headers', async (test) => {
    const values: unknown[] = [];
    const findOrder: ShopOptions['findOrder'] = (_, { request }) => {
      values.push(request.url, request.headers.get('cookie'));
      return { amount: '199.90', currency: 'UAH' };
    };
    await using shop = await openShop({ findOrder });
    const listener = toNodeListener(shop.wallet, { reconcileEvery: false });
    const server = http2.createServer(listener as never).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const client = http2.connect(url);
    test.after(async () => {
      client.destroy();
      await listener.close(server);
    });
    const post = async (path: string, body: string, headers: object): Promise<unknown> => {
      const request = client.request({ ':method': 'POST', ':path': path, ...headers });
      request.end(body);
      const [answer] = (await once(request, 'response')) as [http2.IncomingHttpHeaders];
      await once(request.resume(), 'end');
      return answer[':status'];
    };
    const page = { ...jsonType, origin: url, cookie: 'a=1' };
    assert.equal(await post('/wallet/prepare', orderBody, page), 204);
    assert.deepEqual(values.slice(0, 2), [`${url}/wallet/prepare`, 'a=1']);
    const foreign = { ...jsonType, origin: 'https://other.example' };
    assert.equal(await post('/wallet/prepare', orderBody, foreign), 403);
    const body = '{"id":"s-1","status":"paid"}';
    const signatureHeader = { 'x-sign-v2': signAsService(body) };
    assert.equal(await post('/wallet/webhook/v1', body, signatureHeader), 200);
    assert.equal(await post('/wallet/webhook/v1', body, { 'x-sign-v2': 'x' }), 401);
  });

  it('hands other paths to the next handler, and finds its own below a mount path', async () => {
    await using server = await serveShop({
      handle: (listener, request, response) => {
        Object.assign(request, { originalUrl: request.url, url: '/cut' });
        listener(request, response, () => response.end('next'));
      },
    });
    assert.equal(await (await fetch(`${server.url}/shop`)).text(), 'next');
    const response = await fetch(`${server.url}/wallet/prepare`, orderRequest);
    assert.equal(response.status, 204);
  });

  it('takes from X-Forwarded-For only what a trusted proxy wrote', async () => {
    const webhookFrom = addressList(['203.0.113.7']);
    const send = async (trustedProxies: readonly string[], chain: string): Promise<number> => {
      await using server = await serveShop({ listener: { trustedProxies }, shop: { webhookFrom } });
      const headers = { 'x-forwarded-for': chain };
      const init = { method: 'POST', body: '{}', headers };
      return (await fetch(`${server.url}/wallet/webhook/v1`, init)).status;
    };
    assert.equal(await send([], '203.0.113.7'), 403);
    assert.equal(await send(['127.0.0.1'], '203.0.113.7'), 401);
    assert.equal(await send(['127.0.0.1'], '203.0.113.7, 192.0.2.1'), 403);
  });

  const wrong: readonly (readonly [string, NodeListenerOptions])[] = [
    ['trustedProxies', { trustedProxies: ['10.0.0.0/99'] }],
    ['bodyTimeout', { bodyTimeout: NaN }],
    ['reconcileEvery', { reconcileEvery: '1000' as never }],
    ['reconcileLimit', { reconcileLimit: 0 }],
  ];
  for (const [name, options] of wrong) {
    it(`is not made with wrong ${name}, and starts nothing`, async () => {
      await using shop = await openShop();
      let starts = 0;
      const start = async (): Promise<void> => Promise.resolve(void (starts += 1));
      assert.throws(() => toNodeListener({ ...shop.wallet, start }, options), {
        code: 'config_invalid',
      });
      assert.equal(starts, 0);
    });
  }

  const hostile: readonly (readonly [string, string, number])[] = [
    ['an endless chunked body', `${headWith('transfer-encoding: chunked')}${chunk.repeat(9)}`, 413],
    [
      'a body that claims to be huge',
      `${headWith('content-length: 99999999')}${chunk.repeat(9)}`,
      413,
    ],
    ['TRACE', 'TRACE /wallet/status HTTP/1.1\r\nhost: shop\r\n\r\n', 405],
    ['a malformed host', 'POST /wallet/status HTTP/1.1\r\nhost: a b\r\n\r\n', 404],
    ['a host with a user', `${headWith('content-length: 2').replace('shop', 'a@shop')}{}`, 404],
    [
      'a host with a password',
      `${headWith('content-length: 2').replace('shop', ':b@shop')}{}`,
      404,
    ],
  ];
  for (const [name, bytes, expected] of hostile) {
    it(`answers ${name} with ${String(expected)} and lives on`, async () => {
      await using server = await serveShop();
      const socket = net.connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(bytes);
      const [data] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      assert.match(data.toString(), new RegExp(`^HTTP/1.1 ${String(expected)} `));
      assert.equal((await fetch(`${server.url}/none`)).status, 404);
    });
  }

  it('reads the header of a signature, however the profile writes its name', async () => {
    const [signature] = defaultProfile.webhook.signatures;
    const signatures = [{ ...(signature ?? assert.fail()), header: 'X-Sign-V2' }];
    const profile = { webhook: { signatures } };
    await using server = await serveShop({ shop: { service: { profile } } });
    const body = '{"id":"s-1","status":"paid"}';
    const headers = { 'x-sign-v2': signAsService(body) };
    const init = { method: 'POST', headers, body };
    assert.equal((await fetch(`${server.url}/wallet/webhook/v1`, init)).status, 200);
  });

  it('follows a payment to its end when the payer leaves in the middle', async () => {
    await using server = await serveShop();
    const { shop } = server;
    const arrival = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<undefined>();
    shop.service.on('/v1/pay-token', async () => {
      arrival.resolve(undefined);
      await answer.promise;
      return { status: 'paid' };
    });
    const leaving = new AbortController();
    const body = JSON.stringify({
      order: 'o-1',
      wallet: 'wallet-b',
      token: 't',
      shown: { amount: '199.90', currency: 'UAH' },
    });
    const headers = { ...jsonType, 'idempotency-key': 'k' };
    const { signal } = leaving;
    const request = fetch(`${server.url}/wallet/pay-token`, {
      method: 'POST',
      headers,
      body,
      signal,
    });
    await arrival.promise;
    leaving.abort();
    await assert.rejects(request);
    answer.resolve(undefined);
    await shop.wallet.drain();
    assert.equal((await shop.stored())?.state, 'paid');
  });
});
