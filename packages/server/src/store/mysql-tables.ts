/** A name, as the bytes of its UTF-8: a collation would take two orders for one that differ by case or a blank. */
const text = 'VARBINARY(512) NOT NULL';
const options = 'ENGINE=InnoDB ROW_FORMAT=DYNAMIC';

/** The most bytes of a name. An order has at most 128 characters, of 4 bytes each. */
export const longestName = 512;

/**
 * The tables, one list of statements for each version. A published version is never edited. Each statement may run
 * again, also beside another server: MySQL commits each by itself, and a lock would end with the first.
 * Times are milliseconds since 1970.
 */
export const mysqlMigrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE IF NOT EXISTS wallet_schema (version BIGINT PRIMARY KEY) ${options}`,
    // The text of a record is read and written by `record-body.ts` alone.
    `CREATE TABLE IF NOT EXISTS wallet_order (merchant ${text}, order_ref ${text}, version BIGINT NOT NULL,
      body LONGTEXT CHARACTER SET utf8mb4 NOT NULL, settled_at BIGINT, PRIMARY KEY (merchant, order_ref),
      INDEX wallet_order_settled (merchant, settled_at)) ${options}`,
    `CREATE TABLE IF NOT EXISTS wallet_key (merchant ${text}, value ${text}, order_ref ${text},
      PRIMARY KEY (merchant, value)) ${options}`,
    `CREATE TABLE IF NOT EXISTS wallet_due (merchant ${text}, order_ref ${text}, subject ${text}, queue ${text},
      at BIGINT NOT NULL, tries BIGINT NOT NULL, PRIMARY KEY (merchant, order_ref, subject),
      INDEX wallet_due_at (merchant, queue, at)) ${options}`,
    `CREATE TABLE IF NOT EXISTS wallet_attempt (merchant ${text}, id ${text}, order_ref ${text},
      opened_at BIGINT NOT NULL, state ${text}, review BIGINT NOT NULL, hold_ends_at BIGINT,
      PRIMARY KEY (merchant, id),
      INDEX wallet_attempt_opened (merchant, opened_at, id),
      INDEX wallet_attempt_state (merchant, state, opened_at, id),
      INDEX wallet_attempt_review (merchant, review, opened_at, id),
      INDEX wallet_attempt_hold (merchant, hold_ends_at)) ${options}`,
  ],
];
