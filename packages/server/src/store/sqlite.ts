import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import type { StatusChange } from '../status-change.ts';
import { WalletServerError } from '../errors.ts';
import { lookup, schema, statements, toAttempt, toValues } from './sql.ts';
import type { SqlRow, SqlValue } from './sql.ts';
import type { Store } from './store.ts';

/**
 * Payments in one SQLite file, for one server on a local disk: write-ahead log, synced on every
 * commit. `':memory:'` serves tests.
 * @throws {WalletServerError} `config_invalid` when the file cannot be opened or is damaged.
 */
export function sqliteStore(file: string): Store {
  const db = open(file);
  let isOpen = true;
  const prepared = new Map<string, StatementSync>();
  const run = (sql: string, ...values: SqlValue[]): SqlRow[] => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(...values);
  };
  /** One immediate transaction: it holds the write lock before it reads, so it never deadlocks. */
  const transaction = async <T>(work: () => T): Promise<T> => {
    try {
      db.exec('BEGIN IMMEDIATE');
      const result = work();
      db.exec('COMMIT');
      return await Promise.resolve(result);
    } catch (cause) {
      rollBack(db);
      throw failed(cause);
    }
  };
  const read = async <T>(work: () => T): Promise<T> => {
    try {
      return await Promise.resolve(work());
    } catch (cause) {
      throw failed(cause);
    }
  };

  return {
    open: async (draft) =>
      transaction(() => {
        run(statements.insert, ...toValues(draft));
        const [live] = run(statements.live, draft.order);
        if (!live) throw new Error('An attempt was neither inserted nor found.');
        return toAttempt(live);
      }),
    find: async (by) =>
      read(() => {
        const [row] = run(...lookup(by));
        return row ? toAttempt(row) : null;
      }),
    save: async (next, { cause, from, news }) =>
      transaction(() => {
        if (run(statements.token, next.tokenHash, next.id).length > 0) return 'token_reused';
        if (run(statements.key, next.idempotencyKey, next.id).length > 0) return 'key_reused';
        if (run(statements.update, ...toValues(next)).length === 0) return 'stale';
        const { id, version, state, updatedAt } = next;
        if (from !== state) run(statements.event, id, version, from, state, cause, updatedAt);
        if (news) run(statements.news, news.id, id, JSON.stringify(news), updatedAt);
        return 'saved';
      }),
    claimDue: async (now, limit, lease) =>
      transaction(() => run(statements.claimDue, now, limit, lease).map(toAttempt)),
    noteWebhook: async ({ key, sessionId, version, status, verified, at }) =>
      transaction(() => {
        const known = run(statements.bySession, sessionId).length > 0;
        if (!known && !verified) return 'unknown';
        run(statements.note, key, sessionId, version, status, verified ? 1 : 0, at);
        run(statements.hint, sessionId, at);
        return known ? 'known' : 'unknown';
      }),
    claimNews: async (now, limit, lease) =>
      transaction(() =>
        run(statements.claimNews, now, limit, lease)
          .sort((a, b) => Number(a['created_at']) - Number(b['created_at']))
          .map((row) => JSON.parse(row['change_json'] as string) as StatusChange),
      ),
    markDelivered: async (id, now) =>
      transaction(() => {
        run(statements.delivered, id, now);
      }),
    recover: async (now) =>
      transaction(() => {
        run(statements.recover, now);
      }),
    close: async () =>
      read(() => {
        if (isOpen) db.close();
        isOpen = false;
      }),
  };
}

function open(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file);
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    const check = db.prepare('PRAGMA quick_check(1)').get();
    if (check?.['quick_check'] !== 'ok') throw new Error('The database is damaged.');
    db.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`);
    return db;
  } catch (cause) {
    throw new WalletServerError('config_invalid', 'The payment database cannot be opened.', {
      cause,
      suggestion: 'Check that the file is on a local disk, writable and undamaged.',
    });
  }
}

/** Where nothing was begun, or the engine has rolled back by itself, there is nothing to do. */
function rollBack(db: DatabaseSync): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    return;
  }
}

function failed(cause: unknown): WalletServerError {
  return new WalletServerError('store_failed', 'The payment database failed.', { cause });
}
