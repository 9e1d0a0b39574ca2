import { isReuse } from './postgres-client.ts';
import {
  type Claim,
  type ClaimedRecord,
  type DueRow,
  freshFor,
  type ListedRecord,
  type ListFilter,
  type Queue,
  type Records,
  type RecordWrite,
  type StoredRecord,
} from '../records/store.ts';

/** The values of a row, in the order of the columns. */
export type PostgresRow = readonly unknown[];
/** Runs one statement; `:now` is the present time. */
export type Query = (
  sql: string,
  values: Readonly<Record<string, string | number | null>>,
) => Promise<readonly PostgresRow[]>;

/** A record, its due rows as JSON, and the time. */
const columns = `record.order_ref, record.version, record.body,
  (SELECT json_agg(json_build_array(subject, queue, at, tries)) FROM wallet_due AS due
    WHERE due.merchant = record.merchant AND due.order_ref = record.order_ref) AS due, :now AS read_at`;
const ofRecord =
  'FROM wallet_order AS record WHERE record.merchant = :merchant AND record.order_ref';
const key = 'SELECT order_ref FROM wallet_key WHERE merchant = :merchant AND value = :key';
const attempt = 'SELECT order_ref FROM wallet_attempt WHERE merchant = :merchant AND id = :attempt';
const isFresh = `CAST(:now AS BIGINT) BETWEEN CAST(:at AS BIGINT)
  AND CAST(:at AS BIGINT) + ${String(freshFor)}`;

const insert = `INSERT INTO wallet_order (merchant, order_ref, version, body, settled_at)
  SELECT :merchant, :order, CAST(:next AS BIGINT), :body, CAST(:settledAt AS BIGINT) WHERE ${isFresh}
  ON CONFLICT DO NOTHING RETURNING version`;
const update = `UPDATE wallet_order SET version = CAST(:next AS BIGINT), body = :body,
  settled_at = CAST(:settledAt AS BIGINT)
  WHERE merchant = :merchant AND order_ref = :order AND version = CAST(:version AS BIGINT)
  AND ${isFresh} RETURNING version`;
const remove = `DELETE FROM wallet_order WHERE merchant = :merchant AND order_ref = :order
  AND version = CAST(:version AS BIGINT) AND ${isFresh} RETURNING version`;

const elementsOf = (name: string): string =>
  `json_array_elements(CAST(CAST(:${name} AS TEXT) AS JSON)) AS given`;
const names = (name: string): string =>
  `(SELECT json_array_elements_text(CAST(CAST(:${name} AS TEXT) AS JSON)) WHERE EXISTS (SELECT 1 FROM written))`;
/** What is written beside a record, only if that is; each part of the statement is left out where it has nothing. */
const parts = {
  keysPut: `INSERT INTO wallet_key (merchant, value, order_ref)
    SELECT :merchant, given #>> '{}', :order FROM written, ${elementsOf('keysPut')}`,
  keysRemove: `DELETE FROM wallet_key WHERE merchant = :merchant AND value IN ${names('keysRemove')}`,
  duePut: `INSERT INTO wallet_due (merchant, order_ref, subject, queue, at, tries)
    SELECT :merchant, :order, given ->> 'subject', given ->> 'queue',
      CAST(given ->> 'at' AS BIGINT), CAST(given ->> 'tries' AS BIGINT) FROM written, ${elementsOf('duePut')}
    ON CONFLICT (merchant, order_ref, subject)
    DO UPDATE SET queue = excluded.queue, at = excluded.at, tries = excluded.tries`,
  dueRemove: `DELETE FROM wallet_due WHERE merchant = :merchant AND order_ref = :order
    AND subject IN ${names('dueRemove')}`,
  rowsPut: `INSERT INTO wallet_attempt (merchant, id, order_ref, opened_at, state, review, hold_ends_at)
    SELECT :merchant, given ->> 'attempt', :order, CAST(given ->> 'openedAt' AS BIGINT),
      given ->> 'state', CASE given ->> 'needsReview' WHEN 'true' THEN 1 ELSE 0 END,
      CAST(given ->> 'holdEndsAt' AS BIGINT)
    FROM written, ${elementsOf('rowsPut')}
    ON CONFLICT (merchant, id)
    DO UPDATE SET opened_at = excluded.opened_at, state = excluded.state, review = excluded.review,
      hold_ends_at = excluded.hold_ends_at`,
  rowsRemove: `DELETE FROM wallet_attempt WHERE merchant = :merchant AND id IN ${names('rowsRemove')}`,
} as const;
type Part = keyof typeof parts;

