import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { withMoves } from './payments/moves.ts';
import { changeOf, draft, intentOf, next, unknownOf } from './attempts.ts';
import {
  type Engine,
  type EngineName,
  engines,
  openShared,
  startEngine,
} from './shared-database.ts';

for (const name of engines) describeStores(name);

function describeStores(name: EngineName): void {
  describe(`the stores of several servers on one ${name}`, () => {
    let engine: Engine;
    before(async () => {
      engine = await startEngine(name);
    });
    after(async () => engine[Symbol.asyncDispose]());

    it('make the tables once, when they start at the same time', async () => {
      const database = await engine.make();
      const clients = [1, 2, 3, 4].map(() => openShared(database));
      const attempts = await Promise.all(
        clients.map(async ({ store }, index) => {
          const payments = withMoves(store.forMerchant('m'));
          return payments.insert({ ...draft, id: String(index), sessionId: String(index) });
        }),
      );
      assert.equal(new Set(attempts.map(({ id }) => id)).size, 1);
      await Promise.all(clients.map(async ({ end }) => end()));
    });

    it('write what many orders change at once', async () => {
      const database = await engine.make();
      const clients = [openShared(database), openShared(database)];
      const stores = clients.map(({ store }) => withMoves(store.forMerchant('m')));
      const orders = Array.from({ length: 60 }, (_, index) => `o-${String(index)}`);
      const writes = orders.map(async (order, index) => {
        const payments = stores[index % 2] ?? assert.fail();
        const attempt = await payments.insert({ ...draft, id: order, order, sessionId: order });
        const intent = { cause: 'pay', from: 'created' } as const;
        const sending = await payments.commit(intentOf(attempt, order), intent);
        assert.ok(typeof sending === 'object');
        const change = changeOf(sending.attempt);
        const outcome = { cause: 'pay-token', from: 'sending', change } as const;
        return payments.commit(next(sending.attempt, { state: 'paid' }), outcome);
      });
      const states = (await Promise.all(writes)).map((each) =>
        typeof each === 'object' ? each.attempt.state : each,
      );
      assert.deepEqual(new Set(states), new Set(['paid']));
      await Promise.all(clients.map(async ({ end }) => end()));
    });

    it('measure by the clock of the database, though those of two servers differ by an hour', async () => {
      const database = await engine.make();
      const clients = [openShared(database), openShared(database)];
      const [one, two] = clients.map(({ store }) => withMoves(store.forMerchant('m')));
      assert.ok(one && two);
      const start = Date.now();
      const attempt = await one.insert(draft);
      const sending = await one.commit(intentOf(attempt), {
        cause: 'pay',
        from: 'created',
        checkIn: 60_000,
        change: changeOf(attempt),
      });
      assert.ok(typeof sending === 'object' && sending.attempt.sentAt !== null);
      mock.timers.enable({ apis: ['Date'], now: start + 3_600_000 });
      try {
        const reading = await two.find({ order: 'o-1' });
        const age = (reading?.readAt ?? 0) - sending.attempt.sentAt;
        assert.ok(age >= 0 && age < 30_000, String(age));
        assert.deepEqual(await two.claimDue(8, 1000), []);
        assert.deepEqual(await two.claimUndelivered(8), []);
        assert.equal(await two.prune(start), 0);
        const result =
          reading && (await two.commit(unknownOf(reading), { cause: 'x', from: 'sending' }));
        assert.ok(result !== null && typeof result === 'object');
        assert.ok(result.attempt.updatedAt < start + 60_000);
      } finally {
        mock.timers.reset();
      }
      await Promise.all(clients.map(async ({ end }) => end()));
    });

    it('lose no write while the database ends all connections again and again', async () => {
      const client = openShared(await engine.make());
      const payments = withMoves(client.store.forMerchant('m'));
      await payments.find({ id: 'x' });
      let isOver = false;
      const ids: string[] = [];
      let failures = 0;
      const write = async (_: unknown, writer: number): Promise<void> => {
        for (let index = 0; !isOver; index += 1) {
          const id = `${String(writer)}-${String(index)}`;
          try {
            const attempt = await payments.insert({ ...draft, id, order: id, sessionId: id });
            await payments.commit(intentOf(attempt, id), { cause: 'pay', from: 'created' });
            ids.push(id);
          } catch (error) {
            assert.equal((error as { readonly code?: unknown }).code, 'store_failed');
            failures += 1;
          }
        }
      };
      const writers = Promise.all(Array.from({ length: 4 }, write));
      for (let times = 0; times < 20 || failures < 20; times += 1) await engine.endConnections();
      isOver = true;
      await writers;
      for (const id of ids) assert.equal((await payments.find({ id }))?.state, 'sending');
      assert.ok(ids.length > 0);
      await client.end();
    });
  });
}
