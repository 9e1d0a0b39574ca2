import fs from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import type * as sqlite from 'node:sqlite';
import { setImmediate } from 'node:timers';
import { invalidConfig, WalletServerError } from '../errors.ts';
import { clock } from './clock.ts';
import { checkRelease, failed, newerRelease, type Store } from '../records/store.ts';
import { checkLeftLog, fileCheck } from './sqlite-file.ts';
import type { SqlRow } from './sql.ts';
import { type Query, sqliteRecords } from './sqlite-records.ts';
import { migrations } from './tables.ts';

/** A task of a transaction, that waits for the next commit. */
interface Task {
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /**
   * Open the file for reading only: each write fails, nothing is created or updated, and no lock of a server is
   * waited for. The file has to be of this release.
   */
  readonly readOnly?: boolean;
  /** For tests: the clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Payments in one SQLite file, for one server on a local disk, with a write-ahead log that is synced on every commit.
 * Simultaneous writes share a commit, and so one sync. The file is opened at the first use.
 * @throws {WalletServerError} each method: `config_invalid` when the file cannot be opened or was written by a
 * newer release, or when the runtime has no usable SQLite; `store_failed` when a transaction fails, or while the
 * opened file is not at its place.
 */
export function sqliteStore(
  file: string,
  { now = clock, readOnly = false }: SqliteStoreOptions = {},
): Store {
  let connection: ReturnType<typeof open> | null = null;
  let openedAt = 0;
  let isClosed = false;
  let waiting: Task[] = [];
  let isChecked = false;

  const database = (): ReturnType<typeof open> => {
    if (isClosed) throw new Error('The store is closed.');
    if (connection) return connection;
    connection = open(file, readOnly);
    openedAt = now();
    return connection;
  };
  /** Commits tasks in one transaction. It takes the write lock before it reads, so it never deadlocks. */
  const commit = (tasks: readonly Task[]): void => {
    const { db, check } = database();
    check();
    db.exec('BEGIN IMMEDIATE');
    let results: readonly unknown[];
    try {
      results = tasks.map(({ work }) => work());
    } catch (cause) {
      if (tasks.length === 1) throw cause;
      rollBack();
      // Each by itself: a failure undoes only its own task.
      for (const task of tasks) settle([task]);
      return;
    }
    db.exec('COMMIT');
    for (const [index, { resolve }] of tasks.entries()) resolve(results[index] as never);
  };
  const rollBack = (): void => {
    if (connection?.db.isTransaction) connection.db.exec('ROLLBACK');
  };
  const settle = (tasks: readonly Task[]): void => {
    try {
      commit(tasks);
    } catch (cause) {
      rollBack();
      for (const { reject } of tasks) reject(failed(cause));
    }
  };
  const flush = (): void => {
    const tasks = waiting;
    waiting = [];
    if (tasks.length > 0) settle(tasks);
  };
  const read = async <Result>(work: () => Result): Promise<Result> => {
    try {
      if (!isChecked) {
        database().check();
        isChecked = true;
        // Once a turn of the event loop is enough: each commit checks the file by itself.
        setImmediate(() => (isChecked = false));
      }
      return await Promise.resolve(work());
    } catch (cause) {
      throw failed(cause);
    }
  };
  const write = async <Result>(work: () => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      // The imported one: a test with fake timers replaces the global one.
      if (waiting.push({ work, resolve, reject }) === 1) setImmediate(flush);
    });
  const query: Query = (sql, values) => database().query(sql, { ...values, now: now() });
  return {
    forMerchant: (merchant) => {
      const connecting = { query, read, write, since: () => openedAt };
      return { ...sqliteRecords(merchant, connecting), now };
    },
    open: async () => {
      database();
      return Promise.resolve();
    },
    close: async () => {
      flush();
      connection?.db.close();
      connection = null;
      isClosed = true;
      return Promise.resolve();
    },
  };
}

interface Opened {
  readonly db: sqlite.DatabaseSync;
  readonly query: Query;
  /** Whether its file is still at its place. */
  readonly check: () => void;
}

function open(file: string, readOnly: boolean): Opened {
  const Database = engine();
  // A later change of the working directory moves no file. A URL is SQLite's to read.
  const path = file.startsWith(':') || file.startsWith('file:') ? null : resolvePath(file);
  let db: sqlite.DatabaseSync | undefined;
  try {
    // SQLite would delete a file without a name when it is closed.
    if (!file) throw invalidConfig('The file of sqliteStore has no name.');
    if (path !== null) checkLeftLog(fs, path);
    db = new Database(file, { readOnly });
    db.exec('PRAGMA busy_timeout = 2000');
    if (readOnly) checkRelease(versionOf(db), migrations.length);
    else prepare(db);
    const real = String(db.prepare('PRAGMA database_list').get()?.['file']);
    const check = real === '' ? () => undefined : fileCheck(fs, { path: path ?? real, file: real });
    return { db, query: queryOf(db), check };
  } catch (cause) {
    db?.close();
    if (cause instanceof WalletServerError) throw cause;
    throw invalidConfig('The payment database cannot be opened.', {
      cause,
      suggestion: 'Check that the file is on a local disk, writable and undamaged.',
    });
  }
}

function prepare(db: sqlite.DatabaseSync): void {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
  migrate(db);
  db.exec('COMMIT');
}

function versionOf(db: sqlite.DatabaseSync): number {
  const row = db.prepare('SELECT MAX(version) AS version FROM wallet_schema').get();
  return Number(row?.['version'] ?? 0);
}

function migrate(db: sqlite.DatabaseSync): void {
  db.exec('CREATE TABLE IF NOT EXISTS wallet_schema (version INTEGER PRIMARY KEY) STRICT');
  const version = versionOf(db);
  if (version > migrations.length) throw newerRelease();
  for (const [index, list] of migrations.slice(version).entries()) {
    for (const sql of list) db.exec(sql);
    db.prepare('INSERT INTO wallet_schema (version) VALUES (?)').run(version + index + 1);
  }
}

/** Loaded here: an import would fail, on a runtime without it, with an error that offers no solution. */
function engine(): typeof sqlite.DatabaseSync {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
  const sqliteModule = process?.getBuiltinModule?.('node:sqlite');
  const isUsable = sqliteModule && 'setReturnArrays' in sqliteModule.StatementSync.prototype;
  if (isUsable) return sqliteModule.DatabaseSync;
  throw invalidConfig('This runtime has no usable SQLite.', {
    suggestion: 'Use Node 22.16, or 24 and newer, or use postgresStore.',
  });
}

/** Prepares each statement once. */
function queryOf(db: sqlite.DatabaseSync): Query {
  const statements = new Map<string, { statement: sqlite.StatementSync; names: string[] }>();
  const prepare = (sql: string) => {
    const names = Array.from(sql.matchAll(/:(\w+)/g), ([, name = '']) => name);
    // Older Nodes cannot bind numbered parameters by position.
    const statement = db.prepare(sql.replaceAll(/:\w+/g, '?'));
    statement.setReturnArrays(true);
    const entry = { statement, names };
    statements.set(sql, entry);
    return entry;
  };
  return (sql, values) => {
    const { statement, names } = statements.get(sql) ?? prepare(sql);
    const rows: unknown = statement.all(...names.map((name) => values[name] ?? null));
    // The engine's types have no rows as arrays.
    return rows as readonly SqlRow[];
  };
}
