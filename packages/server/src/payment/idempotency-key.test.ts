import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, openShop } from '../../test/shop.ts';

describe('a request that comes again', () => {
  it('is answered as the first time, and sends nothing', async () => {
    await using shop = await openShop();
    const [first, second] = [await shop.pay({}, 'k'), await shop.pay({}, 'k')];
    assert.deepEqual(await second.json(), await first.json());
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('is refused where its key comes with another body', async () => {
    await using shop = await openShop();
    await shop.pay({}, 'k');
    const answer = await shop.pay({ token: 'other' }, 'k');
    assert.equal(answer.status, 422);
    assert.equal(await codeOf(answer), 'idempotency_key_reused');
  });

  it('is refused where its key comes with another order', async () => {
    await using shop = await openShop();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    await shop.pay({}, 'k');
    const answer = await shop.pay({ order: 'o-2' }, 'k');
    assert.deepEqual([answer.status, await codeOf(answer)], [422, 'idempotency_key_reused']);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });
});

describe('a token', () => {
  it('pays one order only', async () => {
    await using shop = await openShop();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    await shop.pay({ token: 'once' });
    const answer = await shop.pay({ order: 'o-2', token: 'once' });
    assert.equal(answer.status, 409);
    assert.equal(await codeOf(answer), 'token_reused');
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });
});
