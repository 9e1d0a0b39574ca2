import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { answering } from '../../test/paid-shop.ts';
import { codeOf, now, openShop, type Shop, storedAttempt } from '../../test/shop.ts';
import { memoryStore } from '../store/memory.ts';
import type { Store } from '../records/store.ts';
import { sqliteStore } from '../store/sqlite.ts';

const second = 1000;
const day = 24 * 60 * 60 * second;
const declined = answering(400, JSON.stringify({ type: 'processing', code: 'CardDeclinedError' }));

/** From now on the service answers each token with this status. */
function answerWith(shop: Shop, status: string): void {
  shop.service.on('/v1/pay-token', ({ body }) => {
    shop.service.statuses.set(String(body['session_id']), { status });
    return { status };
  });
}

/** Presses that fail, a pause after each. Returns the HTTP status of the last one. */
async function fail(shop: Shop, presses: number, pause = 7 * second): Promise<number> {
  let status = 0;
  answerWith(shop, 'failed');
  for (let press = 0; press < presses; press += 1) {
    ({ status } = await shop.pay());
    await shop.wallet.drain();
    shop.wait(pause);
    await shop.wallet.reconcile();
  }
  return status;
}

/** The session of a press, the first one by default. */
function sessionOf(shop: Shop, press = 0): string {
  return String(shop.service.to('/v1/pay-token')[press]?.body['session_id']);
}

const alarmsOf = ({ logs }: Shop, code: string): number =>
  logs.filter((line) => line.startsWith(`${code} `)).length;

describe('an order that payments fail at', () => {
  it('is closed to payers after twenty of them within a day, with one alarm', async () => {
    await using shop = await openShop();
    assert.equal(await fail(shop, 20), 200);
    assert.equal(alarmsOf(shop, 'too_many_attempts'), 1);
    const calls = shop.service.calls.length;
    const refusal = await shop.pay();
    assert.deepEqual([refusal.status, await codeOf(refusal)], [409, 'too_many_attempts']);
    assert.equal((await shop.post('/wallet/prepare', { order: 'o-1' })).status, 409);
    assert.equal(shop.service.calls.length, calls);
    assert.equal(alarmsOf(shop, 'too_many_attempts'), 1);
    assert.equal((await shop.wallet.find('o-1'))?.tooManyAttempts, true);
  });

  it('stays closed the day after, until the shop opens it again', async () => {
    await using shop = await openShop();
    await fail(shop, 20);
    shop.wait(3 * day);
    assert.equal(await codeOf(await shop.pay()), 'too_many_attempts');
    await shop.wallet.reopen('o-1');
    const { tooManyAttempts, history } = (await shop.wallet.find('o-1')) ?? assert.fail();
    assert.deepEqual([tooManyAttempts, history.at(-1)?.cause], [false, 'reopen']);
    shop.wait(second);
    assert.equal(await fail(shop, 20), 200);
    assert.equal(await codeOf(await shop.pay()), 'too_many_attempts');
    assert.equal(alarmsOf(shop, 'too_many_attempts'), 2);
    await shop.wallet.reopen('o-1');
    answerWith(shop, 'paid');
    assert.equal((await shop.pay()).status, 200);
  });

  it('stays open where they fail over more than a day', async () => {
    await using shop = await openShop();
    assert.equal(await fail(shop, 40, day / 18), 200);
    assert.equal(alarmsOf(shop, 'too_many_attempts'), 0);
  });

  it('is closed where the service refuses the tokens, or holds are let go', async () => {
    await using refused = await openShop();
    refused.service.on('/v1/pay-token', declined);
    for (let press = 0; press < 20; press += 1) {
      assert.equal((await refused.pay()).status, 202);
      for (let pass = 0; pass < 15; pass += 1) {
        refused.wait(2 * second);
        await refused.wallet.reconcile();
      }
    }
    assert.equal(await codeOf(await refused.pay()), 'too_many_attempts');
    await using released = await openShop();
    for (let press = 0; press < 20; press += 1) {
      answerWith(released, 'voided');
      await released.pay();
      await released.wallet.drain();
      released.wait(7 * second);
    }
    assert.equal(await codeOf(await released.pay()), 'too_many_attempts');
  });

  it('is closed for a payment from code and for both wallets, on every server', async () => {
    const file = join(temporaryFolder(), 'payments.db');
    await using shop = await openShop({ store: sqliteStore(file, { now }) });
    await using other = await openShop({
      store: sqliteStore(file, { now }),
      service: { baseUrl: shop.service.baseUrl },
    });
    for (let press = 0; press < 10; press += 1) {
      await fail(shop, 1);
      await other.pay({ wallet: 'wallet-a' }, `other-${String(press)}`);
      await other.wallet.drain();
      shop.wait(7 * second);
    }
    for (const wallet of ['wallet-a', 'wallet-b']) {
      assert.equal(await codeOf(await other.pay({ wallet }, `${wallet}-1`)), 'too_many_attempts');
    }
    const payment = { order: 'o-1', wallet: 'wallet-b', token: 't', key: 'k' } as const;
    await assert.rejects(shop.wallet.pay(payment), { code: 'too_many_attempts', status: 409 });
  });

  it('tells a shop that opens an unknown order so, and leaves an open one as it is', async () => {
    await using shop = await openShop();
    await assert.rejects(shop.wallet.reopen('o-1'), { code: 'no_payment' });
    await fail(shop, 19);
    const { history } = (await shop.wallet.find('o-1')) ?? assert.fail();
    await shop.wallet.reopen('o-1');
    assert.deepEqual((await shop.wallet.find('o-1'))?.history, history);
    await fail(shop, 1);
    assert.equal(await codeOf(await shop.pay()), 'too_many_attempts');
  });
});

