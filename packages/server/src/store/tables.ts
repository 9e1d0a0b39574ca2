/**
 * The tables, one list of statements for each version, in the dialect of SQLite. A published version is never edited.
 * Each statement may run again, also beside another server. Times are milliseconds since 1970.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    // The text of a record is read and written by `record-body.ts` alone.
    `CREATE TABLE IF NOT EXISTS wallet_order (merchant TEXT NOT NULL, order_ref TEXT NOT NULL, version INTEGER NOT NULL,
      body TEXT NOT NULL, settled_at INTEGER, PRIMARY KEY (merchant, order_ref)) STRICT`,
    `CREATE INDEX IF NOT EXISTS wallet_order_settled ON wallet_order (merchant, settled_at)
      WHERE settled_at IS NOT NULL`,
    `CREATE TABLE IF NOT EXISTS wallet_key (merchant TEXT NOT NULL, value TEXT NOT NULL, order_ref TEXT NOT NULL,
      PRIMARY KEY (merchant, value)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE IF NOT EXISTS wallet_due (merchant TEXT NOT NULL, order_ref TEXT NOT NULL, subject TEXT NOT NULL,
      queue TEXT NOT NULL, at INTEGER NOT NULL, tries INTEGER NOT NULL,
      PRIMARY KEY (merchant, order_ref, subject)) STRICT, WITHOUT ROWID`,
    'CREATE INDEX IF NOT EXISTS wallet_due_at ON wallet_due (merchant, queue, at)',
    `CREATE TABLE IF NOT EXISTS wallet_attempt (merchant TEXT NOT NULL, id TEXT NOT NULL, order_ref TEXT NOT NULL,
      opened_at INTEGER NOT NULL, state TEXT NOT NULL, review INTEGER NOT NULL, hold_ends_at INTEGER,
      PRIMARY KEY (merchant, id)) STRICT, WITHOUT ROWID`,
    'CREATE INDEX IF NOT EXISTS wallet_attempt_opened ON wallet_attempt (merchant, opened_at, id)',
    'CREATE INDEX IF NOT EXISTS wallet_attempt_state ON wallet_attempt (merchant, state, opened_at, id)',
    'CREATE INDEX IF NOT EXISTS wallet_attempt_review ON wallet_attempt (merchant, opened_at, id) WHERE review = 1',
    `CREATE INDEX IF NOT EXISTS wallet_attempt_hold ON wallet_attempt (merchant, hold_ends_at)
      WHERE hold_ends_at IS NOT NULL`,
  ],
];
