import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  codeOf,
  now,
  openShop,
  type Shop,
  type ShopOptions,
  storedAttempt,
} from '../../test/shop.ts';
import { sqliteStore } from '../store/sqlite.ts';

describe('opening an order', () => {
  it('happens once in a process, and ends in one attempt, however many tabs prepare it at two servers', async () => {
    const store = sqliteStore(':memory:', { now });
    await using one = await openShop({ store });
    await using two = await openShop({ store, service: { baseUrl: one.service.baseUrl } });
    const prepare = async (_: unknown, index: number): Promise<Response> =>
      (index % 2 ? one : two).post('/wallet/prepare', { order: 'o-1' });
    const answers = await Promise.all(Array.from({ length: 10 }, prepare));
    assert.ok(answers.every(({ status }) => status === 204));
    assert.ok(one.service.to('/v1/session').length <= 2);
    assert.equal((await one.payments.history('o-1')).attempts.length, 1);
  });

  it('gives each order a session of its own, also at the same time and for the same total', async () => {
    await using shop = await openShop();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    const prepare = async (order: string) => shop.post('/wallet/prepare', { order });
    await Promise.all(['o-1', 'o-2'].map(prepare));
    const [one, two] = [await storedAttempt(shop), await storedAttempt(shop, 'o-2')];
    assert.notEqual(one.sessionId, two.sessionId);
  });

  it('begins again for the same figure in another currency', async () => {
    const operations = { payment: { fields: { currency: 'currency' } } };
    const profile = { currencies: ['UAH', 'EUR'], operations };
    await using shop = await openShop({ service: { profile } });
    await shop.post('/wallet/prepare', { order: 'o-1' });
    shop.orders.set('o-1', { amount: '199.90', currency: 'EUR' });
    await shop.pay({ shown: { amount: '199.90', currency: 'EUR' } });
    const payments = shop.service.to('/v1/payment').map(({ body }) => body);
    const [first, second] = payments.map(({ session_id }) => session_id);
    assert.notEqual(second, first);
    assert.equal(shop.service.to('/v1/pay-token')[0]?.body['session_id'], second);
    assert.deepEqual(
      payments.map(({ currency }) => currency),
      ['UAH', 'EUR'],
    );
  });

  it('begins again after a failure, since the payment may have been added', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/payment', (_, response) => (response.destroy(), null));
    const answer = await shop.post('/wallet/prepare', { order: 'o-1' });
    assert.equal(answer.status, 503);
    shop.service.on('/v1/payment', () => ({ id: '78' }));
    assert.equal((await shop.pay()).status, 200);
    const [first, second] = shop.service.to('/v1/payment').map(({ body }) => body['session_id']);
    assert.notEqual(first, second);
    assert.equal(shop.service.to('/v1/pay-token')[0]?.body['session_id'], second);
  });

  it('is refused where the service gives the session of another order, and asks for no other one', async () => {
    await using shop = await openShop();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    shop.service.on('/v1/session', () => ({ id: 'the-same' }));
    await shop.pay();
    const answer = await shop.pay({ order: 'o-2' });
    assert.deepEqual([answer.status, await codeOf(answer)], [503, 'not_opened']);
    assert.equal(shop.service.to('/v1/session').length, 2);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
    assert.match(shop.logs.join('\n'), /The service gave the session of another payment\./);
  });

  it('is refused where the service gives the session of a payment that failed before', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/session', () => ({ id: 'the-same' }));
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay();
    const answer = await shop.pay();
    assert.deepEqual([answer.status, await codeOf(answer)], [503, 'not_opened']);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('is refused where the service gives the session again that has a payment of another total', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/session', () => ({ id: 'the-same' }));
    await shop.post('/wallet/prepare', { order: 'o-1' });
    shop.orders.set('o-1', { amount: '100.00', currency: 'UAH' });
    const answer = await shop.pay({ shown: { amount: '100.00', currency: 'UAH' } });
    assert.deepEqual([answer.status, await codeOf(answer)], [503, 'not_opened']);
    assert.equal(shop.service.to('/v1/payment').length, 1);
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
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
    const choices = {
      shipping_option: 'courier',
      shipping_address: { country: 'UA' },
      coupon_code: 'TEN',
    };
    assert.equal((await shop.pay(choices)).status, 409);
    const total = { amount: '239.90', currency: 'UAH' };
    assert.equal((await shop.pay({ ...choices, shown: total })).status, 200);
    const [payment] = shop.service.to('/v1/payment');
    assert.equal(payment?.body['amount'], 239.9);
    assert.equal(shop.service.to('/v1/session').length, 1);
    assert.equal((await storedAttempt(shop)).asked, 23990);
  });

  /** The amounts of the payments in each session that a token was sent to. */
  const paidSessions = ({ service }: Shop): readonly (readonly unknown[])[] =>
    service.to('/v1/pay-token').map(({ body: { session_id: session } }) => {
      const payments = service
        .to('/v1/payment')
        .filter(({ body }) => body['session_id'] === session);
      return payments.map(({ body }) => body['amount']);
    });
  const findOrder: ShopOptions['findOrder'] = (_, { shippingOption, shippingAddress }) => ({
    amount: shippingOption === 'courier' ? '239.90' : '199.90',
    currency: 'UAH',
    estimated: shippingAddress === undefined,
  });
  const choices = { shipping_option: 'pickup', shipping_address: { country: 'UA' } };

  it('never adds a second payment to a session where the answer to the first was lost', async () => {
    await using shop = await openShop({ findOrder });
    await shop.post('/wallet/prepare', { order: 'o-1' });
    shop.service.on('/v1/payment', (_, response) => (response.destroy(), null));
    assert.equal((await shop.pay(choices)).status, 503);
    shop.service.on('/v1/payment', () => ({ id: '78' }));
    assert.equal((await shop.pay(choices)).status, 200);
    assert.deepEqual(paidSessions(shop), [[199.9]]);
  });

  it('never adds two payments to a session from two presses at two servers', async () => {
    const store = sqliteStore(':memory:', { now });
    await using one = await openShop({ store, findOrder });
    const service = { baseUrl: one.service.baseUrl };
    await using two = await openShop({ store, findOrder, service });
    await one.post('/wallet/prepare', { order: 'o-1' });
    await Promise.all([one.pay(choices, 'k-1'), two.pay(choices, 'k-2')]);
    assert.deepEqual(paidSessions(one), [[199.9]]);
  });

  it('never adds two payments to a session from two tabs with other shipping', async () => {
    await using shop = await openShop({ findOrder });
    await shop.post('/wallet/prepare', { order: 'o-1' });
    const total = { amount: '239.90', currency: 'UAH' };
    await Promise.all([
      shop.pay(choices),
      shop.pay({ ...choices, shipping_option: 'courier', shown: total }),
    ]);
    const sessions = paidSessions(shop);
    assert.equal(sessions.length, 1);
    assert.equal(sessions[0]?.length, 1);
  });
});
