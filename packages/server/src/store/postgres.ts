import { invalidConfig, wholeNumber } from '../errors.ts';
import { checkRelease, failed, newerRelease, type Store } from '../records/store.ts';
import {
  isPool,
  isReuse,
  limitConnecting,
  type PgClient,
  type Run,
  type Send,
  sending,
} from './postgres-client.ts';
import { postgresRecords, type Query } from './postgres-records.ts';
import { migrations } from './tables.ts';
import { defaultTimeout, inTime } from './time-limit.ts';

export type { PgClient } from './postgres-client.ts';

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /**
   * Whether each connection prepares a statement once, under a name, and then neither parses nor plans it again: most
   * of the database's work for a payment. On for a Pool of `pg`, until a pooler between them loses a name. Turn it off
   * for a pooler that keeps no prepared statements.
   */
  readonly prepare?: boolean;
  /** Create and update no tables: for a program that only reads, also from a replica. They have to be of this release. */
  readonly readOnly?: boolean;
  /** The time in which each method ends, in milliseconds; 10,000 by default. A silent database then counts as failed. */
  readonly timeout?: number;
  /** For tests: the clock, in milliseconds since 1970, instead of the database's. */
  readonly now?: () => number;
}

/**
 * Payments in PostgreSQL, for any number of servers. A Pool of `pg` and a PGlite database can be passed directly; the
 * caller closes the client. The tables (`wallet_…`) are created and updated at the first use. Each method is one
 * statement, so it holds a connection no longer than that. A Pool without `connectionTimeoutMillis` gets that of the
 * store: a database that accepts and never answers would keep its connections for ever. All times are the database's. Commits are synced as the
 * database is configured (`synchronous_commit` is on by default).
 * @throws {WalletServerError} `config_invalid` without a client; each method: `config_invalid` if a newer release
 * wrote the database, `store_failed` if a statement fails.
 */
export function postgresStore(
  client: PgClient,
  { prepare, readOnly = false, timeout = defaultTimeout, now }: PostgresStoreOptions = {},
): Store {
  // Callers without types may pass a URL, or an unset variable.
  if (typeof (client as Partial<PgClient> | undefined)?.query !== 'function') throw noClient();
  const limit = wholeNumber(timeout, 'timeout of postgresStore');
  const database = databaseOf(client, limit);
  const isNamed = prepare !== false && isPool(client);
  const send = isNamed ? database.sendNamed : database.send;
  /** Runs work with a way to the database that ends with the time limit. */
  const limited = async <Value>(use: Send, work: (run: Run) => Promise<Value>): Promise<Value> =>
    inTime(limit, async (signal) =>
      work(async (text, values) => use(text, values, { signal, timeout: limit })),
    );
  const stage = readOnly ? 'checked' : 'ready';
  const open = async (): Promise<void> => {
    try {
      await (database[stage] ??= limited(database.send, readOnly ? checkTables : makeTables));
    } catch (cause) {
      database[stage] = null;
      throw failed(cause);
    }
  };
  const query: Query = async (sql, values) => {
    const statement = statementOf(sql, now !== undefined);
    try {
      const { rows } = await limited(send, async (run) => {
        await open();
        const namedValues: typeof values = { ...values, now: now?.() ?? null };
        return run(
          statement.text,
          statement.names.map((name) => namedValues[name] ?? null),
        );
      });
      return rows.map((row) => Object.values(row as Readonly<Record<string, unknown>>));
    } catch (cause) {
      if (isReuse(cause)) throw cause;
      throw failed(cause);
    }
  };
  return {
    forMerchant: (merchant) => ({ ...postgresRecords(merchant, query), ...(now && { now }) }),
    open,
    close: async () => Promise.resolve(),
  };
}

/** What all stores over one client share: a server for each request makes one each time. */
interface Database {
  readonly send: Send;
  readonly sendNamed: Send;
  /** The tables are made. */
  ready: Promise<void> | null;
  /** The tables are of this release. */
  checked: Promise<void> | null;
}

const databases = new WeakMap<PgClient, Database>();

function databaseOf(client: PgClient, timeout: number): Database {
  const existing = databases.get(client);
  if (existing) return existing;
  limitConnecting(client, timeout);
  const database: Database = {
    send: sending(client, false),
    sendNamed: sending(client, true),
    ready: null,
    checked: null,
  };
  databases.set(client, database);
  client.on?.('error', () => undefined);
  return database;
}

const suggestion = `Pass a Pool of 'pg', a PGlite database, or a client whose query gives { rows }.`;
const noClient = () => invalidConfig('postgresStore needs a client.', { suggestion });

const look = `SELECT current_setting('transaction_read_only') AS mode,
  CAST(to_regclass('wallet_schema') AS TEXT) AS name`;

/** Creates and updates the tables by plain statements, which may run again: servers may start together. */
async function makeTables(run: Run): Promise<void> {
  const { rows } = await run(look, []);
  // Some drivers return the rows alone.
  if (!Array.isArray(rows)) throw noClient();
  const { mode, name } = (rows[0] ?? {}) as { readonly mode?: string; readonly name?: string };
  if (mode === 'on') throw readOnly();
  const madeVersion = name ? await doneVersion(run) : 0;
  if (madeVersion > migrations.length) throw newerRelease();
  if (!name) await run('CREATE TABLE IF NOT EXISTS wallet_schema (version INT PRIMARY KEY)', []);
  for (const [index, list] of migrations.slice(madeVersion).entries()) {
    for (const sql of list) await run(inPostgres(sql), []);
    const insert = 'INSERT INTO wallet_schema (version) VALUES ($1) ON CONFLICT DO NOTHING';
    await run(insert, [madeVersion + index + 1]);
  }
}

async function checkTables(run: Run): Promise<void> {
  checkRelease(await doneVersion(run), migrations.length);
}

async function doneVersion(run: Run): Promise<number> {
  const { rows } = await run('SELECT MAX(version) AS version FROM wallet_schema', []);
  const { version } = (rows[0] ?? {}) as { readonly version?: unknown };
  return Number(version ?? 0);
}

/** The error of a database that can only be read, such as a replica, as it gives it for a write. */
function readOnly(): Error {
  return Object.assign(new Error('The database can only be read.'), { code: '25006' });
}

/** Translates a statement of the tables, which is written for SQLite. */
function inPostgres(sql: string): string {
  return sql.replaceAll('INTEGER', 'BIGINT').replaceAll(/\) STRICT(, WITHOUT ROWID)?/g, ')');
}

// As a subquery it is evaluated once a statement, and an index can be searched for it.
const clock = '(SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT))';

type Statement = ReturnType<typeof translated>;
/** Statements in PostgreSQL's form: with the database's clock, and with one that is given. */
const statements = { own: new Map<string, Statement>(), given: new Map<string, Statement>() };

function statementOf(sql: string, isClockGiven: boolean): Statement {
  const cache = isClockGiven ? statements.given : statements.own;
  const statement = cache.get(sql) ?? translated(sql, isClockGiven);
  cache.set(sql, statement);
  return statement;
}

function translated(sql: string, isClockGiven: boolean) {
  const allNames = new Set(Array.from(sql.matchAll(/:(\w+)/g), ([, name = '']) => name));
  const names = [...allNames].filter((name) => isClockGiven || name !== 'now');
  const functions = sql.replace('json_group_array(json_array(', 'json_agg(json_build_array(');
  const text = functions.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'now' && !isClockGiven) return clock;
    const placeholder = `$${String(names.indexOf(name) + 1)}`;
    return name === 'now' ? `CAST(${placeholder} AS BIGINT)` : placeholder;
  });
  return { text, names };
}
