import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { now, openShop, type Shop, storedAttempt } from '../../test/shop.ts';
import { memoryStore } from '../store/memory.ts';
import { sqliteStore } from '../store/sqlite.ts';

const second = 1000;
const hour = 3600 * second;
const every = 1;

/** Opens a payment that the service still works on. */
async function payPending(shop: Shop, order: string): Promise<string> {
  shop.orders.set(order, { amount: '199.90', currency: 'UAH' });
  shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
  await shop.pay({ order });
  return (await storedAttempt(shop, order)).sessionId;
}

async function payPaid(shop: Shop, order: string): Promise<void> {
  shop.orders.set(order, { amount: '199.90', currency: 'UAH' });
  shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
  await shop.pay({ order });
}

/** The sessions that one pass asks about, in their order; the service still works on each. */
async function askedIn(shop: Shop, limit: number): Promise<readonly string[]> {
  const asked: string[] = [];
  shop.service.on('/v1/get-status', ({ body }) => {
    asked.push(String(body['session_id']));
    return { status: 'processing' };
  });
  await shop.wallet.reconcile({ limit });
  return asked;
}

describe('a process that keeps reconciling', () => {
  it('asks about a payment while hundreds of callbacks hang', async () => {
    const store = memoryStore({ now });
    await using down = await openShop({
      store,
      onStatusChange: async () => Promise.reject(new Error('The shop is down.')),
    });
    for (let count = 0; count < 250; count += 1) await payPaid(down, `paid-${String(count)}`);
    await down.wallet.drain();
    const stuck = Promise.withResolvers<undefined>();
    let calls = 0;
    const hanging = async (): Promise<void> => {
      calls += 1;
      if (calls === 100) stuck.resolve(undefined);
      return new Promise(() => undefined);
    };
    const service = { baseUrl: down.service.baseUrl };
    const shop = await openShop({ store, service, onStatusChange: hanging });
    down.wait(40 * second);
    void shop.wallet.keepReconciling({ every });
    await stuck.promise;
    const session = await payPending(down, 'o-1');
    const asked = Promise.withResolvers<unknown>();
    down.service.on('/v1/get-status', ({ body }) => {
      asked.resolve(body['session_id']);
      return { status: 'processing' };
    });
    down.wait(2 * second);
    assert.equal(await asked.promise, session);
    assert.equal(calls, 100);
    await shop.wallet.close({ timeout: 10 });
    await shop.service.close();
  });

  it('delivers a change while every question hangs', async () => {
    const delivered = Promise.withResolvers<string>();
    const never = Promise.withResolvers<null>();
    let isDown = true;
    await using shop = await openShop({
      onStatusChange: ({ order }) => {
        if (isDown) throw new Error('The shop is down.');
        delivered.resolve(order);
      },
    });
    const asked = Promise.withResolvers<undefined>();
    let questions = 0;
    shop.service.on('/v1/get-status', async () => {
      questions += 1;
      if (questions === 2) asked.resolve(undefined);
      return never.promise;
    });
    for (const order of ['o-1', 'o-2', 'o-3', 'o-4', 'o-5']) await payPending(shop, order);
    await shop.wallet.drain();
    shop.wait(5 * second);
    void shop.wallet.keepReconciling({ every, limit: 4 });
    await asked.promise;
    isDown = false;
    shop.wait(31 * second);
    assert.match(await delivered.promise, /^o-/);
    assert.equal(questions, 2);
    never.resolve(null);
  });

  it('delivers the next change of an order at once', async () => {
    const delivered: string[] = [];
    const isAll = Promise.withResolvers<undefined>();
    let isDown = true;
    await using shop = await openShop({
      onStatusChange: ({ status }) => {
        if (isDown) throw new Error('The shop is down.');
        delivered.push(status);
        if (status === 'refunded') isAll.resolve(undefined);
      },
    });
    const id = await payPending(shop, 'o-1');
    for (const status of ['paid', 'refunded']) await shop.webhook({ id, status });
    await shop.wallet.drain();
    isDown = false;
    shop.wait(31 * second);
    // The next look would come in an hour.
    void shop.wallet.keepReconciling({ every: hour });
    await isAll.promise;
    assert.deepEqual(delivered, ['processing', 'paid', 'refunded']);
  });

  it('ends with its signal, and with the server', async () => {
    await using shop = await openShop();
    const stop = new AbortController();
    const ended = shop.wallet.keepReconciling({ every, signal: stop.signal });
    stop.abort();
    await ended;
    const other = shop.wallet.keepReconciling({ every });
    await shop.wallet.close();
    await other;
  });

  it('is waited for by a stop with each question and each change, but not between them', async () => {
    const claims: string[] = [];
    const claimDue = async (): Promise<readonly never[]> => {
      claims.push('claim');
      return Promise.resolve([]);
    };
    await using shop = await openShop({ payments: () => ({ claimDue }) });
    void shop.wallet.keepReconciling({ every: hour });
    while (claims.length === 0) await new Promise(setImmediate);
    await shop.wallet.drain();
    assert.deepEqual(claims, ['claim']);
  });

  for (const options of [{ every: NaN }, { limit: 0 }]) {
    it(`is refused with ${JSON.stringify(options)}`, async () => {
      await using shop = await openShop();
      await assert.rejects(shop.wallet.keepReconciling(options), { code: 'config_invalid' });
    });
  }
});

