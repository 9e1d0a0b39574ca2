import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { openShop, type Shop } from '../../test/shop.ts';
import { type OrderChoices, type PayOptions, type PayResult, WalletServerError } from '../index.ts';
import { memoryStore } from '../store/memory.ts';
import { sqliteStore } from '../store/sqlite.ts';

const price = { amount: '199.90', currency: 'UAH' };

/** Pays the order `o-1` from code; the token belongs to the key unless another one is given. */
async function payIn({ wallet }: Shop, more: Partial<PayOptions> = {}): Promise<PayResult> {
  const { key = 'k' } = more;
  return wallet.pay({ order: 'o-1', wallet: 'wallet-b', token: `token-${key}`, key, ...more });
}

/** The refusal of a payment. */
async function refusal(payment: Promise<unknown>): Promise<WalletServerError> {
  const error = await payment.then(
    () => assert.fail('It was not refused.'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof WalletServerError);
  return error;
}

const sentTokens = ({ service }: Shop): number => service.to('/v1/pay-token').length;

describe('a payment from code', () => {
  it('opens session and payment, sends the token once, and returns the outcome', async () => {
    await using shop = await openShop();
    const { attempt, ...result } = await payIn(shop);
    assert.deepEqual(result, { order: 'o-1', outcome: 'succeeded', status: 'paid' });
    assert.equal(attempt, (await shop.stored())?.id);
    const paths = shop.service.calls.map(({ path }) => path);
    assert.deepEqual(paths, ['/v1/session', '/v1/payment', '/v1/pay-token']);
    await shop.wallet.drain();
    assert.deepEqual(
      shop.changes.map(({ outcome, amount }) => [outcome, amount]),
      [['succeeded', '199.90']],
    );
  });

  it('is refused while the total of the order may still change, and sends nothing', async () => {
    let isEstimated = true;
    const findOrder = () => ({ ...price, estimated: isEstimated });
    await using shop = await openShop({ findOrder });
    for (const more of [{}, { shown: price }]) {
      const { code, status } = await refusal(payIn(shop, more));
      assert.deepEqual([code, status], ['order_estimated', 409]);
    }
    assert.deepEqual(shop.service.calls, []);
    isEstimated = false;
    const paid = await payIn(shop);
    isEstimated = true;
    assert.deepEqual(await payIn(shop), paid);
    assert.equal(sentTokens(shop), 1);
  });

  it('is refused where the total becomes an estimate while the payment is opened', async () => {
    let looks = 0;
    const findOrder = () => ({ ...price, estimated: (looks += 1) > 1 });
    await using shop = await openShop({ findOrder });
    assert.equal((await refusal(payIn(shop))).code, 'order_estimated');
    assert.equal(sentTokens(shop), 0);
  });

  it('sends the service what a payment from a page sends', async () => {
    const recordCalls = async (
      pay: (shop: Shop) => Promise<unknown>,
    ): Promise<readonly string[]> => {
      await using shop = await openShop();
      await pay(shop);
      // The session and the receipt differ from payment to payment.
      const ownValues = /(?<="session_id":")[^"]+|return\/[^"]+/g;
      return shop.service.calls.map(({ raw }) => raw.toString().replaceAll(ownValues, ''));
    };
    const card = { network: 'visa', last4: '1234' };
    const fromPage = await recordCalls(async (shop) => shop.pay({ token: 'token', card }));
    assert.deepEqual(
      await recordCalls(async (shop) => payIn(shop, { token: 'token', card })),
      fromPage,
    );
  });

  it('hands the bank’s page over, and again to a call that is repeated', async () => {
    await using shop = await openShop();
    const acs_url = 'https://bank.example/acs?id=1';
    shop.service.on('/v1/pay-token', () => ({ status: 'processing', acs_url }));
    const results = [await payIn(shop), await payIn(shop)];
    for (const { outcome, acs_url: url } of results) {
      assert.deepEqual([outcome, url], ['pending', acs_url]);
    }
    assert.equal(sentTokens(shop), 1);
  });

  it('names the order by its own reference', async () => {
    await using shop = await openShop({ findOrder: () => ({ ...price, reference: 'O-1' }) });
    assert.equal((await payIn(shop)).order, 'O-1');
  });

  it('gives findOrder the caller’s own request, or one without a header', async () => {
    const allChoices: OrderChoices[] = [];
    await using shop = await openShop({
      findOrder: (_order, choices) => {
        allChoices.push(choices);
        return price;
      },
    });
    const request = new Request('https://till.example/', { headers: { 'x-till': '7' } });
    const payer = { email: 'ann@shop.example' };
    await payIn(shop, { request, original: 'till 7', coupon_code: 'SPRING', payer });
    const [first] = allChoices;
    assert.equal(first?.request.headers.get('x-till'), '7');
    assert.deepEqual([first.original, first.couponCode, first.payer], ['till 7', 'SPRING', payer]);
    allChoices.length = 0;
    await refusal(payIn(shop, { key: 'other' }));
    assert.deepEqual([...(allChoices[0]?.request.headers ?? ['none'])], []);
  });

  it('holds up a stop until it has ended', async () => {
    await using shop = await openShop();
    const [arrival, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<object>()];
    shop.service.on('/v1/pay-token', async () => {
      arrival.resolve(undefined);
      return answer.promise;
    });
    const paying = payIn(shop);
    await arrival.promise;
    const stop = shop.wallet.close();
    answer.resolve({ status: 'paid' });
    await stop;
    assert.equal((await paying).outcome, 'succeeded');
  });
});

describe('the total that a payer was shown', () => {
  it('may be left out by code', async () => {
    await using shop = await openShop();
    assert.equal((await payIn(shop)).outcome, 'succeeded');
  });

  it('may not be left out by a page', async () => {
    await using shop = await openShop();
    const answer = await shop.pay({ shown: undefined });
    const { code, field } = (await answer.json()) as Record<string, unknown>;
    assert.deepEqual([answer.status, code, field], [400, 'missing_field', 'shown']);
  });

  it('is compared with the order where code names it', async () => {
    await using shop = await openShop();
    const total = { amount: '1.00', currency: 'UAH' };
    assert.equal((await refusal(payIn(shop, { shown: total }))).code, 'amount_mismatch');
    assert.equal(sentTokens(shop), 0);
  });

  it('is the first one that was found, so a total that changes before the token leaves is refused', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/payment', () => {
      shop.orders.set('o-1', { amount: '250', currency: 'UAH' });
      return { id: '77' };
    });
    assert.equal((await refusal(payIn(shop))).code, 'amount_mismatch');
    assert.equal(sentTokens(shop), 0);
  });

  it('is the first one that was found, so a change beside the token raises an alarm', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => {
      shop.orders.set('o-1', { amount: '250', currency: 'UAH' });
      return { status: 'paid', amount: '199.90' };
    });
    await payIn(shop);
    await shop.wallet.drain();
    assert.match(shop.logs.join('\n'), /^order_changed .*"order":"o-1"/m);
  });
});

