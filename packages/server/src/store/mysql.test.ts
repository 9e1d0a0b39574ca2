import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  type Connection,
  createPool,
  type Pool,
  type PoolOptions,
  type RowDataPacket,
} from 'mysql2/promise';
import { changeOf, draft, intentOf, methodsOf, next } from '../../test/attempts.ts';
import { type Mariadb, mariadbPool, startMariadb } from '../../test/mariadb.ts';
import { withMoves } from '../../test/payments/moves.ts';
import { silentDatabase } from '../../test/silent-database.ts';
import { tryPayment } from '../../test/tried-payment.ts';
import { storeContract } from '../../testing/store-contract.ts';
import { everything } from '../../testing/store/reading.ts';
import { paymentPromises } from '../../test/payments/promises.ts';
import type { WalletServerError } from '../errors.ts';
import type { Store } from '../records/store.ts';
import { type MysqlConnection, type MysqlPool, type MysqlStatement, mysqlStore } from './mysql.ts';

// Where it cannot run, this fails, and every test below with it.
let database: Mariadb;
let schemas = 0;
const newSchema = (): string => `s${String((schemas += 1))}`;

before(async () => {
  database = await startMariadb();
});
after(async () => database[Symbol.asyncDispose]());

const closing = (store: Store, end: () => Promise<void>): Store => ({ ...store, close: end });
const paymentsOver = (pool: MysqlPool) => withMoves(mysqlStore(pool).forMerchant('m'));

describe('the MySQL store over MariaDB', () => {
  const makeStore = async (options: { readonly now: () => number }): Promise<Store> => {
    const pool = await database.pool(newSchema());
    return closing(mysqlStore(pool, options), async () => pool.end());
  };
  for (const { name, run } of storeContract(makeStore)) it(name, run);
  for (const { name, run } of paymentPromises(makeStore)) it(name, run);
});

/** Whatever a shop may have set for its own statements. */
const otherOptions: PoolOptions = {
  supportBigNumbers: true,
  bigNumberStrings: true,
  dateStrings: true,
  decimalNumbers: true,
  rowsAsArray: true,
  namedPlaceholders: true,
  typeCast: false,
  jsonStrings: true,
  charset: 'latin1_swedish_ci',
  timezone: '+03:00',
  flags: ['-FOUND_ROWS'],
};

/** Sets each connection of a pool up otherwise, as a shop or its database may. */
function settingUp(pool: Pool, setting: string): Pool {
  pool.on('connection', (connection) => void connection.query(`SET SESSION ${setting}`));
  return pool;
}

describe('the MySQL store over a Pool with other options, and sessions without autocommit', () => {
  const makeStore = async (options: { readonly now: () => number }): Promise<Store> => {
    const setting = `autocommit = 0, time_zone = '+05:30', tx_isolation = 'SERIALIZABLE',
      sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES,SIMULTANEOUS_ASSIGNMENT'`;
    const pool = settingUp(await database.pool(newSchema(), otherOptions), setting);
    return closing(mysqlStore(pool, options), async () => pool.end());
  };
  for (const { name, run } of storeContract(makeStore)) it(name, run);
  for (const { name, run } of paymentPromises(makeStore)) it(name, run);
});

/** Each option of a Pool that changes how a value is sent or read. */
const readings: readonly PoolOptions[] = [
  { nestTables: true },
  { nestTables: '_' },
  { rowsAsArray: true },
  { typeCast: false },
  { typeCast: () => 'cast' },
  { dateStrings: true },
  { decimalNumbers: true },
  { namedPlaceholders: true },
  { supportBigNumbers: true },
  { supportBigNumbers: true, bigNumberStrings: true },
  { jsonStrings: true },
  { stringifyObjects: true },
  { multipleStatements: true },
  { maxPreparedStatements: 1 },
  { charset: 'latin1_swedish_ci' },
  { timezone: '-08:00' },
  { flags: ['-FOUND_ROWS'] },
];

