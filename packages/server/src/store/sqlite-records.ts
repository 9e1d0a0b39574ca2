import type { Records, RecordWrite } from '../records/store.ts';
import { listIndex, listValues } from './list-filter.ts';
import {
  listStatement,
  lookupName,
  otherWrites,
  recordOf,
  type SqlRow,
  statements as commonStatements,
  type Values,
  writeName,
} from './sql.ts';

/** Runs one statement; `:now` is the present time. */
export type Query = (sql: string, values: Values) => readonly SqlRow[];

/** What the records need of an open database. */
export interface Connection {
  readonly query: Query;
  /** Runs work that only reads. */
  readonly read: <Result>(work: () => Result) => Promise<Result>;
  /** Runs work in one transaction; it resolves once that is durable. */
  readonly write: <Result>(work: () => Result) => Promise<Result>;
  /** The time at which the database was opened: before it, another clock may have measured. */
  readonly since: () => number;
}

const due = `SELECT order_ref, subject, tries FROM wallet_due
  WHERE merchant = :merchant AND queue = :queue AND`;

const statements = {
  ...commonStatements,
  hasKey: 'SELECT 1 FROM wallet_key WHERE merchant = :merchant AND value = :key',
  due: `${due} at <= :now ORDER BY at LIMIT :limit`,
  newest: `${due} at <= :now ORDER BY at DESC LIMIT :limit`,
  ahead: `${due} at > :now + :furthest LIMIT :limit`,
  postpone: `UPDATE wallet_due SET at = :now + :lease, tries = tries + 1
    WHERE merchant = :merchant AND order_ref = :order AND subject = :subject`,
};

/** The records of a merchant in SQLite. */
export function sqliteRecords(merchant: string, connection: Connection): Records {
  const { read, write, since } = connection;
  const query: Query = (sql, values) => connection.query(sql, { ...values, merchant });
  const records = (sql: string, values: Values) =>
    query(sql, values).map((row) => recordOf(row, since()));
  return {
    load: async (lookup) => read(() => records(statements[lookupName(lookup)], lookup)[0] ?? null),
    save: async (change) => write(() => save(change, query)),
    look: async () => {
      const [[now, due] = []] = await read(() => query(statements.look, {}));
      return { at: Number(now), isDue: due !== null };
    },
    claim: async ({ queues, limit, lease, longest, furthest }) =>
      write(() => {
        const rows = queues.flatMap((queue) => {
          const dueRows = query(queue === 'first' ? statements.newest : statements.due, {
            queue,
            limit,
          });
          return dueRows.length > 0 ? dueRows : query(statements.ahead, { queue, limit, furthest });
        });
        return rows.slice(0, limit).flatMap(([order, subject, tried]) => {
          const tries = Number(tried);
          const about = { order: String(order), subject: String(subject) };
          query(statements.postpone, { ...about, lease: Math.min(lease * 2 ** tries, longest) });
          return records(statements.order, about).map((record) => {
            return { ...record, subject: about.subject, tries };
          });
        });
      }),
    queued: async (queue, horizon, limit) =>
      read(() => records(statements.queued, { queue, horizon, limit })),
    list: async (filter) => {
      const rows = `wallet_attempt AS row INDEXED BY ${listIndex(filter)}`;
      return read(() => records(listStatement(filter, rows), listValues(filter)));
    },
    settle: async (cutoff, limit) => read(() => records(statements.settle, { cutoff, limit })),
  };
}

function save(change: RecordWrite, query: Query): 'saved' | 'stale' | 'reused' {
  const { order, version, next, at, body, settledAt, keys } = change;
  if (keys.put.some((key) => query(statements.hasKey, { key }).length > 0)) {
    const [row] = query(statements.order, { order });
    return Number(row?.[1] ?? 0) === version ? 'reused' : 'stale';
  }
  const values = { order, version, next, at, body, settledAt };
  if (query(statements[writeName(change)], values).length === 0) return 'stale';
  for (const [sql, otherValues] of otherWrites(change)) query(sql, otherValues);
  return 'saved';
}
