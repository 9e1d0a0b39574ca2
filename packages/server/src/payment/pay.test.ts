import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { giveUp, standStill } from '../../test/patience.ts';
import { merchantKey } from '../../test/service-stub.ts';
import type { Answer } from '../../test/service-stub.ts';
import { openShop } from '../../test/shop.ts';
import type { Shop } from '../../test/shop.ts';
import { newAttempt } from '../attempt.ts';
import { memoryStore } from '../index.ts';
import type { StatusChange } from '../index.ts';
import { sqliteStore } from '../store/sqlite.ts';

const minute = 60_000;
const word = (status: string) => (): object => ({ status });

/** A press whose token was not answered, and whose order is free again: the service knew of no payment. */
async function givenFree(shop: Shop): Promise<string | null> {
  shop.service.on('/v1/pay-token', (_, response) => {
    response.destroy();
    return null;
  });
  await shop.pay();
  for (const minutes of [1, 20]) {
    shop.wait(minutes * 60_000);
    await shop.wallet.reconcile();
  }
  const { state, sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
  assert.equal(state, 'released');
  return sessionId;
}

describe('a payment', () => {
  test('opens session and payment, sends the token once, answers with the service’s word', async () => {
    await using shop = await openShop();
    const response = await shop.pay();
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { outcome: 'succeeded', status: 'paid' });
    const paths = shop.service.calls.map(({ path }) => path);
    assert.deepEqual(paths, ['/v1/session', '/v1/payment', '/v1/pay-token']);
    assert.ok(shop.service.calls.every(({ signed }) => signed));
    const [session, payment, token] = shop.service.calls.map(({ raw }) => raw.toString());
    assert.equal(
      session,
      '{"merchant_id":"1","callback_url":"https://shop.example/wallet/webhook/v1"}',
    );
    assert.match(payment ?? '', /"amount":199.9,"external_id":"o-1"}$/);
    assert.match(
      token ?? '',
      /"paytype":"google_pay","redirect_url":"https:\/\/shop.example\/return\?order=o-1"}$/,
    );
  });

  test('tells the merchant once, under a stable id', async () => {
    await using shop = await openShop();
    await shop.pay();
    await shop.wallet.drain();
    await shop.wallet.reconcile();
    assert.equal(shop.changes.length, 1);
    const { id, at, ...change } = shop.changes[0] ?? assert.fail();
    assert.ok(id && at);
    assert.deepEqual(change, {
      order: 'o-1',
      wallet: 'wallet-b',
      outcome: 'succeeded',
      status: 'paid',
      amount: '199.90',
      currency: 'UAH',
      previous: 'unknown',
    });
  });

  test('tells the merchant again, with the same id, while the callback fails (I9)', async () => {
    const told: StatusChange[] = [];
    await using shop = await openShop({
      onStatusChange: (change) => {
        told.push(change);
        if (told.length < 3) throw new Error('The shop is down.');
      },
    });
    await shop.pay();
    await shop.wallet.drain();
    for (const wait of [31_000, 31_000, 31_000]) {
      shop.wait(wait);
      await shop.wallet.reconcile();
    }
    assert.equal(told.length, 3);
    assert.equal(new Set(told.map(({ id }) => id)).size, 1);
  });

  test('hands a safe bank page on, and keeps it for a replay', async () => {
    await using shop = await openShop();
    const acs_url = 'https://bank.example/acs?id=1';
    shop.service.on('/v1/pay-token', () => ({ status: 'processing', acs_url }));
    const answers = [await shop.pay({}, 'k'), await shop.pay({}, 'k')];
    for (const answer of answers) {
      assert.equal(answer.status, 200);
      assert.deepEqual(await answer.json(), { outcome: 'pending', status: 'processing', acs_url });
    }
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  const unsafe: readonly string[] = [
    'javascript:alert(1)',
    'javascript://acs.bank/%0aalert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'http://bank.example/acs',
    '//evil.example/acs',
    '/acs',
    'https://user:pass@bank.example/acs',
    `https://bank.example/${'x'.repeat(9000)}`,
    'https:bank.example',
  ];
  for (const acs_url of unsafe) {
    test(`keeps back the bank page ${JSON.stringify(acs_url).slice(0, 40)}`, async () => {
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', () => ({ status: 'processing', acs_url }));
      const answer = await shop.pay();
      assert.equal(answer.status, 202);
      assert.deepEqual(await answer.json(), { outcome: 'pending', status: 'processing' });
      assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'awaiting_bank');
      assert.ok(shop.logs.some((line) => line.startsWith('acs_url_refused')));
    });
  }

  test('is tried anew, in a session of its own, once the last one has failed', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', word('failed'));
    assert.deepEqual(await (await shop.pay()).json(), { outcome: 'failed', status: 'failed' });
    shop.service.on('/v1/pay-token', word('paid'));
    assert.deepEqual(await (await shop.pay()).json(), { outcome: 'succeeded', status: 'paid' });
    const sessions = shop.service.to('/v1/pay-token').map(({ body }) => body['session_id']);
    assert.equal(new Set(sessions).size, 2);
  });

  test('treats a word that it does not know as pending, and raises it', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', word('under_review'));
    const answer = await shop.pay();
    assert.equal(answer.status, 202);
    assert.deepEqual(await answer.json(), { outcome: 'pending', status: 'under_review' });
    assert.ok(shop.logs.some((line) => line.startsWith('unknown_status')));
  });
});

