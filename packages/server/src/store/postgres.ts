import { invalidConfig } from '../errors.ts';
import { failed, newerRelease, type Store } from '../payment/records.ts';
import { isReuse, postgresRecords, type Query } from './postgres-records.ts';
import { retried } from './retry.ts';
import { migrations } from './tables.ts';

/** The part of a `pg` Pool, or of a PGlite database, that the store uses. */
export interface PgClient {
  readonly query: (
    text: string,
    values: unknown[],
  ) => Promise<{ readonly rows: readonly unknown[] }>;
  /** A Pool's errors: a broken idle connection must not end the process. */
  readonly on?: (event: 'error', listener: () => void) => unknown;
}

/**
 * Payments in PostgreSQL, for any number of servers. A Pool of `pg` and a PGlite database can be passed directly; the
 * caller closes the client. The tables (`wallet_…`) are created and updated at the first use. Each method is one
 * statement, so it holds a connection no longer than that. All times are the database's. Commits are synced as the
 * database is configured (`synchronous_commit` is on by default).
 * @param options.now for tests: the clock, in milliseconds since 1970, instead of the database's.
 * @throws {WalletServerError} `config_invalid` without a client; each method: `config_invalid` if a newer release
 * wrote the database, `store_failed` if a statement fails.
 */
export function postgresStore(
  client: PgClient,
  { now }: { readonly now?: () => number } = {},
): Store {
  // Callers without types may pass a URL, or an unset variable.
  if (typeof (client as Partial<PgClient> | undefined)?.query !== 'function') throw noClient();
  const database = databaseOf(client);
  const open = async (): Promise<void> => {
    try {
      database.ready ??= retried(async () => client.query(migration, []), mayRetry);
      const { rows } = await database.ready;
      // Some drivers return the rows alone.
      if (!Array.isArray(rows)) throw noClient();
    } catch (cause) {
      database.ready = null;
      throw codeOf(cause) === newer ? newerRelease() : failed(cause);
    }
  };
  const query: Query = async (sql, values) => {
    await open();
    const statement = statementOf(sql, now !== undefined);
    try {
      const named: typeof values = { ...values, now: now?.() ?? null };
      const ordered = statement.names.map((name) => named[name] ?? null);
      const send = async () => client.query(statement.text, ordered);
      const { rows } = await retried(send, mayRetry);
      return rows.map((row) => Object.values(row as Readonly<Record<string, unknown>>));
    } catch (cause) {
      if (isReuse(cause)) throw cause;
      throw failed(cause);
    }
  };
  return {
    forMerchant: (merchant) => postgresRecords(merchant, query),
    open,
    close: async () => Promise.resolve(),
  };
}

/** What all stores over one client share: a server for each request makes one each time. */
interface Database {
  ready: ReturnType<PgClient['query']> | null;
}

const databases = new WeakMap<PgClient, Database>();

function databaseOf(client: PgClient): Database {
  const known = databases.get(client);
  if (known) return known;
  const database: Database = { ready: null };
  databases.set(client, database);
  client.on?.('error', () => undefined);
  return database;
}

const suggestion = `Pass a Pool of 'pg', a PGlite database, or a client whose query gives { rows }.`;
const noClient = () => invalidConfig('postgresStore needs a client.', { suggestion });

const newer = 'WB001';
/** One statement; servers that start together run it in sequence. Nothing else uses this lock's number. */
const migration = inPostgres(`DO $wallet$ DECLARE done INT; BEGIN
  PERFORM pg_advisory_xact_lock(7021963441);
  IF current_setting('transaction_read_only') = 'on' THEN RAISE read_only_sql_transaction; END IF;
  IF to_regclass('wallet_schema') IS NULL THEN CREATE TABLE wallet_schema (version INT PRIMARY KEY); END IF;
  SELECT COALESCE(MAX(version), 0) INTO done FROM wallet_schema;
  IF done > ${migrations.length} THEN RAISE EXCEPTION 'newer' USING ERRCODE = '${newer}'; END IF;
  ${migrations.map(migrationOf).join('\n')}
END $wallet$`);

function migrationOf(list: readonly string[], at: number): string {
  const version = String(at + 1);
  return `IF done < ${version} THEN ${list.join(';\n')};
    INSERT INTO wallet_schema (version) VALUES (${version}); END IF;`;
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
  const known = isClockGiven ? statements.given : statements.own;
  const statement = known.get(sql) ?? translated(sql, isClockGiven);
  known.set(sql, statement);
  return statement;
}

function translated(sql: string, isClockGiven: boolean) {
  const all = new Set(Array.from(sql.matchAll(/:(\w+)/g), ([, name = '']) => name));
  const names = [...all].filter((name) => isClockGiven || name !== 'now');
  const text = sql.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'now' && !isClockGiven) return clock;
    const placeholder = `$${String(names.indexOf(name) + 1)}`;
    return name === 'now' ? `CAST(${placeholder} AS BIGINT)` : placeholder;
  });
  return { text, names };
}

/** Conflicts of two statements: unique violation, serialization failure, deadlock, a table of another server. */
const collisions: readonly unknown[] = ['23505', '40001', '40P01', '42P07'];
/** Under load, where the database isolates most strictly, one statement in thousands needs ten. */
const mostTries = 20;

function mayRetry(error: unknown, tries: number): boolean {
  return collisions.includes(codeOf(error)) && !isReuse(error) && tries < mostTries;
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;
