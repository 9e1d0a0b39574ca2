import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import postgres from 'postgres';
import { login, poolOf, startPostgres } from '../../test/postgres.ts';
import type { Postgres } from '../../test/postgres.ts';
import { merchantKey } from '../../test/service-stub.ts';
import { openShop } from '../../test/shop.ts';
import type { Shop } from '../../test/shop.ts';
import { newAttempt } from '../attempt.ts';
import { storeContract } from './contract.ts';
import { postgresStore } from './postgres.ts';
import type { Store } from './store.ts';

// Where it cannot run, this fails, and every test below with it.
let database: Postgres;
let schemas = 0;
const newSchema = (): string => `s${String((schemas += 1))}`;

before(async () => {
  database = await startPostgres();
});
after(async () => database[Symbol.asyncDispose]());

const closing = (store: Store, end: () => Promise<void>): Store => ({ ...store, close: end });

describe('the PostgreSQL store over pg', () => {
  const makeStore = async (): Promise<Store> => {
    const pool = await database.pool(newSchema());
    return closing(postgresStore(pool), async () => pool.end());
  };
  for (const { name, run } of storeContract(makeStore)) test(name, run);
});

describe('the PostgreSQL store over postgres.js', () => {
  const makeStore = async (): Promise<Store> => {
    const schema = newSchema();
    await (await database.pool(schema)).end();
    const connection = { search_path: schema };
    const sql = postgres({ ...login, port: database.port, connection, onnotice: () => undefined });
    return closing(postgresStore(sql), async () => sql.end());
  };
  for (const { name, run } of storeContract(makeStore)) test(name, run);
});

describe('the PostgreSQL store over PGlite', () => {
  // One engine for all: it takes a second to start.
  let lite: PGlite;
  before(async () => {
    lite = await PGlite.create();
  });
  after(async () => lite.close());
  const makeStore = async (): Promise<Store> => {
    await lite.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    return postgresStore(lite);
  };
  for (const { name, run } of storeContract(makeStore)) test(name, run);
});

describe('the PostgreSQL store', () => {
  test('makes its tables once, when several servers start at the same time', async () => {
    const schema = newSchema();
    const first = await database.pool(schema);
    const pools = [first, poolOf(database.port, schema), poolOf(database.port, schema)];
    const draft = newAttempt('o-1', 100, 'UAH', 1);
    const found = await Promise.all(pools.map(async (pool) => postgresStore(pool).open(draft)));
    assert.equal(new Set(found.map(({ id }) => id)).size, 1);
    await Promise.all(pools.map(async (pool) => pool.end()));
  });

  test('says so when it cannot be reached, and works when it can', async () => {
    const pool = await database.pool(newSchema());
    let isUp = false;
    const store = postgresStore({
      connect: async () => {
        if (!isUp) throw new Error('offline');
        return pool.connect();
      },
    });
    await assert.rejects(store.find({ id: 'x' }), { code: 'store_failed', retryable: true });
    isUp = true;
    assert.equal(await store.find({ id: 'x' }), null);
    await pool.end();
  });

  test('is not made of a URL, or of a variable that is not set', () => {
    for (const wrong of [undefined, null, 'postgres://localhost/shop', {}]) {
      assert.throws(() => postgresStore(wrong as never), {
        code: 'config_invalid',
        suggestion: /Pool of 'pg'/,
      });
    }
  });

  test('says so when the database ends a connection in the middle, and goes on over another', async () => {
    const schema = newSchema();
    const pool = await database.pool(schema);
    const store = postgresStore(pool);
    const attempt = await store.open(newAttempt('o-1', 100, 'UAH', 1));
    const admin = new pg.Client({ ...login, port: database.port });
    await admin.connect();
    await admin.query(`BEGIN; LOCK TABLE ${schema}.wallet_attempt`);
    const failed = assert.rejects(store.find({ order: 'o-1' }), { code: 'store_failed' });
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
    while ((await admin.query(end)).rowCount === 0) await new Promise(setImmediate);
    await failed;
    await admin.query('COMMIT');
    assert.deepEqual(await store.find({ order: 'o-1' }), attempt);
    await admin.end();
    await pool.end();
  });

  test('leaves no listener behind on a connection that it gives back', async () => {
    const pool = await database.pool(newSchema());
    const store = postgresStore(pool);
    await store.find({ id: 'x' });
    const listeners = async (): Promise<number> => {
      const connection = await pool.connect();
      connection.release();
      return connection.listenerCount('error');
    };
    const before = await listeners();
    await store.find({ id: 'x' });
    assert.equal(await listeners(), before);
    await pool.end();
  });
});

