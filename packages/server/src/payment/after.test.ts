import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { badAmounts } from '@wallet-buttons/protocol/testing/inputs.js';
import type { Answer } from '../../test/service-stub.ts';
import { now, openShop, type Shop, type ShopOptions, storedAttempt } from '../../test/shop.ts';
import { type OperationResult, type Payment, WalletServerError } from '../index.ts';
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

function refusing(code: string): Answer {
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
    await assert.rejects(held.wallet.capture('o-2'), { code: 'no_payment' });
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
    assert.equal(shop.service.to(paths.void)[0]?.body['session_id'], first.sessionId);
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

    it('is unknown while it has no answer, and then what get-status finds; it is not sent again', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], lost);
      assert.equal((await call(shop)).state, 'unknown');
      assert.equal((await call(shop)).state, 'unknown');
      await assert.rejects(shop.wallet.void('o-1', { key: 'other' }), {
        code: 'operation_in_progress',
      });
      const { sessionId } = await storedAttempt(shop);
      shop.service.statuses.set(sessionId, { status: after });
      shop.wait(2 * 60 * minute);
      await shop.wallet.reconcile();
      const { operations = [] } = (await shop.wallet.find('o-1')) ?? {};
      assert.deepEqual(
        operations.map(({ state }) => state),
        ['done'],
      );
      assert.equal(shop.service.to(paths[kind]).length, 1);
    });

    it('is refused where the service refused and get-status says that nothing changed; then it may be sent again', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], refusing('NotNow'));
      const refused = await call(shop);
      assert.deepEqual([refused.state, refused.refusal], ['refused', 'NotNow']);
      shop.service.on(paths[kind], taken(shop, { status: after }));
      assert.equal((await call(shop)).state, 'done');
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
