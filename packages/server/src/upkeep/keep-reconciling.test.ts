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

/** Opens so many payments that the service still works on. Returns their sessions. */
async function payManyPending(shop: Shop, name: string, count: number): Promise<readonly string[]> {
  const sessions: string[] = [];
  for (let index = 0; index < count; index += 1) {
    sessions.push(await payPending(shop, `${name}-${String(index)}`));
  }
  return sessions;
}

async function payManyPaid(shop: Shop, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await payPaid(shop, `paid-${String(index)}`);
}

/** The sessions that one pass with four places asks about, in their order; the service still works on each. */
async function sessionsOfPass(shop: Shop): Promise<readonly string[]> {
  const sessions: string[] = [];
  shop.service.on('/v1/get-status', ({ body }) => {
    sessions.push(String(body['session_id']));
    return { status: 'processing' };
  });
  await shop.wallet.reconcile({ limit: 4 });
  return sessions;
}

describe('a process that keeps reconciling', () => {
  it('asks about a payment while hundreds of callbacks hang', async () => {
    const store = memoryStore({ now });
    await using downShop = await openShop({
      store,
      onStatusChange: async () => Promise.reject(new Error('The shop is down.')),
    });
    await payManyPaid(downShop, 250);
    await downShop.wallet.drain();
    const hundredCalls = Promise.withResolvers<undefined>();
    let calls = 0;
    const hang = async (): Promise<void> => {
      calls += 1;
      if (calls === 100) hundredCalls.resolve(undefined);
      return new Promise(() => undefined);
    };
    const service = { baseUrl: downShop.service.baseUrl };
    const shop = await openShop({ store, service, onStatusChange: hang });
    downShop.wait(40 * second);
    void shop.wallet.keepReconciling({ every });
    await hundredCalls.promise;
    const session = await payPending(downShop, 'o-1');
    const question = Promise.withResolvers<unknown>();
    downShop.service.on('/v1/get-status', ({ body }) => {
      question.resolve(body['session_id']);
      return { status: 'processing' };
    });
    downShop.wait(2 * second);
    assert.equal(await question.promise, session);
    assert.equal(calls, 100);
    await shop.wallet.close({ timeout: 10 });
    await shop.service.close();
  });

  it('delivers a change while every question hangs', async () => {
    const delivery = Promise.withResolvers<string>();
    const answer = Promise.withResolvers<null>();
    let isDown = true;
    await using shop = await openShop({
      onStatusChange: ({ order }) => {
        if (isDown) throw new Error('The shop is down.');
        delivery.resolve(order);
      },
    });
    const twoQuestions = Promise.withResolvers<undefined>();
    let questions = 0;
    shop.service.on('/v1/get-status', async () => {
      questions += 1;
      if (questions === 2) twoQuestions.resolve(undefined);
      return answer.promise;
    });
    await payManyPending(shop, 'open', 5);
    await shop.wallet.drain();
    shop.wait(5 * second);
    void shop.wallet.keepReconciling({ every, limit: 4 });
    await twoQuestions.promise;
    isDown = false;
    shop.wait(31 * second);
    assert.match(await delivery.promise, /^open-/);
    assert.equal(questions, 2);
    answer.resolve(null);
  });

  it('delivers the next change of an order at once', async () => {
    const deliveries: string[] = [];
    const refund = Promise.withResolvers<undefined>();
    let isDown = true;
    await using shop = await openShop({
      onStatusChange: ({ status }) => {
        if (isDown) throw new Error('The shop is down.');
        deliveries.push(status);
        if (status === 'refunded') refund.resolve(undefined);
      },
    });
    const id = await payPending(shop, 'o-1');
    for (const status of ['paid', 'refunded']) await shop.webhook({ id, status });
    await shop.wallet.drain();
    isDown = false;
    shop.wait(31 * second);
    // The next look would come in an hour.
    void shop.wallet.keepReconciling({ every: hour });
    await refund.promise;
    assert.deepEqual(deliveries, ['processing', 'paid', 'refunded']);
  });

  it('claims nothing while nothing is due, but for its first look', async () => {
    const tenLooks = Promise.withResolvers<undefined>();
    const claims: string[] = [];
    let looks = 0;
    await using shop = await openShop({
      payments: ({ look, claimDue, claimUndelivered }) => ({
        look: async () => {
          looks += 1;
          if (looks === 10) tenLooks.resolve(undefined);
          return look();
        },
        claimDue: async (...args) => {
          claims.push('questions');
          return claimDue(...args);
        },
        claimUndelivered: async (...args) => {
          claims.push('changes');
          return claimUndelivered(...args);
        },
      }),
    });
    void shop.wallet.keepReconciling({ every });
    await tenLooks.promise;
    assert.deepEqual(claims, ['questions', 'changes']);
  });

  it('ends with its signal, and with the server', async () => {
    await using shop = await openShop();
    const stop = new AbortController();
    const untilSignal = shop.wallet.keepReconciling({ every, signal: stop.signal });
    stop.abort();
    await untilSignal;
    const untilClose = shop.wallet.keepReconciling({ every });
    await shop.wallet.close();
    await untilClose;
  });

  it('holds up a stop during a question or a change, but not between them', async () => {
    const looks: string[] = [];
    const look = async (): Promise<boolean> => {
      looks.push('look');
      return Promise.resolve(false);
    };
    await using shop = await openShop({ payments: () => ({ look }) });
    void shop.wallet.keepReconciling({ every: hour });
    while (looks.length === 0) await new Promise(setImmediate);
    await shop.wallet.drain();
    assert.deepEqual(looks, ['look']);
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
    await payManyPaid(shop, 60);
    await shop.wallet.drain();
    shop.wait(3 * hour);
    const sessions: unknown[] = [];
    let fresh: Promise<string> | undefined;
    shop.service.on('/v1/get-status', async ({ body }) => {
      sessions.push(body['session_id']);
      fresh ??= payPending(shop, 'fresh').finally(() => {
        shop.wait(5 * second);
      });
      await fresh;
      return { status: 'paid' };
    });
    const pass = await shop.wallet.reconcile({ limit: 4 });
    const place = sessions.indexOf(await (fresh ?? assert.fail()));
    assert.ok(place >= 0 && place <= 8, String(place));
    assert.equal(pass.asked, 61);
  });

  it('takes no place from the last one that a re-check needs', async () => {
    await using shop = await openShop({ paymentsPerMinute: 1000 });
    await payPaid(shop, 'paid');
    const { sessionId } = await storedAttempt(shop, 'paid');
    await payManyPending(shop, 'open', 30);
    await shop.wallet.drain();
    shop.wait(3 * hour);
    const place = (await sessionsOfPass(shop)).indexOf(sessionId);
    assert.ok(place >= 0 && place < 8, String(place));
  });

  it('is asked about before a backlog of payments that were asked about before', async () => {
    await using shop = await openShop({ paymentsPerMinute: 1000 });
    await payManyPending(shop, 'open', 60);
    shop.wait(5 * second);
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    assert.equal((await shop.wallet.reconcile()).asked, 60);
    shop.wait(3 * hour);
    const fresh = await payPending(shop, 'fresh');
    shop.wait(5 * second);
    const sessions = await sessionsOfPass(shop);
    // The first ones are asked at the same time.
    assert.ok(sessions.slice(0, 4).includes(fresh));
    assert.equal(new Set(sessions).size, 61);
  });

  it('is asked about before a backlog of payments that were never asked about', async () => {
    for (const store of [memoryStore({ now }), sqliteStore(':memory:', { now })]) {
      await using shop = await openShop({ store, paymentsPerMinute: 1000 });
      await payManyPending(shop, 'open', 60);
      shop.wait(3 * hour);
      const fresh = await payPending(shop, 'fresh');
      shop.wait(5 * second);
      const sessions = await sessionsOfPass(shop);
      assert.ok(sessions.slice(0, 4).includes(fresh));
      assert.equal(new Set(sessions).size, 61);
    }
  });

  it('is not asked about again before the others of a backlog', async () => {
    await using shop = await openShop({ paymentsPerMinute: 1000 });
    const backlog = await payManyPending(shop, 'open', 60);
    shop.wait(3 * hour);
    const sessions: string[] = [];
    shop.service.on('/v1/get-status', ({ body }) => {
      sessions.push(String(body['session_id']));
      // The second question about each is due before the pass has come to its end.
      shop.wait(2 * second);
      return { status: 'processing_hold_completion' };
    });
    await shop.wallet.reconcile({ limit: 4 });
    // Four questions are under way at once: three second ones may arrive before the last first one.
    assert.deepEqual(new Set(sessions.slice(0, 63)), new Set(backlog));
  });

  it('leaves a place to the payments that were asked about before, and to the paid ones', async () => {
    await using shop = await openShop({ paymentsPerMinute: 1000 });
    await payPaid(shop, 'paid');
    const { sessionId: paidSession } = await storedAttempt(shop, 'paid');
    const open = await payManyPending(shop, 'open', 30);
    shop.wait(5 * second);
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    await shop.wallet.reconcile();
    await payManyPending(shop, 'fresh', 30);
    shop.wait(3 * hour);
    const firstSessions = (await sessionsOfPass(shop)).slice(0, 8);
    assert.ok(firstSessions.includes(paidSession), String(firstSessions));
    assert.ok(firstSessions.some((session) => open.includes(session)));
  });
});