describe('an order that code pays is charged once', () => {
  it('under 50 calls at the same time', async () => {
    const store = sqliteStore(':memory:');
    await using shop = await openShop({ store, paymentsPerMinute: 50 });
    const calls = Array.from({ length: 50 }, async (_, index) =>
      payIn(shop, { key: `k-${index}` }),
    );
    const results = await Promise.allSettled(calls);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(sentTokens(shop), 1);
  });

  it('by a page and code at the same time', async () => {
    await using shop = await openShop();
    await Promise.allSettled([shop.pay(), payIn(shop), shop.pay(), payIn(shop, { key: 'l' })]);
    assert.equal(sentTokens(shop), 1);
  });

  it('by two servers on one store', async () => {
    const store = memoryStore();
    await using one = await openShop({ store });
    await using two = await openShop({ store, service: { baseUrl: one.service.baseUrl } });
    const calls = Array.from({ length: 8 }, async (_, index) =>
      payIn(index % 2 === 0 ? one : two, { key: `k-${index}` }),
    );
    await Promise.allSettled(calls);
    assert.equal(sentTokens(one), 1);
  });

  it('and a refusal has the status of its payment', async () => {
    await using shop = await openShop();
    await payIn(shop);
    const { code, details } = await refusal(payIn(shop, { key: 'other' }));
    assert.equal(code, 'already_paid');
    assert.deepEqual(details.payment, { outcome: 'succeeded', status: 'paid' });
  });

  it('and a token pays one order', async () => {
    await using shop = await openShop();
    shop.orders.set('o-2', price);
    await payIn(shop, { token: 'once' });
    const secondPayment = payIn(shop, { order: 'o-2', token: 'once', key: 'other' });
    assert.equal((await refusal(secondPayment)).code, 'token_reused');
    assert.equal(sentTokens(shop), 1);
  });
});

