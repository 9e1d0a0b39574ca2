import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { now, openShop, type Shop, storedAttempt } from '../../test/shop.ts';

const day = 24 * 3_600_000;
const total = { amount: '199.90', currency: 'UAH' };
const body = {
  order: 'o-1',
  wallet: 'wallet-b',
  phase: 'opened',
  origin: 'provider',
  code: 'merchant-account',
  cause_code: 'MERCHANT_ACCOUNT_ERROR',
  tag_version: '1.2.0',
  api_version: '2.0',
} as const;
const { order: _, ...kept } = body;

const report = async (shop: Shop, more: object = {}): Promise<Response> => {
  const answer = await shop.post('/wallet/report', { ...body, ...more });
  await shop.wallet.drain();
  return answer;
};
const codesOf = async ({ payments }: Shop, order = 'o-1'): Promise<readonly string[]> =>
  (await payments.history(order)).reports.map(({ code }) => code);

describe('a report of a page', () => {
  it('is in the history of its order, with the time at which it came', async () => {
    await using shop = await openShop();
    await shop.pay();
    shop.wait(1000);
    assert.equal((await report(shop)).status, 204);
    const payment = await shop.wallet.find('o-1');
    assert.deepEqual(payment?.reports, [{ ...kept, at: new Date(now()).toISOString() }]);
  });

  it('is kept before the order has a payment, and does not disturb it', async () => {
    await using shop = await openShop();
    await report(shop, { phase: 'readiness', code: 'script-load', cause_code: undefined });
    assert.equal(await shop.wallet.find('o-1'), null);
    assert.deepEqual((await shop.wallet.list()).payments, []);
    assert.deepEqual(await codesOf(shop), ['script-load']);
    assert.equal((await shop.pay()).status, 200);
    assert.deepEqual(await codesOf(shop), ['script-load']);
    assert.equal((await shop.wallet.find('o-1'))?.outcome, 'succeeded');
  });

  it('is one of the last ten', async () => {
    await using shop = await openShop();
    for (let index = 0; index < 12; index += 1) {
      await report(shop, { code: `code-${String(index)}` });
      shop.wait(60_000);
    }
    const last = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((index) => `code-${String(index)}`);
    assert.deepEqual(await codesOf(shop), last);
  });

  it('counts by the reference that findOrder returns', async () => {
    await using shop = await openShop({ findOrder: () => ({ ...total, reference: 'o-1' }) });
    await report(shop, { order: 'O-1' });
    assert.deepEqual(await codesOf(shop), ['merchant-account']);
    assert.deepEqual(await codesOf(shop, 'O-1'), []);
  });

  it('of an order that the shop does not show is answered alike, and leaves nothing', async () => {
    await using shop = await openShop();
    const answer = await report(shop);
    const unknown = await report(shop, { order: 'o-404' });
    assert.deepEqual([unknown.status, answer.status], [204, 204]);
    assert.deepEqual([...unknown.headers], [...answer.headers]);
    const row = await shop.store.forMerchant('1').load({ order: 'o-404' });
    assert.equal(row?.version, 0);
  });

  it('is refused with a field that is not part of the contract, and above 1 kB', async () => {
    await using shop = await openShop();
    const free = await report(shop, { message: 'The payer Olena typed this.' });
    assert.equal(free.status, 400);
    assert.doesNotMatch(await free.text(), /Olena/);
    assert.equal((await report(shop, { code: 'The payer Olena' })).status, 400);
    const long = await shop.post('/wallet/report', JSON.stringify(body).padEnd(1025));
    assert.equal(long.status, 413);
    const longest = { ...body, order: 'o'.repeat(128), code: 'c'.repeat(40) };
    assert.equal((await shop.post('/wallet/report', longest)).status, 204);
    assert.deepEqual(await codesOf(shop), []);
  });

  it('of another site is refused', async () => {
    await using shop = await openShop();
    const headers = { origin: 'https://evil.example' };
    assert.equal((await shop.post('/wallet/report', body, headers)).status, 403);
  });

  it('is deleted with its order by a prune', async () => {
    await using shop = await openShop();
    await report(shop);
    shop.wait(2 * day);
    assert.equal(await shop.wallet.prune({ before: new Date(now() - day) }), 0);
    const row = await shop.store.forMerchant('1').load({ order: 'o-1' });
    assert.equal(row?.body, null);
  });

  it('outlives a prune while it is younger, also where the payment before it is deleted', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay();
    await report(shop, { code: 'older' });
    for (let rounds = 0; rounds < 12; rounds += 1) {
      shop.wait(day);
      await shop.wallet.reconcile();
    }
    shop.wait(2 * day);
    await report(shop, { code: 'younger' });
    assert.equal(await shop.wallet.prune({ before: new Date(now() - day) }), 1);
    assert.deepEqual(await codesOf(shop), ['younger']);
  });

  it('is deleted with the details of a paid order', async () => {
    await using shop = await openShop({ recheckPaid: 'few' });
    await shop.pay();
    await report(shop);
    await shop.wallet.drain();
    const attempt = await storedAttempt(shop);
    const write = { cause: 'test', from: 'paid', checkIn: null } as const;
    await shop.payments.commit({ ...attempt, version: attempt.version + 1 }, write);
    shop.wait(2 * day);
    assert.equal(await shop.wallet.prune({ before: new Date(now() - day), paid: true }), 1);
    assert.deepEqual(await codesOf(shop), []);
    assert.equal((await shop.stored())?.state, 'paid');
  });
});

