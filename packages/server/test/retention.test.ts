import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { sqliteStore } from '../src/store/sqlite.ts';
import { memoryStore } from '../src/store/memory.ts';
import { lost, openWith, taken } from './paid-shop.ts';
import { now, openShop, type Shop, type ShopOptions, storedAttempt } from './shop.ts';

const day = 24 * 60 * 60 * 1000;

/** Asks about what has ended until nothing is left to ask: for three days. */
async function endQuestions({ wallet, wait }: Shop): Promise<void> {
  for (let rounds = 0; rounds < 12; rounds += 1) {
    wait(3 * day);
    await wallet.reconcile();
  }
}

describe('a pruned store', () => {
  it('has lost what ended without money, and takes payments of the other orders', async () => {
    await using shop = await openShop();
    for (const order of ['o-2', 'o-3']) {
      shop.orders.set(order, { amount: '199.90', currency: 'UAH' });
    }
    await shop.pay();
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay({ order: 'o-2' });
    await shop.wallet.drain();
    await endQuestions(shop);
    shop.wait(2 * day);
    await shop.pay({ order: 'o-3' });
    await shop.wallet.drain();

    assert.equal(await shop.wallet.prune({ before: new Date(now() - day) }), 1);
    const orders = (await shop.wallet.list()).payments.map(({ order }) => order);
    assert.deepEqual(orders.toSorted(), ['o-1', 'o-3']);

    assert.equal((await shop.pay()).status, 409);
    assert.equal((await shop.post('/wallet/status', { order: 'o-2' })).status, 404);
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await shop.pay({ order: 'o-2' })).status, 200);
    await shop.wallet.drain();
    const outcomes = shop.changes.map(({ order, outcome }) => `${order} ${outcome}`);
    assert.deepEqual(outcomes, ['o-1 succeeded', 'o-2 failed', 'o-3 failed', 'o-2 succeeded']);
  });

  it('keeps a payment that was given up while a late charge may come', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', lost);
    await shop.pay();
    for (let round = 0; round < 3; round += 1) {
      shop.wait(day / 96);
      await shop.wallet.reconcile();
    }
    const { sessionId: id, state } = await storedAttempt(shop);
    assert.equal(state, 'abandoned');
    shop.wait(2 * day);
    assert.equal(await shop.wallet.prune({ before: new Date(now() - day) }), 0);
    await shop.webhook({ id, status: 'paid' });
    assert.equal((await storedAttempt(shop)).state, 'paid');
  });

  it('keeps a failed payment while a late charge may come', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay();
    await shop.wallet.drain();
    const { sessionId: id } = await storedAttempt(shop);
    shop.wait(2 * day);
    assert.equal(await shop.wallet.prune({ before: new Date(now() - day) }), 0);
    await shop.webhook({ id, status: 'paid' });
    assert.equal((await storedAttempt(shop)).state, 'paid');
  });

  for (const options of [{ key: 'return 1' }, {}]) {
    const isKeyed = 'key' in options;
    it(`sends no refund ${isKeyed ? 'with' : 'without'} a key again, where the order was paid again`, async () => {
      await using shop = await openWith('paid');
      shop.service.on('/v1/void', taken(shop, { status: 'refunded' }));
      await shop.wallet.refund('o-1', options);
      await shop.wallet.drain();
      await endQuestions(shop);
      await shop.pay();
      await shop.wallet.drain();
      assert.equal(await shop.wallet.prune({ before: new Date(now()) }), 1);
      const code = isKeyed ? 'no_payment' : 'attempt_required';
      await assert.rejects(shop.wallet.refund('o-1', options), { code });
      assert.equal(shop.service.to('/v1/void').length, 1);
      const { attempt = '' } = (await shop.wallet.find('o-1')) ?? {};
      assert.equal((await shop.wallet.refund('o-1', { attempt })).state, 'done');
    });
  }

  it('keeps a payment with an undelivered change', async () => {
    let isDown = true;
    const deliveries: string[] = [];
    await using shop = await openShop({
      onStatusChange: ({ order, outcome }) => {
        if (isDown) throw new Error('Not now.');
        deliveries.push(`${order} ${outcome}`);
      },
    });
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay();
    await shop.wallet.drain();
    shop.wait(2 * day);
    assert.equal(await shop.wallet.prune({ before: new Date(now() - day) }), 0);
    isDown = false;
    await shop.wallet.reconcile();
    assert.deepEqual(deliveries, ['o-1 failed']);
    await endQuestions(shop);
    assert.equal(await shop.wallet.prune({ before: new Date(now() + day) }), 1);
  });
});