describe('nothing is sent', () => {
  const refused = async (body: object, code: string, status: number): Promise<void> => {
    await using shop = await openShop();
    const answer = await shop.pay(body);
    assert.equal(answer.status, status);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.equal(((await answer.json()) as { code: string }).code, code);
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
  };

  test('for an order that the merchant does not know', async () =>
    refused({ order: 'o-2' }, 'order_not_found', 404));
  test('when the sheet showed another amount', async () =>
    refused({ shown: { amount: '199.91', currency: 'UAH' } }, 'amount_mismatch', 409));
  test('when the sheet showed another currency', async () =>
    refused({ shown: { amount: '199.90', currency: 'EUR' } }, 'amount_mismatch', 409));
  test('for a body with an amount of its own', async () =>
    refused({ amount: '0.01' }, 'unknown_field', 400));
  test('for a wallet that is none', async () =>
    refused({ wallet: 'wallet-c' }, 'invalid_field', 400));
  test('for a token that is no text', async () => refused({ token: {} }, 'invalid_field', 400));

  for (const amount of ['0', '-1', '1.005', 'ten', '90071992547409.93']) {
    test(`when the merchant’s own amount is ${amount}`, async () => {
      await using shop = await openShop();
      shop.orders.set('o-1', { amount, currency: 'UAH' });
      const answer = await shop.pay({ shown: { amount: '1', currency: 'UAH' } });
      assert.equal(answer.status, 500);
      assert.equal(((await answer.json()) as { code: string }).code, 'order_invalid');
      assert.equal(shop.service.to('/v1/payment').length, 0);
    });
  }

  const noConnection = new TypeError('failed', { cause: { syscall: 'connect' } });
  const offline = [
    ['service_unreachable', { fetch: async () => Promise.reject(noConnection) }],
    ['signer_failed', { signer: { sign: async () => Promise.reject(new Error('denied')) } }],
  ] as const;
  for (const [code, service] of offline) {
    test(`on ${code}: the order is free again, for the same token too`, async () => {
      await using shop = await openShop();
      await shop.post('/wallet/prepare', { order: 'o-1' });
      await using broken = await openShop({ store: shop.store, service });
      const answer = await broken.pay({}, 'k');
      assert.equal(answer.status, 503);
      assert.equal(((await answer.json()) as { code: string }).code, code);
      assert.equal((await shop.pay({}, 'k')).status, 200);
    });
  }

  test('when another process opens it for too long, by a clock that is set back too', async () => {
    const store = memoryStore();
    await store.open({ ...newAttempt('o-1', 19990, 'UAH', 1), openUntil: Date.now() + 60_000 });
    await using shop = await openShop({
      store: {
        ...store,
        find: async (by) => {
          if ('order' in by) shop.wait(-60_000);
          return store.find(by);
        },
      },
      service: { timeout: 50 },
    });
    const answer = await shop.pay();
    assert.equal(((await answer.json()) as { code: string }).code, 'not_opened');
  });

  test('when the service opens no session', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/session', (_, response) => {
      response.writeHead(500).end();
      return null;
    });
    const answer = await shop.pay();
    assert.equal(answer.status, 503);
    assert.equal(((await answer.json()) as { code: string }).code, 'not_opened');
  });
});

