import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from '../../test/shop.ts';
import type { Shop, ShopOptions } from '../../test/shop.ts';
import type { StatusChange } from '../index.ts';

/** A payment that the service works on: the merchant is told `processing`. */
async function openPaying(onStatusChange: ShopOptions['onStatusChange']): Promise<Shop> {
  const shop = await openShop({ ...(onStatusChange && { onStatusChange }) });
  shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
  await shop.pay();
  return shop;
}

async function confirm(shop: Shop, status: string): Promise<void> {
  const attempt = await shop.store.find({ order: 'o-1' });
  const answer = await shop.webhook({ session_id: attempt?.sessionId, status });
  assert.equal(answer.status, 200);
}

describe('the changes of an order', () => {
  test('are told in the order in which they happened, also when one had to be told again', async () => {
    const told: string[] = [];
    await using shop = await openPaying(({ status }) => {
      told.push(status);
      if (told.length === 1) throw new Error('The shop is down.');
    });
    await shop.wallet.drain();
    await confirm(shop, 'paid');
    await shop.wallet.drain();
    await shop.wallet.reconcile();
    assert.deepEqual(told, ['processing']);
    shop.wait(31_000);
    await shop.wallet.reconcile();
    assert.deepEqual(told, ['processing', 'processing', 'paid']);
  });

  test('are told one at a time, the next as soon as the one before was heard', async () => {
    const told: string[] = [];
    const heard = Promise.withResolvers<undefined>();
    await using shop = await openPaying(async ({ status }) => {
      told.push(status);
      if (told.length === 1) await heard.promise;
    });
    await confirm(shop, 'paid');
    await confirm(shop, 'refunded');
    await shop.wallet.reconcile();
    assert.deepEqual(told, ['processing']);
    heard.resolve(undefined);
    await shop.wallet.drain();
    assert.deepEqual(told, ['processing', 'paid', 'refunded']);
  });
});

describe('an order that another attempt has paid', () => {
  test('keeps its outcome when the late money of the first one is given back', async () => {
    const told: string[] = [];
    await using shop = await openShop({ onStatusChange: ({ outcome }) => void told.push(outcome) });
    shop.service.on('/v1/pay-token', (_, response) => {
      response.destroy();
      return null;
    });
    await shop.pay();
    const first = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    shop.service.statuses.set(first.sessionId ?? '', { status: 'created' });
    for (const minutes of [16, 61]) {
      shop.wait(minutes * 60_000);
      await shop.wallet.reconcile();
    }
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await shop.pay()).status, 200);
    for (const status of ['paid', 'voided']) {
      await shop.webhook({ session_id: first.sessionId, status });
      await shop.wallet.drain();
    }
    await shop.wallet.reconcile();
    assert.equal((await shop.store.find({ id: first.id }))?.state, 'cancelled');
    assert.equal(told.at(-1), 'succeeded');
    assert.match(shop.logs.join('\n'), /^late_truth/m);
  });
});

describe('a merchant who never ends hearing a change', () => {
  test('is told it again, and keeps no server from stopping', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const told: StatusChange[] = [];
    await using shop = await openPaying(async (change) => {
      told.push(change);
      if (told.length === 1) await new Promise(() => undefined);
    });
    t.mock.timers.tick(10_000);
    await shop.wallet.drain();
    assert.match(shop.logs.join('\n'), /onStatusChange failed .*TimeoutError/);
    shop.wait(31_000);
    assert.equal((await shop.wallet.reconcile()).delivered, 1);
    assert.equal(new Set(told.map(({ id }) => id)).size, 1);
  });

  test('holds no question about another order back', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { promise: isAsked, resolve } = Promise.withResolvers<undefined>();
    await using shop = await openPaying(async ({ order }) => {
      if (order === 'o-1') await new Promise(() => undefined);
    });
    t.mock.timers.tick(10_000);
    await shop.wallet.drain();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    await shop.pay({ order: 'o-2' });
    shop.service.on('/v1/get-status', () => {
      resolve(undefined);
      return { status: 'paid' };
    });
    shop.wait(31_000);
    const round = shop.wallet.reconcile();
    await isAsked;
    t.mock.timers.tick(10_000);
    await round;
  });
});