describe('a fresh payment without an outcome', () => {
  it('is asked about before a backlog of paid orders', async () => {
    await using shop = await openShop({ paymentsPerMinute: 1000 });
    for (let count = 0; count < 60; count += 1) await payPaid(shop, `paid-${String(count)}`);
    await shop.wallet.drain();
    shop.wait(3 * hour);
    const asked: unknown[] = [];
    let fresh: Promise<string> | undefined;
    shop.service.on('/v1/get-status', async ({ body }) => {
      asked.push(body['session_id']);
      fresh ??= payPending(shop, 'fresh').finally(() => {
        shop.wait(5 * second);
      });
      await fresh;
      return { status: 'paid' };
    });
    const pass = await shop.wallet.reconcile({ limit: 4 });
    const place = asked.indexOf(await (fresh ?? assert.fail()));
    assert.ok(place >= 0 && place <= 8, String(place));
    assert.equal(pass.asked, 61);
  });

  it('takes no place from the last one that a re-check needs', async () => {
    await using shop = await openShop({ paymentsPerMinute: 1000 });
    await payPaid(shop, 'paid');
    const { sessionId } = await storedAttempt(shop, 'paid');
    for (let count = 0; count < 30; count += 1) await payPending(shop, `open-${String(count)}`);
    await shop.wallet.drain();
    shop.wait(3 * hour);
    const asked: unknown[] = [];
    shop.service.on('/v1/get-status', ({ body }) => {
      asked.push(body['session_id']);
      return { status: 'processing' };
    });
    await shop.wallet.reconcile({ limit: 4 });
    assert.ok(asked.indexOf(sessionId) < 8, String(asked.indexOf(sessionId)));
  });

  it('is asked about before a backlog of payments that were asked about before', async () => {
    await using shop = await openShop({ paymentsPerMinute: 1000 });
    for (let count = 0; count < 60; count += 1) await payPending(shop, `open-${String(count)}`);
    shop.wait(5 * second);
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    assert.equal((await shop.wallet.reconcile()).asked, 60);
    shop.wait(3 * hour);
    const fresh = await payPending(shop, 'fresh');
    shop.wait(5 * second);
    const asked = await askedIn(shop, 4);
    // The first ones are asked at the same time.
    assert.ok(asked.slice(0, 4).includes(fresh));
    assert.equal(new Set(asked).size, 61);
  });

  it('is asked about before a backlog of payments that were never asked about', async () => {
    for (const store of [memoryStore({ now }), sqliteStore(':memory:', { now })]) {
      await using shop = await openShop({ store, paymentsPerMinute: 1000 });
      for (let count = 0; count < 60; count += 1) await payPending(shop, `open-${String(count)}`);
      shop.wait(3 * hour);
      const fresh = await payPending(shop, 'fresh');
      shop.wait(5 * second);
      const asked = await askedIn(shop, 4);
      assert.ok(asked.slice(0, 4).includes(fresh));
      assert.equal(new Set(asked).size, 61);
    }
  });

  it('is not asked about again before the others of a backlog', async () => {
    await using shop = await openShop({ paymentsPerMinute: 1000 });
    const sessions: string[] = [];
    for (let count = 0; count < 60; count += 1) {
      sessions.push(await payPending(shop, `open-${String(count)}`));
    }
    shop.wait(3 * hour);
    const asked: string[] = [];
    shop.service.on('/v1/get-status', ({ body }) => {
      asked.push(String(body['session_id']));
      // The second question about each is due before the pass has come to its end.
      shop.wait(2 * second);
      return { status: 'processing_hold_completion' };
    });
    await shop.wallet.reconcile({ limit: 4 });
    assert.deepEqual(new Set(asked.slice(0, 60)), new Set(sessions));
  });

  it('leaves a place to the payments that were asked about before, and to the paid ones', async () => {
    await using shop = await openShop({ paymentsPerMinute: 1000 });
    await payPaid(shop, 'paid');
    const { sessionId: paid } = await storedAttempt(shop, 'paid');
    const open: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      open.push(await payPending(shop, `open-${String(count)}`));
    }
    shop.wait(5 * second);
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    await shop.wallet.reconcile();
    for (let count = 0; count < 30; count += 1) await payPending(shop, `fresh-${String(count)}`);
    shop.wait(3 * hour);
    const asked = await askedIn(shop, 4);
    assert.ok(asked.indexOf(paid) < 8, String(asked.indexOf(paid)));
    assert.ok(asked.slice(0, 8).some((session) => open.includes(session)));
  });
});
