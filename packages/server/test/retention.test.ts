import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { now, openShop } from './shop.ts';

const day = 24 * 60 * 60 * 1000;

describe('a pruned store', () => {
  it('has lost what ended without money, and goes on with the rest', async () => {
    await using shop = await openShop();
    for (const order of ['o-2', 'o-3']) {
      shop.orders.set(order, { amount: '199.90', currency: 'UAH' });
    }
    await shop.pay();
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay({ order: 'o-2' });
    await shop.wallet.drain();
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

  it('keeps a payment with an undelivered change', async () => {
    let isDown = true;
    const taken: string[] = [];
    await using shop = await openShop({
      onStatusChange: ({ order, outcome }) => {
        if (isDown) throw new Error('Not now.');
        taken.push(`${order} ${outcome}`);
      },
    });
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay();
    await shop.wallet.drain();
    shop.wait(2 * day);
    assert.equal(await shop.wallet.prune({ before: new Date(now() - day) }), 0);
    isDown = false;
    await shop.wallet.reconcile();
    assert.deepEqual(taken, ['o-1 failed']);
    assert.equal(await shop.wallet.prune({ before: new Date(now() + day) }), 1);
  });
});