describe('an order is charged once', () => {
  test('under 50 presses at the same time', async () => {
    await using shop = await openShop({ store: sqliteStore(':memory:') });
    const answers = await Promise.all(Array.from({ length: 50 }, async () => shop.pay()));
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
    assert.equal(shop.service.to('/v1/session').length, 1);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 49);
  });

  test('by two servers on one store, which open it once (I1)', async () => {
    const store = sqliteStore(':memory:');
    await using one = await openShop({ store });
    await using two = await openShop({ store, service: { baseUrl: one.service.baseUrl } });
    const press = async (_: unknown, at: number): Promise<Response> =>
      (at % 2 ? one : two).pay({}, `key-${String(at)}`);
    await Promise.all(Array.from({ length: 20 }, press));
    for (const path of ['/v1/session', '/v1/payment', '/v1/pay-token']) {
      assert.equal(one.service.to(path).length, 1);
    }
  });

  test('when the same request comes again: the same answer, and no call', async () => {
    await using shop = await openShop();
    const [first, second] = [await shop.pay({}, 'k'), await shop.pay({}, 'k')];
    assert.deepEqual(await second.json(), await first.json());
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  test('when the same key comes with another body', async () => {
    await using shop = await openShop();
    await shop.pay({}, 'k');
    const answer = await shop.pay({ token: 'other' }, 'k');
    assert.equal(answer.status, 422);
    assert.equal(((await answer.json()) as { code: string }).code, 'idempotency_key_reused');
  });

  test('and not by a token whose intent was so long in writing that the order was given up', async () => {
    const { save, ...store } = memoryStore();
    const [written, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    await using shop = await openShop({
      store: {
        ...store,
        save: async (next, note) => {
          const result = await save(next, note);
          if (next.idempotencyKey !== 'late' || next.state !== 'sending') return result;
          written.resolve(undefined);
          await go.promise;
          return result;
        },
      },
    });
    const late = shop.pay({}, 'late');
    await written.promise;
    for (const minutes of [1, 16]) {
      shop.wait(minutes * 60_000);
      await shop.wallet.reconcile();
    }
    assert.equal((await shop.pay()).status, 200);
    go.resolve(undefined);
    const { code } = (await (await late).json()) as Record<string, string>;
    assert.equal(code, 'store_failed');
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  test('where money of another amount turns up after it was given free (I7)', async () => {
    for (const store of [memoryStore(), sqliteStore(':memory:')]) {
      await using shop = await openShop({ store });
      const sessionId = await givenFree(shop);
      await shop.webhook({ id: sessionId, status: 'paid', amount: '200.00' });
      await shop.wallet.drain();
      const answer = await shop.pay();
      const { code, outcome } = (await answer.json()) as Record<string, string>;
      assert.deepEqual([answer.status, code, outcome], [409, 'in_progress', 'unknown']);
      assert.deepEqual(await shop.status(), { outcome: 'unknown', status: '', final: false });
      assert.equal(shop.service.to('/v1/pay-token').length, 1);
      await shop.wallet.decide('o-1', 'failed');
      shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
      assert.equal((await shop.pay()).status, 200);
    }
  });

  test('and by no token where the session was paid in another amount before (I7)', async () => {
    await using shop = await openShop();
    await shop.post('/wallet/prepare', { order: 'o-1' });
    const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    await shop.webhook({ id: sessionId, status: 'paid', amount: '200.00' });
    await shop.wallet.drain();
    assert.equal((await shop.pay()).status, 409);
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
  });

  test('where the service is at work on a token that was given up (I5)', async () => {
    await using shop = await openShop();
    const sessionId = await givenFree(shop);
    await shop.webhook({ id: sessionId, status: 'processing' });
    await shop.wallet.drain();
    assert.match(shop.logs.join('\n'), /^late_truth .*"state":"pending"/m);
    assert.equal((await shop.pay()).status, 409);
  });

  test('though its sheet was up again when the service turned out to be at work on it (I1)', async () => {
    for (const store of [memoryStore(), sqliteStore(':memory:')]) {
      await using shop = await openShop({ store });
      const sessionId = await givenFree(shop);
      await shop.post('/wallet/prepare', { order: 'o-1' });
      await shop.webhook({ id: sessionId, status: 'processing' });
      await shop.wallet.drain();
      const { outcome } = (await (await shop.pay()).json()) as Record<string, string>;
      assert.equal(outcome, 'pending');
      await shop.webhook({ id: sessionId, status: 'failed' });
      await shop.wallet.drain();
      shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
      assert.equal((await shop.pay()).status, 200);
    }
  });

  test('and again where money of another amount went back', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'holded', amount: '100.00' }));
    await shop.pay();
    const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    await shop.webhook({ id: sessionId, status: 'refunded', amount: '100.00' });
    await shop.wallet.drain();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await shop.pay()).status, 200);
  });

  test('and not put right by an answer that names no amount where a webhook named another (I7)', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', async () => {
      const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
      await shop.webhook({ id: sessionId, status: 'paid', amount: '1.00' });
      while ((await shop.store.find({ order: 'o-1' }))?.flag == null) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return { status: 'paid' };
    });
    assert.equal((await shop.pay()).status, 202);
    assert.deepEqual(shop.changes, []);
  });

  test('and not in another currency than its own (I7)', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({
      status: 'paid',
      amount: '199.90',
      currency: 'USD',
    }));
    assert.equal((await shop.pay()).status, 202);
    assert.equal((await shop.store.find({ order: 'o-1' }))?.flag, 'mismatch');
  });

  test('when it is paid already: the refusal says how it stands', async () => {
    await using shop = await openShop();
    await shop.pay();
    const answer = await shop.pay();
    assert.equal(answer.status, 409);
    const { code, outcome, payment_status } = (await answer.json()) as Record<string, unknown>;
    assert.deepEqual([code, outcome, payment_status], ['already_paid', 'succeeded', 'paid']);
  });

  test('and a token pays one order only', async () => {
    await using shop = await openShop();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    await shop.pay({ token: 'once' });
    const answer = await shop.pay({ order: 'o-2', token: 'once' });
    assert.equal(answer.status, 409);
    assert.equal(((await answer.json()) as { code: string }).code, 'token_reused');
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  test('at the price it has when the payer agrees, not at the one it had before', async () => {
    await using shop = await openShop();
    await shop.post('/wallet/prepare', { order: 'o-1' });
    shop.orders.set('o-1', { amount: '250', currency: 'UAH' });
    const answer = await shop.pay({ shown: { amount: '250.00', currency: 'UAH' } });
    assert.equal(answer.status, 200);
    const payments = shop.service.to('/v1/payment').map(({ body }) => body);
    assert.deepEqual(
      payments.map((body) => body['amount']),
      [199.9, 250],
    );
    const [used] = shop.service.to('/v1/pay-token');
    assert.equal(used?.body['session_id'], payments[1]?.['session_id']);
  });

  test('by the amount that the service names: another one is never taken for paid', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.91' }));
    assert.equal((await shop.pay()).status, 202);
    assert.equal((await shop.store.find({ order: 'o-1' }))?.flag, 'mismatch');
    assert.ok(shop.logs.some((line) => line.startsWith('amount_mismatch')));
    assert.deepEqual(shop.changes, []);
    shop.service.on('/v1/get-status', () => ({ status: 'paid', amount: 199.9 }));
    assert.equal((await shop.pay()).status, 409);
  });
});