/** What a session of MariaDB 10.11 may have in `sql_mode`. */
const modes = `REAL_AS_FLOAT PIPES_AS_CONCAT ANSI_QUOTES IGNORE_SPACE IGNORE_BAD_TABLE_OPTIONS
  ONLY_FULL_GROUP_BY NO_UNSIGNED_SUBTRACTION NO_DIR_IN_CREATE POSTGRESQL ORACLE MSSQL DB2 MAXDB
  NO_KEY_OPTIONS NO_TABLE_OPTIONS NO_FIELD_OPTIONS MYSQL323 MYSQL40 ANSI NO_AUTO_VALUE_ON_ZERO
  NO_BACKSLASH_ESCAPES STRICT_TRANS_TABLES STRICT_ALL_TABLES NO_ZERO_IN_DATE NO_ZERO_DATE
  ALLOW_INVALID_DATES ERROR_FOR_DIVISION_BY_ZERO TRADITIONAL NO_AUTO_CREATE_USER HIGH_NOT_PRECEDENCE
  NO_ENGINE_SUBSTITUTION PAD_CHAR_TO_FULL_LENGTH EMPTY_STRING_IS_NULL SIMULTANEOUS_ASSIGNMENT
  TIME_ROUND_FRACTIONAL`.split(/\s+/);
/** The store cannot work with them. */
const refusedModes = ['ORACLE', 'EMPTY_STRING_IS_NULL'];

describe('the MySQL store over whatever a Pool or a session has set', () => {
  for (const options of readings) {
    it(`works over a Pool with ${JSON.stringify(options)}`, async () => {
      const pool = await database.pool(newSchema(), options);
      await tryPayment(mysqlStore(pool));
      await pool.end();
    });
  }

  for (const mode of modes) {
    const isRefused = refusedModes.includes(mode);
    it(`${isRefused ? 'names' : 'works in'} the mode ${mode}`, async () => {
      const pool = settingUp(await database.pool(newSchema()), `sql_mode = '${mode}'`);
      if (isRefused) {
        const failure = {
          code: 'config_invalid',
          message: new RegExp(mode),
          suggestion: /sql_mode/,
        };
        await assert.rejects(mysqlStore(pool).open(), failure);
        await assert.rejects(mysqlStore(pool, { readOnly: true }).open(), failure);
      } else await tryPayment(mysqlStore(pool));
      await pool.end();
    });
  }

  it('names a limit of rows that a session has', async () => {
    const pool = settingUp(await database.pool(newSchema()), 'sql_select_limit = 1');
    const failure = { code: 'config_invalid', message: /sql_select_limit/ };
    await assert.rejects(mysqlStore(pool).open(), failure);
    await pool.end();
  });
});

describe('the MySQL store over a silent database', { concurrency: 5 }, () => {
  const cases = silentDatabase({
    target: () => database.socketPath,
    commit: 'COMMIT',
    open: async (port) => {
      const schema = newSchema();
      await database.make(schema);
      const limits = { connectionLimit: 2, connectTimeout: 1000 };
      const pool = createPool({ port, database: schema, user: 'root', ...limits });
      return {
        store: mysqlStore(pool, { timeout: 1000 }),
        take: async () => {
          const connection = await pool.getConnection();
          return () => {
            connection.release();
          };
        },
        end: async () => pool.end(),
      };
    },
  });
  for (const { name, run } of cases) it(name, run);
});

