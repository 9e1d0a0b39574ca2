import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import * as http from 'node:http';
import * as http2 from 'node:http2';
import * as net from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { signAsService } from '@wallet-buttons/service-client/testing/service-stub.js';
import { pass, standStill } from '@wallet-buttons/service-client/testing/timeout.js';
import { now, openShop, type Shop, type ShopOptions, stopClocks } from '../../test/shop.ts';
import {
  createWalletServer,
  defaultProfile,
  memoryStore,
  type Trace,
  WalletServerError,
} from '../index.ts';
import {
  addressList,
  diagnosticsTrace,
  type NodeListenerOptions,
  toNodeListener,
} from './listener.ts';

const order = JSON.stringify({ order: 'o-1' });
const json = { 'content-type': 'application/json' };
const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;

describe('the Node listener', () => {
  it('serves the endpoints on node:http', async () => {
    await using served = await serve();
    const response = await fetch(`${served.url}/wallet/prepare`, {
      method: 'POST',
      headers: json,
      body: order,
    });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const file = await fetch(
      `${served.url}/.well-known/apple-developer-merchantid-domain-association`,
    );
    assert.equal(await file.text(), 'association');
    assert.match(file.headers.get('content-type') ?? '', /^text\/plain/);
  });

  it('serves them on node:http2, whose requests have other headers', async (test) => {
    const seen: unknown[] = [];
    const findOrder: ShopOptions['findOrder'] = (_, { request }) => {
      seen.push(request.url, request.headers.get('cookie'));
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
    const page = { ...json, origin: url, cookie: 'a=1' };
    assert.equal(await post('/wallet/prepare', order, page), 204);
    assert.deepEqual(seen.slice(0, 2), [`${url}/wallet/prepare`, 'a=1']);
    const foreign = { ...json, origin: 'https://other.example' };
    assert.equal(await post('/wallet/prepare', order, foreign), 403);
    const body = '{"id":"s-1","status":"paid"}';
    const signed = { 'x-sign-v2': signAsService(body) };
    assert.equal(await post('/wallet/webhook/v1', body, signed), 200);
    assert.equal(await post('/wallet/webhook/v1', body, { 'x-sign-v2': 'x' }), 401);
  });

  it('hands other paths to the next handler, and finds its own below a mount path', async () => {
    await using served = await serve((listener, request, response) => {
      Object.assign(request, { originalUrl: request.url, url: '/cut' });
      listener(request, response, () => response.end('next'));
    });
    assert.equal(await (await fetch(`${served.url}/shop`)).text(), 'next');
    const response = await fetch(`${served.url}/wallet/prepare`, {
      method: 'POST',
      headers: json,
      body: order,
    });
    assert.equal(response.status, 204);
  });

  it('names the fix when a parser has read the body', async () => {
    await using served = await serve((listener, request, response) => {
      request.resume().on('end', () => {
        listener(request, response);
      });
    });
    const init = { method: 'POST', headers: json, body: order };
    const response = await fetch(`${served.url}/wallet/prepare`, init);
    assert.equal(response.status, 500);
    const problem = (await response.json()) as { code: string; detail: string };
    assert.equal(problem.code, 'body_already_parsed');
    assert.match(problem.detail, /before express\.json\(\)/);
  });

  it('names the fix when a body has become text, and so lost its bytes', async () => {
    await using served = await serve((listener, request, response) => {
      listener(request.setEncoding('utf8'), response);
    });
    const init = { method: 'POST', headers: json, body: order };
    const response = await fetch(`${served.url}/wallet/prepare`, init);
    assert.match(await response.text(), /body_already_parsed/);
  });

  it('reads a body that another handler has paused', async () => {
    await using served = await serve((listener, request, response) => {
      listener(request.pause(), response);
    });
    const init = { method: 'POST', headers: json, body: order };
    assert.equal((await fetch(`${served.url}/wallet/prepare`, init)).status, 204);
  });

  it('logs, traces and shows to a listed page a failure to read the body', async () => {
    const spans: string[] = [];
    const origin = 'https://www.shop.example';
    const trace: Trace = async (name, { path }, work) =>
      work().catch((error: unknown) => {
        assert.ok(error instanceof WalletServerError);
        spans.push(`${name} ${String(path)} ${error.code}`);
        throw error;
      });
    await using served = await serve(
      (listener, request, response) => {
        request.resume().on('end', () => {
          listener(request, response);
        });
      },
      {},
      { trace, allowedOrigins: [origin] },
    );
    const init = { method: 'POST', headers: { ...json, origin }, body: order };
    const response = await fetch(`${served.url}/wallet/status`, init);
    assert.equal(response.status, 500);
    assert.equal(response.headers.get('access-control-allow-origin'), origin);
    assert.deepEqual(spans, ['request /wallet/status body_already_parsed']);
    assert.match(served.shop.logs.join('\n'), /^a request failed .*body_already_parsed/m);
    assert.match(served.shop.logs.join('\n'), /^request .*"status":500,"code":"body_already_/m);
  });

  it('answers 408 to a sender who leaves in the middle of a body', async () => {
    await using served = await serve();
    const socket = net.connect(Number(new URL(served.url).port), '127.0.0.1');
    socket.write(`${head('content-length: 100')}{"order"`, () => void socket.resetAndDestroy());
    while (served.shop.logs.length === 0) await new Promise(setImmediate);
    assert.match(served.shop.logs.join('\n'), /^request .*"status":408,"code":"too_slow"/);
  });

  it('takes the raw bytes that a parser has kept', async () => {
    await using served = await serve((listener, request, response) => {
      request.resume().on('end', () => {
        listener(Object.assign(request, { rawBody: Buffer.from(order) }), response);
      });
    });
    const response = await fetch(`${served.url}/wallet/prepare`, {
      method: 'POST',
      headers: json,
      body: order,
    });
    assert.equal(response.status, 204);
  });

  it('answers 408 to a body that does not come, and lives on', async () => {
    await using served = await serve(undefined, { bodyTimeout: 50 });
    const socket = net.connect(Number(new URL(served.url).port), '127.0.0.1');
    socket.write(`${head('content-length: 100')}{"order"`);
    const [data] = (await once(socket, 'data')) as [Buffer];
    assert.match(data.toString(), /^HTTP\/1.1 408 [\s\S]*connection: close[\s\S]*too_slow/i);
    await once(socket, 'close');
    assert.equal((await fetch(`${served.url}/none`)).status, 404);
  });

  it('takes from X-Forwarded-For only what a trusted proxy wrote', async () => {
    const webhookFrom = addressList(['203.0.113.7']);
    const send = async (trustedProxies: readonly string[], chain: string): Promise<number> => {
      await using served = await serve(undefined, { trustedProxies }, { webhookFrom });
      const headers = { 'x-forwarded-for': chain };
      const init = { method: 'POST', body: '{}', headers };
      return (await fetch(`${served.url}/wallet/webhook/v1`, init)).status;
    };
    assert.equal(await send([], '203.0.113.7'), 403);
    assert.equal(await send(['127.0.0.1'], '203.0.113.7'), 401);
    assert.equal(await send(['127.0.0.1'], '203.0.113.7, 192.0.2.1'), 403);
  });

  it('stops when requests under way are answered, and ends connections that are kept alive', async () => {
    // It stays open, so that it can be looked at afterwards.
    const store = { ...memoryStore({ now }), close: async () => Promise.resolve() };
    await using shop = await openShop({ store });
    const listener = toNodeListener(shop.wallet, { reconcileEvery: false });
    const server = http.createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const reached = Promise.withResolvers<undefined>();
    const answered = Promise.withResolvers<undefined>();
    shop.service.on('/v1/session', async () => {
      reached.resolve(undefined);
      await answered.promise;
      return { id: 's-1' };
    });
    const init = { method: 'POST', headers: json, body: order };
    const underWay = fetch(`${url}/wallet/prepare`, init);
    await reached.promise;
    const stopped = listener.close(server);
    await assert.rejects(fetch(`${url}/wallet/prepare`, init));
    answered.resolve(undefined);
    const response = await underWay;
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('connection'), 'close');
    await stopped;
    assert.equal((await shop.stored())?.sessionId, 's-1');
  });

  it('closes the store after the work that an answer left', async () => {
    const events: string[] = [];
    const kept = memoryStore();
    const store = {
      ...kept,
      close: async () => {
        events.push('the store is closed');
        return kept.close();
      },
    };
    const delivered = Promise.withResolvers<undefined>();
    await using shop = await openShop({
      store,
      onStatusChange: async () => {
        await delivered.promise;
        events.push('the merchant is notified');
      },
    });
    const listener = toNodeListener(shop.wallet, { reconcileEvery: false });
    await shop.pay();
    const stopped = listener.close();
    await new Promise(setImmediate);
    delivered.resolve(undefined);
    await stopped;
    assert.deepEqual(events, ['the merchant is notified', 'the store is closed']);
  });

  it('stops although connections send nothing, or half a request', async () => {
    await using shop = await openShop();
    const listener = toNodeListener(shop.wallet, { reconcileEvery: false, bodyTimeout: 50 });
    const server = http.createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const halves = ['', 'POST /wallet/status HTTP/1.1\r\n', `${head('content-length: 50')}{`];
    const sockets = halves.map(() => net.connect(port, '127.0.0.1').on('error', () => undefined));
    while ((await connectionsOf(server)) < halves.length) await new Promise(setImmediate);
    const asked = once(server, 'request');
    const cut = sockets.map(async (socket, at) => {
      socket.write(halves[at] ?? '');
      return once(socket.resume(), 'close');
    });
    await asked;
    await listener.close(server);
    await Promise.all(cut);
  });

  it('answers at a stop a request that is complete in time', async () => {
    await using shop = await openShop();
    const listener = toNodeListener(shop.wallet, { reconcileEvery: false, bodyTimeout: 5000 });
    const server = http.createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`${head(`content-length: ${String(order.length)}`)}${order.slice(0, 3)}`);
    await once(server, 'request');
    const stopped = listener.close(server);
    socket.write(order.slice(3));
    const [data] = (await once(socket, 'data')) as [Buffer];
    assert.match(data.toString(), /^HTTP\/1.1 404 [\s\S]*connection: close[\s\S]*no_payment/i);
    await stopped;
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

  it('starts until that succeeds, then reconciles, and goes on after each failure', async () => {
    const passes = Promise.withResolvers<undefined>();
    const did: string[] = [];
    const store = memoryStore({ now });
    const claimDue = async (): Promise<readonly never[]> => {
      did.push('reconcile');
      if (did.length === 4) return Promise.reject(new Error('It is gone again.'));
      if (did.length > 5) passes.resolve(undefined);
      return Promise.resolve([]);
    };
    const open = async (): Promise<void> => {
      did.push('start');
      return did.length < 3 ? Promise.reject(new Error('It is not there yet.')) : store.open();
    };
    await using shop = await openShop({
      store: { ...store, open },
      payments: () => ({ claimDue }),
    });
    const listener = toNodeListener(shop.wallet, { reconcileEvery: 1 });
    const server = http.createServer(listener).listen(0, '127.0.0.1');
    await passes.promise;
    await listener.close(server);
    assert.deepEqual(did.slice(0, 4), ['start', 'start', 'start', 'reconcile']);
    const failed = (text: string): number =>
      shop.logs.filter((line) => line.startsWith(`${text} failed`)).length;
    assert.deepEqual([failed('the start'), failed('a reconcile pass')], [2, 1]);
  });

  it('answers problems, and logs why, while its options cannot be read', async (test) => {
    const errors = test.mock.method(console, 'error', () => undefined);
    const wallet = createWalletServer(() => {
      throw new Error('Set SERVICE_URL.');
    });
    const listener = toNodeListener(wallet, { reconcileEvery: false });
    const server = http.createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${String(port)}/wallet/status`, {
      method: 'POST',
      headers: json,
      body: order,
    });
    assert.equal(response.status, 500);
    await listener.close(server);
    const lines = errors.mock.calls.map(({ arguments: line }) => inspect(line));
    for (const what of ['the start failed', 'a request failed']) {
      assert.ok(lines.some((line) => line.includes(what) && line.includes('Set SERVICE_URL')));
    }
    assert.doesNotMatch(await response.text(), /SERVICE_URL/);
  });

  it('stops within 10 s although the service, the shop and a callback hang', async (test) => {
    standStill(test);
    stopClocks(test);
    const never = new Promise<never>(() => undefined);
    let calls = 0;
    await using shop = await openShop({
      findOrder: (ref) => (ref === 'o-3' ? never : { amount: '199.90', currency: 'UAH' }),
      onStatusChange: async () => never,
    });
    const hang = async (): Promise<null> => {
      calls += 1;
      return never;
    };
    shop.service.on('/v1/get-status', hang);
    const listener = toNodeListener(shop.wallet, { reconcileEvery: 10 });
    const server = http.createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const post = async (path: string, body: object): Promise<unknown> =>
      fetch(`${url}/wallet/${path}`, {
        method: 'POST',
        headers: { ...json, 'idempotency-key': JSON.stringify(body).slice(10, 14) },
        body: JSON.stringify(body),
      }).catch(() => undefined);
    const shown = { amount: '199.90', currency: 'UAH' };
    const wallet = 'wallet-b';
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await post('pay-token', { order: 'o-1', wallet, token: 't-1', shown });
    shop.service.on('/v1/pay-token', hang);
    const hanging = [
      post('status', { order: 'o-1' }),
      post('pay-token', { order: 'o-2', wallet, token: 't-2', shown }),
      post('prepare', { order: 'o-3' }),
    ];
    while (calls < 2) await new Promise(setImmediate);
    const stopped = listener.close(server);
    for (let passed = 0; passed < 10_000; passed += 100) {
      shop.wait(100);
      await pass(100);
    }
    await stopped;
    await Promise.all(hanging);
  });

  it('publishes requests and signed calls on their channels, without their content', async () => {
    const seen: unknown[] = [];
    const note = (message: unknown): void => void seen.push(structuredClone(message));
    for (const name of ['request', 'call']) {
      subscribe(`tracing:wallet-buttons:${name}:start`, note);
      subscribe(`tracing:wallet-buttons:${name}:asyncEnd`, note);
    }
    await using shop = await openShop({ trace: diagnosticsTrace });
    assert.equal((await shop.post('/wallet/prepare', { order: 'o-1' })).status, 204);
    assert.deepEqual(seen[0], { method: 'POST', path: '/wallet/prepare' });
    assert.deepEqual(seen[1], { operation: 'session' });
    assert.equal(seen.length, 6);
    assert.doesNotMatch(JSON.stringify(seen), /o-1/);
  });

  const hostile: readonly (readonly [string, string, number])[] = [
    ['an endless chunked body', `${head('transfer-encoding: chunked')}${chunk.repeat(9)}`, 413],
    ['a body that claims to be huge', `${head('content-length: 99999999')}${chunk.repeat(9)}`, 413],
    ['TRACE', 'TRACE /wallet/status HTTP/1.1\r\nhost: shop\r\n\r\n', 405],
    ['a malformed host', 'POST /wallet/status HTTP/1.1\r\nhost: a b\r\n\r\n', 404],
    ['a host with a user', `${head('content-length: 2').replace('shop', 'a@shop')}{}`, 404],
    ['a host with a password', `${head('content-length: 2').replace('shop', ':b@shop')}{}`, 404],
  ];
  for (const [name, bytes, expected] of hostile) {
    it(`answers ${name} with ${String(expected)} and lives on`, async () => {
      await using served = await serve();
      const socket = net.connect(Number(new URL(served.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(bytes);
      const [data] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      assert.match(data.toString(), new RegExp(`^HTTP/1.1 ${String(expected)} `));
      assert.equal((await fetch(`${served.url}/none`)).status, 404);
    });
  }

  it('publishes nothing of the text of an error', async () => {
    const seen: unknown[] = [];
    subscribe('tracing:wallet-buttons:request:error', (message) => void seen.push(message));
    const find = async () => Promise.reject(new Error('duplicate key (order)=(jane)'));
    await using shop = await openShop({ trace: diagnosticsTrace, payments: () => ({ find }) });
    assert.equal((await shop.pay()).status, 500);
    assert.equal(seen.length, 1);
    assert.match(inspect(seen), /code: 'internal'/);
    assert.doesNotMatch(inspect(seen, { depth: 9 }), /jane/);
  });

  it('reads the header of a signature, however the profile writes its name', async () => {
    const [signature] = defaultProfile.webhook.signatures;
    const signatures = [{ ...(signature ?? assert.fail()), header: 'X-Sign-V2' }];
    const profile = { webhook: { signatures } };
    await using served = await serve(undefined, {}, { service: { profile } });
    const body = '{"id":"s-1","status":"paid"}';
    const headers = { 'x-sign-v2': signAsService(body) };
    const init = { method: 'POST', headers, body };
    assert.equal((await fetch(`${served.url}/wallet/webhook/v1`, init)).status, 200);
  });

  it('follows a payment to its end when the payer leaves in the middle', async () => {
    await using served = await serve();
    const { shop } = served;
    const reached = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<undefined>();
    shop.service.on('/v1/pay-token', async () => {
      reached.resolve(undefined);
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
    const headers = { ...json, 'idempotency-key': 'k' };
    const { signal } = leaving;
    const left = fetch(`${served.url}/wallet/pay-token`, { method: 'POST', headers, body, signal });
    await reached.promise;
    leaving.abort();
    await assert.rejects(left);
    answer.resolve(undefined);
    await shop.wallet.drain();
    assert.equal((await shop.stored())?.state, 'paid');
  });
});

async function connectionsOf(server: http.Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.getConnections((_, count) => {
    resolve(count);
  });
  return promise;
}

function head(length: string): string {
  return `POST /wallet/status HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;
}

interface Served extends AsyncDisposable {
  readonly url: string;
  readonly shop: Shop;
}

type Listener = ReturnType<typeof toNodeListener>;

async function serve(
  around: (
    listener: Listener,
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ) => void = (listener, request, response) => {
    listener(request, response);
  },
  options: NodeListenerOptions = {},
  shopOptions: ShopOptions = {},
): Promise<Served> {
  const shop = await openShop(shopOptions);
  const listener = toNodeListener(shop.wallet, { reconcileEvery: 10, ...options });
  const server = http.createServer((request, response) => {
    around(listener, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    shop,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await listener.close();
      await shop[Symbol.asyncDispose]();
    },
  };
}