describe('opening an order', () => {
  test('is taken over from who died at it, though the clock was put back by an hour since', async () => {
    const store = memoryStore();
    const ahead = Date.now() + 3_600_000;
    await store.open({ ...newAttempt('o-1', 19990, 'UAH', ahead), openUntil: ahead + 65_000 });
    await using shop = await openShop({ store });
    assert.equal((await shop.pay()).status, 200);
  });

  test('happens once, however many tabs prepare it at two servers at the same time', async () => {
    const store = sqliteStore(':memory:');
    await using one = await openShop({ store });
    await using two = await openShop({ store, service: { baseUrl: one.service.baseUrl } });
    const prepare = async (_: unknown, at: number): Promise<Response> =>
      (at % 2 ? one : two).post('/wallet/prepare', { order: 'o-1' });
    const answers = await Promise.all(Array.from({ length: 10 }, prepare));
    assert.ok(answers.every(({ status }) => status === 204));
    for (const path of ['/v1/session', '/v1/payment']) assert.equal(one.service.to(path).length, 1);
  });

  test('that failed is begun anew: nobody can say whether the payment was added (S2)', async () => {
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

  test('is taken over from a server that died in the middle, once its lease is over', async () => {
    await using dying = await openShop();
    const asked = Promise.withResolvers<ServerResponse>();
    dying.service.on('/v1/session', (_, response) => (asked.resolve(response), null));
    const left = dying.post('/wallet/prepare', { order: 'o-1' });
    const unanswered = await asked.promise;
    await using shop = await openShop({ store: dying.store });
    shop.wait(2 * minute);
    assert.equal((await shop.post('/wallet/prepare', { order: 'o-1' })).status, 204);
    unanswered.destroy();
    await left;
    assert.equal((await shop.pay()).status, 200);
    assert.equal(shop.service.to('/v1/session').length, 1);
  });

  test('adds no payment while the sheet may still change the total', async () => {
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
    assert.equal((await shop.store.find({ order: 'o-1' }))?.amountMinor, 23990);
  });
});

describe('choices that the shop cannot take', () => {
  test('come back as what the payer can put right, and nothing is sent', async () => {
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

describe('an order that is changed', () => {
  test('while its payment is opened is noticed, and nothing is sent (I6)', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/payment', () => {
      shop.orders.set('o-1', { amount: '250', currency: 'UAH' });
      return { id: '77' };
    });
    const answer = await shop.pay();
    assert.equal(answer.status, 409);
    assert.equal(((await answer.json()) as { code: string }).code, 'amount_mismatch');
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
  });

  test('while it is paid is paid as agreed, and raised', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => {
      shop.orders.set('o-1', { amount: '250', currency: 'UAH' });
      return { status: 'paid', amount: '199.90' };
    });
    assert.equal((await shop.pay()).status, 200);
    await shop.wallet.drain();
    assert.ok(shop.logs.some((line) => line.startsWith('order_changed')));
    assert.equal(shop.changes[0]?.amount, '199.90');
  });
});

describe('a payer who left the bank’s page', () => {
  const acs_url = 'https://bank.example/acs?id=1';

  test('can go back to it, from the return page and from another press, while the bank waits', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing', acs_url }));
    shop.service.on('/v1/get-status', word('processing'));
    await shop.pay();
    const pending = { outcome: 'pending', status: 'processing' };
    assert.deepEqual(await shop.status(), { ...pending, final: false, acs_url });
    const refused = (await (await shop.pay()).json()) as Record<string, unknown>;
    assert.equal(refused['code'], 'in_progress');
    assert.equal(refused['acs_url'], acs_url);
    shop.service.on('/v1/get-status', word('holded'));
    shop.wait(1500);
    const held = { outcome: 'authorized', status: 'holded', final: true };
    assert.deepEqual(await shop.status(), held);
    const paid = (await (await shop.pay()).json()) as Record<string, unknown>;
    assert.equal(paid['acs_url'], undefined);
  });

  test('is shown no page that is not safe', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing', acs_url: 'javascript:1' }));
    shop.service.on('/v1/get-status', word('processing'));
    await shop.pay();
    const pending = { outcome: 'pending', status: 'processing', final: false };
    assert.deepEqual(await shop.status(), pending);
  });
});

