import type * as sqlite from 'node:sqlite';
import { invalidConfig, WalletServerError } from '../errors.ts';
import type { Store } from '../payment/store.ts';
import { migrations, parts, type SqlRow, type SqlValues, statements } from './sql.ts';
import { failed, newerRelease, type Run, sqlPayments, type Task } from './sql-payments.ts';
import { checkLeftLog, fileCheck } from './sqlite-file.ts';

/** Runs one statement. */
type Ask = (sql: string, values: SqlValues) => readonly SqlRow[];
/** A transaction that waits for the next commit. */
interface Waiting extends PromiseWithResolvers<readonly SqlRow[]> {
  readonly task: Task;
  readonly values: SqlValues;
}

/** A monotonic clock: a change of the system time moves no lease and no grace period. */
const clock = (): number => Math.round(performance.timeOrigin + performance.now());

/**
 * A store in memory, for tests and a first look. It loses all payments when the process ends.
 * @param options.now the clock, in milliseconds since 1970.
 * @throws {WalletServerError} each method: `config_invalid` where the runtime has no SQLite.
 */
export function memoryStore(options: { readonly now?: () => number } = {}): Store {
  return sqliteStore(':memory:', options);
}

/**
 * Payments in one SQLite file, for one server on a local disk, with a write-ahead log that is synced on every commit.
 * Simultaneous writes share a commit, and so one sync. The file is opened at the first use.
 * @param options.now the clock, in milliseconds since 1970.
 * @throws {WalletServerError} each method: `config_invalid` when the file cannot be opened or was written by a
 * newer release, or when the runtime has no usable SQLite; `store_failed` when a transaction fails, or while the
 * opened file is not at its place.
 */
export function sqliteStore(
  file: string,
  { now = clock }: { readonly now?: () => number } = {},
): Store {
  let opened: ReturnType<typeof open> | null = null;
  let openedAt = 0;
  let isClosed = false;
  let waiting: Waiting[] = [];

  const database = (): ReturnType<typeof open> => {
    if (isClosed) throw new Error('The store is closed.');
    if (opened) return opened;
    opened = open(file);
    openedAt = now();
    return opened;
  };
  const perform = (task: Task, values: SqlValues): readonly SqlRow[] =>
    rowsOf(task, { ...values, now: now() }, database().ask);
  /** Runs one task of a batch. Returns how to settle it once the batch is durable. A failure undoes only this task. */
  const performed = ({ task, values, resolve, reject }: Waiting): (() => void) => {
    const { db } = database();
    db.exec('SAVEPOINT one');
    try {
      const rows = perform(task, values);
      db.exec('RELEASE one');
      return () => {
        resolve(rows);
      };
    } catch (cause) {
      // SQLite ends the whole transaction if the disk is full or fails.
      if (!db.isTransaction) throw cause;
      db.exec('ROLLBACK TO one; RELEASE one');
      return () => {
        reject(failed(cause));
      };
    }
  };
  /** Commits all waiting tasks. It takes the write lock before it reads, so it never deadlocks. */
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      const { db, check } = database();
      check();
      db.exec('BEGIN IMMEDIATE');
      const settle = batch.map(performed);
      db.exec('COMMIT');
      for (const each of settle) each();
    } catch (cause) {
      if (opened?.db.isTransaction) opened.db.exec('ROLLBACK');
      for (const { reject } of batch) reject(failed(cause));
    }
  };
  const run: Run = async (task, values) => {
    if (!reads.test(task)) {
      const transaction = { task, values, ...Promise.withResolvers<readonly SqlRow[]>() };
      if (waiting.push(transaction) === 1) setImmediate(flush);
      return transaction.promise;
    }
    try {
      database().check();
      return perform(task, values);
    } catch (cause) {
      throw failed(cause);
    }
  };
  return {
    forMerchant: (merchant) => sqlPayments(run, merchant, () => openedAt),
    open: async () => {
      database();
      return Promise.resolve();
    },
    close: async () => {
      flush();
      opened?.db.close();
      opened = null;
      isClosed = true;
      return Promise.resolve();
    },
  };
}

const reads = /^(?:by|isDue|history|list)/;

const { peers, intent, outcome, event, operation, insert, pruned, prune } = parts;
const written = `written AS (SELECT * FROM wallet_attempt WHERE merchant = :merchant AND id = :id)`;
const insertEvent = `WITH ${peers}, ${written} ${event()}`;
const updates = { intent: `WITH ${peers} ${intent}`, outcome: `WITH ${peers} ${outcome}` };
const pruneAll = prune.map((sql) => `WITH ${pruned} ${sql}`);

