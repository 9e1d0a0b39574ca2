import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { badAmounts } from '@wallet-buttons/protocol/testing/inputs.js';
import type { Answer } from '../../test/service-stub.ts';
import { now, openShop, type Shop, type ShopOptions, storedAttempt } from '../../test/shop.ts';
import {
  memoryStore,
  type OperationResult,
  type Payment,
  type Store,
  WalletServerError,
} from '../index.ts';
import { sqliteStore } from '../store/sqlite.ts';

const minute = 60_000;
const paths = { capture: '/v1/complete-hold', void: '/v1/void', refund: '/v1/void' } as const;

/** The service takes the operation, and its session has that status from then on. */
const taken =
  (shop: Shop, status: object): Answer =>
  ({ body }, response) => {
    shop.service.statuses.set(String(body['session_id']), status);
    response.end('null');
    return null;
  };

const lost: Answer = (_, response) => (response.destroy(), null);

function refusing(code?: string): Answer {
  return (_: unknown, response: ServerResponse) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ code }));
    return null;
  };
}

/** A shop whose order is paid, or held. */
async function openWith(status: 'paid' | 'holded', options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(options);
  shop.service.on('/v1/pay-token', ({ body }) => {
    shop.service.statuses.set(String(body['session_id']), { status, amount: '199.90' });
    return { status, amount: '199.90' };
  });
  await shop.pay();
  await shop.wallet.drain();
  return shop;
}

async function operationsOf({ wallet }: Shop): Promise<readonly OperationResult[]> {
  return (await wallet.find('o-1'))?.operations ?? [];
}

async function amounts(shop: Shop): Promise<Payment['amounts']> {
  return ((await shop.wallet.find('o-1')) ?? assert.fail()).amounts;
}

describe('a capture', () => {
  it('takes all that is held, and the merchant hears that it is paid', async () => {
    await using shop = await openWith('holded');
    assert.equal((await amounts(shop)).held, '199.90');
    shop.service.on(paths.capture, taken(shop, { status: 'paid', amount: '199.90' }));
    const { state, amount } = await shop.wallet.capture('o-1');
    assert.deepEqual([state, amount], ['done', '199.90']);
    await shop.wallet.drain();
    const { held, charged } = await amounts(shop);
    assert.deepEqual([held, charged], ['0.00', '199.90']);
    assert.equal(shop.changes.at(-1)?.outcome, 'succeeded');
    assert.equal(shop.service.to(paths.capture)[0]?.body['amount'], undefined);
  });

  it('takes a part, which is the amount charged, without an alarm', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.capture, taken(shop, { status: 'paid', amount: '150.00' }));
    await shop.wallet.capture('o-1', { amount: '150.00' });
    await shop.wallet.drain();
    assert.equal(shop.service.to(paths.capture)[0]?.body['amount'], 150);
    assert.equal((await amounts(shop)).charged, '150.00');
    assert.equal(shop.changes.at(-1)?.amount, '150.00');
    assert.doesNotMatch(shop.logs.join('\n'), /^amount_mismatch/m);
  });

  it('takes a part, though a webhook named the whole amount before its answer', async () => {
    await using shop = await openWith('holded');
    const whole = { status: 'paid', amount: '199.90' };
    const answer = taken(shop, whole);
    shop.service.on(paths.capture, async (call, response) => {
      await shop.webhook({ id: call.body['session_id'], ...whole });
      return answer(call, response);
    });
    await shop.wallet.capture('o-1', { amount: '150.00' });
    await shop.wallet.drain();
    assert.equal((await amounts(shop)).charged, '150.00');
    await assert.rejects(shop.wallet.refund('o-1', { amount: '150.01' }), {
      code: 'amount_too_high',
    });
  });

  it('counts at once, and is the only one, though the service still calls it a hold', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.capture, taken(shop, { status: 'holded', amount: '199.90' }));
    await shop.wallet.capture('o-1', { amount: '150.00' });
    await shop.wallet.drain();
    assert.equal((await amounts(shop)).charged, '150.00');
    await assert.rejects(shop.wallet.capture('o-1', { amount: '49.90' }), {
      code: 'operation_not_possible',
    });
    assert.equal(shop.service.to(paths.capture).length, 1);
  });

  it('is refused before it is sent where nothing is held, or more is asked for than is held', async () => {
    await using paid = await openWith('paid');
    await assert.rejects(paid.wallet.capture('o-1'), { code: 'operation_not_possible' });
    await using held = await openWith('holded');
    await assert.rejects(held.wallet.capture('o-1', { amount: '200.00' }), {
      code: 'amount_too_high',
    });
    for (const amount of badAmounts) {
      await assert.rejects(held.wallet.capture('o-1', { amount }), { code: 'invalid_amount' });
    }
    await assert.rejects(held.wallet.capture('o-2'), {
      code: 'no_payment',
      message: 'There is no such payment of this order.',
    });
    for (const shop of [paid, held]) assert.equal(shop.service.to(paths.capture).length, 0);
  });
});

