import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import postgres from 'postgres';
import { changeOf, draft, intentOf, methodsOf, next } from '../../test/attempts.ts';
import { login, poolOf, type Postgres, startPostgres } from '../../test/postgres.ts';
import { withMoves } from '../../test/payments/moves.ts';
import { roundTripsOf } from '../../test/round-trips.ts';
import { silentDatabase } from '../../test/silent-database.ts';
import { tryPayment } from '../../test/tried-payment.ts';
import { storeContract } from '../../testing/store-contract.ts';
import { paymentPromises } from '../../test/payments/promises.ts';
import type { WalletServerError } from '../errors.ts';
import type { Store } from '../records/store.ts';
import { type PgClient, postgresStore } from './postgres.ts';

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
  const makeStore = async (options: { readonly now: () => number }): Promise<Store> => {
    const pool = await database.pool(newSchema());
    return closing(postgresStore(pool, options), async () => pool.end());
  };
  for (const { name, run } of storeContract(makeStore)) it(name, run);
  for (const { name, run } of paymentPromises(makeStore)) it(name, run);
});

describe('the PostgreSQL store over postgres.js', () => {
  const makeStore = async (options: { readonly now: () => number }): Promise<Store> => {
    const schema = newSchema();
    await (await database.pool(schema)).end();
    const connection = { search_path: schema };
    const sql = postgres({ ...login, port: database.port, connection });
    const query: PgClient['query'] = async (text, values) => ({
      rows: await sql.unsafe(text, values as never[]),
    });
    return closing(postgresStore({ query }, options), async () => sql.end());
  };
  for (const { name, run } of storeContract(makeStore)) it(name, run);
  for (const { name, run } of paymentPromises(makeStore)) it(name, run);
});

describe('the PostgreSQL store over PGlite', () => {
  // One engine for all: it takes a second to start.
  let lite: PGlite;
  before(async () => {
    lite = await PGlite.create();
  });
  after(async () => lite.close());
  const makeStore = async (options: { readonly now: () => number }): Promise<Store> => {
    await lite.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    // Another client each time: the tables of the one before are gone.
    return postgresStore({ query: async (...statement) => lite.query(...statement) }, options);
  };
  for (const { name, run } of storeContract(makeStore)) it(name, run);
  for (const { name, run } of paymentPromises(makeStore)) it(name, run);
});

/** What a shop may have set for its own statements, on a Pool or on a connection. */
const poolSettings: Readonly<Record<string, pg.PoolConfig>> = {
  'parsers that change every value': { types: { getTypeParser: () => () => 'parsed' } },
  'numbers as BigInt': { types: { getTypeParser: () => (value: string) => BigInt(value) } },
  'a limit for a statement': { query_timeout: 5000, statement_timeout: 5000 },
  'no limits': { query_timeout: 0, statement_timeout: 0, lock_timeout: 0 },
  keepAlive: { keepAlive: true },
};
const sessionSettings = [
  'standard_conforming_strings=off',
  'backslash_quote=off',
  'bytea_output=escape',
  'default_transaction_isolation=serializable',
  'default_transaction_deferrable=on',
  'DateStyle=German',
  'IntervalStyle=sql_standard',
  'TimeZone=Asia/Kathmandu',
  'extra_float_digits=-15',
  'transform_null_equals=on',
  'array_nulls=off',
  'quote_all_identifiers=on',
  'plan_cache_mode=force_generic_plan',
  'statement_timeout=0',
  'lc_numeric=C',
  'escape_string_warning=off',
  'xmloption=document',
  'row_security=off',
  'jit=on',
];

describe(
  'the PostgreSQL store over whatever a Pool or a session has set',
  { concurrency: 4 },
  () => {
    const tryAll = async (config: pg.PoolConfig, setting = ''): Promise<void> => {
      const schema = newSchema();
      await (await database.pool(schema)).end();
      const options = `-c search_path=${schema}${setting === '' ? '' : ` -c ${setting}`}`;
      const pool = new pg.Pool({ ...login, port: database.port, options, ...config });
      await tryPayment(postgresStore(pool));
      await pool.end();
    };
    for (const [name, config] of Object.entries(poolSettings)) {
      it(`works over a Pool with ${name}`, async () => tryAll(config));
    }
    for (const setting of sessionSettings) {
      it(`works in a session with ${setting}`, async () => tryAll({}, setting));
    }
  },
);

