import {
  type Claim,
  type ClaimedRecord,
  type DueRow,
  freshFor,
  type ListedRecord,
  type ListFilter,
  type Queue,
  type RecordQuery,
  type Records,
  type RecordWrite,
  type StoredRecord,
} from '../records/store.ts';
import { listIndex } from './list-index.ts';

/** The values of a row, in the order of the columns. */
export type SqlRow = readonly unknown[];
/** Runs one statement; `:now` is the present time. */
export type Query = (
  sql: string,
  values: Readonly<Record<string, string | number | null>>,
) => readonly SqlRow[];

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

/** A record, its due rows as JSON, and the time. */
const columns = `record.order_ref, record.version, record.body,
  (SELECT json_group_array(json_array(subject, queue, at, tries)) FROM wallet_due AS due
    WHERE due.merchant = record.merchant AND due.order_ref = record.order_ref), :now`;
const ofRecord = 'WHERE record.merchant = :merchant AND record.order_ref';
const key = 'SELECT order_ref FROM wallet_key WHERE merchant = :merchant AND value = :key';
const attempt = 'SELECT order_ref FROM wallet_attempt WHERE merchant = :merchant AND id = :attempt';

const isFresh = `:now BETWEEN :at AND :at + ${String(freshFor)}`;

const statements = {
  byOrder: `SELECT ${columns} FROM wallet_order AS record ${ofRecord} = :order`,
  byKey: `SELECT ${columns} FROM wallet_order AS record ${ofRecord} = (${key})`,
  byAttempt: `SELECT ${columns} FROM wallet_order AS record ${ofRecord} = (${attempt})`,

  insert: `INSERT INTO wallet_order (merchant, order_ref, version, body, settled_at)
    SELECT :merchant, :order, :next, :body, :settledAt WHERE ${isFresh}
    ON CONFLICT DO NOTHING RETURNING version`,
  update: `UPDATE wallet_order SET version = :next, body = :body, settled_at = :settledAt
    WHERE merchant = :merchant AND order_ref = :order AND version = :version
    AND ${isFresh} RETURNING version`,
  remove: `DELETE FROM wallet_order WHERE merchant = :merchant AND order_ref = :order
    AND version = :version AND ${isFresh} RETURNING version`,
  hasKey: 'SELECT 1 FROM wallet_key WHERE merchant = :merchant AND value = :key',
  putKey: `INSERT INTO wallet_key (merchant, value, order_ref) VALUES (:merchant, :key, :order)`,
  removeKey: 'DELETE FROM wallet_key WHERE merchant = :merchant AND value = :key',
  putDue: `INSERT OR REPLACE INTO wallet_due (merchant, order_ref, subject, queue, at, tries)
    VALUES (:merchant, :order, :subject, :queue, :at, :tries)`,
  removeDue: `DELETE FROM wallet_due
    WHERE merchant = :merchant AND order_ref = :order AND subject = :subject`,
  putRow: `INSERT OR REPLACE INTO wallet_attempt (merchant, id, order_ref, opened_at, state, review, hold_ends_at)
    VALUES (:merchant, :attempt, :order, :openedAt, :state, :review, :holdEndsAt)`,
  removeRow: 'DELETE FROM wallet_attempt WHERE merchant = :merchant AND id = :attempt',

  due: `SELECT order_ref, subject, tries FROM wallet_due
    WHERE merchant = :merchant AND queue = :queue AND at <= :now ORDER BY at LIMIT :limit`,
  newest: `SELECT order_ref, subject, tries FROM wallet_due
    WHERE merchant = :merchant AND queue = :queue AND at <= :now ORDER BY at DESC LIMIT :limit`,
  ahead: `SELECT order_ref, subject, tries FROM wallet_due
    WHERE merchant = :merchant AND queue = :queue AND at > :now + :furthest LIMIT :limit`,
  postpone: `UPDATE wallet_due SET at = :now + :lease, tries = tries + 1
    WHERE merchant = :merchant AND order_ref = :order AND subject = :subject`,

  queued: `SELECT ${columns} FROM (SELECT order_ref, MIN(at) AS since FROM
      (SELECT order_ref, at FROM wallet_due
        WHERE merchant = :merchant AND queue = :queue AND at <= :now + :horizon
        ORDER BY at LIMIT :limit)
      GROUP BY order_ref) AS queued
    JOIN wallet_order AS record ON record.merchant = :merchant AND record.order_ref = queued.order_ref
    ORDER BY queued.since`,

  settle: `SELECT ${columns} FROM wallet_order AS record
    WHERE record.merchant = :merchant AND settled_at < :cutoff ORDER BY settled_at LIMIT :limit`,
};

/** Whether anything is due: an idle look is one statement, and reads no record. */
function anyDue(queues: readonly Queue[]): string {
  const due = queues.flatMap((_, index) => {
    const row = `SELECT 1 FROM wallet_due WHERE merchant = :merchant AND queue = :${nameOf(index)}`;
    return [`EXISTS (${row} AND at <= :now)`, `EXISTS (${row} AND at > :now + :furthest)`];
  });
  return `SELECT ${due.join(' OR ')}`;
}

function nameOf(index: number): string {
  return `queue${String(index)}`;
}

