import { freshFor, type ListFilter } from '../records/store.ts';
import { conditionsOf, listIndex } from './list-filter.ts';
import { dueTime } from './sql.ts';

/**
 * Each record of a page, with its due rows: a row for each of them, one at least. The text of a record comes once, with
 * the first of them. A record that is on the page again has neither.
 */
function recordsOf(page: string, inOrder = ''): string {
  const isFirst = `page.number = 1 AND due.subject <=> (SELECT MIN(subject) FROM wallet_due
    WHERE merchant = :merchant AND order_ref = page.order_ref)`;
  return `SELECT asked.read_at, asked.is_automatic, page.order_ref, page.attempt, record.version,
      CASE WHEN ${isFirst} THEN CAST(record.body AS BINARY) END,
      due.subject, due.queue, due.at, due.tries
    FROM (SELECT :now AS read_at, @@autocommit AS is_automatic) AS asked
    LEFT JOIN (${page}) AS page ON TRUE
    LEFT JOIN wallet_order AS record
      ON record.merchant = :merchant AND record.order_ref = page.order_ref
    LEFT JOIN wallet_due AS due ON page.number = 1
      AND due.merchant = :merchant AND due.order_ref = page.order_ref
    ${inOrder}`;
}

/** What is due in a queue. Its index is named, because every row that is read is locked. */
const due = `SELECT order_ref, subject, tries FROM wallet_due FORCE INDEX (wallet_due_at)
  WHERE merchant = :merchant AND queue = :queue
  AND (at <= :now OR at > :now + CAST(:furthest AS SIGNED))`;

/** The statements of the records, by their names. */
export const statements = {
  order: recordsOf(`SELECT CAST(:order AS BINARY) AS order_ref, '' AS attempt, 1 AS number`),
  key: recordsOf(`SELECT order_ref, '' AS attempt, 1 AS number FROM wallet_key
    WHERE merchant = :merchant AND value = :key`),
  attempt: recordsOf(`SELECT order_ref, id AS attempt, 1 AS number FROM wallet_attempt
    WHERE merchant = :merchant AND id = :attempt`),

  insert: `INSERT INTO wallet_order (merchant, order_ref, version, body, settled_at)
    VALUES (:merchant, :order, CAST(:next AS SIGNED), CONVERT(:body USING utf8mb4), :settledAt)`,
  update: `UPDATE wallet_order
    SET version = CAST(:next AS SIGNED), body = CONVERT(:body USING utf8mb4), settled_at = :settledAt
    WHERE merchant = :merchant AND order_ref = :order AND version = CAST(:version AS SIGNED)`,
  remove: `DELETE FROM wallet_order
    WHERE merchant = :merchant AND order_ref = :order AND version = CAST(:version AS SIGNED)`,
  isFresh: `SELECT :now BETWEEN CAST(:at AS SIGNED) AND CAST(:at AS SIGNED) + ${String(freshFor)}`,

  look: `SELECT :now, @@autocommit, ${dueTime(':now')}`,
  claim: `${due} ORDER BY at LIMIT :limit FOR UPDATE SKIP LOCKED`,
  claimNewest: `${due} ORDER BY at DESC LIMIT :limit FOR UPDATE SKIP LOCKED`,
  postpone: `UPDATE wallet_due SET at = :now + CAST(:lease AS SIGNED), tries = tries + 1
    WHERE merchant = :merchant AND order_ref = :order AND subject = :subject`,

  queued: recordsOf(
    `SELECT order_ref, '' AS attempt, 1 AS number, MIN(at) AS place FROM
      (SELECT order_ref, at FROM wallet_due FORCE INDEX (wallet_due_at)
        WHERE merchant = :merchant AND queue = :queue AND at <= :now + CAST(:horizon AS SIGNED)
        ORDER BY at LIMIT :limit) AS first
      GROUP BY order_ref`,
    'ORDER BY page.place, page.order_ref',
  ),

  settle: recordsOf(
    `SELECT order_ref, '' AS attempt, 1 AS number, settled_at AS place
      FROM wallet_order FORCE INDEX (wallet_order_settled)
      WHERE merchant = :merchant AND settled_at < CAST(:cutoff AS SIGNED)
      ORDER BY settled_at LIMIT :limit`,
    'ORDER BY page.place, page.order_ref',
  ),
};

/** A listing has an index for each way to filter it. */
export function listStatement(filter: ListFilter): string {
  return recordsOf(
    `SELECT order_ref, attempt, place,
        ROW_NUMBER() OVER (PARTITION BY order_ref ORDER BY place DESC, attempt DESC) AS number
      FROM (SELECT order_ref, id AS attempt, opened_at AS place
      FROM wallet_attempt FORCE INDEX (${listIndex(filter)})
      WHERE merchant = :merchant AND ${conditionsOf(filter)}
      ORDER BY opened_at DESC, id DESC LIMIT :limit) AS listed`,
    'ORDER BY page.place DESC, page.attempt DESC',
  );
}
