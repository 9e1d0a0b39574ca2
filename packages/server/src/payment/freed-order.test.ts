import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { answering, lost } from '../../test/paid-shop.ts';
import { now, openShop, type Shop, storedAttempt, wait } from '../../test/shop.ts';
import { memoryStore } from '../store/memory.ts';
import { sqliteStore } from '../store/sqlite.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const refusal = JSON.stringify({ type: 'processing', code: 'CardDeclinedError' });

/** Passes of the server, one each second. */
async function pass(shop: Shop, seconds: number): Promise<void> {
  for (let count = 0; count < seconds; count += 1) {
    shop.wait(second);
    await shop.wallet.reconcile();
  }
}

describe('a refused token', () => {
  it('frees its order after two questions ten seconds apart that know of nothing', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', answering(400, refusal));
    const answer = await shop.pay();
    assert.deepEqual(
      [answer.status, await answer.json()],
      [202, { outcome: 'unknown', status: '' }],
    );
    for (let seconds = 2; seconds <= 8; seconds += 2) {
      await pass(shop, 2);
      // A page that asks brings no second look before its time.
      await shop.status();
    }
    assert.equal((await shop.pay()).status, 409);
    await pass(shop, 22);
    assert.equal((await storedAttempt(shop)).state, 'rejected');
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await shop.pay()).status, 200);
  });

  it('counts no look from before the refusal', async () => {
    const store = memoryStore({ now });
    await using shop = await openShop({ store });
    await using other = await openShop({ store, service: { baseUrl: shop.service.baseUrl } });
    const [request, refuse] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    shop.service.on('/v1/pay-token', async (...call) => {
      request.resolve(null);
      await refuse.promise;
      return answering(400, refusal)(...call);
    });
    const paying = shop.pay();
    await request.promise;
    await other.status();
    shop.wait(20 * second);
    refuse.resolve(null);
    await paying;
    assert.equal((await storedAttempt(shop)).state, 'unknown');
    await pass(shop, 8);
    assert.equal((await storedAttempt(shop)).state, 'unknown');
    await pass(shop, 22);
    assert.equal((await storedAttempt(shop)).state, 'rejected');
  });

  it('is charged where the second question knows of it', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', answering(400, refusal));
    await shop.pay();
    const { sessionId } = await storedAttempt(shop);
    shop.service.statuses.set(sessionId, { status: 'paid' });
    await pass(shop, 30);
    assert.equal((await storedAttempt(shop)).state, 'paid');
  });

  const unclear: readonly (readonly [number, string])[] = [
    [409, '{"type":"processing","code":"Conflict"}'],
    [400, '{"type":"processing","code":"InProgressError"}'],
    [423, '{"code":"Locked"}'],
    [425, '{"code":"TooEarly"}'],
    [429, '{"code":"TooMany"}'],
    [403, '<html>Blocked by the firewall</html>'],
    [400, ''],
    [404, '{}'],
    [200, '<html></html>'],
    [200, '{"success":false}'],
    [200, '{"type":"processing","code":"CardDeclinedError"}'],
    [200, '{"success":false,"status":"failed"}'],
    [200, '{"session_id":"another","status":"failed"}'],
  ];
  for (const [http, body] of unclear) {
    it(`keeps its order closed for the grace period on HTTP ${String(http)} ${body}`, async () => {
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', answering(http, body));
      assert.equal((await shop.pay()).status, 202);
      await pass(shop, 40);
      assert.equal((await shop.pay()).status, 409);
      const { sessionId } = await storedAttempt(shop);
      shop.service.statuses.set(sessionId, { status: 'paid' });
      shop.wait(minute);
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).state, 'paid');
      assert.equal(shop.service.to('/v1/pay-token').length, 1);
    });
  }
});

