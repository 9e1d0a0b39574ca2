import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop, type Shop } from '../../test/shop.ts';
import {
  defineProfile,
  type OrderChoices,
  type OrderDetails,
  WalletServerError,
} from '../index.ts';

const day = 24 * 3_600_000;
const total = { amount: '199.90', currency: 'UAH' } as const;

const bodiesOf = (shop: Shop, path: string): readonly unknown[] =>
  shop.service.to(path).map(({ body }) => body);

describe('what findOrder answers', () => {
  const reservedFields: readonly (readonly [string, Partial<OrderDetails>, string])[] = [
    ['the amount', { payment: { amount: 1 } }, 'amount'],
    ['the session', { payment: { session_id: 'another' } }, 'session_id'],
    ['the merchant', { session: { merchant_id: '2' } }, 'merchant_id'],
    ['where webhooks go', { session: { callback_url: 'https://x.example' } }, 'callback_url'],
  ];
  for (const [what, members, name] of reservedFields) {
    it(`cannot take the place of ${what}: nothing is sent`, async () => {
      await using shop = await openShop({ findOrder: () => ({ ...total, ...members }) });
      const answer = await shop.pay();
      assert.equal(answer.status, 500);
      assert.equal(shop.service.to('/v1/pay-token').length, 0);
      assert.match(shop.logs.join('\n'), new RegExp(`"code":"order_invalid".*${name}`));
    });
  }

  it('in a currency that the service does not take is refused, and nothing is sent', async () => {
    const usd = { amount: '10.00', currency: 'USD' };
    await using shop = await openShop({ findOrder: () => usd });
    assert.equal((await shop.pay({ shown: usd })).status, 500);
    assert.equal(shop.service.to('/v1/payment').length, 0);
    assert.match(shop.logs.join('\n'), /does not take USD.*add \\"USD\\" to currencies/);
    const profile = defineProfile({
      currencies: ['UAH', 'USD'],
      operations: { payment: { fields: { currency: 'currency' } } },
    });
    await using other = await openShop({ findOrder: () => usd, service: { profile } });
    assert.equal((await other.pay({ shown: usd })).status, 200);
    assert.match(JSON.stringify(bodiesOf(other, '/v1/payment')), /"currency":"USD"/);
  });

  it('depends on who pays and who is billed, once the payer has agreed', async () => {
    const questions: OrderChoices[] = [];
    await using shop = await openShop({
      findOrder: (_, choices) => {
        questions.push(choices);
        return total;
      },
    });
    const payer = { name: 'A B', email: 'a@example.com' };
    const billing_address = { country: 'UA', locality: 'Lviv' };
    await shop.pay({ payer, billing_address });
    assert.deepEqual(questions[0]?.payer, payer);
    assert.deepEqual(questions[0].billingAddress, billing_address);
  });

  it('does not matter for the status of a paid order, unless it is "not yours"', async () => {
    for (const laterAnswer of [
      { amount: '0.00', currency: 'UAH' },
      { errors: [{ code: 'coupon_invalid', message: 'Over.' }] },
    ] as const) {
      let isPaid = false;
      await using shop = await openShop({ findOrder: () => (isPaid ? laterAnswer : total) });
      await shop.pay();
      isPaid = true;
      assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
    }
  });
});

describe('an order that was opened', () => {
  it('keeps its session while only the payment is still to be said', async () => {
    let isAgreed = false;
    const session = { client_phone: '+380000000000' };
    await using shop = await openShop({
      findOrder: () =>
        isAgreed
          ? { ...total, session, payment: { products: ['tea'] } }
          : { ...total, session, estimated: true },
    });
    await shop.post('/wallet/prepare', { order: 'o-1' });
    isAgreed = true;
    assert.equal((await shop.pay()).status, 200);
    assert.equal(shop.service.to('/v1/session').length, 1);
  });

  it('is opened again before its session is over', async () => {
    await using shop = await openShop();
    await shop.post('/wallet/prepare', { order: 'o-1' });
    shop.wait(14 * day);
    await shop.post('/wallet/prepare', { order: 'o-1' });
    assert.equal(shop.service.to('/v1/session').length, 1);
    shop.wait(2 * day);
    assert.equal((await shop.pay()).status, 200);
    assert.equal(shop.service.to('/v1/session').length, 2);
  });
});

it('an order whose tokens never left is opened again before its session is over', async () => {
  const blockTokens = async (url: string, init: RequestInit): Promise<Response> => {
    if (url.endsWith('/pay-token')) throw new WalletServerError('service_unreachable', 'refused');
    return fetch(url, init);
  };
  await using shop = await openShop({ service: { fetch: blockTokens } });
  for (const days of [0, 14, 14]) {
    shop.wait(days * day);
    assert.equal((await shop.pay()).status, 503);
  }
  assert.equal(shop.service.to('/v1/session').length, 2);
});

describe('a service that names amounts in minor units', () => {
  const profile = defineProfile({
    forms: { amount: 'minor-integer', answeredAmount: 'minor' },
  });
  for (const [amount, outcome] of [
    [19990, 'succeeded'],
    [19991, 'unknown'],
    ['199.90', 'unknown'],
  ] as const) {
    it(`is understood: ${String(amount)} is ${outcome}`, async () => {
      await using shop = await openShop({ service: { profile } });
      shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount }));
      assert.equal(((await (await shop.pay()).json()) as { outcome: string }).outcome, outcome);
    });
  }
});

describe('choices that the shop cannot take', () => {
  it('come back as what the payer can put right, and nothing is sent', async () => {
    const errors = [
      { code: 'shipping_address_unserviceable', field: 'country', message: 'Not there.' },
    ] as const;
    await using shop = await openShop({ findOrder: () => ({ errors }) });
    const answer = await shop.pay({ shipping_address: { country: 'AQ' } });
    assert.equal(answer.status, 422);
    const problem = (await answer.json()) as { code: string; errors: unknown };
    assert.equal(problem.code, 'choices_refused');
    assert.deepEqual(problem.errors, errors);
    assert.equal(shop.service.calls.length, 0);
  });
});