describe('the MySQL store', () => {
  it('takes orders for others that a collation would take for one', async () => {
    const pool = await database.pool(newSchema(), { charset: 'latin1_swedish_ci' });
    const payments = paymentsOver(pool);
    const orders = [
      'a',
      'A',
      'á',
      'a ',
      'a\0',
      'ａ',
      '𝐀',
      '𝐁',
      'ß',
      'ss',
      '1',
      '01',
      '1.0',
      "'\\",
      '',
    ];
    for (const order of orders) {
      await payments.insert({ ...draft, order, id: order, sessionId: order });
    }
    for (const order of orders) {
      assert.equal((await payments.find({ order }))?.sessionId, order);
      assert.equal((await payments.find({ id: order }))?.order, order);
    }
    const page = await payments.list({});
    assert.deepEqual(new Set(page.attempts.map(({ order }) => order)), new Set(orders));
    await pool.end();
  });

  it('stores the longest order reference, and refuses a longer name, in a session that cuts names off', async () => {
    const pool = settingUp(await database.pool(newSchema()), `sql_mode = ''`);
    const payments = paymentsOver(pool);
    const order = '𝐀'.repeat(128);
    await payments.insert({ ...draft, order });
    const longer = payments.insert({ ...draft, order: `${order}1`, id: '2', sessionId: '2' });
    await assert.rejects(longer, { code: 'store_failed' });
    assert.equal((await payments.list({})).attempts.length, 1);
    await pool.end();
  });

  it('measures in UTC, whatever the time zone of a session', async () => {
    const start = Date.now();
    const pool = settingUp(await database.pool(newSchema()), `time_zone = '-08:00'`);
    const { openedAt, readAt } = await paymentsOver(pool).insert(draft);
    for (const time of [openedAt, readAt]) {
      assert.ok(time >= start - 1000 && time <= Date.now() + 1000, String(time - start));
    }
    await pool.end();
  });

  it('reads what another wrote, over a connection that was left in a transaction', async () => {
    const schema = newSchema();
    const [one, two] = [
      await database.pool(schema),
      mariadbPool(database.socketPath, schema, { connectionLimit: 1 }),
    ];
    settingUp(two, `autocommit = 0, tx_isolation = 'REPEATABLE-READ'`);
    const [writer, reader] = [paymentsOver(one), paymentsOver(two)];
    const attempt = await writer.insert(draft);
    await reader.find({ order: 'o-1' });
    // The shop reads on its own, and gives the connection back.
    await two.query('SELECT * FROM wallet_order');
    await writer.commit(intentOf(attempt), { cause: 'pay', from: 'created' });
    assert.equal((await reader.find({ order: 'o-1' }))?.state, 'sending');
    await two.query('SELECT * FROM wallet_order');
    assert.equal(
      await reader.commit(intentOf(attempt), { cause: 'pay', from: 'created' }),
      'stale',
    );
    await Promise.all([one.end(), two.end()]);
  });

  it('leaves the session of a connection as it was', async () => {
    const pool = await database.pool(newSchema(), { connectionLimit: 1 });
    settingUp(pool, `tx_isolation = 'SERIALIZABLE'`);
    await paymentsOver(pool).insert(draft);
    const [[row]] = await pool.query<RowDataPacket[]>(
      'SELECT @@tx_isolation AS isolation, @@autocommit AS auto, @@in_transaction AS within',
    );
    assert.deepEqual({ ...row }, { isolation: 'SERIALIZABLE', auto: 1, within: 0 });
    await pool.end();
  });

  it('runs a transaction again that the database ended because of a deadlock', async () => {
    const pool = await database.pool(newSchema());
    const payments = paymentsOver(pool);
    const attempt = await payments.insert(draft);
    await using other = await pool.getConnection();
    const deadlocks = await statusOf(other, 'Innodb_deadlocks');
    await other.beginTransaction();
    // The database ends the transaction that has written less.
    await other.query(`INSERT INTO wallet_key SELECT 'm', seq, seq FROM seq_1_to_1000`);
    await other.query(`INSERT INTO wallet_due VALUES ('m', 'o-1', '', 'change', 0, 0)`);
    const change = changeOf(attempt);
    const commit = payments.commit(intentOf(attempt), { cause: 'pay', from: 'created', change });
    await waiterOf(other);
    await other.query('UPDATE wallet_order SET version = version');
    await other.rollback();
    assert.equal(typeof (await commit), 'object');
    assert.equal(await statusOf(other, 'Innodb_deadlocks'), deadlocks + 1);
    other.release();
    await pool.end();
  });

  it('tries again until a transaction meets no conflict, though a dozen come in a row, and keeps its connection', async (test) => {
    test.mock.method(Math, 'random', () => 0);
    const pool = await database.pool(newSchema());
    await mysqlStore(pool).open();
    let conflicts = 12;
    const { ends, ...failing } = intercepted(pool, ({ sql }) => {
      if (sql === 'COMMIT' && (conflicts -= 1) >= 0) throw databaseError(1213);
    });
    assert.equal((await paymentsOver(failing).insert(draft)).id, '1');
    assert.deepEqual(new Set(ends), new Set(['release']));
    await pool.end();
  });

  it('gives up on a lock that another does not release', async (test) => {
    test.mock.method(Math, 'random', () => 0);
    const pool = await database.pool(newSchema());
    await mysqlStore(pool).open();
    let tries = 0;
    const failing = intercepted(pool, ({ sql }) => {
      if (!sql.startsWith('INSERT')) return;
      tries += 1;
      throw databaseError(1205);
    });
    await assert.rejects(paymentsOver(failing).insert(draft), { code: 'store_failed' });
    assert.equal(tries, 3);
    assert.equal(await paymentsOver(pool).find({ order: 'o-1' }), null);
    await pool.end();
  });

  it('gives no connection back on which a transaction failed', async () => {
    const pool = await database.pool(newSchema());
    await mysqlStore(pool).open();
    let isBroken = false;
    const { ends, ...failing } = intercepted(pool, ({ sql }) => {
      if (isBroken && sql === 'COMMIT') throw new Error('Query inactivity timeout');
    });
    const payments = paymentsOver(failing);
    await payments.find({ order: 'o-1' });
    isBroken = true;
    ends.length = 0;
    await assert.rejects(payments.insert(draft), { code: 'store_failed', retryable: true });
    assert.deepEqual(ends, ['destroy']);
    isBroken = false;
    assert.equal(await payments.find({ order: 'o-1' }), null);
    assert.equal((await payments.insert(draft)).id, '1');
    await pool.end();
  });

  it('gives a connection back on which a write came second', async () => {
    const pool = await database.pool(newSchema());
    await mysqlStore(pool).open();
    const { ends, ...watched } = intercepted(pool, () => undefined);
    const payments = paymentsOver(watched);
    const attempt = await payments.insert(draft);
    const results = await Promise.all(
      ['t', 'u'].map(async (token) =>
        payments.commit(intentOf(attempt, token), { cause: 'pay', from: 'created' }),
      ),
    );
    assert.deepEqual(
      results.filter((each) => typeof each === 'string'),
      ['stale'],
    );
    const other = await payments.insert({ ...draft, id: '2', order: 'o-2', sessionId: 's-2' });
    const reuse = intentOf({ ...other }, results[0] === 'stale' ? 'u' : 't');
    assert.equal(await payments.commit(reuse, { cause: 'pay', from: 'created' }), 'reused');
    assert.deepEqual(new Set(ends), new Set(['release']));
    await pool.end();
  });

  it('writes nothing when the database ends its connection in the middle, and continues over another', async () => {
    const pool = await database.pool(newSchema());
    const payments = paymentsOver(pool);
    const attempt = await payments.insert(draft);
    await using other = await pool.getConnection();
    await other.beginTransaction();
    await other.query('SELECT * FROM wallet_attempt FOR UPDATE');
    const commit = payments.commit(intentOf(attempt), { cause: 'pay', from: 'created' });
    const rejection = assert.rejects(commit, { code: 'store_failed', retryable: true });
    await other.query(`KILL ${String(await waiterOf(other))}`);
    await rejection;
    await other.rollback();
    assert.equal((await payments.find({ order: 'o-1' }))?.version, 0);
    assert.equal(
      typeof (await payments.commit(intentOf(attempt), { cause: 'pay', from: 'created' })),
      'object',
    );
    other.release();
    await pool.end();
  });

  it('reads a record again that was written while it waited for its lock', async () => {
    const pool = await database.pool(newSchema());
    const payments = paymentsOver(pool);
    const first = await payments.insert({ ...draft, id: 'late' });
    const abandonedAttempt = next(first, { state: 'abandoned' });
    await payments.commit(abandonedAttempt, { cause: 'reconcile', from: 'created' });
    const live = await payments.insert({ ...draft, id: 'live', sessionId: 's-2' });
    await using other = await pool.getConnection();
    await other.beginTransaction();
    await other.query('SELECT * FROM wallet_order FOR UPDATE');
    const commit = payments.commit(intentOf(live), { cause: 'pay', from: 'created' });
    await waiterOf(other);
    await other.query(`UPDATE wallet_order SET version = version + 1,
      body = replace(body, '".abandoned"', '".paid"')`);
    await other.commit();
    assert.equal(await commit, 'stale');
    assert.equal((await payments.find({ order: 'o-1' }))?.id, 'late');
    other.release();
    await pool.end();
  });

  it('writes no record that it read too long ago, though it only waited for a lock', async () => {
    const pool = await database.pool(newSchema());
    let time = 1_800_000_000_000;
    const payments = withMoves(mysqlStore(pool, { now: () => time }).forMerchant('m'));
    const attempt = await payments.insert(draft);
    await using other = await pool.getConnection();
    await other.beginTransaction();
    await other.query('SELECT * FROM wallet_order FOR UPDATE');
    const intent = intentOf(attempt);
    const commit = payments.commit(intent, { cause: 'pay', from: 'created' });
    await waiterOf(other);
    time += 60_000;
    await other.rollback();
    const result = await commit;
    assert.ok(typeof result === 'object');
    // It was decided once more, by the time after the wait.
    assert.equal(result.attempt.sentAt, time);
    other.release();
    await pool.end();
  });

  it('reads few rows for every query, among many paid orders', async () => {
    // One connection, which counts the rows that it reads.
    const pool = await database.pool(newSchema(), { connectionLimit: 1 });
    const payments = paymentsOver(pool);
    const attempt = await payments.insert(draft);
    const many = 'FROM seq_2_to_20000';
    const record = `seq, 1, '{"v":1,"t":0,"a":[]}', IF(seq > 10, NULL, 9)`;
    await pool.query(`INSERT INTO wallet_order SELECT 'm', ${record} ${many}`);
    await pool.query(`INSERT INTO wallet_key SELECT 'm', seq, seq ${many}`);
    const dueTime = String(Date.now() + 3_600_000);
    await pool.query(`INSERT INTO wallet_due SELECT 'm', seq, seq, 'known', ${dueTime}, 0 ${many}`);
    await pool.query(`INSERT INTO wallet_due SELECT 'm', seq, '', 'change', ${dueTime}, 3 ${many}`);
    const hold = `IF(seq < 10000, 'paid', 'authorized'), 0, IF(seq < 10000, NULL, ${dueTime})`;
    await pool.query(`INSERT INTO wallet_attempt SELECT 'm', seq, seq, seq, ${hold} ${many}`);
    await pool.query('ANALYZE TABLE wallet_order, wallet_key, wallet_due, wallet_attempt');
    const methods = {
      ...methodsOf(payments, attempt),
      listState: async () => payments.list({ state: 'unknown', cursor: '15000.15000' }),
      listReview: async () => payments.list({ needsReview: true, cursor: '15000.15000' }),
      listBoth: async () => payments.list({ state: 'paid', needsReview: true }),
      listPage: async () => payments.list({ cursor: '15000.15000' }),
      listHolds: async () => payments.list({ holdEndsBefore: Date.now() }),
      undelivered: async () => payments.undelivered(20),
    };
    for (const [name, run] of Object.entries(methods)) {
      await pool.query('FLUSH STATUS');
      await run();
      const [rows] = await pool.query<RowDataPacket[]>(
        `SHOW SESSION STATUS LIKE 'Handler\\_read\\_%'`,
      );
      const rowCount = rows.reduce((sum, row) => sum + Number(row['Value']), 0);
      assert.ok(rowCount > 0 && rowCount < 1200, `${name} reads ${String(rowCount)} rows`);
    }
    await pool.end();
  });

  it('sends the text of a record once, however many of its payments are listed and due', async () => {
    // One connection, which counts the bytes that it sends.
    const pool = await database.pool(newSchema(), { connectionLimit: 1 });
    const store = mysqlStore(pool);
    await store.open();
    const many = 'FROM seq_1_to_50';
    const body = '{"v":1,"t":0,"a":[]}'.padEnd(10_000);
    await pool.query(`INSERT INTO wallet_order VALUES ('m', 'o-1', 1, '${body}', NULL)`);
    await pool.query(`INSERT INTO wallet_due SELECT 'm', 'o-1', seq, 'known', 9, 0 ${many}`);
    await pool.query(
      `INSERT INTO wallet_attempt SELECT 'm', seq, 'o-1', seq, 'failed', 0, NULL ${many}`,
    );
    const bytesSent = async (): Promise<number> => {
      const [rows] = await pool.query<RowDataPacket[]>(`SHOW SESSION STATUS LIKE 'Bytes_sent'`);
      return Number(rows[0]?.['Value']);
    };
    const { load, list } = store.forMerchant('m');
    for (const read of [async () => [await load({ order: 'o-1' })], async () => list(everything)]) {
      const bytesBefore = await bytesSent();
      const records = await read();
      const bytes = (await bytesSent()) - bytesBefore;
      assert.ok(bytes > 10_000 && bytes < 30_000, String(bytes));
      for (const record of records)
        assert.deepEqual([record?.body, record?.due.length], [body, 50]);
    }
    await pool.end();
  });

  it('sends one statement to read a record, and to see that nothing is due', async () => {
    const pool = await database.pool(newSchema());
    let count = 0;
    const counting = intercepted(pool, () => void (count += 1));
    const store = mysqlStore(counting);
    await store.open();
    const payments = withMoves(store.forMerchant('m'));
    const { find, history, list, prune, look, makeDue } = methodsOf(
      payments,
      await payments.insert(draft),
    );
    const counts: number[] = [];
    for (const run of [find, history, list, prune, look, makeDue]) {
      count = 0;
      await run?.();
      counts.push(count);
    }
    // The last one writes: two to begin, the record, its due row, the time, and one to commit.
    assert.deepEqual(counts, [1, 1, 1, 1, 1, 1 + 6]);
    await pool.end();
  });

  it('fails with store_failed while the database cannot be reached, and works afterwards', async () => {
    const pool = await database.pool(newSchema());
    let isUp = false;
    const store = mysqlStore({
      getConnection: async () => {
        if (!isUp) throw new Error('offline');
        return pool.getConnection();
      },
    });
    await assert.rejects(store.open(), { code: 'store_failed', retryable: true });
    const payments = withMoves(store.forMerchant('m'));
    await assert.rejects(payments.find({ id: 'x' }), { code: 'store_failed', retryable: true });
    isUp = true;
    assert.equal(await payments.find({ id: 'x' }), null);
    await pool.end();
  });

  it('waits for a database that is silent, and closes the connection', async () => {
    const ends: string[] = [];
    const silence = async () => new Promise<never>(() => undefined);
    const pool: MysqlPool = {
      getConnection: async () =>
        Promise.resolve({
          execute: silence,
          query: silence,
          release: () => void ends.push('release'),
          destroy: () => void ends.push('destroy'),
        }),
    };
    await assert.rejects(mysqlStore(pool, { timeout: 1 }).open(), { code: 'store_failed' });
    // The limit of the connection began a moment after that of the method.
    while (ends.length === 0) await setTimeout(1);
    assert.deepEqual(ends, ['destroy']);
  });

  it('waits for a connection, and gives one back that comes later', async () => {
    const connection = Promise.withResolvers<MysqlConnection>();
    const store = mysqlStore({ getConnection: async () => connection.promise }, { timeout: 1 });
    await assert.rejects(store.open(), { code: 'store_failed' });
    const releaseCall = Promise.withResolvers<undefined>();
    const release = (): void => {
      releaseCall.resolve(undefined);
    };
    // After the limit of the connection too, which began a moment later.
    await setTimeout(50);
    connection.resolve({ release } as MysqlConnection);
    await releaseCall.promise;
  });

  it('is not made of a URL, of a Pool with callbacks, or of a variable that is not set', async () => {
    const pool = mariadbPool(database.socketPath, '');
    for (const wrong of [undefined, null, 'mysql://localhost/shop', {}, pool.pool]) {
      assert.throws(() => mysqlStore(wrong as never), {
        code: 'config_invalid',
        suggestion: /mysql2\/promise/,
      });
    }
    await pool.end();
  });

  it('needs no right to make tables that are up to date', async () => {
    const schema = newSchema();
    const admin = await database.pool(schema);
    await admin.query(`CREATE USER ${schema}@localhost`);
    await admin.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${schema}.* TO ${schema}@localhost`);
    const pool = mariadbPool(database.socketPath, schema, { user: schema });
    await assert.rejects(mysqlStore(pool).open(), ({ code, cause }: WalletServerError) => {
      assert.deepEqual(
        [code, (cause as Error).message],
        ['store_failed', 'ER_TABLEACCESS_DENIED_ERROR'],
      );
      return true;
    });
    await mysqlStore(admin).open();
    assert.equal((await paymentsOver(pool).insert(draft)).id, '1');
    await Promise.all([pool.end(), admin.end()]);
  });

  it('updates no tables with readOnly', async () => {
    const pool = await database.pool(newSchema());
    await paymentsOver(pool).insert(draft);
    const reader = mysqlStore(pool, { readOnly: true });
    const attempt = await withMoves(reader.forMerchant('m')).find({ id: draft.id });
    assert.equal(attempt?.order, draft.order);
    await pool.query('DELETE FROM wallet_schema');
    const older = { code: 'config_invalid', message: /older release/ };
    await assert.rejects(mysqlStore(pool, { readOnly: true }).open(), older);
    const [rows] = await pool.query('SELECT version FROM wallet_schema');
    assert.deepEqual(rows, []);
    await pool.end();
  });

  it('leaves a database alone that a newer release wrote', async () => {
    const pool = await database.pool(newSchema());
    await mysqlStore(pool).open();
    await pool.query('INSERT INTO wallet_schema (version) VALUES (99)');
    const failure = { code: 'config_invalid', message: /newer release/ };
    await assert.rejects(mysqlStore(pool).open(), failure);
    await assert.rejects(paymentsOver(pool).find({ id: 'x' }), failure);
    await pool.end();
  });

  it('continues to make the tables where another process ended', async () => {
    const pool = await database.pool(newSchema());
    await mysqlStore(pool).open();
    await pool.query('DELETE FROM wallet_schema');
    await pool.query('DROP TABLE wallet_attempt');
    assert.equal((await paymentsOver(pool).insert(draft)).id, '1');
    await pool.end();
  });

  it('does not start on a database that can only be read, or that may lose commits', async () => {
    const pool = await database.pool(newSchema());
    const openWith = async (setting: string): Promise<unknown> => {
      await pool.query(`SET GLOBAL ${setting}`);
      return mysqlStore(pool)
        .open()
        .catch((error: unknown) => error as WalletServerError);
    };
    const failure = (await openWith('read_only = 1')) as WalletServerError;
    assert.deepEqual(
      [failure.code, (failure.cause as Error).message],
      ['store_failed', 'ER_OPTION_PREVENTS_STATEMENT'],
    );
    assert.equal(await openWith('read_only = 0'), undefined);
    for (const value of ['0', '2']) {
      const losing = (await openWith(
        `innodb_flush_log_at_trx_commit = ${value}`,
      )) as WalletServerError;
      assert.equal(losing.code, 'config_invalid');
      assert.match(losing.message, /innodb_flush_log_at_trx_commit is not 1/);
    }
    assert.equal(await openWith('innodb_flush_log_at_trx_commit = 1'), undefined);
    await pool.end();
  });

  it('does not start beside a binary log that may lose commits', async () => {
    await using logging = await startMariadb(['--log-bin', '--sync-binlog=0']);
    const pool = await logging.pool('shop');
    const failure = { code: 'config_invalid', message: /sync_binlog is not 1/ };
    await assert.rejects(mysqlStore(pool).open(), failure);
    await pool.query('SET GLOBAL sync_binlog = 1');
    assert.equal((await paymentsOver(pool).insert(draft)).id, '1');
    await pool.end();
  });

  it('does not start on tables without transactions', async () => {
    const pool = await database.pool(newSchema());
    await mysqlStore(pool).open();
    await pool.query('ALTER TABLE wallet_order ENGINE = Aria');
    const failure = { code: 'config_invalid', message: /not of InnoDB/ };
    await assert.rejects(mysqlStore(pool).open(), failure);
    await pool.end();
  });
});

/** A pool whose statements pass a function first, and how its connections ended. */
function intercepted(pool: Pool, observe: (statement: MysqlStatement) => void) {
  const ends: string[] = [];
  const getConnection: MysqlPool['getConnection'] = async () => {
    const connection = await pool.getConnection();
    return {
      execute: async (statement) => {
        observe(statement);
        return connection.execute(statement);
      },
      query: async (statement) => {
        observe(statement);
        return connection.query(statement);
      },
      release: () => {
        ends.push('release');
        connection.release();
      },
      destroy: () => {
        ends.push('destroy');
        connection.destroy();
      },
    };
  };
  return { getConnection, ends };
}

function databaseError(errno: number): Error {
  return Object.assign(new Error(String(errno)), { errno });
}

/** Waits until a transaction waits for a lock; gives the id of its connection. */
async function waiterOf(other: Connection): Promise<number> {
  while ((await statusOf(other, 'Innodb_row_lock_current_waits')) === 0) await setTimeout(5);
  const [[row]] = await other.query<RowDataPacket[]>(
    `SELECT id FROM information_schema.processlist WHERE command = 'Execute'`,
  );
  return Number(row?.['id']);
}

async function statusOf(other: Connection, name: string): Promise<number> {
  const [[row]] = await other.query<RowDataPacket[]>(`SHOW GLOBAL STATUS LIKE '${name}'`);
  return Number(row?.['Value']);
}