/** Runs the statements of one task. For a task that writes, the caller holds the write lock. */
function rowsOf(task: Task, values: SqlValues, ask: Ask): readonly SqlRow[] {
  if (task === 'insert') return [...ask(insert, values), ...ask(statements.byOrder, values)];
  if (task === 'prune') return pruneAll.map((sql) => ask(sql, values)).at(-1) ?? [];
  if (task !== 'intent' && task !== 'outcome') return ask(statements[task], values);
  const [row] = ask(updates[task], values);
  if (!row) return [];
  // An intent has no line in the history, because `sentAt` shows it.
  const isIntent = values['state'] === 'sending' && values['change'] === null;
  const [line = []] = isIntent ? [] : ask(insertEvent, values);
  if (values['operationId'] !== null) ask(operation, values);
  return [[...row, ...line]];
}

interface Opened {
  readonly db: sqlite.DatabaseSync;
  readonly ask: Ask;
  /** Whether its file is still at its place. */
  readonly check: () => void;
}

function open(file: string): Opened {
  const { DatabaseSync: Database, fs, paths } = engine();
  // A later change of the working directory moves no file. A URL is SQLite's to read.
  const path = file.startsWith(':') || file.startsWith('file:') ? null : paths.resolve(file);
  let db: sqlite.DatabaseSync | undefined;
  try {
    // SQLite would delete a file without a name when it is closed.
    if (!file) throw invalidConfig('The file of sqliteStore has no name.');
    if (path !== null) checkLeftLog(fs, path);
    db = new Database(file);
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    db.exec('BEGIN IMMEDIATE');
    migrate(db);
    db.exec('COMMIT');
    const real = String(db.prepare('PRAGMA database_list').get()?.['file']);
    const check = real === '' ? () => undefined : fileCheck(fs, { path: path ?? real, file: real });
    return { db, ask: asker(db), check };
  } catch (cause) {
    db?.close();
    if (cause instanceof WalletServerError) throw cause;
    throw invalidConfig('The payment database cannot be opened.', {
      cause,
      suggestion: 'Check that the file is on a local disk, writable and undamaged.',
    });
  }
}

function migrate(db: sqlite.DatabaseSync): void {
  db.exec('CREATE TABLE IF NOT EXISTS wallet_schema (version INTEGER PRIMARY KEY) STRICT');
  const row = db.prepare('SELECT MAX(version) AS version FROM wallet_schema').get();
  const version = Number(row?.['version'] ?? 0);
  if (version > migrations.length) throw newerRelease();
  for (const [at, list] of migrations.slice(version).entries()) {
    for (const sql of list) db.exec(sql);
    db.prepare('INSERT INTO wallet_schema (version) VALUES (?)').run(version + at + 1);
  }
}

/** Loaded here: an import would fail, on a runtime without it, with an error that offers no solution. */
function engine() {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
  const found = process?.getBuiltinModule?.('node:sqlite');
  const fs = process?.getBuiltinModule?.('node:fs');
  const paths = process?.getBuiltinModule?.('node:path');
  const isUsable = found && 'setReturnArrays' in found.StatementSync.prototype;
  if (isUsable && fs && paths) return { DatabaseSync: found.DatabaseSync, fs, paths };
  throw invalidConfig('This runtime has no usable SQLite.', {
    suggestion: 'Use Node 22.16, or 24 and newer, or use postgresStore.',
  });
}

/** Prepares each statement once. */
function asker(db: sqlite.DatabaseSync): Ask {
  const prepared = new Map<string, { statement: sqlite.StatementSync; names: string[] }>();
  const prepare = (sql: string) => {
    const names = Array.from(sql.matchAll(/:(\w+)/g), ([, name = '']) => name);
    // One writer locks the whole file, not rows. Older Nodes cannot bind numbered parameters by position.
    const text = sql.replaceAll(/\s+(ORDER BY id )?FOR UPDATE( SKIP LOCKED)?/g, '');
    const statement = db.prepare(text.replaceAll(/:\w+/g, '?'));
    statement.setReturnArrays(true);
    const made = { statement, names };
    prepared.set(sql, made);
    return made;
  };
  return (sql, values) => {
    const { statement, names } = prepared.get(sql) ?? prepare(sql);
    const rows: unknown = statement.all(...names.map((name) => values[name] ?? null));
    // The engine's types have no rows as arrays.
    return rows as readonly SqlRow[];
  };
}
