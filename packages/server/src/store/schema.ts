import { WalletServerError } from '../errors.ts';
import type { Script } from './sql.ts';

/**
 * The tables, version after version, in the words of SQLite; PostgreSQL reads `BIGINT` for `INTEGER` and
 * knows no `STRICT`. Integers hold minor units and milliseconds. The partial unique index is what
 * keeps an order to one live attempt, whichever process asks. A version is never edited once it is
 * published: what changes is a further list.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE wallet_attempt (
      id TEXT PRIMARY KEY,
      order_ref TEXT NOT NULL,
      state TEXT NOT NULL,
      live INTEGER NOT NULL,
      amount_minor INTEGER NOT NULL,
      currency TEXT NOT NULL,
      order_sha256 TEXT NOT NULL,
      session_ref TEXT UNIQUE,
      payment_ref TEXT,
      open_until INTEGER,
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
    ) STRICT`,
    'CREATE UNIQUE INDEX wallet_attempt_live ON wallet_attempt (order_ref) WHERE live = 1',
    'CREATE INDEX wallet_attempt_order ON wallet_attempt (order_ref)',
    `CREATE INDEX wallet_attempt_due ON wallet_attempt (next_check_at)
      WHERE next_check_at IS NOT NULL`,
    `CREATE TABLE wallet_event (
      attempt_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      from_state TEXT NOT NULL,
      to_state TEXT NOT NULL,
      cause TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (attempt_id, version)
    ) STRICT`,
    `CREATE TABLE wallet_inbox (
      key TEXT PRIMARY KEY,
      session_ref TEXT NOT NULL,
      version TEXT NOT NULL,
      status TEXT NOT NULL,
      verified INTEGER NOT NULL,
      received_at INTEGER NOT NULL
    ) STRICT`,
    `CREATE TABLE wallet_outbox (
      id TEXT PRIMARY KEY,
      attempt_id TEXT NOT NULL,
      order_ref TEXT NOT NULL,
      turn INTEGER NOT NULL,
      change_json TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      next_at INTEGER,
      delivered_at INTEGER
    ) STRICT`,
    'CREATE INDEX wallet_outbox_due ON wallet_outbox (next_at) WHERE next_at IS NOT NULL',
    'CREATE UNIQUE INDEX wallet_outbox_order ON wallet_outbox (order_ref, turn)',
  ],
];

const versions = 'CREATE TABLE IF NOT EXISTS wallet_schema (version INTEGER PRIMARY KEY) STRICT';

/**
 * Brings a database to the newest version; one transaction, so it is at one version or the next. Whoever
 * runs it has to keep others out.
 * @throws {WalletServerError} `config_invalid` where a newer release has been at work.
 */
export function* migrate(list: readonly (readonly string[])[] = migrations): Script<void> {
  yield [versions];
  const [row] = yield ['SELECT MAX(version) AS version FROM wallet_schema'];
  const version = Number(row?.[0] ?? 0);
  if (version > list.length) {
    throw new WalletServerError('config_invalid', 'A newer release wrote the payment database.', {
      suggestion: 'Run that release, or a later one.',
    });
  }
  for (const [at, statements] of list.slice(version).entries()) {
    for (const statement of statements) yield [statement];
    yield ['INSERT INTO wallet_schema (version) VALUES (?1)', version + at + 1];
  }
}
