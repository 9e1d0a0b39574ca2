import { WalletServerError } from '../errors.ts';
import { migrate } from './schema.ts';
import { sqlStore } from './sql-store.ts';
import type { Script, SqlRow, Step } from './sql.ts';
import type { Store } from './store.ts';

interface Rows {
  readonly rows: readonly unknown[];
}

/** What of a `pg` Pool is used. */
export interface PgPool {
  readonly connect: () => Promise<{
    readonly query: (text: string, values: unknown[]) => Promise<Rows>;
    /** With an error the connection is thrown away. */
    readonly release: (error?: boolean) => void;
    readonly on: (event: 'error', listener: () => void) => unknown;
    readonly off: (event: 'error', listener: () => void) => unknown;
  }>;
}

/** What of a postgres.js `sql` is used. */
export interface PostgresJs {
  readonly begin: <T>(
    work: (sql: {
      readonly unsafe: (text: string, values: never[]) => PromiseLike<readonly unknown[]>;
    }) => Promise<T>,
  ) => Promise<unknown>;
}

/** What of a PGlite database is used. */
export interface PGliteDatabase {
  readonly transaction: <T>(
    work: (tx: {
      readonly query: (text: string, values: unknown[]) => Promise<Rows>;
    }) => Promise<T>,
  ) => Promise<T>;
}

/** A client's transaction, whoever's it is: `work` gets the one function that asks. */
type Transact = <T>(work: (query: Query) => Promise<T>) => Promise<T>;
type Query = (text: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

/**
 * Payments in PostgreSQL, for any number of servers: `pg`'s Pool, postgres.js and PGlite all fit. The
 * client stays yours, and so does closing it. The tables (`wallet_…`) are made, and brought up to
 * date, at the first use. Every commit is synced as the database is set up (`synchronous_commit` on is
 * the default). The clocks of the servers should agree to a second: leases are measured by them.
 */
export function postgresStore(client: PgPool | PostgresJs | PGliteDatabase): Store {
  const transact = transactionsOf(client);
  let ready: Promise<void> | null = null;
  const prepare = async (): Promise<void> => {
    ready ??= run(transact, exclusively);
    try {
      await ready;
    } catch (error) {
      ready = null;
      throw error;
    }
  };
  const transaction = async <T>(script: () => Script<T>): Promise<T> => {
    try {
      await prepare();
      return await run(transact, script);
    } catch (cause) {
      if (cause instanceof WalletServerError) throw cause;
      throw new WalletServerError('store_failed', 'The payment database failed.', { cause });
    }
  };
  const read = async (step: Step): Promise<readonly SqlRow[]> =>
    transaction(function* (): Script<readonly SqlRow[]> {
      return yield step;
    });
  return sqlStore({ transaction, read, close: async () => Promise.resolve() });
}

/** Servers that start together bring the tables up to date one after another; the number is ours alone. */
function* exclusively(): Script<void> {
  yield ['SELECT pg_advisory_xact_lock(7021963441)'];
  yield* migrate();
}

/** Two transactions that met: unique violation, serialization failure, deadlock. */
const collisions: readonly unknown[] = ['23505', '40001', '40P01'];
const mostTries = 8;

/** From the start again where two collide: the second then sees what the first has written. */
async function run<T>(transact: Transact, script: () => Script<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact(async (query) => follow(script(), query));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (!collisions.includes(code) || tries === mostTries) throw error;
    }
  }
}

async function follow<T>(script: Script<T>, query: Query): Promise<T> {
  for (let step = script.next(); ;) {
    if (step.done) return step.value;
    const [sql, ...values] = step.value;
    const rows = await query(translated(sql), values);
    step = script.next(rows.map((row) => Object.values(row as Readonly<Record<string, unknown>>)));
  }
}

const translations = new Map<string, string>();

function translated(sql: string): string {
  const text =
    translations.get(sql) ??
    sql
      .replaceAll(/\?(\d+)/g, '$$$1')
      .replaceAll('INTEGER', 'BIGINT')
      .replace(/ STRICT$/, '');
  translations.set(sql, text);
  return text;
}

function transactionsOf(client: PgPool | PostgresJs | PGliteDatabase): Transact {
  // Callers without types may give a URL, or a variable that is not set.
  if (!isObject(client)) throw noClient();
  if ('begin' in client) {
    return async <T>(work: (query: Query) => Promise<T>) =>
      (await client.begin(async (sql) =>
        work(async (text, values) => sql.unsafe(text, values as never[])),
      )) as T;
  }
  if ('transaction' in client) {
    return async (work) =>
      client.transaction(async (tx) =>
        work(async (text, values) => (await tx.query(text, [...values])).rows),
      );
  }
  if ('connect' in client) return (work) => withConnection(client, work);
  throw noClient();
}

function isObject(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

function noClient(): WalletServerError {
  return new WalletServerError('config_invalid', 'postgresStore needs a client.', {
    suggestion: "Give it a Pool of 'pg', a postgres.js client, or a PGlite database.",
  });
}

async function withConnection<T>(pool: PgPool, work: (query: Query) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  // One that breaks rejects its query and says so here too, where nobody listening ends the process.
  connection.on('error', ignore);
  let isSound = false;
  try {
    await connection.query('BEGIN', []);
    const result = await work(
      async (text, values) => (await connection.query(text, [...values])).rows,
    );
    await connection.query('COMMIT', []);
    isSound = true;
    return result;
  } catch (error) {
    isSound = await connection.query('ROLLBACK', []).then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    // From here on the pool listens.
    connection.release(!isSound);
    connection.off('error', ignore);
  }
}

function ignore(): void {
  return;
}
