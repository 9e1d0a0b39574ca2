import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { counting, roundTripsOf } from '../../test/round-trips.ts';
import { lost, taken } from '../../test/paid-shop.ts';
import { now, openShop, stopClocks, wait } from '../../test/shop.ts';
import { draft } from '../../test/attempts.ts';
import { addAttempt } from '../order/new-attempt.ts';
import type { OrderRecord } from '../order/record.ts';
import { memoryStore } from '../store/memory.ts';
import { sqliteStore } from '../store/sqlite.ts';
import { type Payments, paymentsOver } from './payments.ts';
import type { Records, Store } from './store.ts';

const engines = {
  memory: memoryStore,
  SQLite: (options: Parameters<typeof memoryStore>[0]) => sqliteStore(':memory:', options),
};
const order = 'o-1';

/** Adds an attempt, unless the order has a live one. */
async function open(payments: Payments, id: string): Promise<unknown> {
  return payments.change({ order }, 'open', (record, { at, clockSince }) =>
    addAttempt(record, { ...draft, id, sessionId: id }, at, clockSince),
  );
}

/** Writes the record as it is, and gives the time of that. */
async function timeOfWrite(payments: Payments): Promise<unknown> {
  return payments.change({ order }, 'test', (record, { at }) => {
    return { record: { ...record, reopenedAt: at }, result: at };
  });
}

describe('the transactions of a store', () => {
  for (const [name, makeStore] of Object.entries(engines)) {
    it(`are four for a payment, two to prepare it, three for a webhook and one for an idle pass, in ${name}`, async () => {
      const { store, count } = counting(makeStore({ now }));
      const counts = { prepare: 2, pay: 4, webhook: 3, repeated: 1, idle: 1 };
      assert.deepEqual(await roundTripsOf(store, count), counts);
    });
  }
});

describe('a record that was just read', () => {
  const openTwo = () => {
    const { store, count } = counting(memoryStore({ now }));
    const records = store.forMerchant('m');
    return { first: paymentsOver(records), second: paymentsOver(records), count };
  };

  it('is changed without another reading', async () => {
    const { first, count } = openTwo();
    await first.history(order);
    await open(first, 'a');
    assert.equal(count(), 2);
  });

  it('is read again where a decision writes nothing', async () => {
    const { first, second } = openTwo();
    await first.history(order);
    await open(second, 'a');
    const decide = (record: OrderRecord) =>
      record.attempts.length === 0 ? ('stale' as const) : { record, result: 'there' };
    assert.equal(await first.change({ order }, 'test', decide), 'there');
    await first.history(order);
    const unchanged = (record: OrderRecord) => ({ record, result: record.reopenedAt });
    const time = await timeOfWrite(second);
    assert.equal(await first.change({ order }, 'test', unchanged), time);
  });

  it('is read again where another process has changed it', async () => {
    const { first, second } = openTwo();
    await open(first, 'a');
    const time = await timeOfWrite(second);
    const seenTimes: number[] = [];
    await first.change({ order }, 'test', (record, { at }) => {
      seenTimes.push(record.reopenedAt);
      return { record: { ...record, reopenedAt: at + 1 }, result: null };
    });
    assert.deepEqual(seenTimes, [0, time]);
  });

  it('is used once', async () => {
    const { first, count } = openTwo();
    await first.history(order);
    await Promise.all([open(first, 'a'), open(first, 'b')]);
    // The second one reads.
    assert.equal(count(), 3);
    assert.equal((await first.history(order)).attempts.length, 1);
  });

  it('is forgotten once something of it is claimed', async () => {
    const { first, count } = openTwo();
    await first.change({ order }, 'test', (record, { at, clockSince }) => {
      const { record: nextRecord } = addAttempt(record, draft, at, clockSince);
      const attempts = nextRecord.attempts.map((each) => ({ ...each, nextCheckAt: at }));
      return { record: { ...nextRecord, attempts }, result: null };
    });
    assert.equal((await first.claimDue(8, 1000)).length, 1);
    const countBefore = count();
    await timeOfWrite(first);
    assert.equal(count() - countBefore, 2);
  });

  it('is forgotten after ten seconds', async (test) => {
    test.after(stopClocks());
    const { first, count } = openTwo();
    await open(first, 'a');
    wait(10_000);
    await timeOfWrite(first);
    assert.equal(count(), 3);
    wait(10_001);
    await timeOfWrite(first);
    assert.equal(count(), 5);
  });

  it('makes room for others after a thousand', async () => {
    const { first, count } = openTwo();
    await first.history(order);
    for (let index = 0; index < 1000; index += 1) await first.history(`other-${String(index)}`);
    const countBefore = count();
    await open(first, 'a');
    assert.equal(count() - countBefore, 2);
  });
});

