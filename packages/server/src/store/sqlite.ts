import type * as sqlite from 'node:sqlite';
import { WalletServerError } from '../errors.ts';
import { migrate } from './schema.ts';
import { sqlStore } from './sql-store.ts';
import { statements } from './sql.ts';
import type { Script, SqlRow, Step } from './sql.ts';
import type { Store } from './store.ts';

/** A transaction that waits for the next commit. */
interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Payments in one SQLite file, for one server on a local disk: write-ahead log, synced on every
 * commit. What arrives at the same time shares a commit, and with it one sync. `':memory:'` serves tests.
 * @throws {WalletServerError} `config_invalid` when the file cannot be opened, is damaged, or was
 * written by a newer release.
 */
export function sqliteStore(file: string): Store {
  const { db, ask, run } = open(file);
  let isOpen = true;
  let waiting: Waiting[] = [];

  /** All of them, or none: they hold the write lock before they read, so they never deadlock. */
  const commit = (batch: readonly Waiting[]): void => {
    db.exec('BEGIN IMMEDIATE');
    let results: readonly unknown[];
    try {
      results = batch.map(({ work }) => work());
      db.exec('COMMIT');
    } catch (cause) {
      rollBack(db);
      const [first] = batch;
      if (batch.length === 1) first?.reject(failed(cause));
      // One of them is poison; alone it fails without the others.
      else for (const each of batch) attempt([each]);
      return;
    }
    for (const [at, { resolve }] of batch.entries()) resolve(results[at]);
  };
  const attempt = (batch: readonly Waiting[]): void => {
    try {
      commit(batch);
    } catch (cause) {
      // Another process holds the file: asking again for each would only wait as often.
      for (const { reject } of batch) reject(failed(cause));
    }
  };
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) attempt(batch);
  };

  return sqlStore({
    transaction: async <T>(script: () => Script<T>) =>
      new Promise<T>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        const work = (): T => run(script());
        waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
      }),
    read: async (step) => {
      try {
        return await Promise.resolve(ask(step));
      } catch (cause) {
        throw failed(cause);
      }
    },
    close: async () => {
      flush();
      if (isOpen) db.close();
      isOpen = false;
      return Promise.resolve();
    },
  });
}

interface Opened {
  readonly db: sqlite.DatabaseSync;
  readonly ask: (step: Step) => readonly SqlRow[];
  readonly run: <T>(script: Script<T>) => T;
}

function open(file: string): Opened {
  // Not imported: an older Node would end with an error that names no way out.
  const { DatabaseSync: Database } = engine();
  let db: sqlite.DatabaseSync | undefined;
  try {
    db = new Database(file);
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    const check = db.prepare('PRAGMA quick_check(1)').get();
    if (check?.['quick_check'] !== 'ok') {
      throw new WalletServerError('config_invalid', 'The payment database is damaged.', {
        suggestion: 'Restore it from a copy.',
      });
    }
    const ask = asker(db);
    const run = <T>(script: Script<T>): T => {
      for (let step = script.next(); ; step = script.next(ask(step.value))) {
        if (step.done) return step.value;
      }
    };
    db.exec('BEGIN IMMEDIATE');
    run(migrate());
    db.exec('COMMIT');
    return { db, ask, run };
  } catch (cause) {
    db?.close();
    if (cause instanceof WalletServerError) throw cause;
    throw new WalletServerError('config_invalid', 'The payment database cannot be opened.', {
      cause,
      suggestion: 'Check that the file is on a local disk, writable and undamaged.',
    });
  }
}

function engine(): typeof sqlite {
  const found = process.getBuiltinModule('node:sqlite') as typeof sqlite | undefined;
  if (found) return found;
  throw new WalletServerError('config_invalid', 'This runtime has no SQLite.', {
    suggestion: 'Use Node 24.15 or newer, or postgresStore.',
  });
}

/** Each statement is prepared once. */
function asker(db: sqlite.DatabaseSync): Opened['ask'] {
  const prepared = new Map<string, sqlite.StatementSync>();
  return ([sql, ...values]) => {
    // Whoever is in a transaction here has the whole file for itself.
    if (sql === statements.lock) return [];
    let statement = prepared.get(sql);
    if (!statement) {
      statement = db.prepare(sql.replace(/\s+FOR UPDATE.*/, ''));
      statement.setReturnArrays(true);
      prepared.set(sql, statement);
    }
    // The engine's types know no arrays.
    return statement.all(...values) as unknown as readonly SqlRow[];
  };
}

/** Where nothing was begun, or the engine has rolled back by itself, there is nothing to do. */
function rollBack(db: sqlite.DatabaseSync): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    return;
  }
}

function failed(cause: unknown): WalletServerError {
  return new WalletServerError('store_failed', 'The payment database failed.', { cause });
}
