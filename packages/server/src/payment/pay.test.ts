import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { badAmounts } from '@wallet-buttons/protocol/testing/inputs.js';
import { fileURLToPath } from 'node:url';
import { type Answer, merchantKey } from '@wallet-buttons/service-client/testing/service-stub.js';
import { giveUp, standStill } from '@wallet-buttons/service-client/testing/timeout.js';
import type { Attempt } from '../order/attempt.ts';
import { makeDue } from '../order/write.ts';
import {
  changesAround,
  now,
  openShop,
  type Replace,
  type Shop,
  storedAttempt,
} from '../../test/shop.ts';
import { memoryStore, type StatusChange, WalletServerError } from '../index.ts';
import { sqliteStore } from '../store/sqlite.ts';

const minute = 60_000;
const says = (status: string) => (): object => ({ status });

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code: unknown }).code;
}

/** A press whose token was not answered, and whose order is free again: the service knows of no payment. */
async function abandoned(shop: Shop): Promise<string> {
  shop.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
  await shop.pay();
  for (const minutes of [1, 20]) {
    shop.wait(minutes * minute);
    await shop.wallet.reconcile();
  }
  const { state, sessionId } = await storedAttempt(shop);
  assert.equal(state, 'abandoned');
  return sessionId;
}

describe('a payment', () => {
  it('opens session and payment, sends the token once, answers with the provider status', async () => {
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
      /"redirect_url":"https:\/\/shop.example\/wallet\/return\/by0x\/[\w-]{24}",.*"paytype":"google_pay"}$/,
    );
  });

  it('tells the merchant once, under a stable id', async () => {
    await using shop = await openShop();
    await shop.pay();
    await shop.wallet.drain();
    await shop.wallet.reconcile();
    assert.equal(shop.changes.length, 1);
    const { id, at, attempt, sessionId, ...change } = shop.changes[0] ?? assert.fail();
    assert.ok(id && at);
    assert.deepEqual(
      [attempt, sessionId],
      [(await storedAttempt(shop)).id, (await storedAttempt(shop)).sessionId],
    );
    assert.deepEqual(change, {
      order: 'o-1',
      paymentId: '77',
      wallet: 'wallet-b',
      outcome: 'succeeded',
      status: 'paid',
      amount: '199.90',
      currency: 'UAH',
      previous: 'unknown',
    });
  });

  it('tells the merchant again, with the same id, while the callback fails', async () => {
    const delivered: StatusChange[] = [];
    await using shop = await openShop({
      onStatusChange: (change) => {
        delivered.push(change);
        if (delivered.length < 3) throw new Error('The shop is down.');
      },
    });
    await shop.pay();
    await shop.wallet.drain();
    for (const wait of [31_000, 61_000, 121_000]) {
      shop.wait(wait);
      await shop.wallet.reconcile();
    }
    assert.equal(delivered.length, 3);
    assert.equal(new Set(delivered.map(({ id }) => id)).size, 1);
  });

  for (const status of ['processing', undefined]) {
    it(`hands a safe bank page on, and keeps it for a replay: ${status ?? 'no'} status`, async () => {
      await using shop = await openShop();
      const acs_url = 'https://bank.example/acs?id=1';
      shop.service.on('/v1/pay-token', () => ({ status, acs_url }));
      const answers = [await shop.pay({}, 'k'), await shop.pay({}, 'k')];
      for (const answer of answers) {
        assert.equal(answer.status, 200);
        const pending = { outcome: 'pending', status: status ?? '', acs_url };
        assert.deepEqual(await answer.json(), pending);
      }
      assert.equal(shop.service.to('/v1/pay-token').length, 1);
    });
  }

  it('is tried anew, in a session of its own, once the last one has failed', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', says('failed'));
    assert.deepEqual(await (await shop.pay()).json(), { outcome: 'failed', status: 'failed' });
    shop.service.on('/v1/pay-token', says('paid'));
    assert.deepEqual(await (await shop.pay()).json(), { outcome: 'succeeded', status: 'paid' });
    const sessions = shop.service.to('/v1/pay-token').map(({ body }) => body['session_id']);
    assert.equal(new Set(sessions).size, 2);
  });

  it('treats an unknown status as pending, and raises an alarm', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', says('under_review'));
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
    assert.equal(await codeOf(answer), code);
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
  };

  it('for an order that the merchant does not know', async () =>
    refused({ order: 'o-2' }, 'order_not_found', 404));
  it('when the sheet showed another amount', async () =>
    refused({ shown: { amount: '199.91', currency: 'UAH' } }, 'amount_mismatch', 409));
  it('when the sheet showed another currency', async () =>
    refused({ shown: { amount: '199.90', currency: 'EUR' } }, 'amount_mismatch', 409));
  it('for a body with an amount of its own', async () =>
    refused({ amount: '0.01' }, 'unknown_field', 400));
  it('for an unknown wallet', async () => refused({ wallet: 'wallet-c' }, 'invalid_field', 400));
  it('for a token that is not a string', async () => refused({ token: {} }, 'invalid_field', 400));

  // A shop without types may give a number.
  const numbers: readonly unknown[] = [199.9, 0, null];
  for (const amount of [...badAmounts, ...(numbers as readonly string[])]) {
    it(`when the merchant’s own amount is ${JSON.stringify(amount)}`, async () => {
      await using shop = await openShop();
      shop.orders.set('o-1', { amount, currency: 'UAH' });
      const answer = await shop.pay({ shown: { amount: '1', currency: 'UAH' } });
      assert.equal(answer.status, 500);
      assert.equal(await codeOf(answer), 'order_invalid');
      assert.equal(shop.service.to('/v1/payment').length, 0);
    });
  }

  const noConnection = new WalletServerError('service_unreachable', 'refused');
  const offline = [
    ['service_unreachable', { fetch: async () => Promise.reject(noConnection) }],
    ['signer_failed', { signer: { sign: async () => Promise.reject(new Error('denied')) } }],
  ] as const;
  for (const [code, service] of offline) {
    it(`on ${code}: the order is free again, for the same token too`, async () => {
      const store = memoryStore({ now });
      await using shop = await openShop({ store });
      await shop.post('/wallet/prepare', { order: 'o-1' });
      const { baseUrl } = shop.service;
      await using broken = await openShop({ store, service: { baseUrl, ...service } });
      const answer = await broken.pay({}, 'k');
      assert.equal(answer.status, 503);
      assert.equal(await codeOf(answer), code);
      assert.equal((await storedAttempt(shop)).nextCheckAt, null);
      assert.equal((await shop.pay({}, 'k')).status, 200);
    });
  }

  it('when the service opens no session', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/session', (_, response) => {
      response.writeHead(500).end();
      return null;
    });
    const answer = await shop.pay();
    assert.equal(answer.status, 503);
    assert.equal(await codeOf(answer), 'not_opened');
  });
});

