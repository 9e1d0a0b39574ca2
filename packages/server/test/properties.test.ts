import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { sqliteStore } from '../src/store/sqlite.ts';
import { now, openShop } from './shop.ts';
import { changesIn, keeping, randomWalks, writtenQuery } from './walk.ts';

const shop = await openShop({
  findOrder: (order) => (order ? good : null),
  paymentsPerMinute: 1000,
  service: { timeout: 20_000 },
});
after(async () => shop[Symbol.asyncDispose]());
const good = { amount: '199.90', currency: 'UAH' };
let runs = 0;

/** Names of its own for each run, so that one server serves them all. */
const nameFor = (name: string, run: number): string => `${name}-${String(run)}`;

describe('an order', () => {
  const amounts = fc.constantFrom('amount', 'Amount', 'total', 'price', 'currency', 'items', 'sum');
  const values = fc.oneof(fc.constantFrom('0.01', '1', 'JPY'), fc.integer(), fc.object());
  const extra = fc.dictionary(fc.oneof(amounts, fc.string({ minLength: 1 })), values);
  const shownAmounts = fc.record({
    amount: fc.oneof(fc.constantFrom('199.90', '199.9', '199.900', '0.01', '199'), fc.string()),
    currency: fc.constantFrom('UAH', 'USD', 'JPY'),
  });

  it('is charged what the shop says, whatever else a request holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant({}), extra),
        fc.oneof(shownAmounts, fc.constant(good)),
        async (more, sheet) => {
          const run = (runs += 1);
          const order = nameFor('o', run);
          const callCount = shop.service.calls.length;
          const answer = await shop.pay({ ...more, shown: sheet, order });
          const calls = shop.service.calls.slice(callCount);
          if (answer.status >= 400) {
            assert.deepEqual(calls, []);
            return;
          }
          assert.deepEqual(Object.keys(more), []);
          const [, payment, tokenCall] = calls;
          const { amount, external_id } = payment?.body ?? {};
          assert.deepEqual([amount, external_id], [199.9, order]);
          assert.doesNotMatch(tokenCall?.raw.toString() ?? '', /amount|currency/);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is paid once, and a token pays one order once, however often both are sent', async () => {
    const press = fc.record({
      order: fc.constantFrom('a', 'b', 'c'),
      token: fc.constantFrom('t', 'u', 'v', 'w'),
      key: fc.constantFrom('k', 'l', 'm', 'n', 'o'),
      says: fc.constantFrom('paid', 'failed', 'processing'),
    });
    // Presses of one list come at the same time.
    const presses = fc.array(fc.array(press, { minLength: 1, maxLength: 3 }), { maxLength: 5 });
    shop.service.on('/v1/pay-token', ({ body }) => ({
      status: String(body['token']).split('.')[1],
    }));
    await fc.assert(
      fc.asyncProperty(presses, async (batches) => {
        const run = (runs += 1);
        const callCount = shop.service.calls.length;
        for (const batch of batches) {
          await Promise.all(
            batch.map(async ({ order, token, key, says }) =>
              shop.pay(
                { order: nameFor(order, run), token: `${token}.${says}.${String(run)}` },
                nameFor(key, run),
              ),
            ),
          );
        }
        const calls = shop.service.calls.slice(callCount);
        const bodies = calls.filter(({ path }) => path === '/v1/pay-token').map(({ body }) => body);
        const tokens = bodies.map((body) => body['token']);
        assert.equal(new Set(tokens).size, tokens.length);
        const sessions = bodies.map((body) => body['session_id']);
        assert.equal(new Set(sessions).size, sessions.length);
        const orderOf = new Map(
          calls
            .filter(({ path }) => path === '/v1/payment')
            .map(({ body }) => [body['session_id'], body['external_id']]),
        );
        const paidOrders = bodies
          .filter((body) => String(body['token']).includes('.paid.'))
          .map((body) => orderOf.get(body['session_id']));
        assert.equal(new Set(paidOrders).size, paidOrders.length);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a provider status of one attempt', () => {
  const statuses = fc.array(fc.constantFrom('processing', 'paid', 'failed', 'refunded', 'expired'));

  it('never changes another one of the same order', async () => {
    await fc.assert(
      fc.asyncProperty(statuses, async (lateStatuses) => {
        const order = nameFor('o', (runs += 1));
        shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
        await shop.pay({ order });
        const first = await shop.stored(order);
        shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
        await shop.pay({ order });
        const second = await shop.stored(order);
        assert.notEqual(second?.id, first?.id);
        for (const status of lateStatuses) await shop.webhook({ id: first?.sessionId, status });
        await shop.wallet.drain();
        const attempt = await shop.payments.find({ id: second?.id ?? '' });
        assert.deepEqual({ ...attempt, readAt: 0 }, { ...second, readAt: 0 });
      }),
      { numRuns: 50 },
    );
  });
});

describe('two servers on one database', () => {
  it('end every random walk with the amounts of the service, and send nothing twice', async (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-walk-'));
    const file = join(folder, 'payments.db');
    const stores = [sqliteStore(file, { now }), sqliteStore(file, { now })];
    for (const store of stores) await store.open();
    const db = new DatabaseSync(file);
    db.exec(keeping.SQLite);
    const changes = async (merchant: string) => {
      const rows = db.prepare(writtenQuery(merchant)).all();
      return Promise.resolve(changesIn(rows.map(({ body }) => String(body))));
    };
    await randomWalks(test, stores, changes, 80);
    for (const store of stores) await store.close();
    rmSync(folder, { recursive: true });
  });
});
