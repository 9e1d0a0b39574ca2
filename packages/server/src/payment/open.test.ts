import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { now, openShop, storedAttempt } from '../../test/shop.ts';
import { sqliteStore } from '../store/sqlite.ts';

describe('opening an order', () => {
  it('happens once in a process, and ends in one attempt, however many tabs prepare it at two servers', async () => {
    const store = sqliteStore(':memory:', { now });
    await using one = await openShop({ store });
    await using two = await openShop({ store, service: { baseUrl: one.service.baseUrl } });
    const prepare = async (_: unknown, at: number): Promise<Response> =>
      (at % 2 ? one : two).post('/wallet/prepare', { order: 'o-1' });
    const answers = await Promise.all(Array.from({ length: 10 }, prepare));
    assert.ok(answers.every(({ status }) => status === 204));
    assert.ok(one.service.to('/v1/session').length <= 2);
    assert.equal((await one.payments.history('o-1')).attempts.length, 1);
  });

  it('that failed is begun anew: the payment may have been added', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/payment', (_, response) => (response.destroy(), null));
    const failed = await shop.post('/wallet/prepare', { order: 'o-1' });
    assert.equal(failed.status, 503);
    shop.service.on('/v1/payment', () => ({ id: '78' }));
    assert.equal((await shop.pay()).status, 200);
    const [first, second] = shop.service.to('/v1/payment').map(({ body }) => body['session_id']);
    assert.notEqual(first, second);
    assert.equal(shop.service.to('/v1/pay-token')[0]?.body['session_id'], second);
  });

  it('adds no payment while the sheet may still change the total', async () => {
    await using shop = await openShop({
      findOrder: (_, { shippingOption, shippingAddress, couponCode }) => ({
        amount: shippingOption === 'courier' && couponCode === 'TEN' ? '239.90' : '199.90',
        currency: 'UAH',
        estimated: shippingAddress === undefined,
      }),
    });
    await shop.post('/wallet/prepare', { order: 'o-1' });
    assert.equal(shop.service.to('/v1/payment').length, 0);
    const chosen = {
      shipping_option: 'courier',
      shipping_address: { country: 'UA' },
      coupon_code: 'TEN',
    };
    assert.equal((await shop.pay(chosen)).status, 409);
    const shown = { amount: '239.90', currency: 'UAH' };
    assert.equal((await shop.pay({ ...chosen, shown })).status, 200);
    const [payment] = shop.service.to('/v1/payment');
    assert.equal(payment?.body['amount'], 239.9);
    assert.equal(shop.service.to('/v1/session').length, 1);
    assert.equal((await storedAttempt(shop)).asked, 23990);
  });
});