/** A listing has an index for each way to filter it. */
function listStatement(filter: ListFilter): string {
  const { state, needsReview, holdEndsBefore } = filter;
  const filters = [
    needsReview ? 'AND row.review = 1' : '',
    state === null ? '' : 'AND row.state = :state',
    holdEndsBefore === null ? '' : 'AND row.hold_ends_at < :holdEndsBefore',
  ];
  return `SELECT ${columns}, row.id FROM wallet_attempt AS row INDEXED BY ${listIndex(filter)}
    JOIN wallet_order AS record ON record.merchant = row.merchant AND record.order_ref = row.order_ref
    WHERE row.merchant = :merchant ${filters.join(' ')} AND row.opened_at >= :since
      AND (row.opened_at, row.id) < (:openedAt, :attempt)
    ORDER BY row.opened_at DESC, row.id DESC LIMIT :limit`;
}

/** The records of a merchant in SQLite. */
export function sqliteRecords(merchant: string, connection: Connection): Records {
  const { read, write, since } = connection;
  const query: Query = (sql, values) => connection.query(sql, { ...values, merchant });
  const toRecord = (row: SqlRow): StoredRecord => recordOf(row, since());
  const load = (lookup: RecordQuery): StoredRecord | null => {
    if ('key' in lookup) return firstOf(query(statements.byKey, lookup).map(toRecord));
    if ('attempt' in lookup) return firstOf(query(statements.byAttempt, lookup).map(toRecord));
    const { order } = lookup;
    const [stored] = query(statements.byOrder, { order }).map(toRecord);
    if (stored) return stored;
    const [[at] = []] = query('SELECT :now', {});
    return { order, version: 0, body: null, due: [], at: Number(at), clockSince: since() };
  };
  const due = (queue: Queue, { limit, furthest, newestFirst }: Claim) => {
    const isNewest = newestFirst.includes(queue);
    const rows = query(isNewest ? statements.newest : statements.due, { queue, limit });
    return rows.length > 0 ? rows : query(statements.ahead, { queue, limit, furthest });
  };
  const claim = (options: Claim): readonly ClaimedRecord[] => {
    const rows = options.queues.flatMap((queue) => due(queue, options)).slice(0, options.limit);
    return rows.flatMap(([order, subject, tried]) => {
      const tries = Number(tried);
      const about = { order: String(order), subject: String(subject) };
      const lease = Math.min(options.lease * 2 ** tries, options.longest);
      query(statements.postpone, { ...about, lease });
      const record = load(about);
      return record ? [{ ...record, subject: about.subject, tries }] : [];
    });
  };
  return {
    load: async (lookup) => read(() => load(lookup)),
    save: async (change) => write(() => save(change, query)),
    claim: async (options) => {
      const { queues, furthest } = options;
      const queueValues = Object.fromEntries(queues.map((queue, index) => [nameOf(index), queue]));
      const [[isAny] = []] = await read(() => query(anyDue(queues), { ...queueValues, furthest }));
      return isAny === 0 ? [] : write(() => claim(options));
    },
    queued: async (queue, horizon, limit) =>
      read(() => query(statements.queued, { queue, horizon, limit }).map(toRecord)),
    list: async (filter) =>
      read(() => {
        const { state, since: openedSince, holdEndsBefore, limit, after } = filter;
        const { openedAt, attempt: id } = after ?? {
          openedAt: Number.MAX_SAFE_INTEGER,
          attempt: '',
        };
        const values = { state, since: openedSince, holdEndsBefore, limit, openedAt, attempt: id };
        return query(listStatement(filter), values).map((row): ListedRecord => ({
          ...toRecord(row),
          attempt: String(row.at(-1)),
        }));
      }),
    settle: async (cutoff, limit) =>
      read(() => query(statements.settle, { cutoff, limit }).map(toRecord)),
  };
}

function save(change: RecordWrite, query: Query): 'saved' | 'stale' | 'reused' {
  const { order, version, next, at, body, settledAt, keys, due, rows } = change;
  const insertOrUpdate = version === 0 ? statements.insert : statements.update;
  if (keys.put.some((key) => query(statements.hasKey, { key }).length > 0)) {
    const [row] = query(statements.byOrder, { order });
    return Number(row?.[1] ?? 0) === version ? 'reused' : 'stale';
  }
  const writtenRows = query(body === null ? statements.remove : insertOrUpdate, {
    order,
    version,
    next,
    at,
    body,
    settledAt,
  });
  if (writtenRows.length === 0) return 'stale';
  for (const name of keys.remove) query(statements.removeKey, { key: name });
  for (const name of keys.put) query(statements.putKey, { key: name, order });
  for (const id of rows.remove) query(statements.removeRow, { attempt: id });
  for (const { needsReview, ...row } of rows.put) {
    query(statements.putRow, { ...row, order, review: Number(needsReview) });
  }
  for (const subject of due.remove) query(statements.removeDue, { order, subject });
  for (const row of due.put) query(statements.putDue, { ...row, order });
  return 'saved';
}

function recordOf([order, version, body, due, at]: SqlRow, clockSince: number): StoredRecord {
  const rows = JSON.parse(String(due)) as [string, Queue, number, number][];
  return {
    order: String(order),
    version: Number(version),
    body: String(body),
    due: rows.map(([subject, queue, time, tries]): DueRow => ({ subject, queue, at: time, tries })),
    at: Number(at),
    clockSince,
  };
}

function firstOf<Row>([row = null]: readonly (Row | null)[]): Row | null {
  return row;
}