describe('an order is charged once', () => {
  it('under 50 presses at the same time', async () => {
    const store = sqliteStore(':memory:', { now });
    await using shop = await openShop({ store, paymentsPerMinute: 50 });
    const answers = await Promise.all(Array.from({ length: 50 }, async () => shop.pay()));
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
    assert.equal(shop.service.to('/v1/session').length, 1);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 49);
  });

  it('by two servers on one store', async () => {
    const store = sqliteStore(':memory:', { now });
    await using one = await openShop({ store });
    await using two = await openShop({ store, service: { baseUrl: one.service.baseUrl } });
    const press = async (_: unknown, at: number): Promise<Response> =>
      (at % 2 ? one : two).pay({}, `key-${String(at)}`);
    await Promise.all(Array.from({ length: 20 }, press));
    assert.equal(one.service.to('/v1/pay-token').length, 1);
  });

  it('when the same request comes again: the same answer, and no call', async () => {
    await using shop = await openShop();
    const [first, second] = [await shop.pay({}, 'k'), await shop.pay({}, 'k')];
    assert.deepEqual(await second.json(), await first.json());
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('when the same key comes with another body', async () => {
    await using shop = await openShop();
    await shop.pay({}, 'k');
    const answer = await shop.pay({ token: 'other' }, 'k');
    assert.equal(answer.status, 422);
    assert.equal(await codeOf(answer), 'idempotency_key_reused');
  });

  it('when the same key comes with another order', async () => {
    await using shop = await openShop();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    await shop.pay({}, 'k');
    const answer = await shop.pay({ order: 'o-2' }, 'k');
    assert.deepEqual([answer.status, await codeOf(answer)], [422, 'idempotency_key_reused']);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('and not by a token whose intent was written so slowly that the order was abandoned', async () => {
    const [written, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let isHeld = false;
    const payments = changesAround(async (write, cause) => {
      const result = await write();
      if (cause !== 'pay' || isHeld) return result;
      isHeld = true;
      written.resolve(undefined);
      await go.promise;
      return result;
    });
    await using shop = await openShop({ payments });
    const late = shop.pay({}, 'late');
    await written.promise;
    for (const minutes of [1, 16, 61]) {
      shop.wait(minutes * minute);
      await shop.wallet.reconcile();
    }
    assert.equal((await storedAttempt(shop)).state, 'abandoned');
    assert.equal((await shop.pay()).status, 200);
    go.resolve(undefined);
    assert.equal(await codeOf(await late), 'store_failed');
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('where money of another amount turns up after it was abandoned', async () => {
    for (const store of [memoryStore({ now }), sqliteStore(':memory:', { now })]) {
      await using shop = await openShop({ store });
      const sessionId = await abandoned(shop);
      await shop.webhook({ id: sessionId, status: 'paid', amount: '200.00' });
      await shop.wallet.drain();
      const answer = await shop.pay();
      const { code, outcome } = (await answer.json()) as Record<string, string>;
      assert.deepEqual([answer.status, code, outcome], [409, 'in_progress', 'unknown']);
      assert.deepEqual(await shop.status(), { outcome: 'unknown', status: '', final: false });
      assert.equal(shop.service.to('/v1/pay-token').length, 1);
      const { id } = await storedAttempt(shop);
      await shop.wallet.resolve(id, 'failed');
      shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
      assert.equal((await shop.pay()).status, 200);
    }
  });

  it('and by no token where the session was paid in another amount before', async () => {
    await using shop = await openShop();
    await shop.post('/wallet/prepare', { order: 'o-1' });
    const { sessionId } = await storedAttempt(shop);
    await shop.webhook({ id: sessionId, status: 'paid', amount: '200.00' });
    await shop.wallet.drain();
    assert.equal((await shop.pay()).status, 409);
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
  });

  it('where the service works on a token that was abandoned', async () => {
    await using shop = await openShop();
    const sessionId = await abandoned(shop);
    await shop.webhook({ id: sessionId, status: 'processing' });
    await shop.wallet.drain();
    assert.match(shop.logs.join('\n'), /^late_payment .*"state":"pending"/m);
    assert.equal((await shop.pay()).status, 409);
  });

  it('though its sheet was open again when the service turned out to work on it', async () => {
    for (const store of [memoryStore({ now }), sqliteStore(':memory:', { now })]) {
      await using shop = await openShop({ store });
      const sessionId = await abandoned(shop);
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

  it('and again where money of another amount went back', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'holded', amount: '100.00' }));
    await shop.pay();
    const { sessionId } = await storedAttempt(shop);
    await shop.webhook({ id: sessionId, status: 'refunded', amount: '100.00' });
    await shop.wallet.drain();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await shop.pay()).status, 200);
  });

  it('and a mismatch stays where an answer names no amount', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', async () => {
      const { sessionId } = await storedAttempt(shop);
      await shop.webhook({ id: sessionId, status: 'paid', amount: '1.00' });
      return { status: 'paid' };
    });
    assert.equal((await shop.pay()).status, 202);
    assert.deepEqual(shop.changes, []);
  });

  it('and not in another currency than its own', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({
      status: 'paid',
      amount: '199.90',
      currency: 'USD',
    }));
    assert.equal((await shop.pay()).status, 202);
    assert.equal((await storedAttempt(shop)).flag, 'mismatch');
  });

  it('when it is paid already: the refusal says how it stands', async () => {
    await using shop = await openShop();
    await shop.pay();
    const answer = await shop.pay();
    assert.equal(answer.status, 409);
    const { code, outcome, payment_status } = (await answer.json()) as Record<string, unknown>;
    assert.deepEqual([code, outcome, payment_status], ['already_paid', 'succeeded', 'paid']);
  });

  it('and a token pays one order only', async () => {
    await using shop = await openShop();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    await shop.pay({ token: 'once' });
    const answer = await shop.pay({ order: 'o-2', token: 'once' });
    assert.equal(answer.status, 409);
    assert.equal(await codeOf(answer), 'token_reused');
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('at the price it has when the payer agrees, not at the one it had before', async () => {
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

  it('by the amount that the service names: another one is never taken for paid', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.91' }));
    assert.equal((await shop.pay()).status, 202);
    assert.equal((await storedAttempt(shop)).flag, 'mismatch');
    assert.ok(shop.logs.some((line) => line.startsWith('amount_mismatch')));
    assert.deepEqual(shop.changes, []);
    shop.service.on('/v1/get-status', () => ({ status: 'paid', amount: 199.9 }));
    assert.equal((await shop.pay()).status, 409);
  });
});

describe('an order that is changed', () => {
  it('while its payment is opened is noticed, and nothing is sent', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/payment', () => {
      shop.orders.set('o-1', { amount: '250', currency: 'UAH' });
      return { id: '77' };
    });
    const answer = await shop.pay();
    assert.equal(answer.status, 409);
    assert.equal(await codeOf(answer), 'amount_mismatch');
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
  });

  it('while it is paid is paid as agreed, and raised', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => {
      shop.orders.set('o-1', { amount: '250', currency: 'UAH' });
      return { status: 'paid', amount: '199.90' };
    });
    assert.equal((await shop.pay()).status, 200);
    await shop.wallet.drain();
    assert.match(shop.logs.join('\n'), /^order_changed .*"order":"o-1"/m);
    assert.equal(shop.changes[0]?.amount, '199.90');
  });

  it('because it is paid, and so not shown to its payer any more, raises nothing', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => {
      shop.orders.delete('o-1');
      return { status: 'paid', amount: '199.90' };
    });
    assert.equal((await shop.pay()).status, 200);
    await shop.wallet.drain();
    assert.doesNotMatch(shop.logs.join('\n'), /^order_changed/m);
  });
});

