import type { ClaimedRecord, Queue, Records, RecordWrite } from '../records/store.ts';
import { listValues } from './list-filter.ts';
import { isReuse } from './postgres-client.ts';
import {
  listStatement,
  lookupName,
  recordOf,
  type SqlRow,
  statements,
  type Values,
  writeName,
} from './sql.ts';

/** Runs one statement; `:now` is the present time. */
export type Query = (sql: string, values: Values) => Promise<readonly SqlRow[]>;

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
};
type Part = keyof typeof parts;

/** One index probe for each queue: rows that are due later are not read. */
function claimStatement(queues: readonly Queue[]): string {
  const due = queues.flatMap((queue, index) => {
    const [order, rank] = queue === 'first' ? ['at DESC', '-at'] : ['at', 'at'];
    const row = (is: string): string =>
      `(SELECT order_ref, subject, tries, ${String(index)} AS place, ${rank} AS rank FROM wallet_due
        WHERE merchant = :merchant AND queue = '${queue}' AND ${is}
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

/** The records of a merchant in PostgreSQL: each method is one statement. */
export function postgresRecords(merchant: string, run: Query): Records {
  const query: Query = async (sql, values) => run(sql, { ...values, merchant });
  const read = async (sql: string, values: Values) =>
    (await query(sql, values)).map((row) => recordOf(row));
  return {
    load: async (lookup) => (await read(statements[lookupName(lookup)], lookup))[0] ?? null,
    save: async (write) => {
      try {
        const [row] = await query(...saving(write));
        return row ? 'saved' : 'stale';
      } catch (error) {
        if (isReuse(error)) return 'reused';
        throw error;
      }
    },
    look: async () => {
      const [[now, due] = []] = await query(statements.look, {});
      return { at: Number(now), isDue: due !== null };
    },
    claim: async ({ queues, ...values }) => {
      const rows = await query(claimStatement(queues), values);
      return rows.map((row): ClaimedRecord => {
        return { ...recordOf(row), subject: String(row[5]), tries: Number(row[6]) };
      });
    },
    queued: async (queue, horizon, limit) => read(statements.queued, { queue, horizon, limit }),
    list: async (filter) => {
      // `OFFSET 0` keeps it apart: the planner would look for the few that end soon among all holds, the newest first.
      const rows =
        filter.holdEndsBefore === null
          ? 'wallet_attempt AS row'
          : `(SELECT * FROM wallet_attempt WHERE merchant = :merchant
              AND hold_ends_at < CAST(:holdEndsBefore AS BIGINT) OFFSET 0) AS row`;
      return read(listStatement(filter, rows), listValues(filter));
    },
    settle: async (cutoff, limit) => read(statements.settle, { cutoff, limit }),
  };
}

/** The statement of a write, and its values. */
function saving(write: RecordWrite): Parameters<Query> {
  const { keys, due, rows, ...record } = write;
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
  const values = Object.fromEntries(filledParts.map((part) => [part, JSON.stringify(lists[part])]));
  return [
    `WITH written AS (${statements[writeName(write)]})${otherParts} SELECT version FROM written`,
    { ...record, ...values },
  ];
}