const statements = {
  byOrder: `SELECT asked.order_ref, record.version, record.body,
      (SELECT json_agg(json_build_array(subject, queue, at, tries)) FROM wallet_due AS due
        WHERE due.merchant = :merchant AND due.order_ref = :order) AS due, :now AS read_at
    FROM (SELECT CAST(:order AS TEXT) AS order_ref) AS asked
    LEFT JOIN wallet_order AS record ON record.merchant = :merchant AND record.order_ref = :order`,
  byKey: `SELECT ${columns} ${ofRecord} = (${key})`,
  byAttempt: `SELECT ${columns} ${ofRecord} = (${attempt})`,
  queued: `SELECT ${columns} FROM (SELECT order_ref, MIN(at) AS since FROM
      (SELECT order_ref, at FROM wallet_due WHERE merchant = :merchant AND queue = :queue
        AND at <= CAST(:now AS BIGINT) + CAST(:horizon AS BIGINT)
        ORDER BY at LIMIT CAST(:limit AS BIGINT)) AS first
      GROUP BY order_ref) AS queued
    JOIN wallet_order AS record
      ON record.merchant = :merchant AND record.order_ref = queued.order_ref
    ORDER BY queued.since`,
  settle: `SELECT ${columns} FROM wallet_order AS record WHERE record.merchant = :merchant
    AND settled_at < CAST(:cutoff AS BIGINT) ORDER BY settled_at LIMIT CAST(:limit AS BIGINT)`,
};

/** One index probe for each queue: rows that are due later are not read. */
function claimStatement({ queues, newestFirst }: Claim): string {
  const due = queues.flatMap((queue, index) => {
    const [order, rank] = newestFirst.includes(queue) ? ['at DESC', '-at'] : ['at', 'at'];
    const row = (is: string): string =>
      `(SELECT order_ref, subject, tries, ${String(index)} AS place, ${rank} AS rank FROM wallet_due
        WHERE merchant = :merchant AND queue = :q${String(index)} AND ${is}
        ORDER BY ${order} LIMIT CAST(:limit AS BIGINT) FOR UPDATE SKIP LOCKED)`;
    const aheadCondition = 'at > CAST(:now AS BIGINT) + CAST(:furthest AS BIGINT)';
    return [row('at <= CAST(:now AS BIGINT)'), row(aheadCondition)];
  });
  const each = due.map((text, index) => `due${String(index)} AS MATERIALIZED ${text}`);
  const all = due.map((_, index) => `SELECT * FROM due${String(index)}`).join(' UNION ALL ');
  return `WITH ${each.join(', ')},
    chosen AS MATERIALIZED (SELECT * FROM (${all}) AS due
      ORDER BY place, rank LIMIT CAST(:limit AS BIGINT)),
    claimed AS (UPDATE wallet_due AS due SET tries = due.tries + 1, at = CAST(:now AS BIGINT)
        + LEAST(CAST(:lease AS BIGINT) << CAST(LEAST(chosen.tries, 16) AS INT), CAST(:longest AS BIGINT))
      FROM chosen WHERE due.merchant = :merchant AND due.order_ref = chosen.order_ref
        AND due.subject = chosen.subject
      RETURNING due.order_ref, due.subject, due.queue, due.at, due.tries, chosen.place, chosen.rank)
    SELECT record.order_ref, record.version, record.body,
      (SELECT json_agg(json_build_array(due.subject, due.queue,
          CASE WHEN due.subject = claimed.subject THEN claimed.at ELSE due.at END,
          CASE WHEN due.subject = claimed.subject THEN claimed.tries ELSE due.tries END))
        FROM wallet_due AS due
        WHERE due.merchant = record.merchant AND due.order_ref = record.order_ref) AS due,
      :now AS read_at, claimed.subject, claimed.tries - 1 AS tried
    FROM claimed JOIN wallet_order AS record
      ON record.merchant = :merchant AND record.order_ref = claimed.order_ref
    ORDER BY claimed.place, claimed.rank`;
}