describe('a void', () => {
  it('releases a hold, and the order can be paid again', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    assert.equal((await shop.wallet.void('o-1')).state, 'done');
    await shop.wallet.drain();
    const { held, charged, refunded } = await amounts(shop);
    assert.deepEqual([held, charged, refunded], ['0.00', '0.00', '0.00']);
    assert.equal(shop.changes.at(-1)?.outcome, 'cancelled');
    assert.equal((await shop.pay()).status, 200);
  });

  it('of a hold is a void of all of it', async () => {
    await using shop = await openWith('holded');
    await assert.rejects(shop.wallet.void('o-1', { amount: '50.00' }), {
      code: 'operation_not_possible',
      message: 'A hold is voided as a whole; capture the part that is to be charged instead.',
    });
    assert.equal(shop.service.to(paths.void).length, 0);
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    assert.equal((await shop.wallet.void('o-1', { amount: '199.90' })).state, 'done');
  });

  it('of a charge takes back a part, where that is asked for', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.void, taken(shop, { status: 'paid', refunded_amount: '50.00' }));
    assert.equal((await shop.wallet.void('o-1', { amount: '50.00' })).state, 'done');
    await shop.wallet.drain();
    const { charged, refunded } = await amounts(shop);
    assert.deepEqual([charged, refunded], ['199.90', '50.00']);
  });

  it('takes back a second charge by its own attempt, and leaves the first', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', lost);
    await shop.pay();
    const first = await storedAttempt(shop);
    for (const minutes of [16, 61]) {
      shop.wait(minutes * minute);
      await shop.wallet.reconcile();
    }
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    await shop.pay();
    await shop.webhook({ id: first.sessionId, status: 'paid' });
    await shop.wallet.drain();
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    await shop.wallet.void('o-1', { attempt: first.id });
    await shop.wallet.drain();
    const { attempts = [] } = (await shop.wallet.find('o-1')) ?? {};
    assert.deepEqual(
      attempts.map(({ state }) => state),
      ['cancelled', 'paid'],
    );
    // What was done to one attempt is not yet done to the other.
    const second = await storedAttempt(shop);
    await shop.wallet.void('o-1');
    assert.deepEqual(
      shop.service.to(paths.void).map(({ body }) => body['session_id']),
      [first.sessionId, second.sessionId],
    );
  });
});