describe('a payment that failed before the last three', () => {
  it('costs the next payment and the reading of the order next to nothing, after 300 of them', async () => {
    const memory = memoryStore({ now });
    const lengths: number[] = [];
    const counts = { load: 0, save: 0 };
    const store: Store = {
      ...memory,
      forMerchant: (merchant) => {
        const records = memory.forMerchant(merchant);
        return {
          ...records,
          load: async (lookup) => ((counts.load += 1), records.load(lookup)),
          save: async (write) => {
            counts.save += 1;
            lengths.push(write.body?.length ?? 0);
            return records.save(write);
          },
        };
      },
    };
    await using shop = await openShop({ store });
    /** The reads and writes of a press and of a look at the order, and its calls of the service. */
    const costOf = async (): Promise<readonly number[]> => {
      const calls = shop.service.calls.length;
      Object.assign(counts, { load: 0, save: 0 });
      assert.equal((await shop.pay()).status, 200);
      const made = shop.service.calls.length - calls;
      await shop.wallet.find('o-1');
      return [counts.load, counts.save, made];
    };
    answerWith(shop, 'failed');
    await fail(shop, 3);
    const first = await costOf();
    const size = lengths.at(-1) ?? 0;
    await shop.wallet.drain();
    for (let press = 4; press < 300; press += 1) {
      const { tooManyAttempts } = (await shop.wallet.find('o-1')) ?? assert.fail();
      if (tooManyAttempts) await shop.wallet.reopen('o-1');
      await fail(shop, 1);
    }
    await shop.wallet.reopen('o-1');
    assert.deepEqual(await costOf(), first);
    const { body } = (await store.forMerchant('1').load({ order: 'o-1' })) ?? assert.fail();
    const [whole = '', ...lines] = body?.split('\n') ?? [];
    assert.ok(lines.length > 290);
    // What is parsed stays as it was, and a line, which is not, is short.
    assert.ok(whole.length <= 1.5 * size, `${String(whole.length)} of ${String(size)}`);
    for (const line of lines) assert.ok(line.length <= 180, line);
  });

  it('is not asked about any more, and the last three are', async () => {
    await using shop = await openShop();
    await fail(shop, 12);
    shop.wait(3 * 60 * 60 * second);
    const calls = shop.service.to('/v1/get-status').length;
    await shop.wallet.reconcile();
    const asked = shop.service.to('/v1/get-status').slice(calls);
    const sessions = new Set(asked.map(({ body }) => String(body['session_id'])));
    assert.deepEqual(sessions, new Set([9, 10, 11].map((press) => sessionOf(shop, press))));
  });

  it('is a count in find, without a history', async () => {
    await using shop = await openShop();
    await fail(shop, 12);
    const { attempts, history, earlierAttempts } = (await shop.wallet.find('o-1')) ?? assert.fail();
    assert.deepEqual([attempts.length, earlierAttempts], [3, 9]);
    assert.deepEqual(
      new Set(history.map(({ attempt }) => attempt)),
      new Set(attempts.map(({ attempt }) => attempt)),
    );
    assert.equal((await shop.wallet.list()).payments.length, 3);
  });

  for (const [webhooks, say] of [
    ['signed', {}],
    ['unsigned', { service: { webhooks: 'confirm' } }],
  ] as const) {
    it(`is paid by a late ${webhooks} webhook, and closes the order with an alarm`, async () => {
      await using shop = await openShop(say);
      await fail(shop, 8);
      const session = sessionOf(shop);
      shop.service.statuses.set(session, { status: 'paid', amount: '199.90' });
      shop.wait(2 * second);
      assert.equal(
        (await shop.webhook({ id: session, status: 'paid', amount: '199.90' })).status,
        200,
      );
      await shop.wallet.drain();
      const { sessionId, wallet, outcome, amounts } =
        (await shop.wallet.find('o-1')) ?? assert.fail();
      assert.deepEqual([sessionId, wallet, outcome], [session, 'wallet-b', 'succeeded']);
      assert.equal(amounts.charged, '199.90');
      assert.equal(alarmsOf(shop, 'late_payment'), 1);
      const { orderOutcome, id } = shop.changes.at(-1) ?? assert.fail();
      assert.equal(orderOutcome, 'succeeded');
      assert.equal(shop.changes.filter((change) => change.id === id).length, 1);
      assert.equal(await codeOf(await shop.pay()), 'already_paid');
      shop.service.on('/v1/void', (_, response) => (response.end('null'), null));
      assert.equal((await shop.wallet.refund('o-1')).state, 'done');
    });
  }

  it('is right about a late webhook with another amount, or one that says the same', async () => {
    await using shop = await openShop();
    await fail(shop, 8);
    await shop.webhook({ id: sessionOf(shop, 1), status: 'failed' });
    await shop.wallet.drain();
    assert.equal((await shop.wallet.find('o-1'))?.earlierAttempts, 5);
    await shop.webhook({ id: sessionOf(shop), status: 'paid', amount: '5.00' });
    await shop.wallet.drain();
    assert.equal(alarmsOf(shop, 'amount_mismatch'), 1);
    assert.equal((await storedAttempt(shop)).flag, 'mismatch');
    assert.equal(await codeOf(await shop.pay()), 'in_progress');
  });

  it('keeps its token and its session from being used again', async () => {
    await using shop = await openShop();
    answerWith(shop, 'failed');
    const first = await shop.pay({ token: 'one' }, 'key-one');
    assert.equal(first.status, 200);
    await shop.wallet.drain();
    shop.wait(7 * second);
    await fail(shop, 5);
    const again = await shop.pay({ token: 'one' }, 'key-one');
    assert.equal(await codeOf(again), 'token_reused');
    assert.equal(await codeOf(await shop.pay({ token: 'one' }, 'key-two')), 'token_reused');
    const tokens = shop.service.to('/v1/pay-token').filter(({ raw }) => raw.includes('"one"'));
    assert.equal(tokens.length, 1);
  });

  it('is deleted with its order by a prune, and its keys are free', async () => {
    const store = memoryStore({ now });
    await using shop = await openShop({ store });
    answerWith(shop, 'failed');
    await shop.pay({ token: 'one' }, 'key-one');
    await shop.wallet.drain();
    shop.wait(7 * second);
    await fail(shop, 5);
    for (let pass = 0; pass < 15; pass += 1) {
      shop.wait(day);
      await shop.wallet.reconcile();
    }
    assert.equal(await shop.wallet.prune({ before: new Date(now()) }), 6);
    assert.equal(await shop.wallet.find('o-1'), null);
    answerWith(shop, 'paid');
    assert.equal((await shop.pay({ token: 'one' }, 'key-one')).status, 200);
  });
});
