import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresStore } from '../../src/store/postgres.ts';
import { postgresClient } from '../shared-database.ts';
import { startBalancer } from './balancer.ts';
import { login, type Primary, startPrimary } from './primary.ts';
import { openShop, sentTokens, notifiedTwice } from './shop.ts';

/** How the primary goes away. */
const ends: Readonly<Record<string, (primary: Primary) => Promise<void> | void>> = {
  killed: async (primary) => primary.kill(),
  frozen: (primary) => {
    primary.freeze();
  },
};

function poolOf(port: number): pg.Pool {
  const pool = new pg.Pool({ ...login, port });
  pool.on('error', () => undefined);
  return pool;
}

describe('two servers before a PostgreSQL with a synchronous standby', () => {
  for (const [name, end] of Object.entries(ends)) {
    it(`lose and double nothing when the primary is ${name}, and then the standby promoted`, async () => {
      await using primary = await startPrimary();
      await using balancer = await startBalancer([
        { port: primary.port },
        { port: primary.standbyPort, isBackup: true },
      ]);
      const pools = [poolOf(balancer.port), poolOf(balancer.port)];
      const shop = await openShop(pools.map((pool) => postgresStore(pool)));
      const race = shop.race();
      await sleep(4000);
      await end(primary);
      // What was committed a moment before may still be sent.
      await sleep(2000);
      const sent = sentTokens(shop.ledger);
      assert.ok(sent > 10);
      await sleep(3000);
      assert.equal(sentTokens(shop.ledger), sent);
      // A primary that wakes beside its successor would be a second database.
      await primary.kill();
      await primary.promote();
      const backAt = performance.now();
      await shop.pay();
      const seconds = (performance.now() - backAt) / 1000;
      assert.ok(seconds < 10, `It took ${String(seconds)} s.`);
      await sleep(3000);
      await race.end();
      const last = poolOf(primary.standbyPort);
      assert.deepEqual(await shop.check(postgresClient(last), 'public'), []);
      assert.deepEqual(notifiedTwice(shop.ledger), []);
      await shop[Symbol.asyncDispose]();
      await Promise.all([...pools, last].map(async (pool) => pool.end()));
    });
  }
});