describe('another write of the attempt', () => {
  /** Payments that meet one before the first change of a cause. */
  const meeting = (cause: string): Replace => {
    let hasMet = false;
    return (payments) =>
      changesAround(async (write, own, by) => {
        if (hasMet || own !== cause) return write();
        hasMet = true;
        await payments.change(by as { readonly order: string }, 'due', (record, { at }) =>
          makeDue(record, record.attempts[0]?.sessionId ?? '', at),
        );
        return write();
      })(payments);
  };

  it('before its intent: the payment goes on', async () => {
    const payments = meeting('pay');
    await using shop = await openShop({ payments });
    assert.equal((await shop.pay()).status, 200);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('before a token that did not leave is taken back: the payer may press again', async () => {
    let isDown = true;
    const down = async (url: string, init: RequestInit): Promise<Response> => {
      if (!isDown || !url.endsWith('/pay-token')) return fetch(url, init);
      throw new WalletServerError('service_unreachable', 'refused');
    };
    const payments = meeting('not sent');
    await using shop = await openShop({ payments, service: { fetch: down } });
    assert.equal((await shop.pay()).status, 503);
    isDown = false;
    assert.equal((await shop.pay()).status, 200);
  });
});

describe('a payer who left the bank’s page', () => {
  const acs_url = 'https://bank.example/acs?id=1';

  it('can go back to it, from the return page and from another press, while the bank waits', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing', acs_url }));
    shop.service.on('/v1/get-status', says('processing'));
    await shop.pay();
    const pending = { outcome: 'pending', status: 'processing' };
    assert.deepEqual(await shop.status(), { ...pending, final: false, acs_url });
    const refused = (await (await shop.pay()).json()) as Record<string, unknown>;
    assert.equal(refused['code'], 'in_progress');
    assert.equal(refused['acs_url'], acs_url);
    shop.service.on('/v1/get-status', says('holded'));
    shop.wait(1500);
    const held = { outcome: 'authorized', status: 'holded', final: true };
    assert.deepEqual(await shop.status(), held);
    const paid = (await (await shop.pay()).json()) as Record<string, unknown>;
    assert.equal(paid['acs_url'], undefined);
  });

  it('is shown no page that is not safe', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing', acs_url: 'javascript:1' }));
    shop.service.on('/v1/get-status', says('processing'));
    await shop.pay();
    const pending = { outcome: 'pending', status: 'processing', final: false };
    assert.deepEqual(await shop.status(), pending);
  });
});