describe('a flood of reports', () => {
  it('is cut off at ten a minute for an order, with the same answer', async () => {
    let callCount = 0;
    const findOrder = () => {
      callCount += 1;
      return total;
    };
    await using shop = await openShop({ findOrder });
    for (let index = 0; index < 30; index += 1) {
      assert.equal((await report(shop)).status, 204);
    }
    assert.equal(callCount, 10);
    shop.wait(60_000);
    await report(shop);
    assert.equal(callCount, 11);
  });

  it('is cut off at 120 a minute for all orders', async () => {
    let callCount = 0;
    const findOrder = () => {
      callCount += 1;
      return null;
    };
    await using shop = await openShop({ findOrder });
    for (let index = 0; index < 200; index += 1) {
      await report(shop, { order: `o-${String(index)}` });
    }
    assert.equal(callCount, 120);
  });

  it('has two reports under way at most, and a payment waits for none', async () => {
    const orders: string[] = [];
    const { promise, resolve } = Promise.withResolvers<null>();
    await using shop = await openShop({
      findOrder: async (order) => {
        if (order === 'o-1') return total;
        orders.push(order);
        await promise;
        return total;
      },
    });
    for (const order of ['o-2', 'o-3', 'o-4', 'o-5']) {
      assert.equal((await shop.post('/wallet/report', { ...body, order })).status, 204);
    }
    assert.equal((await shop.pay()).status, 200);
    assert.deepEqual(orders, ['o-2', 'o-3']);
    resolve(null);
    await shop.wallet.drain();
  });

  it('gives up a report where another write comes first', async () => {
    await using shop = await openShop();
    await Promise.all(
      ['a', 'b'].map(async (code) => shop.payments.report('o-1', { ...kept, code })),
    );
    assert.deepEqual(await codesOf(shop), ['a']);
  });

  it('changes nothing of a payment that is under way', async () => {
    await using shop = await openShop({
      payments: ({ change, report: add }) => ({
        // A report comes before and after each write of the payment.
        change: async (...args) => {
          await add('o-1', kept);
          const result = await change(...args);
          await add('o-1', kept);
          return result;
        },
      }),
    });
    assert.equal((await shop.pay()).status, 200);
    await shop.wallet.drain();
    const payment = await shop.wallet.find('o-1');
    assert.equal(payment?.outcome, 'succeeded');
    assert.ok(payment.reports.length > 5);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
    assert.deepEqual(
      shop.changes.map(({ outcome }) => outcome),
      ['succeeded'],
    );
  });

  it('fails nothing while the database does', async () => {
    await using shop = await openShop({
      payments: () => ({ report: async () => Promise.reject(new Error('It is locked.')) }),
    });
    assert.equal((await report(shop)).status, 204);
    assert.match(shop.logs.join('\n'), /a report was not kept/);
    assert.equal((await shop.pay()).status, 200);
  });
});
