import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '@wallet-buttons/service-client/testing/service-stub.js';
import { giveUp, standStill } from '@wallet-buttons/service-client/testing/timeout.js';
import { changesAround, now, openShop, type Shop, storedAttempt } from '../../test/shop.ts';
import { memoryStore, WalletServerError } from '../index.ts';
import { sqliteStore } from '../store/sqlite.ts';

const minute = 60_000;
const says = (status: string) => (): object => ({ status });

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
    const [request, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<object>()];
    shop.service.on('/v1/pay-token', () => {
      request.resolve(undefined);
      return answer.promise;
    });
    const paying = shop.pay();
    await request.promise;
    const questionCounts: number[] = [];
    for (const seconds of [44, 2]) {
      shop.wait(seconds * 1000);
      await shop.wallet.reconcile();
      questionCounts.push(shop.service.to('/v1/get-status').length);
    }
    answer.resolve({ status: 'paid' });
    assert.deepEqual([(await paying).status, questionCounts], [200, [0, 1]]);
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
      const paidStatus = { status: 'paid', amount: '199.90' };
      shop.service.statuses.set(String(body['session_id']), paidStatus);
      return paidStatus;
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

describe('an order whose payment was abandoned', () => {
  it('is closed again where the service turns out to work on its token', async () => {
    await using shop = await openShop();
    const sessionId = await abandoned(shop);
    await shop.webhook({ id: sessionId, status: 'processing' });
    await shop.wallet.drain();
    assert.match(shop.logs.join('\n'), /^late_payment .*"state":"pending"/m);
    assert.equal((await shop.pay()).status, 409);
  });

  it('is closed again though its sheet was open when the service turned out to work on its token', async () => {
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

  it('is closed again where money of another amount turns up', async () => {
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
});