/** A listing has an index for each way to filter it. */
function listStatement({ state, needsReview, holdEndsBefore, after }: ListFilter): string {
  // `OFFSET 0` keeps it apart: the planner would look for the few that end soon among all holds, the newest first.
  const rows =
    holdEndsBefore === null
      ? 'wallet_attempt'
      : `(SELECT * FROM wallet_attempt WHERE merchant = :merchant
          AND hold_ends_at < CAST(:holdEndsBefore AS BIGINT) OFFSET 0)`;
  const filters = [
    needsReview ? 'AND row.review = 1' : '',
    state === null ? '' : 'AND row.state = :state',
    after === null ? '' : 'AND (row.opened_at, row.id) < (CAST(:openedAt AS BIGINT), :attempt)',
  ];
  return `SELECT ${columns}, row.id FROM ${rows} AS row
    JOIN wallet_order AS record ON record.merchant = row.merchant AND record.order_ref = row.order_ref
    WHERE row.merchant = :merchant ${filters.join(' ')} AND row.opened_at >= CAST(:since AS BIGINT)
    ORDER BY row.opened_at DESC, row.id DESC LIMIT CAST(:limit AS BIGINT)`;
}

/** The records of a merchant in PostgreSQL: each method is one statement. */
export function postgresRecords(merchant: string, run: Query): Records {
  const query: Query = async (sql, values) => run(sql, { ...values, merchant });
  return {
    load: async (lookup) => {
      if ('order' in lookup)
        return (await query(statements.byOrder, lookup)).map(recordOf)[0] ?? null;
      const statement = 'key' in lookup ? statements.byKey : statements.byAttempt;
      return (await query(statement, lookup)).map(recordOf)[0] ?? null;
    },
    save: async (write) => {
      try {
        const [row] = await query(...saving(write));
        return row ? 'saved' : 'stale';
      } catch (error) {
        if (isReuse(error)) return 'reused';
        throw error;
      }
    },
    claim: async (options) => {
      const { queues, newestFirst, ...claim } = options;
      const queueValues = Object.fromEntries(
        queues.map((queue, index) => [`q${String(index)}`, queue]),
      );
      const rows = await query(claimStatement(options), { ...claim, ...queueValues });
      return rows.map((row): ClaimedRecord => {
        return { ...recordOf(row), subject: String(row[5]), tries: Number(row[6]) };
      });
    },
    queued: async (queue, horizon, limit) =>
      (await query(statements.queued, { queue, horizon, limit })).map(recordOf),
    list: async (filter) => {
      const { state, since, holdEndsBefore, limit, after } = filter;
      const { openedAt = null, attempt: id = null } = after ?? {};
      const values = { state, since, holdEndsBefore, limit, openedAt, attempt: id };
      const rows = await query(listStatement(filter), values);
      return rows.map((row): ListedRecord => ({ ...recordOf(row), attempt: String(row[5]) }));
    },
    settle: async (cutoff, limit) =>
      (await query(statements.settle, { cutoff, limit })).map(recordOf),
  };
}

/** The statement of a write, and its values. */
function saving({ keys, due, rows, ...record }: RecordWrite): Parameters<Query> {
  const lists: Readonly<Record<Part, readonly unknown[]>> = {
    keysPut: keys.put,
    keysRemove: keys.remove,
    duePut: due.put,
    dueRemove: due.remove,
    rowsPut: rows.put,
    rowsRemove: rows.remove,
  };
  const filledParts = (Object.keys(parts) as Part[]).filter((part) => lists[part].length > 0);
  const otherParts = filledParts.map((part) => `, ${part} AS (${parts[part]})`).join('');
  const insertOrUpdate = record.version === 0 ? insert : update;
  const recordStatement = record.body === null ? remove : insertOrUpdate;
  const values = Object.fromEntries(filledParts.map((part) => [part, JSON.stringify(lists[part])]));
  return [
    `WITH written AS (${recordStatement})${otherParts} SELECT version FROM written`,
    { ...record, ...values },
  ];
}

function recordOf([order, version, body, due, at]: PostgresRow): StoredRecord {
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
    clockSince: 0,
  };
}