describe('a refund', () => {
  it('gives all back, and the merchant hears it', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
    assert.equal((await shop.wallet.refund('o-1')).state, 'done');
    await shop.wallet.drain();
    const change = shop.changes.at(-1);
    assert.deepEqual([change?.outcome, change?.refunded], ['refunded', '199.90']);
  });

  it('gives parts back that add up, twice the same part only by a key of the caller', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'paid', amount: '199.90' }));
    for (const key of ['a', 'a', 'b']) {
      await shop.wallet.refund('o-1', { amount: '50.00', key });
      await shop.wallet.drain();
    }
    for (let times = 0; times < 2; times += 1) await shop.wallet.refund('o-1', { amount: '9.90' });
    await shop.wallet.drain();
    assert.equal(shop.service.to(paths.refund).length, 3);
    assert.equal((await amounts(shop)).refunded, '109.90');
    assert.deepEqual(
      [shop.changes.at(-1)?.outcome, shop.changes.at(-1)?.refunded],
      ['succeeded', '109.90'],
    );
  });

  it('of another part is another refund', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'paid' }));
    for (const amount of ['10.00', '20.00']) {
      await shop.wallet.refund('o-1', { amount });
      await shop.wallet.drain();
    }
    assert.equal((await amounts(shop)).refunded, '30.00');
    const { paymentId } = await storedAttempt(shop);
    assert.deepEqual(
      shop.service.to(paths.refund).map(({ body }) => body['operations']),
      [10, 20].map((amount) => [{ id: paymentId, amount }]),
    );
  });

  it('gives back what is left, though another refund ended just before it', async () => {
    const store = memoryStore({ now });
    await using first = await openWith('paid', { store });
    first.service.on(paths.refund, taken(first, { status: 'paid' }));
    let isFirst = true;
    const late: Store = {
      ...store,
      forMerchant: (merchant) => {
        const payments = store.forMerchant(merchant);
        const begin: typeof payments.begin = async (draft) => {
          if (isFirst) {
            isFirst = false;
            await first.wallet.refund('o-1', { amount: '50.00' });
            await first.wallet.drain();
          }
          return payments.begin(draft);
        };
        return { ...payments, begin };
      },
    };
    await using second = await openShop({
      store: late,
      service: { baseUrl: first.service.baseUrl },
    });
    assert.equal((await second.wallet.refund('o-1')).amount, '149.90');
    await second.wallet.drain();
    assert.equal((await amounts(first)).refunded, '199.90');
  });

  it('never lowers what the service says went back meanwhile', async () => {
    await using shop = await openWith('paid');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.refund, async (...given) => {
      await shop.webhook({ id: sessionId, status: 'refunded' });
      return taken(shop, { status: 'refunded' })(...given);
    });
    await shop.wallet.refund('o-1', { amount: '50.00' });
    await shop.wallet.drain();
    assert.equal((await amounts(shop)).refunded, '199.90');
  });

  it('is not possible of a hold, or of a payment whose amount a review has to look at', async () => {
    await using held = await openWith('holded');
    await assert.rejects(held.wallet.refund('o-1'), {
      code: 'operation_not_possible',
      message: 'A refund is not possible: the payment is authorized and nothing is left for it.',
    });
    await using paid = await openWith('paid');
    const { sessionId } = await storedAttempt(paid);
    await paid.webhook({ id: sessionId, status: 'paid', amount: '1.00' });
    await assert.rejects(paid.wallet.refund('o-1'), {
      code: 'operation_not_possible',
      message: 'A refund is not possible: the payment is mismatch and nothing is left for it.',
    });
    for (const shop of [held, paid]) assert.equal(shop.service.to(paths.refund).length, 0);
  });

  it('above what is left is refused before it is sent', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'paid', amount: '199.90' }));
    await shop.wallet.refund('o-1', { amount: '150.00' });
    await shop.wallet.drain();
    await assert.rejects(shop.wallet.refund('o-1', { amount: '49.91' }), {
      code: 'amount_too_high',
      message: 'Only 49.90 UAH are left.',
    });
    assert.equal(shop.service.to(paths.refund).length, 1);
  });
});