describe('an order that was freed', () => {
  const ways: Readonly<Record<string, (shop: Shop) => Promise<void>>> = {
    'after a refusal': async (shop) => {
      shop.service.on('/v1/pay-token', answering(400, refusal));
      await shop.pay();
      await pass(shop, 30);
    },
    'after the grace period': async (shop) => {
      shop.service.on('/v1/pay-token', lost);
      await shop.pay();
      await pass(shop, 20);
      shop.wait(20 * minute);
      await pass(shop, 20);
    },
    'by the word failed': async (shop) => {
      shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
      await shop.pay();
    },
    'by the word expired': async (shop) => {
      shop.service.on('/v1/pay-token', () => ({ status: 'expired' }));
      await shop.pay();
    },
  };
  for (const [how, free] of Object.entries(ways)) {
    for (const [status, state, what] of [
      ['paid', 'paid', 'charge'],
      ['holded', 'authorized', 'hold'],
    ] as const) {
      it(`is asked about for three days ${how}, and a late ${what} raises an alarm`, async () => {
        await using shop = await openShop();
        await free(shop);
        const first = await storedAttempt(shop);
        shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
        assert.equal((await shop.pay()).status, 200);
        const countQuestions = (): number =>
          shop.service
            .to('/v1/get-status')
            .filter(({ body }) => body['session_id'] === first.sessionId).length;
        const previousCount = countQuestions();
        for (let hours = 0; hours < 47; hours += 1) {
          shop.wait(hour);
          await shop.wallet.reconcile();
        }
        const questions = countQuestions() - previousCount;
        assert.ok(questions >= 3 && questions <= 15, String(questions));
        shop.service.statuses.set(first.sessionId, { status });
        for (let hours = 0; hours < 25; hours += 1) {
          shop.wait(hour);
          await shop.wallet.reconcile();
        }
        assert.ok(shop.logs.some((line) => line.startsWith('late_payment ')));
        const states = (await shop.wallet.find('o-1'))?.attempts.map((each) => each.state);
        assert.deepEqual(states, [state, 'paid']);
      });
    }

    it(`is asked about no more after three days ${how}`, async () => {
      await using shop = await openShop();
      await free(shop);
      // Each pause may be a quarter longer, and a question is up to an hour late here.
      for (let hours = 0; hours < 120; hours += 1) {
        shop.wait(hour);
        await shop.wallet.reconcile();
      }
      const previousCount = shop.service.to('/v1/get-status').length;
      shop.wait(100 * hour);
      await shop.wallet.reconcile();
      assert.equal(shop.service.to('/v1/get-status').length, previousCount);
    });
  }
});

describe('a token that was not answered', () => {
  it('frees its order by two questions after the grace period, never by one', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', lost);
    await shop.pay();
    shop.wait(hour);
    await shop.wallet.reconcile();
    assert.equal((await storedAttempt(shop)).state, 'unknown');
    await pass(shop, 20);
    assert.equal((await storedAttempt(shop)).state, 'abandoned');
  });

  it('frees no order by an answer that was on its way for longer than the grace period', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', lost);
    await shop.pay();
    await pass(shop, 20);
    const { sessionId } = await storedAttempt(shop);
    shop.service.on('/v1/get-status', async () => {
      shop.wait(20 * minute);
      // Another write, so that the answer is compared with a later row.
      await shop.payments.makeDue(sessionId);
      return { status: 'created' };
    });
    shop.wait(minute);
    await shop.wallet.reconcile();
    assert.equal((await storedAttempt(shop)).state, 'unknown');
  });

  it('frees no order by the clock of a process that was slow', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'payments.db');
    const slow = sqliteStore(file, { now: () => now() - hour });
    const arrival = Promise.withResolvers<string>();
    const slowShop = await openShop({ store: slow });
    slowShop.service.on('/v1/pay-token', ({ body }) => {
      arrival.resolve(String(body['session_id']));
      return null;
    });
    const paying = slowShop.pay();
    const session = await arrival.promise;
    await slowShop.wallet.close({ timeout: 1600 });
    await paying;
    const { baseUrl } = slowShop.service;
    await using next = await openShop({ store: sqliteStore(file, { now }), service: { baseUrl } });
    await pass(next, 60);
    assert.equal((await next.pay({}, 'another')).status, 409);
    slowShop.service.statuses.set(session, { status: 'paid' });
    wait(3 * minute);
    await next.wallet.reconcile();
    assert.equal((await storedAttempt(next)).state, 'paid');
    await slowShop.service.close();
  });
});
