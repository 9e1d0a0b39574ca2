import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { openShop } from '../../test/shop.ts';

import { memoryStore } from '../index.ts';
import { sqliteStore } from '../store/sqlite.ts';

const hour = 3_600_000;
const order = { order: 'o-1' };

test('a round of so many questions that it is no number asks none, and says so', async () => {
  await using shop = await openShop();
  await assert.rejects(shop.wallet.reconcile({ limit: NaN }), { code: 'config_invalid' });
});

describe('what becomes of a payment, asked of the service', () => {
  test('is asked at once when a hint comes while the last question is under way', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm' } });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    await shop.pay();
    // By then the next question would come in an hour.
    for (let rounds = 0; rounds < 12; rounds += 1) {
      shop.wait(1.3 * hour);
      await shop.wallet.reconcile();
    }
    const attempt = await shop.store.find({ order: 'o-1' });
    shop.wait(1.3 * hour);
    shop.service.on('/v1/get-status', async () => {
      const body = { id: attempt?.sessionId, status: 'paid' };
      const hint = await shop.post('/wallet/webhook/v1', body);
      assert.equal(hint.status, 200);
      return { status: 'processing' };
    });
    await shop.wallet.reconcile();
    shop.service.on('/v1/get-status', () => ({ status: 'paid' }));
    shop.wait(2000);
    await shop.wallet.reconcile();
    assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'paid');
  });

  test('is raised where nobody knows the word, also after the payment', async () => {
    await using shop = await openShop();
    await shop.pay();
    const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    shop.service.statuses.set(sessionId ?? '', { status: 'chargeback' });
    assert.equal((await shop.webhook({ session_id: sessionId, status: 'chargeback' })).status, 200);
    await shop.wallet.drain();
    assert.match(
      shop.logs.join('\n'),
      /^unknown_status .*"state":"paid".*"heard":\{"status":"chargeback"/m,
    );
    assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
  });

  test('in an amount that was not agreed to is raised with that amount, and left to nobody', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.91' }));
    assert.equal((await shop.pay()).status, 202);
    const attempt = await shop.store.find({ order: 'o-1' });
    assert.deepEqual([attempt?.state, attempt?.flag], ['unknown', 'mismatch']);
    assert.match(
      shop.logs.join('\n'),
      /^amount_mismatch .*"heard":\{"status":"paid","amount":"199.91","currency":null\}/m,
    );
  });

  test('is asked of the service until it answers, also after a hint at what follows the end', async () => {
    for (const store of [memoryStore(), sqliteStore(':memory:')]) {
      await using shop = await openShop({
        store,
        service: { webhooks: 'confirm', statusRetries: 0 },
      });
      await shop.pay();
      const { sessionId } = (await store.find({ order: 'o-1' })) ?? assert.fail();
      shop.service.on('/v1/get-status', (_, response) => {
        response.writeHead(503).end();
        return null;
      });
      shop.wait(hour);
      assert.equal((await shop.webhook({ session_id: sessionId, status: 'refunded' })).status, 200);
      await shop.wallet.drain();
      shop.wait(2000);
      await shop.wallet.reconcile();
      shop.service.on('/v1/get-status', () => ({ status: 'refunded' }));
      shop.wait(2 * hour);
      await shop.wallet.reconcile();
      const { state, nextCheckAt } = (await store.find({ order: 'o-1' })) ?? assert.fail();
      assert.deepEqual([state, nextCheckAt], ['refunded', null]);
    }
  });

  test('is asked again after a hint that came while the answer was on its way', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm' } });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    shop.service.on('/v1/get-status', async () => {
      shop.service.on('/v1/get-status', () => ({ status: 'refunded' }));
      shop.wait(3000);
      await shop.webhook({ session_id: sessionId, status: 'refunded' });
      return { status: 'paid' };
    });
    shop.wait(5000);
    await shop.status();
    await shop.wallet.drain();
    shop.wait(2000);
    await shop.wallet.reconcile();
    assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'refunded');
  });

  test('changes nothing where it is said of a session that was left behind', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm' } });
    await shop.post('/wallet/prepare', order);
    const { sessionId } = (await shop.store.find(order)) ?? assert.fail();
    const [asked, sent] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    shop.service.on('/v1/get-status', async () => asked.promise);
    await shop.webhook({ id: sessionId, status: 'expired' });
    shop.orders.set('o-1', { amount: '250.00', currency: 'UAH' });
    const left = new Promise<void>((resolve) => {
      shop.service.on('/v1/pay-token', async () => {
        resolve();
        return sent.promise;
      });
    });
    const paying = shop.pay({ shown: { amount: '250', currency: 'UAH' } });
    await left;
    asked.resolve({ status: 'expired' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await shop.store.find(order))?.state, 'sending');
    sent.resolve({ status: 'paid' });
    assert.equal((await paying).status, 200);
  });

  test('is no word of its absence while the token is on its way, whatever the clock does (I5)', async () => {
    await using shop = await openShop();
    const sent = Promise.withResolvers<object>();
    const left = new Promise<void>((resolve) => {
      shop.service.on('/v1/pay-token', async () => {
        resolve();
        return sent.promise;
      });
    });
    const paying = shop.pay();
    await left;
    shop.wait(hour);
    await shop.wallet.reconcile();
    assert.equal((await shop.store.find(order))?.state, 'unknown');
    sent.resolve({ status: 'paid' });
    assert.deepEqual(await (await paying).json(), { outcome: 'succeeded', status: 'paid' });
  });

  test('is asked of all that are due in one round, so many at once', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    for (const ref of ['o-2', 'o-3', 'o-4', 'o-5', 'o-6']) {
      shop.orders.set(ref, { amount: '1.00', currency: 'UAH' });
      await shop.pay({ order: ref, shown: { amount: '1', currency: 'UAH' } });
    }
    await shop.wallet.drain();
    shop.wait(5000);
    assert.equal((await shop.wallet.reconcile({ limit: 2 })).asked, 5);
  });

  test('is asked once a round, however long the answers take, and the news are told meanwhile', async () => {
    let isDown = true;
    const told: string[] = [];
    await using shop = await openShop({
      service: { statusRetries: 0 },
      onStatusChange: ({ order }) => {
        if (isDown) throw new Error('The shop is down.');
        told.push(order);
      },
    });
    await shop.pay();
    await shop.wallet.drain();
    isDown = false;
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    for (const ref of ['o-2', 'o-3', 'o-4']) {
      shop.orders.set(ref, { amount: '1.00', currency: 'UAH' });
      await shop.pay({ order: ref, shown: { amount: '1', currency: 'UAH' } });
    }
    await shop.wallet.drain();
    told.splice(0);
    shop.service.on('/v1/get-status', (_, response) => {
      shop.wait(90_000);
      response.writeHead(503).end();
      return null;
    });
    shop.wait(5000);
    const { asked } = await shop.wallet.reconcile({ limit: 1 });
    assert.ok(asked <= 4);
    assert.deepEqual(told, ['o-1']);
  });

  test('is not asked for ever where the service refuses to say it', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm', statusRetries: 0 } });
    await shop.pay();
    const { sessionId } = (await shop.store.find(order)) ?? assert.fail();
    shop.service.on('/v1/get-status', (_, response) => {
      response.writeHead(410).end();
      return null;
    });
    await shop.webhook({ id: sessionId, status: 'refunded' });
    await shop.wallet.drain();
    for (let rounds = 0; rounds < 200; rounds += 1) {
      shop.wait(2 * hour);
      await shop.wallet.reconcile();
    }
    assert.equal((await shop.store.find(order))?.nextCheckAt, null);
  });

  test('is not asked beside a webhook that came while the token was on its way', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', async () => {
      const { sessionId } = (await shop.store.find(order)) ?? assert.fail();
      await shop.webhook({ id: sessionId, status: 'processing' });
      while ((await shop.store.find(order))?.state !== 'pending') {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return { status: 'paid' };
    });
    await shop.pay();
    await shop.wallet.drain();
    shop.wait(hour);
    assert.equal((await shop.wallet.reconcile()).asked, 0);
  });

  test('is asked at once when the clock was set back, not when it has caught up', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    shop.wait(-hour);
    assert.equal((await shop.wallet.reconcile()).asked, 1);
  });

  test('is asked for as long as money is held', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'holded' }));
    shop.service.on('/v1/get-status', () => ({ status: 'holded' }));
    await shop.pay();
    for (let day = 0; day < 20; day += 1) {
      shop.wait(24 * hour);
      await shop.wallet.reconcile();
    }
    shop.service.on('/v1/get-status', () => ({ status: 'paid' }));
    shop.wait(2 * hour);
    await shop.wallet.reconcile();
    assert.equal((await shop.store.find(order))?.state, 'paid');
  });

  test('is left to a person after three days, and answers by itself all the same (I22)', async () => {
    for (const store of [memoryStore(), sqliteStore(':memory:')]) {
      await using shop = await openShop({ store, service: { statusRetries: 0 } });
      shop.service.on('/v1/pay-token', (_, response) => {
        response.destroy();
        return null;
      });
      const down = (_: unknown, response: ServerResponse): null => {
        response.writeHead(503).end();
        return null;
      };
      shop.service.on('/v1/get-status', down);
      await shop.pay();
      shop.wait(73 * hour);
      await shop.wallet.recover();
      await shop.wallet.reconcile();
      assert.equal((await store.find(order))?.flag, 'needs_review');
      shop.service.on('/v1/get-status', () => ({ status: 'paid' }));
      shop.wait(2 * hour);
      await shop.wallet.reconcile();
      const { state, flag } = (await store.find(order)) ?? assert.fail();
      assert.deepEqual([state, flag], ['paid', null]);
    }
  });

  test('is asked soon again after hints, however many came', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm' } });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    await shop.pay();
    const { sessionId } = (await shop.store.find(order)) ?? assert.fail();
    for (let hints = 0; hints < 12; hints += 1) {
      shop.wait(2500);
      await shop.webhook({ id: sessionId, status: 'processing' });
      await shop.wallet.drain();
      await shop.wallet.reconcile();
    }
    shop.wait(10_000);
    assert.equal((await shop.wallet.reconcile()).asked, 1);
  });

  test('is written down before a round ends, though the news could not be told', async () => {
    const store = memoryStore();
    const broken = { ...store, claimNews: async () => Promise.reject(new Error('disk full')) };
    await using shop = await openShop({ store: broken });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    shop.wait(5000);
    shop.service.on('/v1/get-status', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { status: 'paid' };
    });
    await assert.rejects(shop.wallet.reconcile(), /disk full/);
    assert.equal((await store.find(order))?.state, 'paid');
  });

  test('is none before a token was sent: the order can be paid', async () => {
    await using shop = await openShop();
    await shop.post('/wallet/prepare', { order: 'o-1' });
    const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    for (const status of ['preprocessing', 'unheard_of']) {
      assert.equal((await shop.webhook({ session_id: sessionId, status })).status, 200);
    }
    await shop.wallet.drain();
    assert.equal((await shop.pay()).status, 200);
  });
});
