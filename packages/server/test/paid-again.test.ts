import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderDetails } from '../src/index.ts';
import { openShop, type ShopOptions } from './shop.ts';

const order: OrderDetails = { amount: '199.90', currency: 'UAH' };
const refusal = { errors: [{ code: 'other', message: 'This order was refunded.' }] } as const;

/** A shop whose one order was paid and given back. */
async function refunded(options: ShopOptions = {}) {
  const shop = await openShop(options);
  await shop.pay();
  const session = shop.service.to('/v1/pay-token')[0]?.body['session_id'];
  await shop.webhook({ id: session, status: 'refunded' });
  await shop.wallet.drain();
  return shop;
}

describe('an order that was refunded', () => {
  it('can be paid again, unless the shop says otherwise', async () => {
    await using shop = await refunded();
    assert.equal((await shop.pay()).status, 200);
    assert.equal(shop.service.to('/v1/pay-token').length, 2);
  });

  it('is not paid again where findOrder refuses it, and its status is still answered', async () => {
    let isOver = false;
    await using shop = await refunded({ findOrder: () => (isOver ? refusal : order) });
    isOver = true;
    assert.equal((await shop.pay()).status, 422);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
    assert.deepEqual(await shop.status(), { outcome: 'refunded', status: 'refunded', final: true });
  });
});