/** A shop whose order was paid, whose session has ended since, and whose paid orders were pruned. */
async function openPruned(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openWith('paid', options);
  shop.wait(31 * day);
  await shop.wallet.reconcile();
  shop.wait(2 * day);
  assert.equal(await shop.wallet.prune({ before: new Date(now() - day), paid: true }), 1);
  return shop;
}

describe('a paid order that was pruned', () => {
  it('is some hundred bytes, without history and place in the list', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'payments.db');
    await using shop = await openPruned({ store: sqliteStore(file, { now }) });
    const payment = (await shop.wallet.find('o-1')) ?? assert.fail();
    assert.deepEqual([payment.history, payment.state], [[], 'paid']);
    assert.deepEqual((await shop.wallet.list()).payments, []);
    const database = new DatabaseSync(file);
    const row = database.prepare('SELECT length(body) AS size FROM wallet_order').get();
    database.close();
    assert.ok(Number(row?.['size']) <= 350, String(row?.['size']));
  });

  it('stays closed, and a press answers that it is paid', async () => {
    for (const store of [memoryStore({ now }), sqliteStore(':memory:', { now })]) {
      await using shop = await openPruned({ store });
      const tokens = shop.service.to('/v1/pay-token').length;
      for (const key of ['key-1', 'another']) {
        const response = await shop.pay({}, key);
        const problem = (await response.json()) as Readonly<Record<string, unknown>>;
        const { code, outcome, payment_status: status } = problem;
        assert.equal(response.status, 409);
        assert.deepEqual([code, outcome, status], ['already_paid', 'succeeded', 'paid']);
      }
      assert.equal(shop.service.to('/v1/pay-token').length, tokens);
      assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
    }
  });

  it('keeps its token and its idempotency key from another order', async () => {
    await using shop = await openPruned();
    for (const order of ['o-2', 'o-3']) {
      shop.orders.set(order, { amount: '199.90', currency: 'UAH' });
    }
    const tokens = shop.service.to('/v1/pay-token').length;
    const same = await shop.pay({ order: 'o-2', token: 'token-key-1' }, 'another');
    assert.equal(((await same.json()) as { code: string }).code, 'token_reused');
    assert.equal((await shop.pay({ order: 'o-3', token: 'fresh' }, 'key-1')).status, 409);
    assert.equal(shop.service.to('/v1/pay-token').length, tokens);
  });

  it('records a refund that comes late, delivers it, and is listed again', async () => {
    await using shop = await openPruned();
    const { sessionId } = await storedAttempt(shop);
    assert.equal((await shop.webhook({ id: sessionId, status: 'refunded' })).status, 200);
    await shop.wallet.drain();
    assert.equal(shop.changes.at(-1)?.outcome, 'refunded');
    const states = (await shop.wallet.list()).payments.map(({ state }) => state);
    assert.deepEqual(states, ['refunded']);
  });

  it('can still be refunded, once with each key', async () => {
    await using shop = await openWith('paid');
    const status = { status: 'paid', amount: '199.90', refunded: '50.00' };
    shop.service.on('/v1/void', taken(shop, status));
    const part = { amount: '50.00', key: 'return 1' };
    await shop.wallet.refund('o-1', part);
    shop.wait(40 * day);
    await shop.wallet.reconcile();
    shop.wait(2 * day);
    assert.equal(await shop.wallet.prune({ before: new Date(now() - day), paid: true }), 1);
    const callCount = shop.service.to('/v1/void').length;
    const { id } = await shop.wallet.refund('o-1', part);
    assert.equal(shop.service.to('/v1/void').length, callCount);
    assert.equal((await shop.wallet.find('o-1'))?.operations[0]?.id, id);
  });

  it('is pruned once', async () => {
    await using shop = await openPruned();
    assert.equal(await shop.wallet.prune({ before: new Date(now()), paid: true }), 0);
  });
});

describe('a paid order', () => {
  it('stays as it is while the service is asked about it', async () => {
    await using shop = await openWith('paid');
    shop.wait(2 * day);
    assert.equal(await shop.wallet.prune({ before: new Date(now() - day), paid: true }), 0);
    assert.equal((await shop.wallet.list()).payments.length, 1);
  });

  it('stays as it is while a hold, a review or a change is left', async () => {
    await using heldShop = await openWith('holded');
    heldShop.wait(40 * day);
    assert.equal(await heldShop.wallet.prune({ before: new Date(now() - day), paid: true }), 0);
    await using failing = await openWith('paid', {
      onStatusChange: async () => Promise.reject(new Error('The shop is down.')),
    });
    failing.wait(31 * day);
    await failing.wallet.reconcile();
    failing.wait(2 * day);
    assert.equal(await failing.wallet.prune({ before: new Date(now() - day), paid: true }), 0);
  });
});