describe('the key of a payment from code', () => {
  it('names one payment: a call that is repeated gets its present outcome', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    const first = await payIn(shop);
    await shop.webhook({ id: (await shop.stored())?.sessionId, status: 'paid' });
    await shop.wallet.drain();
    // A shop may hide a paid order.
    shop.orders.clear();
    const second = await payIn(shop);
    assert.deepEqual([first.outcome, second.outcome], ['pending', 'succeeded']);
    assert.equal(second.attempt, first.attempt);
    assert.equal(sentTokens(shop), 1);
  });

  it('counts the fields, and not their sequence', async () => {
    await using shop = await openShop();
    const { pay } = shop.wallet;
    const { attempt } = await pay({ order: 'o-1', wallet: 'wallet-b', token: 't', key: 'k' });
    const repeat = await pay({ key: 'k', token: 't', wallet: 'wallet-b', order: 'o-1' });
    assert.equal(repeat.attempt, attempt);
  });

  for (const [what, other] of [
    ['token', { token: 'other' }],
    ['order', { order: 'o-2' }],
    ['wallet', { wallet: 'wallet-a' }],
  ] as const) {
    it(`is refused with another ${what}`, async () => {
      await using shop = await openShop();
      shop.orders.set('o-2', price);
      await payIn(shop);
      assert.equal((await refusal(payIn(shop, other))).code, 'idempotency_key_reused');
      assert.equal(sentTokens(shop), 1);
    });
  }

  for (const key of ['', 'two words', 'ключ', 'k'.repeat(256), undefined, 7]) {
    it(`is refused as ${inspect(key).slice(0, 12)}`, async () => {
      await using shop = await openShop();
      // A caller without types may give anything.
      const call = shop.wallet.pay({
        order: 'o-1',
        wallet: 'wallet-b',
        token: 't',
        key: key as string,
      });
      assert.equal((await refusal(call)).code, 'invalid_idempotency_key');
      assert.equal(sentTokens(shop), 0);
    });
  }
});

describe('the outcome of a payment from code', () => {
  it('is unknown without an answer, also when asked again, and the token is not sent again', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
    const { outcome } = await payIn(shop);
    assert.equal(outcome, 'unknown');
    assert.equal((await payIn(shop)).outcome, 'unknown');
    const { code, details } = await refusal(payIn(shop, { key: 'other' }));
    assert.deepEqual([code, details.payment?.outcome], ['in_progress', 'unknown']);
    assert.equal(sentTokens(shop), 1);
  });

  it('is an error with its cause where nothing was sent, and the order is free', async () => {
    let isDown = true;
    const unreachable = new WalletServerError('service_unreachable', 'refused');
    const failingFetch = async (url: string, init: RequestInit): Promise<Response> => {
      if (isDown && url.endsWith('/pay-token')) throw unreachable;
      return fetch(url, init);
    };
    await using shop = await openShop({ service: { fetch: failingFetch } });
    const { code, retryable } = await refusal(payIn(shop));
    assert.deepEqual([code, retryable], ['service_unreachable', true]);
    isDown = false;
    assert.equal((await payIn(shop)).outcome, 'succeeded');
  });
});

describe('a limit', () => {
  it('of tokens for one order counts those of code and of pages together', async () => {
    await using shop = await openShop({ paymentsPerMinute: 2 });
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay();
    await payIn(shop);
    const { code, details } = await refusal(payIn(shop, { key: 'third' }));
    assert.equal(code, 'too_many');
    assert.ok((details.retryAfter ?? 0) > 0);
    assert.equal(sentTokens(shop), 2);
  });

  it('of payments under way counts those of code', async () => {
    await using shop = await openShop({ maxInFlight: 1 });
    const [arrival, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<object>()];
    shop.service.on('/v1/pay-token', async () => {
      arrival.resolve(undefined);
      return answer.promise;
    });
    const paying = payIn(shop);
    await arrival.promise;
    assert.equal((await refusal(payIn(shop, { key: 'l' }))).code, 'overloaded');
    assert.equal((await shop.pay()).status, 503);
    answer.resolve({ status: 'paid' });
    assert.equal((await paying).outcome, 'succeeded');
  });
});

describe('a field of a payment from code', () => {
  for (const [what, fields, code, field] of [
    ['an amount of its own', { amount: '0.01' }, 'unknown_field', 'amount'],
    ['a token that is no text', { token: { data: 'secret' } }, 'invalid_field', 'token'],
    ['a token that is missing', { token: undefined }, 'missing_field', 'token'],
    ['a token over 32 KiB', { token: 'secret'.repeat(6000) }, 'too_large', 'token'],
    ['an unknown wallet', { wallet: 'wallet-c' }, 'invalid_field', 'wallet'],
    ['an order that is empty', { order: '' }, 'invalid_field', 'order'],
    ['an inexact amount', { shown: { amount: 199.9, currency: 'UAH' } }, 'invalid_field', ''],
  ] as const) {
    it(`is refused, and not repeated: ${what}`, async () => {
      await using shop = await openShop();
      const error = await refusal(payIn(shop, fields as object));
      assert.equal(error.code, code);
      assert.ok(error.details.field?.startsWith(field));
      assert.doesNotMatch(inspect(error), /secret/);
      assert.equal(shop.service.calls.length, 0);
    });
  }
});
