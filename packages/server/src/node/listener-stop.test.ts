import assert from 'node:assert/strict';
import { once } from 'node:events';
import type * as http from 'node:http';
import * as net from 'node:net';
import { describe, it } from 'node:test';
import { pass, standStill } from '@wallet-buttons/service-client/testing/timeout.js';
import { headWith, jsonType, listen, orderBody, orderRequest } from '../../test/node-server.ts';
import { now, openShop } from '../../test/shop.ts';
import { memoryStore } from '../index.ts';
import { toNodeListener } from './listener.ts';

describe('a listener that is closed', () => {
  it('stops when requests under way are answered, and ends connections that are kept alive', async () => {
    // It stays open, so that it can be looked at afterwards.
    const store = { ...memoryStore({ now }), close: async () => Promise.resolve() };
    await using shop = await openShop({ store });
    const listener = toNodeListener(shop.wallet, { reconcileEvery: false });
    const { server, url } = await listen(listener);
    const arrival = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<undefined>();
    shop.service.on('/v1/session', async () => {
      arrival.resolve(undefined);
      await answer.promise;
      return { id: 's-1' };
    });
    const pendingResponse = fetch(`${url}/wallet/prepare`, orderRequest);
    await arrival.promise;
    const stop = listener.close(server);
    await assert.rejects(fetch(`${url}/wallet/prepare`, orderRequest));
    answer.resolve(undefined);
    const response = await pendingResponse;
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('connection'), 'close');
    await stop;
    assert.equal((await shop.stored())?.sessionId, 's-1');
  });

  it('closes the store after the work that an answer left', async () => {
    const events: string[] = [];
    const memory = memoryStore();
    const store = {
      ...memory,
      close: async () => {
        events.push('the store is closed');
        return memory.close();
      },
    };
    const delivery = Promise.withResolvers<undefined>();
    await using shop = await openShop({
      store,
      onStatusChange: async () => {
        await delivery.promise;
        events.push('the merchant is notified');
      },
    });
    const listener = toNodeListener(shop.wallet, { reconcileEvery: false });
    await shop.pay();
    const stop = listener.close();
    await new Promise(setImmediate);
    delivery.resolve(undefined);
    await stop;
    assert.deepEqual(events, ['the merchant is notified', 'the store is closed']);
  });

  it('stops although connections send nothing, or half a request', async () => {
    await using shop = await openShop();
    const listener = toNodeListener(shop.wallet, { reconcileEvery: false, bodyTimeout: 50 });
    const { server, port } = await listen(listener);
    const halves = ['', 'POST /wallet/status HTTP/1.1\r\n', `${headWith('content-length: 50')}{`];
    const sockets = halves.map(() => net.connect(port, '127.0.0.1').on('error', () => undefined));
    while ((await connectionsOf(server)) < halves.length) await new Promise(setImmediate);
    const request = once(server, 'request');
    const closings = sockets.map(async (socket, index) => {
      socket.write(halves[index] ?? '');
      return once(socket.resume(), 'close');
    });
    await request;
    await listener.close(server);
    await Promise.all(closings);
  });

  it('answers at a stop a request that is complete in time', async () => {
    await using shop = await openShop();
    const listener = toNodeListener(shop.wallet, { reconcileEvery: false, bodyTimeout: 5000 });
    const { server, port } = await listen(listener);
    const socket = net.connect(port, '127.0.0.1');
    socket.write(
      `${headWith(`content-length: ${String(orderBody.length)}`)}${orderBody.slice(0, 3)}`,
    );
    await once(server, 'request');
    const stop = listener.close(server);
    socket.write(orderBody.slice(3));
    const [data] = (await once(socket, 'data')) as [Buffer];
    assert.match(data.toString(), /^HTTP\/1.1 404 [\s\S]*connection: close[\s\S]*no_payment/i);
    await stop;
  });

  it('stops within 10 s although the service, the shop and a callback hang', async (test) => {
    standStill(test);
    const hangingPromise = new Promise<never>(() => undefined);
    let calls = 0;
    await using shop = await openShop({
      findOrder: (ref) => (ref === 'o-3' ? hangingPromise : { amount: '199.90', currency: 'UAH' }),
      onStatusChange: async () => hangingPromise,
    });
    const hang = async (): Promise<null> => {
      calls += 1;
      return hangingPromise;
    };
    shop.service.on('/v1/get-status', hang);
    const listener = toNodeListener(shop.wallet, { reconcileEvery: 10 });
    const { server, url } = await listen(listener);
    const post = async (path: string, body: object): Promise<unknown> =>
      fetch(`${url}/wallet/${path}`, {
        method: 'POST',
        headers: { ...jsonType, 'idempotency-key': JSON.stringify(body).slice(10, 14) },
        body: JSON.stringify(body),
      }).catch(() => undefined);
    const total = { amount: '199.90', currency: 'UAH' };
    const wallet = 'wallet-b';
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await post('pay-token', { order: 'o-1', wallet, token: 't-1', shown: total });
    shop.service.on('/v1/pay-token', hang);
    const hanging = [
      post('status', { order: 'o-1' }),
      post('pay-token', { order: 'o-2', wallet, token: 't-2', shown: total }),
      post('prepare', { order: 'o-3' }),
    ];
    while (calls < 2) await new Promise(setImmediate);
    const stop = listener.close(server);
    for (let time = 0; time < 10_000; time += 100) {
      shop.wait(100);
      await pass(100);
    }
    await stop;
    await Promise.all(hanging);
  });
});

async function connectionsOf(server: http.Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.getConnections((_, count) => {
    resolve(count);
  });
  return promise;
}