describe('two servers on one PostgreSQL', () => {
  test('charge an order once (I1) in one session, under 200 presses at the same time', async () => {
    await using shop = await openBranch();
    await using one = await shop.start();
    await using two = await shop.start();
    const press = async (_: unknown, at: number): Promise<number> =>
      pay(at % 2 ? one : two, 'o-1', `key-${String(at)}`);
    const statuses = await Promise.all(Array.from({ length: 200 }, press));
    assert.equal(statuses.filter((status) => status === 200).length, 1);
    assert.equal(statuses.filter((status) => status === 409).length, 199);
    for (const path of ['/v1/session', '/v1/payment', '/v1/pay-token']) {
      assert.equal(shop.service.to(path).length, 1);
    }
  });

  test('lose nothing and charge nobody twice while one after the other is restarted (I25)', async () => {
    await using shop = await openBranch();
    const servers = [await shop.start(), await shop.start()];
    let isOver = false;
    const orders: string[] = [];
    const buy = async (buyer: number): Promise<void> => {
      for (let at = 0; !isOver; at += 1) {
        const order = `o-${String(buyer)}-${String(at)}`;
        orders.push(order);
        // A payer presses again, with the same key, until a server answers.
        for (let turn = buyer; ; turn += 1) {
          const status = await pay(servers[turn % 2] ?? assert.fail(), order, order).catch(() => 0);
          if (status === 200) break;
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }
    };
    const buyers = Promise.all([0, 1, 2, 3].map(buy));
    for (const at of [0, 1]) {
      const old = servers[at] ?? assert.fail();
      await old[Symbol.asyncDispose]();
      servers[at] = await shop.start();
    }
    isOver = true;
    await buyers;
    for (const server of servers) await server[Symbol.asyncDispose]();
    assert.ok(orders.length > 8);
    assert.equal(shop.service.to('/v1/pay-token').length, orders.length);
    for (const order of orders) assert.equal((await shop.store.find({ order }))?.state, 'paid');
  });

  test('take over what a killed one held: the opening of an order, and a payment (I22)', async () => {
    await using shop = await openBranch();
    const doomed = await shop.start();
    const reached = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    shop.service.on('/v1/pay-token', ({ body }) => {
      shop.service.statuses.set(String(body['session_id']), { status: 'paid' });
      reached[0]?.resolve(undefined);
      return null;
    });
    const paying = pay(doomed, 'o-paying', 'k-1').catch(() => 0);
    await reached[0]?.promise;
    shop.service.on('/v1/session', () => {
      reached[1]?.resolve(undefined);
      return null;
    });
    const opening = pay(doomed, 'o-opening', 'k-2').catch(() => 0);
    await reached[1]?.promise;
    doomed.child.kill('SIGKILL');
    assert.deepEqual(await Promise.all([paying, opening]), [0, 0]);
    assert.equal((await shop.store.find({ order: 'o-paying' }))?.state, 'sending');
    assert.notEqual((await shop.store.find({ order: 'o-opening' }))?.openUntil, null);

    shop.service.on('/v1/session', () => ({ id: 'of-the-next' }));
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    shop.wait(300_000);
    await shop.wallet.reconcile();
    assert.equal((await shop.store.find({ order: 'o-paying' }))?.state, 'paid');
    assert.equal((await shop.pay({ order: 'o-opening' })).status, 200);
    assert.equal((await shop.store.find({ order: 'o-opening' }))?.sessionId, 'of-the-next');
  });
});

interface Branch extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
}

/** A shop in this process, and more of its servers in others, on the same database and service. */
async function openBranch(): Promise<Shop & { readonly start: () => Promise<Branch> }> {
  const schema = newSchema();
  const pool = await database.pool(schema);
  const shop = await openShop({
    store: closing(postgresStore(pool), async () => pool.end()),
    findOrder: () => ({ amount: '199.90', currency: 'UAH' }),
  });
  const key = Buffer.from(merchantKey).toString('base64');
  const start = async (): Promise<Branch> => {
    const child = spawn(
      process.execPath,
      [
        '--conditions=@wallet-buttons/source',
        fileURLToPath(new URL('../../test/instance.ts', import.meta.url)),
        String(database.port),
        schema,
        shop.service.baseUrl,
        key,
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return {
      url: `http://127.0.0.1:${line.toString().trim()}`,
      child,
      [Symbol.asyncDispose]: async () => {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        assert.deepEqual(await gone, [0, null]);
      },
    };
  };
  return { ...shop, start };
}

async function pay({ url }: Branch, order: string, key: string): Promise<number> {
  const response = await fetch(`${url}/wallet/pay-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({
      order,
      wallet: 'wallet-b',
      token: `token-${key}`,
      shown: { amount: '199.90', currency: 'UAH' },
    }),
  });
  await response.arrayBuffer();
  return response.status;
}
