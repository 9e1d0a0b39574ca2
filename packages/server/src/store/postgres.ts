import { invalidConfig } from '../errors.ts';
import type { Store } from '../payment/store.ts';
import { migrations, parts, type SqlRow, type SqlValues, statements } from './sql.ts';
import { isReuse, failed, newerRelease, sqlPayments, type Task } from './sql-payments.ts';

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
  client.on?.('error', () => undefined);
  const translations = new Map<Task, ReturnType<typeof translated>>();
  let ready: ReturnType<PgClient['query']> | null = null;
  const open = async (): Promise<void> => {
    try {
      const { rows } = await (ready ??= retried(async () => client.query(migration, [])));
      // Some drivers return the rows alone.
      if (!Array.isArray(rows)) throw noClient();
    } catch (cause) {
      ready = null;
      throw codeOf(cause) === newer ? newerRelease() : failed(cause);
    }
  };
  const run = async (task: Task, values: SqlValues): Promise<readonly SqlRow[]> => {
    await open();
    const statement = translations.get(task) ?? translated(tasks[task], now !== undefined);
    translations.set(task, statement);
    try {
      const named: SqlValues = { ...values, now: now?.() ?? null };
      const ordered = statement.names.map((name) => named[name] ?? null);
      const { rows } = await retried(async () => client.query(statement.text, ordered));
      return rows.map((row) => Object.values(row as Readonly<Record<string, unknown>>));
    } catch (cause) {
      throw failed(cause);
    }
  };
  return {
    forMerchant: (merchant) => sqlPayments(run, merchant),
    open,
    close: async () => Promise.resolve(),
  };
}

const suggestion = `Pass a Pool of 'pg', a PGlite database, or a client whose query gives { rows }.`;
const noClient = () => invalidConfig('postgresStore needs a client.', { suggestion });

const { peers, intent, outcome, event, operation, insert, pruned, prune } = parts;

/**
 * A statement reads a snapshot of its beginning, but locks the present rows. If another write of the order came in
 * between, its change may be undelivered, and the outbox delivers this change in its turn.
 */
const isAlone = `NOT EXISTS (SELECT 1 FROM peers JOIN wallet_attempt AS seen
  ON seen.merchant = peers.merchant AND seen.id = peers.id WHERE seen.version <> peers.version)`;

const committing = (update: string): string => `WITH ${peers}, written AS (${update}),
  event AS (${event(isAlone)}), operation AS (${operation} AND EXISTS (SELECT 1 FROM written))
  SELECT written.*, event.seq, event.tries FROM written LEFT JOIN event ON TRUE`;

const tasks: Readonly<Record<Task, string>> = {
  ...statements,
  insert: `WITH added AS (${insert}) SELECT * FROM added UNION ALL ${statements.byOrder}`,
  intent: committing(intent),
  outcome: committing(outcome),
  prune: `WITH ${pruned}, events AS (${prune[0]}), operations AS (${prune[1]}) ${prune[2]}`,
};

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

/** Translates a shared statement, which is written for SQLite. */
function inPostgres(sql: string): string {
  return sql
    .replaceAll('seq INTEGER PRIMARY KEY', 'seq INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
    .replaceAll('INTEGER', 'BIGINT')
    .replaceAll(') STRICT', ')')
    .replaceAll(/json_each\((:\w+)\)/g, 'json_array_elements_text(CAST(CAST($1 AS TEXT) AS JSON))')
    .replaceAll('json_group_array(json_array', 'json_agg(json_build_array');
}

// As a subquery it is evaluated once a statement, and an index can be searched for it.
const clock = '(SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT))';

function translated(sql: string, isClockGiven: boolean) {
  const all = new Set(Array.from(sql.matchAll(/:(\w+)/g), ([, name = '']) => name));
  const names = [...all].filter((name) => isClockGiven || name !== 'now');
  const text = inPostgres(sql).replaceAll(/:(\w+)/g, (_, name: string) => {
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

/** Retries after a conflict and a random pause: the statement then sees what the other has written. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isCollision = collisions.includes(codeOf(error)) && !isReuse(error);
      if (!isCollision || tries === mostTries) throw error;
      await new Promise((go) => setTimeout(go, Math.random() * 2 ** Math.min(tries + 3, 9)));
    }
  }
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;