describe('a part whose refund was not answered', () => {
  /** The state of the second refund, 20.00 after 10.00, a while after its answer was lost. */
  const second = async (answer: Answer, status: object): Promise<unknown> => {
    await using shop = await openWith('paid');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.refund, taken(shop, { status: 'paid', refunded_amount: '10.00' }));
    await shop.wallet.refund('o-1', { amount: '10.00' });
    await shop.wallet.drain();
    shop.service.on(paths.refund, answer);
    const { amount, state } = await shop.wallet.refund('o-1', { amount: '20.00' });
    shop.service.statuses.set(sessionId, { status: 'paid', ...status });
    shop.wait(2 * 60 * minute);
    await shop.wallet.reconcile();
    const [, operation] = await operationsOf(shop);
    return [amount, state, operation?.state, operation?.refusal];
  };

  it('is done where the service names all that went back', async () => {
    const ended = await second(lost, { refunded_amount: '30.00' });
    assert.deepEqual(ended, ['20.00', 'unknown', 'done', undefined]);
  });

  it('was not done where it names less, once the grace period is over', async () => {
    const ended = await second(lost, { refunded_amount: '10.00' });
    assert.deepEqual(ended, ['20.00', 'unknown', 'refused', 'not_processed']);
  });

  it('stays unknown where it names no refunded amount', async () => {
    const ended = await second(lost, {});
    assert.deepEqual(ended, ['20.00', 'unknown', 'unknown', undefined]);
  });

  it('is refused at once where the service refused and names what went back', async () => {
    const ended = await second(refusing('NotNow'), { refunded_amount: '10.00' });
    assert.deepEqual(ended, ['20.00', 'refused', 'refused', 'NotNow']);
  });
});