describe('an outcome that nobody knows stays unknown', () => {
  const answerRaw =
    (status: number, type: string, body: string, headers = {}): Answer =>
    (_, response) => {
      response.writeHead(status, { 'content-type': type, ...headers }).end(body);
      return null;
    };
  const faults: readonly (readonly [string, Answer])[] = [
    ['the connection is reset', (_, response) => (response.destroy(), null)],
    ['no answer comes in time', giveUp],
    ['it answers 500', answerRaw(500, 'application/json', '{}')],
    ['it answers 503', answerRaw(503, 'text/plain', 'busy', { 'retry-after': '1' })],
    ['it answers 429', answerRaw(429, 'text/plain', 'slow')],
    ['it answers HTML', answerRaw(200, 'text/html', '<html>')],
    ['it answers half a document', answerRaw(200, 'application/json', '{"status":"pa')],
    ['it answers no status', answerRaw(200, 'application/json', '{"id":"1"}')],
    ['it answers 2 MB', answerRaw(200, 'application/json', `"${'x'.repeat(2_000_000)}"`)],
    ['it redirects, 302', answerRaw(302, 'text/plain', '', { location: '/v1/pay-token' })],
    ['it redirects, 307', answerRaw(307, 'text/plain', '', { location: '/v1/pay-token' })],
    [
      'it refuses with a code that proves nothing',
      answerRaw(400, 'application/json', '{"code":"X"}'),
    ],
  ];
  for (const [name, answer] of faults) {
    test(`when ${name}; the token is not sent again (I3)`, async (context) => {
      if (answer === giveUp) standStill(context);
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', answer);
      const response = await shop.pay({}, 'k');
      assert.equal(response.status, 202);
      assert.deepEqual(await response.json(), { outcome: 'unknown', status: '' });
      assert.equal((await shop.pay({}, 'k')).status, 202);
      assert.equal((await shop.pay()).status, 409);
      await shop.wallet.reconcile();
      assert.equal(shop.service.to('/v1/pay-token').length, 1);
      assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'unknown');
    });
  }

  test('and is raised when it redirects', async () => {
    await using shop = await openShop();
    const elsewhere = { location: 'https://elsewhere.example/' };
    shop.service.on('/v1/pay-token', answerRaw(307, 'text/plain', '', elsewhere));
    await shop.pay();
    assert.match(shop.logs.join('\n'), /^redirect_refused .*"serviceStatus":307/m);
  });

  test('and becomes what get-status finds', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', ({ body }, response) => {
      shop.service.statuses.set(String(body['session_id']), { status: 'paid', amount: '199.90' });
      response.destroy();
      return null;
    });
    await shop.pay();
    shop.wait(2000);
    await shop.wallet.reconcile();
    assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
    assert.equal(shop.changes.length, 1);
  });

  test('and a refusal that proves "not processed" is a failure at once', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', answerRaw(400, 'application/json', '{"type":"validation"}'));
    assert.deepEqual(await (await shop.pay()).json(), { outcome: 'failed', status: '' });
  });

  const absences: readonly (readonly [string, Answer])[] = [
    ['the session without a payment', word('created')],
    ['not found', answerRaw(400, 'application/json', '{"code":"SessionNotFoundError"}')],
  ];
  for (const [name, answer] of absences) {
    test(`for the grace when get-status says ${name}; then the order is free`, async () => {
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
      shop.service.on('/v1/get-status', answer);
      await shop.pay();
      shop.wait(14 * minute);
      await shop.wallet.reconcile();
      assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'unknown');
      assert.equal((await shop.pay()).status, 409);
      shop.wait(3 * minute);
      await shop.wallet.reconcile();
      assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'released');
      shop.service.on('/v1/pay-token', word('paid'));
      assert.equal((await shop.pay()).status, 200);
    });
  }

  test('until the truth comes late: it is recorded, and raised', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
    await shop.pay();
    shop.wait(16 * minute);
    await shop.wallet.reconcile();
    const id = (await shop.store.find({ order: 'o-1' }))?.sessionId;
    assert.equal((await shop.webhook({ id, status: 'paid' })).status, 200);
    await shop.wallet.drain();
    assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'paid');
    assert.ok(shop.logs.some((line) => line.startsWith('late_truth')));
    assert.equal((await shop.pay()).status, 409);
  });

  test('and a person is asked after three days', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', word('processing'));
    shop.service.on('/v1/get-status', word('processing'));
    await shop.pay();
    shop.wait(73 * 60 * minute);
    await shop.wallet.reconcile();
    assert.equal((await shop.store.find({ order: 'o-1' }))?.flag, 'needs_review');
    assert.ok(shop.logs.some((line) => line.startsWith('needs_review')));
  });
});