describe('the time of a change', () => {
  /** A store whose clock no process can read without asking it. */
  const apart = (store: Store): Records => {
    const { now: _, ...records } = store.forMerchant('m');
    return records;
  };

  for (const [name, recordsOf] of [
    ['the clock of the store', (store: Store) => store.forMerchant('m')],
    ['what has passed since the store was asked', apart],
  ] as const) {
    it(`of a record that was just read comes from ${name}`, async (test) => {
      test.after(stopClocks());
      const payments = paymentsOver(recordsOf(memoryStore({ now })));
      await open(payments, 'a');
      wait(3000);
      assert.equal(await timeOfWrite(payments), now());
      wait(4000);
      assert.equal(await timeOfWrite(payments), now());
    });
  }

  it('is asked of the store again once its clock is set back', async () => {
    let time = 1_800_000_000_000;
    const payments = paymentsOver(apart(memoryStore({ now: () => time })));
    await open(payments, 'a');
    time -= 60_000;
    assert.equal(await timeOfWrite(payments), time);
  });
});

describe('a record that was just written', () => {
  it('is what a reading gives, through all of a payment', async () => {
    const store = memoryStore({ now });
    const fresh = (): Payments => paymentsOver(store.forMerchant('1'));
    const differences: unknown[] = [];
    let carriedCount = 0;
    const withoutTime = ({ attempts, ...rest }: OrderRecord): object => ({
      ...rest,
      attempts: attempts.map((attempt) => ({ ...attempt, readAt: 0 })),
    });
    await using shop = await openShop({
      store,
      payments: ({ change }) => ({
        change: async (lookup, cause, decide) => {
          const storedRecords: OrderRecord[] = [];
          await fresh().change(lookup, 'look', (record) => {
            storedRecords.push(record);
            return { record, result: null };
          });
          return change(lookup, cause, (record, time) => {
            const [storedRecord] = storedRecords.splice(0);
            if (storedRecord) {
              carriedCount += 1;
              const [carriedPart, storedPart] = [withoutTime(record), withoutTime(storedRecord)];
              if (!isDeepStrictEqual(carriedPart, storedPart))
                differences.push([cause, carriedPart, storedPart]);
            }
            return decide(record, time);
          });
        },
      }),
    });
    const statuses = ['failed', 'failed', 'failed', 'failed', 'holded'];
    shop.service.on('/v1/pay-token', ({ body }) => {
      const answer = { status: statuses.shift() ?? '', amount: '199.90' };
      shop.service.statuses.set(String(body['session_id']), answer);
      return answer;
    });
    shop.service.on('/v1/complete-hold', taken(shop, { status: 'paid', amount: '199.90' }));
    shop.service.on('/v1/void', lost);
    for (let press = 0; press < 5; press += 1) {
      await shop.pay();
      await shop.wallet.drain();
    }
    await shop.wallet.capture(order);
    await shop.wallet.drain();
    await shop.wallet.refund(order, { amount: '40.00' });
    shop.wait(3_600_000);
    await shop.wallet.reconcile();
    await shop.wallet.drain();
    assert.deepEqual(differences, []);
    assert.ok(carriedCount > 20, String(carriedCount));
  });
});