for (const kind of ['capture', 'void', 'refund'] as const) {
  const status = kind === 'refund' ? 'paid' : 'holded';
  const after = { capture: 'paid', void: 'voided', refund: 'refunded' }[kind];

  describe(`the outcome of a ${kind}`, () => {
    const call = async (shop: Shop): Promise<OperationResult> => shop.wallet[kind]('o-1');

    it('is durable before its first byte, and sent once by two back offices at once', async () => {
      const store = sqliteStore(':memory:', { now });
      await using one = await openWith(status, { store });
      const { baseUrl } = one.service;
      await using two = await openShop({ store, service: { baseUrl } });
      const seen: unknown[] = [];
      one.service.on(paths[kind], async (...given) => {
        const { operations } = await one.payments.history('o-1');
        seen.push(operations.map(({ kind, state }) => [kind, state]));
        return taken(one, { status: after })(...given);
      });
      const results = await Promise.all([one, two, one, two].map(call));
      assert.deepEqual(seen, [[[kind, 'sent']]]);
      assert.equal(new Set(results.map(({ id }) => id)).size, 1);
      assert.equal(one.service.to(paths[kind]).length, 1);
    });

    it('names it and its payment, and is the same for a later call', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], taken(shop, { status: after }));
      const { id: attempt } = await storedAttempt(shop);
      const { id, at, ...said } = await call(shop);
      assert.deepEqual(said, {
        kind,
        order: 'o-1',
        attempt,
        state: 'done',
        amount: '199.90',
        currency: 'UAH',
      });
      await shop.wallet.drain();
      assert.deepEqual(await call(shop), { id, at, ...said });
      assert.equal(shop.service.to(paths[kind]).length, 1);
    });

    it('is unknown while it has no answer, and then what get-status finds; it is not sent again', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], lost);
      const { id, attempt, state } = await call(shop);
      assert.equal(state, 'unknown');
      const about = `{"operation":"${id}","attempt":"${attempt}","order":"o-1","failure":"unknown"`;
      const line = shop.logs.find((each) => each.startsWith(`${kind} was not answered ${about}`));
      assert.match(line ?? '', /"code":"service_no_answer"/);
      assert.equal((await call(shop)).state, 'unknown');
      await assert.rejects(shop.wallet.void('o-1', { key: 'other' }), {
        code: 'operation_in_progress',
        message: 'Another operation has no outcome yet.',
      });
      const { sessionId } = await storedAttempt(shop);
      shop.service.statuses.set(sessionId, { status: after });
      shop.wait(2 * 60 * minute);
      await shop.wallet.reconcile();
      const operations = await operationsOf(shop);
      assert.deepEqual(
        operations.map(({ state }) => state),
        ['done'],
      );
      assert.equal(shop.service.to(paths[kind]).length, 1);
    });

    it('is refused where get-status finds no change after the grace period', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], lost);
      await call(shop);
      shop.wait(2 * 60 * minute);
      await shop.wallet.reconcile();
      const [operation] = await operationsOf(shop);
      assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'not_processed']);
    });

    it('is unknown to another process while one waits for it, and then what get-status finds', async () => {
      const store = memoryStore({ now });
      await using one = await openWith(status, { store });
      await using two = await openShop({ store, service: { baseUrl: one.service.baseUrl } });
      const reached = Promise.withResolvers<ServerResponse>();
      one.service.on(paths[kind], (_, response) => (reached.resolve(response), null));
      const waiting = call(one);
      const response = await reached.promise;
      assert.equal((await call(two)).state, 'unknown');
      const { sessionId } = await storedAttempt(two);
      one.service.statuses.set(sessionId, { status: after });
      two.wait(2 * 60 * minute);
      await two.wallet.reconcile();
      assert.equal((await operationsOf(two))[0]?.state, 'done');
      response.destroy();
      await waiting;
    });

    it('is unknown where the server stops before the answer', async () => {
      const store = { ...memoryStore({ now }), close: async () => Promise.resolve() };
      await using shop = await openWith(status, { store });
      const reached = Promise.withResolvers<undefined>();
      shop.service.on(paths[kind], () => (reached.resolve(undefined), null));
      const waiting = call(shop);
      await reached.promise;
      await shop.wallet.close({ timeout: 1600 });
      assert.equal((await waiting).state, 'unknown');
    });

    it('is refused where the service refused and get-status says that nothing changed; then it may be sent again', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], refusing('NotNow'));
      const refused = await call(shop);
      assert.deepEqual([refused.state, refused.refusal], ['refused', 'NotNow']);
      shop.service.on(paths[kind], taken(shop, { status: after }));
      assert.equal((await call(shop)).state, 'done');
    });

    it('is refused too where the service names no reason', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], refusing());
      const { state, refusal } = await call(shop);
      assert.deepEqual([state, refusal], ['refused', 'refused']);
    });

    it('stays unknown after a refusal while get-status does not answer', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], refusing('NotNow'));
      shop.service.on('/v1/get-status', refusing());
      const { state, refusal } = await call(shop);
      assert.deepEqual([state, refusal], ['unknown', undefined]);
    });

    it('throws where nothing was sent, and may be asked for again', async () => {
      let isDown = true;
      const refused = new WalletServerError('service_unreachable', 'No connection was made.');
      await using shop = await openWith(status, {
        service: {
          fetch: async (url, init) => {
            if (isDown && url.endsWith(paths[kind])) throw refused;
            return fetch(url, init);
          },
        },
      });
      await assert.rejects(call(shop), { code: 'service_unreachable' });
      const [operation] = await operationsOf(shop);
      assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'not_sent']);
      isDown = false;
      shop.service.on(paths[kind], taken(shop, { status: after }));
      assert.equal((await call(shop)).state, 'done');
    });
  });
}

describe('a change made in the service’s cabinet', () => {
  it('is found while money is held or charged, at growing intervals until the session’s end', async () => {
    await using shop = await openWith('paid');
    const { sessionId } = await storedAttempt(shop);
    for (let days = 0; days < 20; days += 1) {
      shop.wait(24 * 60 * minute);
      await shop.wallet.reconcile();
    }
    const asked = shop.service.to('/v1/get-status').length;
    assert.ok(asked > 10 && asked <= 20, String(asked));
    shop.service.statuses.set(sessionId, { status: 'voided' });
    shop.wait(2 * 24 * 60 * minute);
    await shop.wallet.reconcile();
    await shop.wallet.drain();
    assert.equal(shop.changes.at(-1)?.outcome, 'cancelled');
  });
});