describe('an outcome without evidence stays unknown', () => {
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
  ];
  for (const [name, answer] of faults) {
    it(`when ${name}; the token is not sent again`, async (test) => {
      if (answer === giveUp) standStill(test);
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', answer);
      const response = await shop.pay({}, 'k');
      assert.equal(response.status, 202);
      assert.deepEqual(await response.json(), { outcome: 'unknown', status: '' });
      assert.equal((await shop.pay({}, 'k')).status, 202);
      assert.equal((await shop.pay()).status, 409);
      await shop.wallet.reconcile();
      assert.equal(shop.service.to('/v1/pay-token').length, 1);
      assert.equal((await storedAttempt(shop)).state, 'unknown');
    });
  }

  it('and is raised when it redirects', async () => {
    await using shop = await openShop();
    const elsewhere = { location: 'https://elsewhere.example/' };
    shop.service.on('/v1/pay-token', answerRaw(307, 'text/plain', '', elsewhere));
    await shop.pay();
    assert.match(shop.logs.join('\n'), /^redirect_refused .*"serviceStatus":307/m);
  });

  for (const [name, answer] of faults.filter(([name]) => !name.includes('redirects'))) {
    it(`and is logged as a warning when ${name}`, async (test) => {
      if (answer === giveUp) standStill(test);
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', answer);
      await shop.pay();
      assert.match(shop.logs.join('\n'), /^pay-token was not answered .*"evidence":"unknown"/m);
      assert.doesNotMatch(shop.logs.join('\n'), /redirect/);
    });
  }

  it('and is asked about once the process that sent the token must have an answer', async () => {
    await using shop = await openShop();
    const [sent, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<object>()];
    shop.service.on('/v1/pay-token', () => {
      sent.resolve(undefined);
      return answer.promise;
    });
    const paying = shop.pay();
    await sent.promise;
    const asked: number[] = [];
    for (const seconds of [44, 2]) {
      shop.wait(seconds * 1000);
      await shop.wallet.reconcile();
      asked.push(shop.service.to('/v1/get-status').length);
    }
    answer.resolve({ status: 'paid' });
    assert.deepEqual([(await paying).status, asked], [200, [0, 1]]);
  });

  it('while it cannot be written, until get-status finds it', async () => {
    let isFull = false;
    const payments = changesAround(async (write, cause) => {
      if (!isFull || cause !== 'pay-token') return write();
      throw new WalletServerError('store_failed', 'The disk is full.');
    });
    await using shop = await openShop({ payments });
    shop.service.on('/v1/pay-token', ({ body }) => {
      isFull = true;
      const paid = { status: 'paid', amount: '199.90' };
      shop.service.statuses.set(String(body['session_id']), paid);
      return paid;
    });
    const response = await shop.pay();
    assert.deepEqual(
      [response.status, await response.json()],
      [202, { outcome: 'unknown', status: '' }],
    );
    assert.match(shop.logs.join('\n'), /^an outcome could not be written .*"code":"store_failed"/m);
    isFull = false;
    shop.wait(minute);
    await shop.wallet.reconcile();
    assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('and becomes what get-status finds', async () => {
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

  const refusal = answerRaw(400, 'application/json', '{"code":"CardDeclined"}');

  it('but a refusal is a failure as soon as get-status has said twice that nothing was tried', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', refusal);
    assert.deepEqual(await (await shop.pay()).json(), { outcome: 'unknown', status: '' });
    shop.wait(13_000);
    await shop.wallet.reconcile();
    assert.deepEqual(await shop.status(), { outcome: 'failed', status: '', final: true });
    shop.service.on('/v1/pay-token', says('paid'));
    assert.equal((await shop.pay()).status, 200);
  });

  it('also after a refusal, while get-status does not answer', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', refusal);
    shop.service.on('/v1/get-status', answerRaw(503, 'text/plain', 'busy'));
    assert.deepEqual(await (await shop.pay()).json(), { outcome: 'unknown', status: '' });
    assert.equal((await shop.pay()).status, 409);
  });

  const absences: readonly (readonly [string, Answer])[] = [
    ['the session without a payment', says('created')],
    ['not found', answerRaw(400, 'application/json', '{"code":"SessionNotFoundError"}')],
  ];
  for (const [name, answer] of absences) {
    it(`for the grace period when get-status says ${name}; then the order is free`, async () => {
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
      shop.service.on('/v1/get-status', answer);
      await shop.pay();
      shop.wait(14 * minute);
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).state, 'unknown');
      assert.equal((await shop.pay()).status, 409);
      shop.wait(3 * minute);
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).state, 'abandoned');
      shop.service.on('/v1/pay-token', says('paid'));
      assert.equal((await shop.pay()).status, 200);
    });
  }

  it('until a late payment shows: it is recorded, and raises an alarm', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
    await shop.pay();
    for (const minutes of [1, 16]) {
      shop.wait(minutes * minute);
      await shop.wallet.reconcile();
    }
    const id = (await storedAttempt(shop)).sessionId;
    assert.equal((await shop.webhook({ id, status: 'paid' })).status, 200);
    await shop.wallet.drain();
    assert.equal((await storedAttempt(shop)).state, 'paid');
    assert.ok(shop.logs.some((line) => line.startsWith('late_payment')));
    assert.equal((await shop.pay()).status, 409);
  });

  it('and a manual review is asked for after three days', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', says('processing'));
    shop.service.on('/v1/get-status', says('processing'));
    await shop.pay();
    shop.wait(73 * 60 * minute);
    await shop.wallet.reconcile();
    assert.equal((await storedAttempt(shop)).flag, 'needs_review');
    assert.ok(shop.logs.some((line) => line.startsWith('needs_review')));
  });
});

describe('what is durable', () => {
  it('is the intent, before the first byte leaves', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'wallet-')), 'payments.db');
    await using shop = await openShop({ store: sqliteStore(file, { now }) });
    let seen: Attempt | undefined;
    shop.service.on('/v1/pay-token', () => {
      const db = new DatabaseSync(file, { readOnly: true });
      const text = String(db.prepare('SELECT body FROM wallet_order').get()?.['body']);
      [seen] = (JSON.parse(text) as { readonly attempts: readonly Attempt[] }).attempts;
      db.close();
      return { status: 'paid' };
    });
    await shop.pay();
    const { state, asked, tokenHash } = seen ?? assert.fail();
    assert.deepEqual([state, asked, tokenHash?.length], ['sending', 19990, 64]);
  });

  it('is enough to end a payment that a killed process was in the middle of', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'wallet-')), 'payments.db');
    await using shop = await openShop({ store: sqliteStore(file, { now }) });
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
    assert.equal((await storedAttempt(shop)).state, 'sending');
    shop.wait(minute);
    await shop.wallet.reconcile();
    assert.equal((await storedAttempt(shop)).state, 'paid');
    assert.equal(shop.changes.length, 1);
    assert.equal((await shop.pay({}, 'other')).status, 409);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });
});
