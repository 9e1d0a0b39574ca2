import { attemptStates, isFinal, isGivenBack, isPaid, takesOrder } from '../attempt.ts';
import type { Attempt, AttemptState } from '../attempt.ts';
import type { AttemptQuery } from './store.ts';

/** A value that both engines bind and give back. */
export type SqlValue = string | number | null;
/** The values of a row, in the order of the columns: an object with their names costs as much as the look-up. */
export type SqlRow = readonly unknown[];
/** One statement with its values. */
export type Step = readonly [sql: string, ...values: SqlValue[]];
/** What one transaction does, statement after statement, whether its engine answers now or later. */
export type Script<T> = Generator<Step, T, readonly SqlRow[]>;

const listed = (states: readonly AttemptState[]): string => `('${states.join("', '")}')`;
const paid = listed(attemptStates.filter(isPaid));
const taking = listed(attemptStates.filter(takesOrder));
const givenBack = listed(attemptStates.filter(isGivenBack));
const final = listed(attemptStates.filter(isFinal));

/**
 * The statements of a store, static, in what SQLite and PostgreSQL share. SQLite leaves out the
 * locks of rows, since it locks the whole file.
 */
export const statements = {
  insert: `INSERT INTO wallet_attempt VALUES
    (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
      ?22, ?23)
    ON CONFLICT DO NOTHING`,
  live: 'SELECT * FROM wallet_attempt WHERE order_ref = ?1 AND live = 1',
  byId: 'SELECT * FROM wallet_attempt WHERE id = ?1',
  bySession: 'SELECT * FROM wallet_attempt WHERE session_ref = ?1',
  byKey: 'SELECT * FROM wallet_attempt WHERE idempotency_key = ?1',
  byOrder: 'SELECT * FROM wallet_attempt WHERE order_ref = ?1',
  lock: 'SELECT id FROM wallet_attempt WHERE order_ref = ?1 ORDER BY id FOR UPDATE',
  clash: `SELECT token_sha256 FROM wallet_attempt
    WHERE (token_sha256 = ?1 OR idempotency_key = ?2) AND id <> ?3
    ORDER BY CASE WHEN token_sha256 = ?1 THEN 0 ELSE 1 END`,
  update: `UPDATE wallet_attempt SET
    state = ?3,
    live = CASE WHEN ?4 = 1 AND NOT EXISTS (
      SELECT 1 FROM wallet_attempt AS other
      WHERE other.order_ref = ?2 AND other.live = 1 AND other.id <> ?1
    ) THEN 1 ELSE 0 END,
    amount_minor = ?5, currency = ?6, order_sha256 = ?7, session_ref = ?8, payment_ref = ?9,
    open_until = ?10, wallet = ?11, idempotency_key = ?12, request_sha256 = ?13, token_sha256 = ?14,
    status = ?15, acs_url = ?16, flag = ?17, sent_at = ?18, next_check_at = ?19, checks = ?20,
    created_at = ?21, updated_at = ?22, version = ?23
    WHERE id = ?1 AND version = CAST(?23 AS INTEGER) - 1
    RETURNING id`,
  send: `UPDATE wallet_attempt SET
    state = ?3, wallet = ?4, idempotency_key = ?5, request_sha256 = ?6, token_sha256 = ?7,
    sent_at = ?8, next_check_at = ?9, checks = ?10, updated_at = ?11, version = ?12
    WHERE id = ?1 AND version = CAST(?12 AS INTEGER) - 1 AND live = 1
    AND NOT EXISTS (
      SELECT 1 FROM wallet_attempt AS other
      WHERE other.order_ref = ?2 AND other.id <> ?1
      AND (other.state IN ${taking}
        OR (other.flag = 'mismatch' AND other.state NOT IN ${givenBack}))
    )
    RETURNING id`,
  settle: `UPDATE wallet_attempt SET
    state = ?3,
    live = CASE WHEN ?4 = 1 AND NOT EXISTS (
      SELECT 1 FROM wallet_attempt AS other
      WHERE other.order_ref = ?2 AND other.live = 1 AND other.id <> ?1
    ) THEN 1 ELSE 0 END,
    status = ?5, acs_url = ?6, flag = ?7, next_check_at = ?8, checks = ?9, updated_at = ?10,
    version = ?11
    WHERE id = ?1 AND version = CAST(?11 AS INTEGER) - 1
    RETURNING id`,
  event: `INSERT INTO wallet_event (attempt_id, version, from_state, to_state, cause, at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
  claimDue: `UPDATE wallet_attempt
    SET next_check_at = CAST(?1 AS INTEGER) + CAST(?3 AS INTEGER), checks = checks + 1,
      version = version + 1
    WHERE id IN (
      SELECT id FROM wallet_attempt WHERE next_check_at <= ?1 ORDER BY next_check_at LIMIT ?2
      FOR UPDATE SKIP LOCKED
    )
    RETURNING *`,
  note: `INSERT INTO wallet_inbox (key, session_ref, version, status, verified, received_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`,
  hint: `UPDATE wallet_attempt SET next_check_at = ?2, checks = 0, version = version + 1
    WHERE session_ref = ?1 RETURNING *`,
  queue: `SELECT COALESCE(MAX(turn), 0) AS last, COUNT(next_at) AS waiting, (
      SELECT COUNT(*) FROM wallet_attempt AS other
      WHERE other.order_ref = ?1 AND other.id <> ?2 AND other.state IN ${paid}
    ) AS paid_by_others
    FROM wallet_outbox WHERE order_ref = ?1`,
  news: `INSERT INTO wallet_outbox
    (id, attempt_id, order_ref, turn, change_json, created_at, next_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
  claimNews: `UPDATE wallet_outbox SET next_at = CAST(?1 AS INTEGER) + CAST(?3 AS INTEGER)
    WHERE id IN (
      SELECT id FROM wallet_outbox AS news
      WHERE (next_at <= ?1 OR next_at > CAST(?1 AS INTEGER) + 2 * CAST(?3 AS INTEGER)) AND NOT EXISTS (
        SELECT 1 FROM wallet_outbox AS older
        WHERE older.order_ref = news.order_ref AND older.turn < news.turn
        AND older.next_at IS NOT NULL
      )
      ORDER BY next_at, created_at LIMIT ?2
      FOR UPDATE SKIP LOCKED
    )
    RETURNING change_json, created_at`,
  delivered: `UPDATE wallet_outbox SET next_at = NULL, delivered_at = ?2 WHERE id = ?1
    RETURNING order_ref`,
  nextNews: `UPDATE wallet_outbox SET next_at = CAST(?2 AS INTEGER) + CAST(?3 AS INTEGER)
    WHERE id = (
      SELECT id FROM wallet_outbox WHERE order_ref = ?1 AND next_at IS NOT NULL
      ORDER BY turn LIMIT 1
    ) AND (next_at <= ?2 OR next_at > CAST(?2 AS INTEGER) + 2 * CAST(?3 AS INTEGER))
    RETURNING change_json`,
  recover: `UPDATE wallet_attempt SET next_check_at = ?1, version = version + 1
    WHERE next_check_at IS NOT NULL AND state NOT IN ${final}`,
  release: `UPDATE wallet_attempt SET open_until = NULL, version = version + 1
    WHERE open_until IS NOT NULL AND live = 1 AND state = 'created' AND updated_at < ?1`,
} as const;

/** The statement and the value of a look-up. */
export function lookup(by: AttemptQuery): Step {
  if ('id' in by) return [statements.byId, by.id];
  if ('order' in by) return [statements.byOrder, by.order];
  if ('sessionId' in by) return [statements.bySession, by.sessionId];
  return [statements.byKey, by.idempotencyKey];
}

/** An attempt as the values of `insert` and `update`, in the order of the columns. */
export function toValues(attempt: Attempt): SqlValue[] {
  return [
    attempt.id,
    attempt.order,
    attempt.state,
    attempt.live ? 1 : 0,
    attempt.amountMinor,
    attempt.currency,
    attempt.orderHash,
    attempt.sessionId,
    attempt.paymentId,
    attempt.openUntil,
    attempt.wallet,
    attempt.idempotencyKey,
    attempt.requestHash,
    attempt.tokenHash,
    attempt.status,
    attempt.acsUrl,
    attempt.flag,
    attempt.sentAt,
    attempt.nextCheckAt,
    attempt.checks,
    attempt.createdAt,
    attempt.updatedAt,
    attempt.version,
  ];
}

/** What an attempt gets when it is sent, as the values of `send`. */
export function toSent(attempt: Attempt): SqlValue[] {
  return [
    attempt.id,
    attempt.order,
    attempt.state,
    attempt.wallet,
    attempt.idempotencyKey,
    attempt.requestHash,
    attempt.tokenHash,
    attempt.sentAt,
    attempt.nextCheckAt,
    attempt.checks,
    attempt.updatedAt,
    attempt.version,
  ];
}

/** What can change in an attempt once it was sent, as the values of `settle`. */
export function toSettled(attempt: Attempt): SqlValue[] {
  return [
    attempt.id,
    attempt.order,
    attempt.state,
    attempt.live ? 1 : 0,
    attempt.status,
    attempt.acsUrl,
    attempt.flag,
    attempt.nextCheckAt,
    attempt.checks,
    attempt.updatedAt,
    attempt.version,
  ];
}

/** A whole row as an attempt. The engine checked the types when the row was written. */
export function toAttempt(row: SqlRow): Attempt {
  return {
    id: row[0] as string,
    order: row[1] as string,
    state: row[2] as AttemptState,
    live: integer(row[3]) === 1,
    amountMinor: integer(row[4]),
    currency: row[5] as string,
    orderHash: row[6] as string,
    sessionId: row[7] as string | null,
    paymentId: row[8] as string | null,
    openUntil: optional(row[9]),
    wallet: row[10] as Attempt['wallet'],
    idempotencyKey: row[11] as string | null,
    requestHash: row[12] as string | null,
    tokenHash: row[13] as string | null,
    status: row[14] as string,
    acsUrl: row[15] as string | null,
    flag: row[16] as Attempt['flag'],
    sentAt: optional(row[17]),
    nextCheckAt: optional(row[18]),
    checks: integer(row[19]),
    createdAt: integer(row[20]),
    updatedAt: integer(row[21]),
    version: integer(row[22]),
  };
}

/** PostgreSQL's drivers give 64-bit integers as text, or as bigint. */
function integer(value: unknown): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error('A stored integer is none.');
  return number;
}

function optional(value: unknown): number | null {
  return value === null ? null : integer(value);
}