describe('the PostgreSQL store over a silent database', { concurrency: 5 }, () => {
  for (const prepare of [true, false]) {
    const cases = silentDatabase({
      target: () => database.port,
      commit: 'INSERT INTO wallet_order',
      open: async (port) => {
        const schema = newSchema();
        await (await database.pool(schema)).end();
        const pool = poolOf(port, schema, 2);
        return {
          store: postgresStore(pool, { prepare, timeout: 1000 }),
          take: async () => {
            const client = await pool.connect();
            return () => {
              client.release();
            };
          },
          end: async () => pool.end(),
        };
      },
    });
    for (const { name, run } of cases) it(`${name}${prepare ? '' : ', unprepared'}`, run);
  }
});

describe('the PostgreSQL store', () => {
  for (const isolation of ['read committed', 'repeatable read', 'serializable']) {
    it(`makes its tables once, when several servers start at the same time, ${isolation}`, async () => {
      const schema = newSchema();
      const first = await database.pool(schema);
      const others = [1, 2, 3].map(() => poolOf(database.port, schema));
      const pools = [first, ...others];
      for (const pool of pools) setIsolation(pool, isolation);
      const attempts = await Promise.all(
        pools.map(async (pool, index) => {
          const payments = withMoves(postgresStore(pool).forMerchant('m'));
          return payments.insert({ ...draft, id: String(index), sessionId: String(index) });
        }),
      );
      assert.equal(new Set(attempts.map(({ id }) => id)).size, 1);
      await Promise.all(pools.map(async (pool) => pool.end()));
    });
  }

  it('writes what many orders change at once, where the database isolates most strictly', async () => {
    const schema = newSchema();
    const pools = [await database.pool(schema), poolOf(database.port, schema)];
    for (const pool of pools) setIsolation(pool, 'serializable');
    const stores = pools.map((pool) => withMoves(postgresStore(pool).forMerchant('m')));
    const orders = Array.from({ length: 60 }, (_, index) => `o-${String(index)}`);
    const commits = orders.map(async (order, index) => {
      const payments = stores[index % 2] ?? assert.fail();
      const attempt = await payments.insert({ ...draft, id: order, order, sessionId: order });
      const result = await payments.commit(intentOf(attempt, order), {
        cause: 'pay',
        from: 'created',
      });
      assert.ok(typeof result === 'object');
      const change = changeOf(result.attempt);
      return payments.commit(next(result.attempt, { state: 'paid' }), {
        cause: 'pay-token',
        from: 'sending',
        change,
      });
    });
    const states = (await Promise.all(commits)).map((each) =>
      typeof each === 'object' ? each.attempt.state : each,
    );
    assert.deepEqual(new Set(states), new Set(['paid']));
    await Promise.all(pools.map(async (pool) => pool.end()));
  });

  it('tries again until a statement meets no conflict, though a dozen come in a row', async (test) => {
    test.mock.method(Math, 'random', () => 0);
    let conflicts = 12;
    const query: PgClient['query'] = async () => {
      if ((conflicts -= 1) >= 0) throw Object.assign(new Error('conflict'), { code: '40001' });
      return Promise.resolve({ rows: [] });
    };
    assert.equal(
      await withMoves(postgresStore({ query }).forMerchant('m')).find({ id: 'x' }),
      null,
    );
  });

  it('does not start on a database that can only be read, such as a replica', async () => {
    const schema = newSchema();
    const pool = await database.pool(schema);
    await postgresStore(pool).open();
    await pool.end();
    const options = `-c search_path=${schema} -c default_transaction_read_only=on`;
    const replica = new pg.Pool({ ...login, port: database.port, options });
    await assert.rejects(postgresStore(replica).open(), ({ code, cause }: WalletServerError) => {
      assert.deepEqual([code, (cause as { code?: string }).code], ['store_failed', '25006']);
      return true;
    });
    await replica.end();
  });

  it('uses an index for every query, among many paid orders', async () => {
    const pool = await database.pool(newSchema());
    const statements: (readonly [string, unknown[]])[] = [];
    const query: PgClient['query'] = async (...statement) => {
      statements.push(statement);
      return pool.query(...statement);
    };
    const payments = withMoves(postgresStore({ query }).forMerchant('m'));
    const attempt = await payments.insert(draft);
    const many = 'FROM generate_series(2, 50000) n';
    await pool.query(`INSERT INTO wallet_order SELECT 'm', n, 1, '{"v":1,"t":0,"a":[]}' ${many}`);
    await pool.query(`INSERT INTO wallet_key SELECT 'm', n, n ${many}`);
    await pool.query(`INSERT INTO wallet_due SELECT 'm', n, n, 'known', 9e12, 0 ${many}`);
    await pool.query(`INSERT INTO wallet_attempt SELECT 'm', n, n, n, 'paid', 0, NULL ${many}`);
    await pool.query('ANALYZE');
    statements.length = 0;
    for (const run of Object.values(methodsOf(payments, attempt))) await run();
    for (const [text, values] of statements) {
      const { rows } = await pool.query(`EXPLAIN ${text}`, values);
      assert.doesNotMatch(JSON.stringify(rows), /Seq Scan on wallet_/, text);
    }
    assert.ok(statements.length > 0);
    await pool.end();
  });

  it('reads few pages for an idle look, whatever waits for a later time', async () => {
    const pool = await database.pool(newSchema());
    const { payments, pagesOf } = counted(pool);
    await payments.find({ order: 'o-1' });
    await fillQueues(pool, Date.now() + 1_800_000);
    await payments.look();
    assert.equal(await payments.look(), false);
    // A descent of an index for each queue; a claim has six at most.
    for (const [most, work] of [
      [12, async () => payments.look()],
      [18, async () => payments.claimDue(16, 1000)],
      [18, async () => payments.claimUndelivered(100)],
    ] as const) {
      const pages = await pagesOf(work);
      assert.ok(pages > 0 && pages <= most, String(pages));
    }
    assert.deepEqual(await payments.claimDue(16, 1000), []);
    assert.deepEqual(await payments.claimUndelivered(100), []);
    await pool.end();
  });

  it('reads only the rows of a long queue that it shows', async () => {
    const pool = await database.pool(newSchema());
    const { payments, pagesOf } = counted(pool);
    await payments.find({ order: 'o-1' });
    await fillOrders(pool);
    await fillQueues(pool, Date.now() - 1_800_000);
    const pages = await pagesOf(async () => payments.undelivered(20));
    assert.ok(pages > 0 && pages <= 300, String(pages));
    await pool.end();
  });

  it('reads few pages to find no hold that ends soon among many holds', async () => {
    const pool = await database.pool(newSchema());
    const { payments, pagesOf } = counted(pool);
    await payments.find({ order: 'o-1' });
    await fillOrders(pool);
    const row = `'m', n, n, n, 'authorized', 0, 9e12 - n`;
    await pool.query(`INSERT INTO wallet_attempt SELECT ${row} ${many}`);
    await pool.query('VACUUM ANALYZE wallet_attempt');
    const pages = await pagesOf(async () => payments.list({ holdEndsBefore: 8e12 }));
    assert.ok(pages > 0 && pages <= 6, String(pages));
    await pool.end();
  });

  const counting = (pool: pg.Pool) => {
    let count = 0;
    const query: PgClient['query'] = async (text, values) => {
      count += 1;
      return pool.query(text, values);
    };
    return { store: postgresStore({ query }), count: () => count };
  };

  it('sends four statements for a payment, two to prepare it, three for a webhook, and one for an idle pass', async () => {
    const pool = await database.pool(newSchema());
    const { store, count } = counting(pool);
    const counts = { prepare: 2, pay: 4, webhook: 3, repeated: 1, idle: 1 };
    assert.deepEqual(await roundTripsOf(store, count), counts);
    await pool.end();
  });

  it('sends one statement to read a record, one to write it, and one to claim', async () => {
    const pool = await database.pool(newSchema());
    const { store, count } = counting(pool);
    await store.open();
    const payments = withMoves(store.forMerchant('m'));
    const methods = methodsOf(payments, await payments.insert(draft));
    const counts: Record<string, number> = {};
    for (const [name, run] of Object.entries(methods)) {
      const countBefore = count();
      await run();
      counts[name] = count() - countBefore;
    }
    assert.deepEqual(counts, {
      insert: 1,
      find: 1,
      history: 1,
      list: 1,
      prune: 1,
      look: 1,
      claimDue: 1,
      claimUndelivered: 1,
      // One for each state of a charge.
      prunePaid: 3,
      // The attempt has changed: they read and write nothing.
      begin: 2,
      makeDue: 2,
      commit: 1,
      delivered: 1,
    });
    await pool.end();
  });

  it(
    'reads a record again that was written while it waited for its lock',
    { timeout: 30_000 },
    async () => {
      const schema = newSchema();
      const pool = await database.pool(schema);
      const payments = withMoves(postgresStore(pool).forMerchant('m'));
      const admin = new pg.Client({ ...login, port: database.port });
      await admin.connect();
      await admin.query(`SET search_path = ${schema}`);
      const first = await payments.insert({ ...draft, id: 'late' });
      const abandonedAttempt = next(first, { state: 'abandoned' });
      await payments.commit(abandonedAttempt, { cause: 'reconcile', from: 'created' });
      const live = await payments.insert({ ...draft, id: 'live', sessionId: 's-2' });
      await admin.query('BEGIN; SELECT * FROM wallet_order FOR UPDATE');
      const commit = payments.commit(intentOf(live), { cause: 'pay', from: 'created' });
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
      while ((await admin.query(waiting)).rowCount === 0) await new Promise(setImmediate);
      await admin.query(`UPDATE wallet_order SET version = version + 1,
        body = replace(body, '".abandoned"', '".paid"'); COMMIT`);
      assert.equal(await commit, 'stale');
      assert.equal((await payments.find({ order: 'o-1' }))?.id, 'late');
      await admin.end();
      await pool.end();
    },
  );

  it('fails with store_failed while the database cannot be reached, and works afterwards', async () => {
    const pool = await database.pool(newSchema());
    let isUp = false;
    const store = postgresStore({
      query: async (text, values) => {
        if (!isUp) throw new Error('offline');
        return pool.query(text, values);
      },
    });
    await assert.rejects(store.open(), { code: 'store_failed', retryable: true });
    const payments = withMoves(store.forMerchant('m'));
    await assert.rejects(payments.find({ id: 'x' }), { code: 'store_failed', retryable: true });
    isUp = true;
    assert.equal(await payments.find({ id: 'x' }), null);
    await pool.end();
  });

  it('opens the database once, and listens once, though each request makes a store over one pool', async () => {
    const listeners: string[] = [];
    const statements: string[] = [];
    const client: PgClient = {
      query: async (text) => {
        statements.push(text);
        return Promise.resolve({ rows: [] });
      },
      on: (event) => listeners.push(event),
    };
    for (const id of ['1', '2', '3'])
      await postgresStore(client).forMerchant('m').load({ attempt: id });
    assert.deepEqual(listeners, ['error']);
    const opening = statements.filter((text) => text.includes('transaction_read_only'));
    assert.equal(opening.length, 1);
  });

  describe('over a Pool', () => {
    const namesOf = async (pool: pg.Pool): Promise<number> => {
      const result = await pool.query(`SELECT name FROM pg_prepared_statements`);
      return result.rows.length;
    };

    it('prepares a statement once on each connection', async () => {
      const pool = await database.pool(newSchema(), 1);
      const records = postgresStore(pool).forMerchant('m');
      for (const order of ['o-1', 'o-2', 'o-3']) await records.load({ order });
      assert.equal(await namesOf(pool), 1);
      await pool.end();
    });

    it('prepares nothing where it is not to', async () => {
      const pool = await database.pool(newSchema(), 1);
      await postgresStore(pool, { prepare: false }).forMerchant('m').load({ order: 'o-1' });
      assert.equal(await namesOf(pool), 0);
      await pool.end();
    });

    it('continues without prepared statements once a pooler has lost one', async () => {
      const pool = await database.pool(newSchema(), 1);
      const records = postgresStore(pool).forMerchant('m');
      await records.load({ order: 'o-1' });
      await pool.query('DEALLOCATE ALL');
      for (const order of ['o-1', 'o-2']) assert.equal((await records.load({ order }))?.version, 0);
      assert.equal(await namesOf(pool), 0);
      await pool.end();
    });
  });

  it('is not made of a URL, or of a variable that is not set', () => {
    for (const wrong of [undefined, null, 'postgres://localhost/shop', {}]) {
      assert.throws(() => postgresStore(wrong as never), {
        code: 'config_invalid',
        suggestion: /Pool of 'pg'/,
      });
    }
  });

  it('needs a client that returns the rows of a query under that name', async () => {
    const store = postgresStore({ query: async () => Promise.resolve([] as never) });
    const failure = { code: 'config_invalid', suggestion: /\{ rows \}/ };
    await assert.rejects(store.open(), failure);
    await assert.rejects(withMoves(store.forMerchant('m')).find({ id: 'x' }), failure);
  });

  it('reads a replica, and updates no tables, with readOnly', async () => {
    const schema = newSchema();
    const pool = await database.pool(schema);
    await withMoves(postgresStore(pool).forMerchant('m')).insert(draft);
    const options = `-c search_path=${schema} -c default_transaction_read_only=on`;
    const replica = new pg.Pool({ ...login, port: database.port, options });
    const reader = postgresStore(replica, { readOnly: true });
    const attempt = await withMoves(reader.forMerchant('m')).find({ id: draft.id });
    assert.equal(attempt?.order, draft.order);
    await pool.query('DELETE FROM wallet_schema');
    const older = { code: 'config_invalid', message: /older release/ };
    const laterPool = poolOf(database.port, schema);
    await assert.rejects(postgresStore(laterPool, { readOnly: true }).open(), older);
    const { rows } = await pool.query('SELECT version FROM wallet_schema');
    assert.deepEqual(rows, []);
    await Promise.all([pool.end(), replica.end(), laterPool.end()]);
  });

  it('leaves a database alone that a newer release wrote', async () => {
    const schema = newSchema();
    const newer = await database.pool(schema);
    await postgresStore(newer).open();
    await newer.query('INSERT INTO wallet_schema (version) VALUES (99)');
    await newer.end();
    const pool = poolOf(database.port, schema);
    const failure = { code: 'config_invalid', message: /newer release/ };
    await assert.rejects(postgresStore(pool).open(), failure);
    await assert.rejects(
      withMoves(postgresStore(pool).forMerchant('m')).find({ id: 'x' }),
      failure,
    );
    await pool.end();
  });

  it('fails with store_failed when the database ends a connection in a query, and continues over another', async () => {
    const schema = newSchema();
    const pool = await database.pool(schema);
    const payments = withMoves(postgresStore(pool).forMerchant('m'));
    const attempt = await payments.insert(draft);
    const admin = new pg.Client({ ...login, port: database.port });
    await admin.connect();
    const waiting = [
      async () => payments.find({ order: 'o-1' }),
      async () => payments.commit(intentOf(attempt), { cause: 'pay', from: 'created' }),
      async () => payments.claimDue(8, 1000),
    ];
    for (const wait of waiting) {
      await admin.query(`BEGIN; LOCK TABLE ${schema}.wallet_order, ${schema}.wallet_due`);
      const rejection = assert.rejects(wait(), { code: 'store_failed' });
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
      while ((await admin.query(end)).rowCount === 0) await new Promise(setImmediate);
      await rejection;
      await admin.query('COMMIT');
      assert.equal((await payments.find({ order: 'o-1' }))?.version, 0);
    }
    await admin.end();
    await pool.end();
  });

  it('outlives idle connections that the database ends, with a Pool that has no listener', async () => {
    const schema = newSchema();
    await (await database.pool(schema)).end();
    const options = `-c search_path=${schema}`;
    const pool = new pg.Pool({ ...login, port: database.port, max: 4, options });
    const payments = withMoves(postgresStore(pool).forMerchant('m'));
    await Promise.all([1, 2, 3, 4].map(async () => payments.find({ id: 'x' })));
    const removal = Promise.withResolvers<undefined>();
    pool.on('remove', () => {
      if (pool.totalCount === 0) removal.resolve(undefined);
    });
    await database.endConnections();
    await removal.promise;
    assert.equal(await payments.find({ id: 'x' }), null);
    await pool.end();
  });
});

