import {
  type DueRow,
  freshFor,
  type ListedRecord,
  type ListFilter,
  type Queue,
  type RecordQuery,
  type RecordWrite,
} from '../records/store.ts';
import { conditionsOf } from './list-filter.ts';

/** The values of a row, in the order of the columns. */
export type SqlRow = readonly unknown[];
export type Values = Readonly<Record<string, string | number | null>>;

/** A record, its due rows as JSON, the time, and the attempt that a row of a list is about. */
function recordsOf(source: string, attempt = `''`): string {
  return `SELECT order_ref, record.version, record.body,
      (SELECT json_group_array(json_array(subject, queue, at, tries)) FROM wallet_due AS due
        WHERE due.merchant = record.merchant AND due.order_ref = record.order_ref) AS due,
      :now AS read_at, ${attempt} AS attempt
    FROM ${source}`;
}

const ofRecord = 'wallet_order AS record WHERE record.merchant = :merchant AND record.order_ref';
const isFresh = `CAST(:now AS BIGINT) BETWEEN CAST(:at AS BIGINT)
  AND CAST(:at AS BIGINT) + ${String(freshFor)}`;

const queues: readonly Queue[] = ['first', 'open', 'known', 'change'];

/** A time in any queue that is due: one index probe for each. @param now the present time, as a whole number. */
export function dueTime(now: string): string {
  const times = queues.map(
    (queue) => `(SELECT at FROM wallet_due WHERE merchant = :merchant AND queue = '${queue}'
      AND at <= ${now} ORDER BY at LIMIT 1)`,
  );
  return `COALESCE(${times.join(', ')}) AS due`;
}

/** The statements that SQLite and PostgreSQL share, in the functions of SQLite; `:now` is the present time. */
export const statements = {
  order:
    recordsOf(`(SELECT CAST(:merchant AS TEXT) AS merchant, CAST(:order AS TEXT) AS order_ref) AS asked
    LEFT JOIN wallet_order AS record USING (merchant, order_ref)`),
  key: recordsOf(
    `${ofRecord} = (SELECT order_ref FROM wallet_key WHERE merchant = :merchant AND value = :key)`,
  ),
  attempt: recordsOf(
    `${ofRecord} = (SELECT order_ref FROM wallet_attempt WHERE merchant = :merchant AND id = :attempt)`,
  ),

  insert: `INSERT INTO wallet_order (merchant, order_ref, version, body, settled_at)
    SELECT :merchant, :order, CAST(:next AS BIGINT), :body, CAST(:settledAt AS BIGINT) WHERE ${isFresh}
    ON CONFLICT DO NOTHING RETURNING version`,
  update: `UPDATE wallet_order SET version = CAST(:next AS BIGINT), body = :body,
    settled_at = CAST(:settledAt AS BIGINT)
    WHERE merchant = :merchant AND order_ref = :order AND version = CAST(:version AS BIGINT)
    AND ${isFresh} RETURNING version`,
  remove: `DELETE FROM wallet_order WHERE merchant = :merchant AND order_ref = :order
    AND version = CAST(:version AS BIGINT) AND ${isFresh} RETURNING version`,

  look: `SELECT :now AS now, ${dueTime('CAST(:now AS BIGINT)')}`,
  queued: recordsOf(`(SELECT order_ref, MIN(at) AS since FROM
      (SELECT order_ref, at FROM wallet_due WHERE merchant = :merchant AND queue = :queue
        AND at <= CAST(:now AS BIGINT) + CAST(:horizon AS BIGINT)
        ORDER BY at LIMIT CAST(:limit AS BIGINT)) AS first
      GROUP BY order_ref) AS queued
    JOIN wallet_order AS record USING (order_ref)
    WHERE record.merchant = :merchant ORDER BY queued.since`),
  settle: recordsOf(`wallet_order AS record WHERE record.merchant = :merchant
    AND settled_at < CAST(:cutoff AS BIGINT) ORDER BY settled_at LIMIT CAST(:limit AS BIGINT)`),
};

/** A listing has an index for each way to filter it. @param rows the attempts, as `row`. */
export function listStatement(filter: ListFilter, rows: string): string {
  return recordsOf(
    `${rows} JOIN wallet_order AS record USING (merchant, order_ref)
      WHERE row.merchant = :merchant AND ${conditionsOf(filter)}
      ORDER BY row.opened_at DESC, row.id DESC LIMIT CAST(:limit AS BIGINT)`,
    'row.id',
  );
}

/** The name of the statement that looks a record up. */
export function lookupName(lookup: RecordQuery): 'order' | 'key' | 'attempt' {
  if ('order' in lookup) return 'order';
  return 'key' in lookup ? 'key' : 'attempt';
}

/** The name of the statement that writes a record. */
export function writeName({ version, body }: RecordWrite): 'insert' | 'update' | 'remove' {
  if (body === null) return 'remove';
  return version === 0 ? 'insert' : 'update';
}

/** What is written beside a record, in SQLite and in MySQL: statements and their values, the removed keys first. */
export function otherWrites({
  order,
  keys,
  rows,
  due,
}: RecordWrite): readonly (readonly [string, Values])[] {
  return [
    ...keys.remove.map((key) => [removeKey, { key }] as const),
    ...keys.put.map((key) => [putKey, { key, order }] as const),
    ...rows.remove.map((attempt) => [removeRow, { attempt }] as const),
    ...rows.put.map(
      ({ needsReview, ...row }) =>
        [putRow, { ...row, order, review: Number(needsReview) }] as const,
    ),
    ...due.remove.map((subject) => [removeDue, { order, subject }] as const),
    ...due.put.map((row) => [putDue, { ...row, order }] as const),
  ];
}

const putKey =
  'INSERT INTO wallet_key (merchant, value, order_ref) VALUES (:merchant, :key, :order)';
const removeKey = 'DELETE FROM wallet_key WHERE merchant = :merchant AND value = :key';
const putDue = `REPLACE INTO wallet_due (merchant, order_ref, subject, queue, at, tries)
  VALUES (:merchant, :order, :subject, :queue, :at, :tries)`;
const removeDue = `DELETE FROM wallet_due
  WHERE merchant = :merchant AND order_ref = :order AND subject = :subject`;
const putRow = `REPLACE INTO wallet_attempt (merchant, id, order_ref, opened_at, state, review, hold_ends_at)
  VALUES (:merchant, :attempt, :order, :openedAt, :state, :review, :holdEndsAt)`;
const removeRow = 'DELETE FROM wallet_attempt WHERE merchant = :merchant AND id = :attempt';

/** The record of a row. PostgreSQL may write a number as text, and parse JSON by itself. */
export function recordOf(
  [order, version, body, due, at, attempt]: SqlRow,
  clockSince = 0,
): ListedRecord {
  const rows = (typeof due === 'string' ? JSON.parse(due) : (due ?? [])) as [
    string,
    Queue,
    unknown,
    unknown,
  ][];
  return {
    order: String(order),
    version: Number(version ?? 0),
    body: (body ?? null) as string | null,
    due: rows.map(([subject, queue, time, tries]): DueRow => {
      return { subject, queue, at: Number(time), tries: Number(tries) };
    }),
    at: Number(at),
    clockSince,
    attempt: String(attempt),
  };
}