describe('what is durable', () => {
  test('is the intent, before the first byte leaves (I2)', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'wallet-')), 'payments.db');
    await using shop = await openShop({ store: sqliteStore(file) });
    let seen: unknown;
    shop.service.on('/v1/pay-token', () => {
      const db = new DatabaseSync(file, { readOnly: true });
      seen = db
        .prepare('SELECT state, amount_minor, length(token_sha256) AS hash FROM wallet_attempt')
        .get();
      db.close();
      return { status: 'paid' };
    });
    await shop.pay();
    assert.deepEqual({ ...(seen as object) }, { state: 'sending', amount_minor: 19990, hash: 64 });
  });

  test('is enough to end a payment that a killed process was in the middle of (I22)', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'wallet-')), 'payments.db');
    await using shop = await openShop({ store: sqliteStore(file) });
    const reached = Promise.withResolvers<undefined>();
    shop.service.on('/v1/pay-token', ({ body }) => {
      shop.service.statuses.set(String(body['session_id']), { status: 'paid' });
      reached.resolve(undefined);
      return null;
    });
    const child = spawn(process.execPath, [
      '--conditions=@wallet-buttons/source',
      fileURLToPath(new URL('../../test/doomed-shop.ts', import.meta.url)),
      file,
      shop.service.baseUrl,
      Buffer.from(merchantKey).toString('base64'),
    ]);
    await reached.promise;
    child.kill('SIGKILL');
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
    assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'sending');
    await shop.wallet.recover();
    await shop.wallet.reconcile();
    assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'paid');
    assert.equal(shop.changes.length, 1);
    assert.equal((await shop.pay({}, 'other')).status, 409);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });
});
