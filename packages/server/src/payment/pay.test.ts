import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { badAmounts } from '@wallet-buttons/protocol/testing/inputs.js';
import { merchantKey } from '@wallet-buttons/service-client/testing/service-stub.js';
import { codeOf, now, openShop, storedAttempt } from '../../test/shop.ts';
import { memoryStore, pemSigner, type StatusChange, WalletServerError } from '../index.ts';
import { sqliteStore } from '../store/sqlite.ts';

const says = (status: string) => (): object => ({ status });

describe('a payment', () => {
  it('opens session and payment, sends the token once, answers with the provider status', async () => {
    await using shop = await openShop({ service: { signer: pemSigner(merchantKey) } });
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
      orderOutcome: 'succeeded',
      orderAmount: '199.90',
    });
  });

  it('tells the merchant again, with the same id, while the callback fails', async () => {
    const deliveries: StatusChange[] = [];
    await using shop = await openShop({
      onStatusChange: (change) => {
        deliveries.push(change);
        if (deliveries.length < 3) throw new Error('The shop is down.');
      },
    });
    await shop.pay();
    await shop.wallet.drain();
    for (const wait of [31_000, 61_000, 121_000]) {
      shop.wait(wait);
      await shop.wallet.reconcile();
    }
    assert.equal(deliveries.length, 3);
    assert.equal(new Set(deliveries.map(({ id }) => id)).size, 1);
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

  it('is tried again, in a session of its own, once the last one has failed', async () => {
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
  const refuse = async (body: object, code: string, status: number): Promise<void> => {
    await using shop = await openShop();
    const answer = await shop.pay(body);
    assert.equal(answer.status, status);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.equal(await codeOf(answer), code);
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
  };

  it('for an order that the merchant does not know', async () =>
    refuse({ order: 'o-2' }, 'order_not_found', 404));
  it('when the sheet showed another amount', async () =>
    refuse({ shown: { amount: '199.91', currency: 'UAH' } }, 'amount_mismatch', 409));
  it('when the sheet showed another currency', async () =>
    refuse({ shown: { amount: '199.90', currency: 'EUR' } }, 'amount_mismatch', 409));
  it('for a body with an amount of its own', async () =>
    refuse({ amount: '0.01' }, 'unknown_field', 400));
  it('for an unknown wallet', async () => refuse({ wallet: 'wallet-c' }, 'invalid_field', 400));
  it('for a token that is not a string', async () => refuse({ token: {} }, 'invalid_field', 400));

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
      await using brokenShop = await openShop({ store, service: { baseUrl, ...service } });
      const answer = await brokenShop.pay({}, 'k');
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
    const press = async (_: unknown, index: number): Promise<Response> =>
      (index % 2 ? one : two).pay({}, `key-${String(index)}`);
    await Promise.all(Array.from({ length: 20 }, press));
    assert.equal(one.service.to('/v1/pay-token').length, 1);
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

  it('and the mismatch of a webhook is not cleared by an answer without an amount', async () => {
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

  it('when it is paid already: the refusal has its status', async () => {
    await using shop = await openShop();
    await shop.pay();
    const answer = await shop.pay();
    assert.equal(answer.status, 409);
    const { code, outcome, payment_status } = (await answer.json()) as Record<string, unknown>;
    assert.deepEqual([code, outcome, payment_status], ['already_paid', 'succeeded', 'paid']);
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

describe('a payer who left the bank’s page', () => {
  const acs_url = 'https://bank.example/acs?id=1';

  it('can go back to it, from the return page and from another press, while the bank waits', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing', acs_url }));
    shop.service.on('/v1/get-status', says('processing'));
    await shop.pay();
    const pending = { outcome: 'pending', status: 'processing' };
    assert.deepEqual(await shop.status(), { ...pending, final: false, acs_url });
    const problem = (await (await shop.pay()).json()) as Record<string, unknown>;
    assert.equal(problem['code'], 'in_progress');
    assert.equal(problem['acs_url'], acs_url);
    shop.service.on('/v1/get-status', says('holded'));
    shop.wait(1500);
    const holdStatus = { outcome: 'authorized', status: 'holded', final: true };
    assert.deepEqual(await shop.status(), holdStatus);
    const answer = (await (await shop.pay()).json()) as Record<string, unknown>;
    assert.equal(answer['acs_url'], undefined);
  });

  it('gets to it although the answer to the token was lost, where get-status has its address', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
    assert.equal((await shop.pay()).status, 202);
    shop.service.on('/v1/get-status', () => ({ status: 'processing', acs_url }));
    shop.wait(1500);
    const pending = { outcome: 'pending', status: 'processing', final: false };
    assert.deepEqual(await shop.status(), { ...pending, acs_url });
    shop.service.on('/v1/get-status', says('paid'));
    shop.wait(1500);
    const paid = { outcome: 'succeeded', status: 'paid', final: true };
    assert.deepEqual(await shop.status(), paid);
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