/** For the connections that the pool has yet to make. */
function setIsolation({ options }: pg.Pool, level: string): void {
  const setting = `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`;
  options.options = `${options.options ?? ''} ${setting}`;
}

const many = 'FROM generate_series(1, 47000) n';

async function fillOrders(pool: pg.Pool): Promise<void> {
  await pool.query(`INSERT INTO wallet_order SELECT 'm', n, 1, '{"v":1,"t":0,"a":[]}' ${many}`);
  await pool.query('VACUUM ANALYZE wallet_order');
}

/** Puts a row of each order into each queue, due from a time on. */
async function fillQueues(pool: pg.Pool, dueTime: number): Promise<void> {
  for (const queue of ['first', 'open', 'known', 'change']) {
    const row = `'m', n, '${queue}', '${queue}', ${String(dueTime)} + n, 3`;
    await pool.query(`INSERT INTO wallet_due SELECT ${row} ${many}`);
  }
  await pool.query('VACUUM ANALYZE wallet_due');
}

/** The payments of a pool, and the pages of 8 KiB that the statements of some work read. */
function counted(pool: pg.Pool) {
  const statements: (readonly [string, unknown[]])[] = [];
  const query: PgClient['query'] = async (...statement) => {
    statements.push(statement);
    return pool.query(...statement);
  };
  const payments = withMoves(postgresStore({ query }).forMerchant('m'));
  const pagesOf = async (work: () => Promise<unknown>): Promise<number> => {
    statements.length = 0;
    await work();
    let pages = 0;
    for (const [text, values] of statements) {
      const { rows } = await pool.query<Record<'QUERY PLAN', readonly { readonly Plan: Plan }[]>>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        values,
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      pages += plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : NaN;
    }
    return pages;
  };
  return { payments, pagesOf };
}

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}
