import type { Attempt, AttemptState } from '../attempt.ts';
import type { AttemptQuery } from './store.ts';

/**
 * The statements of a store, static, in what SQLite and PostgreSQL share. Integers hold minor units
 * and milliseconds. The partial unique index is what keeps an order to one live attempt, whichever
 * process asks.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS attempt (
  id TEXT PRIMARY KEY,
  order_ref TEXT NOT NULL,
  state TEXT NOT NULL,
  live INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  session_ref TEXT UNIQUE,
  payment_ref TEXT,
  wallet TEXT,
  idempotency_key TEXT UNIQUE,
  request_sha256 TEXT,
  token_sha256 TEXT UNIQUE,
  status TEXT NOT NULL,
  acs_url TEXT,
  flag TEXT,
  sent_at INTEGER,
  next_check_at INTEGER,
  checks INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS attempt_live ON attempt (order_ref) WHERE live = 1;
CREATE INDEX IF NOT EXISTS attempt_order ON attempt (order_ref);
CREATE INDEX IF NOT EXISTS attempt_due ON attempt (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS event (
  attempt_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL,
  cause TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (attempt_id, version)
) STRICT;
CREATE TABLE IF NOT EXISTS inbox (
  key TEXT PRIMARY KEY,
  session_ref TEXT NOT NULL,
  version TEXT NOT NULL,
  status TEXT NOT NULL,
  verified INTEGER NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS outbox (
  id TEXT PRIMARY KEY,
  attempt_id TEXT NOT NULL,
  change_json TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  next_at INTEGER,
  delivered_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS outbox_due ON outbox (next_at) WHERE next_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO meta (name, value) VALUES ('schema_version', '1') ON CONFLICT DO NOTHING;
`;

/** A value that both engines bind and give back. */
export type SqlValue = string | number | null;
/** A row as an engine gives it. */
export type SqlRow = Readonly<Record<string, unknown>>;

const paid = "state IN ('authorized', 'paid', 'paid_off')";

export const statements = {
  insert: `INSERT INTO attempt VALUES
    (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)
    ON CONFLICT DO NOTHING`,
  live: 'SELECT * FROM attempt WHERE order_ref = ?1 AND live = 1',
  byId: 'SELECT * FROM attempt WHERE id = ?1',
  bySession: 'SELECT * FROM attempt WHERE session_ref = ?1',
  byKey: 'SELECT * FROM attempt WHERE idempotency_key = ?1',
  byOrder: `SELECT * FROM attempt WHERE order_ref = ?1
    ORDER BY CASE WHEN ${paid} THEN 2 ELSE live END DESC, created_at DESC LIMIT 1`,
  token: 'SELECT id FROM attempt WHERE token_sha256 = ?1 AND id <> ?2',
  key: 'SELECT id FROM attempt WHERE idempotency_key = ?1 AND id <> ?2',
  update: `UPDATE attempt SET
    state = ?3,
    live = CASE WHEN ?4 = 1 AND NOT EXISTS (
      SELECT 1 FROM attempt AS other
      WHERE other.order_ref = ?2 AND other.live = 1 AND other.id <> ?1
    ) THEN 1 ELSE 0 END,
    amount_minor = ?5, currency = ?6, session_ref = ?7, payment_ref = ?8, wallet = ?9,
    idempotency_key = ?10, request_sha256 = ?11, token_sha256 = ?12, status = ?13, acs_url = ?14,
    flag = ?15, sent_at = ?16, next_check_at = ?17, checks = ?18, created_at = ?19,
    updated_at = ?20, version = ?21
    WHERE id = ?1 AND version = ?21 - 1
    AND (?3 <> 'sending' OR NOT EXISTS (
      SELECT 1 FROM attempt AS other WHERE other.order_ref = ?2 AND other.id <> ?1 AND other.${paid}
    ))
    RETURNING id`,
  event: `INSERT INTO event (attempt_id, version, from_state, to_state, cause, at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
  claimDue: `UPDATE attempt SET next_check_at = ?1 + ?3, checks = checks + 1, version = version + 1
    WHERE id IN (SELECT id FROM attempt WHERE next_check_at <= ?1 ORDER BY next_check_at LIMIT ?2)
    RETURNING *`,
  note: `INSERT INTO inbox (key, session_ref, version, status, verified, received_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`,
  hint: 'UPDATE attempt SET next_check_at = ?2, version = version + 1 WHERE session_ref = ?1',
  news: `INSERT INTO outbox (id, attempt_id, change_json, created_at, next_at)
    VALUES (?1, ?2, ?3, ?4, ?4)`,
  claimNews: `UPDATE outbox SET next_at = ?1 + ?3
    WHERE id IN (SELECT id FROM outbox WHERE next_at <= ?1 ORDER BY next_at, created_at LIMIT ?2)
    RETURNING change_json, created_at`,
  delivered: 'UPDATE outbox SET next_at = NULL, delivered_at = ?2 WHERE id = ?1',
  recover: `UPDATE attempt SET next_check_at = ?1, version = version + 1
    WHERE next_check_at IS NOT NULL AND live = 1 AND state NOT IN ('paid', 'paid_off')`,
} as const;

/** The statement and the value of a look-up. */
export function lookup(by: AttemptQuery): readonly [string, string] {
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
    attempt.sessionId,
    attempt.paymentId,
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

/** A row as an attempt. The engine's own types were checked when the row was written (STRICT). */
export function toAttempt(row: SqlRow): Attempt {
  return {
    id: row['id'] as string,
    order: row['order_ref'] as string,
    state: row['state'] as AttemptState,
    live: row['live'] === 1,
    amountMinor: row['amount_minor'] as number,
    currency: row['currency'] as string,
    sessionId: row['session_ref'] as string | null,
    paymentId: row['payment_ref'] as string | null,
    wallet: row['wallet'] as Attempt['wallet'],
    idempotencyKey: row['idempotency_key'] as string | null,
    requestHash: row['request_sha256'] as string | null,
    tokenHash: row['token_sha256'] as string | null,
    status: row['status'] as string,
    acsUrl: row['acs_url'] as string | null,
    flag: row['flag'] as Attempt['flag'],
    sentAt: row['sent_at'] as number | null,
    nextCheckAt: row['next_check_at'] as number | null,
    checks: row['checks'] as number,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
    version: row['version'] as number,
  };
}
