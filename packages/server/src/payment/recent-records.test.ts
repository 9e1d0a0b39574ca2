import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withMoves } from '../../test/payments/moves.ts';
import { now, openShop, stopClocks, wait } from '../../test/shop.ts';
import type { PageReport } from '../order/record.ts';
import { addReport } from '../order/report.ts';
import { memoryStore } from '../store/memory.ts';
import type { Payments } from './payments.ts';
import { freshFor, type Records, type Store } from './records.ts';

const draft = {
  id: 'a-1',
  order: 'o-1',
  currency: 'UAH',
  asked: 100,
  sessionId: 's-1',
  paymentId: null,
};
const report = { code: 'closed', wallet: 'wallet-a' } as unknown as Omit<PageReport, 'at'>;

/** A store that names the methods in the order of their calls. */
function watched(calls: string[]): Store {
  const store = memoryStore({ now });
  return {
    ...store,
    forMerchant: (merchant) => {
      const records = store.forMerchant(merchant);
      return new Proxy(records, {
        get: (_, name: keyof Records) => {
          calls.push(name);
          return records[name];
        },
      });
    },
  };
}

/** Adds a report by the order, and returns the time that the rules took and the reports that there were. */
async function addBy(payments: Payments) {
  return payments.change({ order: 'o-1' }, 'test', (record, { at }) => {
    return {
      record: addReport(record, report, at),
      result: { at, reports: record.reports.length },
    };
  });
}

describe('a record that was just read', () => {
  it('is not read again by the payment that read or wrote it', async (test) => {
    stopClocks(test);
    const calls: string[] = [];
    await using shop = await openShop({ store: watched(calls) });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    calls.length = 0;
    await shop.post('/wallet/prepare', { order: 'o-1' });
    assert.deepEqual(calls, ['load', 'save']);
    calls.length = 0;
    await shop.pay();
    await shop.wallet.drain();
    // The intent, the outcome, and that its change was delivered.
    assert.deepEqual(calls, ['load', 'save', 'save', 'save']);
  });

  it('is not read again by the webhook that changes it, and is not written by the same webhook', async (test) => {
    stopClocks(test);
    const calls: string[] = [];
    await using shop = await openShop({ store: watched(calls) });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    await shop.wallet.drain();
    const session_id = (await shop.stored())?.sessionId;
    const message = { session_id, status: 'paid', amount: '199.90', currency: 'UAH' };
    calls.length = 0;
    await shop.webhook(message);
    await shop.wallet.drain();
    assert.deepEqual(calls, ['load', 'save', 'save']);
    calls.length = 0;
    await shop.webhook(message);
    await shop.wallet.drain();
    assert.deepEqual(calls, ['load']);
  });

  it('is read again where another process has written it', async () => {
    const store = memoryStore({ now });
    const [own, other] = [
      withMoves(store.forMerchant('m')),
      withMoves(store.forMerchant('m')),
    ] as const;
    await own.insert(draft);
    await addBy(other);
    const added = await addBy(own);
    assert.equal((added as { readonly reports: number }).reports, 1);
    assert.equal((await other.history('o-1')).reports.length, 2);
  });

  it('is read again before a decision to write nothing', async () => {
    const store = memoryStore({ now });
    const [own, other] = [
      withMoves(store.forMerchant('m')),
      withMoves(store.forMerchant('m')),
    ] as const;
    await own.insert(draft);
    await addBy(other);
    const seen = await own.change({ order: 'o-1' }, 'test', (record) => {
      return { record, result: record.reports.length };
    });
    assert.equal(seen, 1);
  });

  it('counts by the time of the database, however long ago it was read', async (test) => {
    stopClocks(test);
    const calls: string[] = [];
    const own = withMoves(watched(calls).forMerchant('m'));
    await own.insert(draft);
    for (const passed of [0, 1, 400, freshFor - 1, freshFor, 3_600_000]) {
      wait(passed);
      const added = (await addBy(own)) as { readonly at: number };
      // A millisecond less for each time that it was not read: the database rounds its own.
      assert.ok(added.at <= now() && added.at >= now() - 1, String(now() - added.at));
    }
    assert.deepEqual(calls.slice(-2), ['load', 'save']);
  });

  it('is read again where the clock of the process is ahead of the database’s', async (test) => {
    stopClocks(test);
    let isBehind = false;
    const start = now();
    const store = memoryStore({ now: () => (isBehind ? start : now()) });
    const own = withMoves(store.forMerchant('m'));
    await own.insert(draft);
    isBehind = true;
    wait(5000);
    assert.deepEqual(await addBy(own), { at: start, reports: 0 });
  });

  it('never replaces the record that an order has since it was removed', async (test) => {
    stopClocks(test);
    const store = memoryStore({ now });
    const records = store.forMerchant('m');
    const [own, other] = [withMoves(records), withMoves(records)] as const;
    await other.insert(draft);
    await own.find({ order: 'o-1' });
    const read = await records.load({ order: 'o-1' });
    const none = { put: [], remove: [] };
    const rest = { settledAt: null, keys: none, due: none, rows: none };
    const removal = { order: 'o-1', version: read?.version ?? 0, next: 0, at: now(), body: null };
    assert.equal(await records.save({ ...removal, ...rest }), 'saved');
    wait(1);
    await other.insert({ ...draft, id: 'a-2', sessionId: 's-2' });
    await addBy(own);
    assert.equal((await own.find({ order: 'o-1' }))?.id, 'a-2');
  });
});
