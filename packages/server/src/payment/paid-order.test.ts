import assert from 'node:assert/strict';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { now, openShop, type Shop } from '../../test/shop.ts';
import { sqliteStore } from '../store/sqlite.ts';

const total = { amount: '199.90', currency: 'UAH' };
const paidTotal = { ...total, paid: true };
const refusal = { code: 'already_paid', outcome: 'succeeded', payment_status: '' };
const validation = {
  order: 'o-1',
  validation_url: 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession',
  domain: 'shop.example',
};

const calls: Readonly<Record<string, (shop: Shop) => Promise<Response>>> = {
  '/prepare': async ({ post }) => post('/wallet/prepare', { order: 'o-1' }),
  '/validate-merchant': async ({ post }) => post('/wallet/validate-merchant', validation),
  '/pay-token of wallet A': async ({ pay }) => pay({ wallet: 'wallet-a' }),
  '/pay-token of wallet B': async ({ pay }) => pay(),
};

async function problemOf(response: Response): Promise<object> {
  const { code, outcome, payment_status } = (await response.json()) as Record<string, unknown>;
  return { code, outcome, payment_status };
}

describe('an order that the shop says is paid', () => {
  for (const [name, call] of Object.entries(calls)) {
    it(`is refused at ${name}, as paid, and nothing is sent`, async () => {
      await using shop = await openShop({ findOrder: () => paidTotal });
      const answer = await call(shop);
      assert.equal(answer.status, 409);
      assert.deepEqual(await problemOf(answer), refusal);
      assert.equal(shop.service.calls.length, 0);
    });
  }

  it('is refused to code', async () => {
    await using shop = await openShop({ findOrder: () => paidTotal });
    const payment = shop.wallet.pay({ order: 'o-1', wallet: 'wallet-b', token: 't', key: 'k' });
    await assert.rejects(payment, { code: 'already_paid' });
    assert.equal(shop.service.calls.length, 0);
  });

  it('needs no total', async () => {
    await using shop = await openShop({ findOrder: () => ({ paid: true }) as never });
    assert.deepEqual(await problemOf(await shop.pay()), refusal);
  });

  it('gets no token when it was paid while its session was opened', async () => {
    let isPaid = false;
    await using shop = await openShop({ findOrder: () => ({ ...total, paid: isPaid }) });
    shop.service.on('/v1/payment', ({ body }) => {
      isPaid = true;
      return { id: '1', session_id: body['session_id'] };
    });
    assert.deepEqual(await problemOf(await shop.pay()), refusal);
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
  });

  it('is paid where its status is asked for, with and without an attempt of its own', async () => {
    let isPaid = false;
    await using shop = await openShop({ findOrder: () => ({ ...total, paid: isPaid }) });
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay();
    isPaid = true;
    const answer = { outcome: 'succeeded', status: '', final: true };
    assert.deepEqual(await shop.status(), answer);
    assert.deepEqual(await shop.status('o-2'), answer);
  });

  it('shows its own payment where the store knows that', async () => {
    let isPaid = false;
    await using shop = await openShop({ findOrder: () => ({ ...total, paid: isPaid }) });
    await shop.pay({}, 'k1');
    isPaid = true;
    assert.deepEqual(await problemOf(await shop.pay()), { ...refusal, payment_status: 'paid' });
    assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
    // The same press again is not another one.
    assert.equal((await shop.pay({}, 'k1')).status, 200);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('is charged once, though an older backup of the payments was restored', async () => {
    const folder = temporaryFolder();
    const paidOrders = new Set<string>();
    const findOrder = (order: string) => ({ ...total, paid: paidOrders.has(order) });
    const onStatusChange = ({ order, outcome }: { order: string; outcome: string }): void => {
      if (outcome === 'succeeded') paidOrders.add(order);
    };
    const live = join(folder, 'payments.db');
    const before = sqliteStore(live, { now });
    await before.open();
    const db = new DatabaseSync(live, { readOnly: true });
    await backup(db, join(folder, 'backup.db'));
    db.close();
    await using shop = await openShop({ store: before, findOrder, onStatusChange });
    assert.equal((await shop.pay()).status, 200);
    await shop.wallet.drain();

    const store = sqliteStore(join(folder, 'backup.db'), { now });
    await using restored = await openShop({ store, findOrder });
    assert.deepEqual(await problemOf(await restored.pay()), refusal);
    assert.equal(restored.service.calls.length, 0);
  });
});
