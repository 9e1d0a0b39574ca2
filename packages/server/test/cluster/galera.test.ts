import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type Pool } from 'mysql2/promise';
import { mysqlStore } from '../../src/store/mysql.ts';
import { mysqlClient } from '../shared-database.ts';
import { startBalancer } from './balancer.ts';
import { type Galera, startGalera } from './galera.ts';
import { openShop, sentTokens, type Shop, notifiedTwice } from './shop.ts';

/** A server on each pool, and the pools' end. */
async function openOver(pools: readonly Pool[]) {
  const shop = await openShop(pools.map((pool) => mysqlStore(pool)));
  return {
    shop,
    [Symbol.asyncDispose]: async () => {
      await shop[Symbol.asyncDispose]();
      await Promise.allSettled(pools.map(async (pool) => pool.end()));
    },
  };
}

/** Nothing is lost, doubled or notified twice. */
async function checkAll(shop: Shop, pool: Pool): Promise<void> {
  assert.deepEqual(await shop.check(mysqlClient(pool), 'shop'), []);
  assert.deepEqual(notifiedTwice(shop.ledger), []);
}

describe('three servers on three nodes of Galera', () => {
  let cluster: Galera;
  before(async () => {
    cluster = await startGalera();
  });
  after(async () => cluster[Symbol.asyncDispose]());

  it('charge each order once, which is pressed at two of them at the same time', async () => {
    const { nodes } = cluster;
    await using scene = await openOver(nodes.map((node) => node.pool()));
    const race = scene.shop.race();
    await sleep(5000);
    await race.end();
    assert.ok(sentTokens(scene.shop.ledger) > 10);
    await using last = nodes[1].pool();
    await checkAll(scene.shop, last);
  });

  it('go on without a node that is killed, and with it once it is back', async () => {
    const { nodes } = cluster;
    await using scene = await openOver(nodes.map((node) => node.pool()));
    const race = scene.shop.race();
    await sleep(2000);
    await nodes[2].kill();
    await sleep(6000);
    await nodes[2].rejoin();
    await sleep(2000);
    await race.end();
    await using last = nodes[2].pool();
    await checkAll(scene.shop, last);
  });

  it('go on while a node is frozen', async () => {
    const { nodes } = cluster;
    await using scene = await openOver(nodes.map((node) => node.pool()));
    const race = scene.shop.race();
    await sleep(2000);
    nodes[1].freeze();
    await sleep(12_000);
    nodes[1].wake();
    await nodes[1].rejoin();
    await race.end();
    await using last = nodes[1].pool();
    await checkAll(scene.shop, last);
  });

  it('send nothing without a quorum, and pay again within 10 seconds of its return', async () => {
    const { nodes } = cluster;
    await using scene = await openOver(nodes.map((node) => node.pool()));
    const { shop } = scene;
    const race = shop.race();
    await sleep(2000);
    nodes[1].freeze();
    nodes[2].freeze();
    // What was committed a moment before may still be sent.
    await sleep(2000);
    const sent = sentTokens(shop.ledger);
    await sleep(10_000);
    assert.equal(sentTokens(shop.ledger), sent);
    nodes[1].wake();
    nodes[2].wake();
    await Promise.all([nodes[0], nodes[1], nodes[2]].map(async (node) => node.rejoin()));
    const backAt = performance.now();
    await shop.pay();
    const seconds = (performance.now() - backAt) / 1000;
    assert.ok(seconds < 10, `It took ${String(seconds)} s.`);
    await race.end();
    await using last = nodes[2].pool();
    await checkAll(shop, last);
  });
});

describe('two servers behind a balancer', () => {
  it('charge each order once, though the clock of one node is 20 seconds ahead', async () => {
    await using cluster = await startGalera(20);
    await using balancer = await startBalancer(cluster.nodes);
    const pool = (): Pool =>
      createPool({ host: '127.0.0.1', port: balancer.port, user: 'root', database: 'shop' });
    await using scene = await openOver([pool(), pool()]);
    const race = scene.shop.race();
    await sleep(10_000);
    await race.end();
    await using last = cluster.nodes[2].pool();
    const [[row]] = (await last.query('SELECT UNIX_TIMESTAMP() AS time')) as never as [
      [{ readonly time: number }],
    ];
    assert.ok(row.time - Date.now() / 1000 > 15, 'The clock is not ahead.');
    await checkAll(scene.shop, last);
  });
});
