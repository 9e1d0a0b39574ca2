import {
  type Attempt,
  type AttemptState,
  closesOrder,
  isFinal,
  isPaid,
  states,
} from '../payment/attempt.ts';
import { deliveryLease } from '../payment/store.ts';

/** A value that both engines bind. */
export type SqlValue = string | number | null;
/** The values of a statement, by parameter name. */
export type SqlValues = Readonly<Record<string, SqlValue>>;
/** The values of a row, in the order of the columns. */
export type SqlRow = readonly unknown[];

/**
 * The columns of an attempt, by field, in the order of a row. This is the only such list. Integers hold minor units
 * and milliseconds.
 */
const columns = {
  id: 'id TEXT NOT NULL',
  order: 'order_ref TEXT NOT NULL',
  state: `state TEXT NOT NULL DEFAULT 'created'`,
  live: 'live INT NOT NULL DEFAULT 1',
  currency: 'currency TEXT NOT NULL',
  asked: 'asked INTEGER NOT NULL',
  held: 'held INTEGER NOT NULL DEFAULT 0',
  charged: 'charged INTEGER NOT NULL DEFAULT 0',
  refunded: 'refunded INTEGER NOT NULL DEFAULT 0',
  sessionId: 'session_ref TEXT NOT NULL',
  paymentId: 'payment_ref TEXT',
  wallet: 'wallet TEXT',
  idempotencyKey: 'idempotency_key TEXT',
  requestHash: 'request_sha256 TEXT',
  tokenHash: 'token_sha256 TEXT',
  status: `status TEXT NOT NULL DEFAULT ''`,
  refusal: 'refusal TEXT',
  acsUrl: 'acs_url TEXT',
  flag: 'flag TEXT',
  cardNetwork: 'card_network TEXT',
  cardLast4: 'card_last4 TEXT',
  bankReference: 'bank_reference TEXT',
  openedAt: 'opened_at INTEGER NOT NULL',
  sentAt: 'sent_at INTEGER',
  absentAt: 'absent_at INTEGER',
  amountsAt: 'amounts_at INTEGER',
  nextCheckAt: 'next_check_at INTEGER',
  checks: 'checks INT NOT NULL DEFAULT 0',
  updatedAt: 'updated_at INTEGER NOT NULL',
  version: 'version INT NOT NULL DEFAULT 0',
} as const satisfies Record<Exclude<keyof Attempt, 'readAt' | 'clockSince'>, string>;

/** The columns in the order of a row; the time of reading follows them. */
export const fields = Object.entries(columns).map(([field, definition]) => {
  const [name = ''] = definition.split(' ');
  return { field, name, isInteger: definition.includes('INT') };
});
const operationColumns =
  'id, attempt_id, kind, call_key, amount, amount_before, state, refusal, sent_at';

/**
 * The tables, one list of statements for each version. The unique indexes allow an order one live attempt, and an
 * attempt one open operation, in any process. A published version is never edited.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE wallet_attempt (merchant TEXT NOT NULL, ${Object.values(columns).join(', ')},
      PRIMARY KEY (merchant, id)) STRICT`,
    `CREATE UNIQUE INDEX wallet_attempt_token_sha256 ON wallet_attempt (merchant, token_sha256)
      WHERE token_sha256 IS NOT NULL`,
    `CREATE UNIQUE INDEX wallet_attempt_idempotency_key ON wallet_attempt (merchant, idempotency_key)
      WHERE idempotency_key IS NOT NULL`,
    'CREATE UNIQUE INDEX wallet_attempt_session ON wallet_attempt (merchant, session_ref)',
    'CREATE UNIQUE INDEX wallet_attempt_live ON wallet_attempt (merchant, order_ref) WHERE live = 1',
    'CREATE INDEX wallet_attempt_order ON wallet_attempt (merchant, order_ref)',
    `CREATE INDEX wallet_attempt_due ON wallet_attempt (merchant, next_check_at)
      WHERE next_check_at IS NOT NULL`,
    'CREATE INDEX wallet_attempt_list ON wallet_attempt (merchant, opened_at, id, state)',
    `CREATE INDEX wallet_attempt_review ON wallet_attempt (merchant, opened_at, id)
      WHERE flag IN ('mismatch', 'needs_review')`,
    'CREATE INDEX wallet_attempt_over ON wallet_attempt (merchant, updated_at) WHERE live = 0',
    `CREATE TABLE wallet_event (seq INTEGER PRIMARY KEY, merchant TEXT NOT NULL,
      attempt_id TEXT NOT NULL, order_ref TEXT NOT NULL, from_state TEXT NOT NULL,
      to_state TEXT NOT NULL, cause TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL,
      change_json TEXT, deliver_at INTEGER, tries INT NOT NULL) STRICT`,
    'CREATE INDEX wallet_event_order ON wallet_event (merchant, order_ref)',
    `CREATE INDEX wallet_event_undelivered ON wallet_event (merchant, deliver_at)
      WHERE deliver_at IS NOT NULL`,
    `CREATE TABLE wallet_operation (merchant TEXT NOT NULL, id TEXT NOT NULL,
      attempt_id TEXT NOT NULL, kind TEXT NOT NULL, call_key TEXT NOT NULL, amount INTEGER NOT NULL,
      amount_before INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'sent',
      refusal TEXT NOT NULL DEFAULT '', sent_at INTEGER NOT NULL,
      PRIMARY KEY (merchant, attempt_id, id)) STRICT`,
    `CREATE UNIQUE INDEX wallet_operation_key ON wallet_operation (merchant, attempt_id, call_key)
      WHERE state <> 'refused'`,
    `CREATE UNIQUE INDEX wallet_operation_open ON wallet_operation (merchant, attempt_id)
      WHERE state IN ('sent', 'unknown')`,
  ],
];

const inStates = (test: (state: AttemptState) => boolean): string =>
  `IN ('${(Object.keys(states) as AttemptState[]).filter(test).join("', '")}')`;
const closing = inStates((state) => closesOrder({ state, flag: null }));
const closingFlagged = inStates((state) => closesOrder({ state, flag: 'mismatch' }));
const closes = (row: string): string =>
  `(${row}.state ${closing} OR (${row}.flag = 'mismatch' AND ${row}.state ${closingFlagged}))`;

const names = fields.map(({ name }) => name).join(', ');
const attempt = `${names}, :now AS read_at`;
const byStore = ['id', 'order', 'live', 'sentAt', 'nextCheckAt', 'updatedAt'];
const byCaller = fields.filter(({ field }) => !byStore.includes(field));
/** They stay once the token is sent. SQLite would rewrite their indexes at each write. */
const ofIntent = ['sessionId', 'idempotencyKey', 'tokenHash', 'openedAt'];
const isOpen = `state IN ('sent', 'unknown')`;
/** Written so that SQLite uses the index of the order, not the index of all undelivered events. */
const isUndelivered = (row: string): string => `COALESCE(${row}.deliver_at, 0) > 0`;

/** The attempts of an order, locked: another write of the order waits, or its result is visible here. */
const peers = `peers AS MATERIALIZED (SELECT merchant, id, state, flag, live, version FROM wallet_attempt
  WHERE merchant = :merchant AND order_ref = :order ORDER BY id FOR UPDATE)`;

const update = (set: typeof fields): string => `UPDATE wallet_attempt SET
  ${set.map(({ field, name }) => `${name} = :${field}`).join(', ')},
  live = CASE WHEN :live = 1 AND NOT EXISTS (
    SELECT 1 FROM peers WHERE peers.id <> :id AND peers.live = 1) THEN 1 ELSE 0 END,
  sent_at = CASE WHEN :state = 'created' THEN NULL
    WHEN :state = 'sending' AND state <> 'sending' THEN :now ELSE sent_at END,
  next_check_at = CASE WHEN :keepsCheck = 1 THEN next_check_at
    ELSE :now + CAST(:checkIn AS INTEGER) END,
  updated_at = :now
  WHERE merchant = :merchant AND id = :id AND version = :version - 1 AND (SELECT COUNT(*) FROM peers) > 0
  AND (:state <> 'sending' OR state = 'sending' OR (live = 1 AND NOT EXISTS (
    SELECT 1 FROM peers WHERE peers.id <> :id AND ${closes('peers')})))
  RETURNING ${names}, updated_at AS read_at`;
const intent = update(byCaller);
const outcome = update(byCaller.filter(({ field }) => !ofIntent.includes(field)));

/** One line of the history. Its writer delivers the change if no older one of the order is undelivered. */
// Without the limit SQLite would evaluate a condition once for each place that names it.
const event = (isAlone = '1 = 1'): string => `INSERT INTO wallet_event
  (merchant, attempt_id, order_ref, from_state, to_state, cause, status, at, change_json, deliver_at, tries)
  SELECT :merchant, id, order_ref, :from, state, :cause, status, updated_at,
    CASE WHEN is_sent THEN :change END,
    CASE WHEN is_sent THEN updated_at + CASE WHEN is_first THEN ${deliveryLease} ELSE 0 END END,
    CASE WHEN is_sent AND is_first THEN 1 ELSE 0 END
  FROM (SELECT written.*,
    CAST(:change AS TEXT) IS NOT NULL AND (state NOT ${inStates((state) => states[state].money === 'none')} OR NOT EXISTS (
      SELECT 1 FROM peers WHERE peers.id <> :id AND peers.state ${inStates(isPaid)})) AS is_sent,
    ${isAlone} AND NOT EXISTS (SELECT 1 FROM wallet_event WHERE merchant = :merchant
      AND order_ref = :order AND ${isUndelivered('wallet_event')}) AS is_first
    FROM written LIMIT 1) AS line
  WHERE (:from <> state AND state NOT IN ('created', 'sending')) OR CAST(:change AS TEXT) IS NOT NULL OR :isNoted = 1
  RETURNING seq, tries`;

/** An operation that has ended stays as it is, but for a done one that the service has dropped. */
const operation = `UPDATE wallet_operation SET state = :operationState, refusal = :operationRefusal
  WHERE merchant = :merchant AND id = :operationId AND attempt_id = :id
  AND (${isOpen} OR (state = 'done' AND :operationRefusal = 'dropped'))`;

const insert = `INSERT INTO wallet_attempt
  (merchant, id, order_ref, currency, asked, session_ref, payment_ref, opened_at, updated_at)
  SELECT :merchant, :id, :order, :currency, CAST(:asked AS INTEGER), :sessionId, :paymentId, :now, :now
  WHERE NOT EXISTS (SELECT 1 FROM wallet_attempt AS other
    WHERE other.merchant = :merchant AND other.order_ref = :order AND (other.live = 1 OR ${closes('other')}))
  ON CONFLICT (merchant, order_ref) WHERE live = 1 DO NOTHING
  RETURNING ${attempt}`;

const begin = `WITH locked AS MATERIALIZED (SELECT * FROM wallet_attempt
    WHERE merchant = :merchant AND id = :attempt FOR UPDATE)
  INSERT INTO wallet_operation (merchant, id, attempt_id, kind, call_key, amount, amount_before, sent_at)
  SELECT :merchant, :id, id, :kind, :key, CAST(:amount AS INTEGER), CAST(:before AS INTEGER), :now
  FROM locked WHERE version = :version
  ON CONFLICT DO NOTHING
  RETURNING ${operationColumns}`;

// PostgreSQL can estimate how many are null, but not the result of a comparison with the clock.
const isDueHead = `event.merchant = :merchant AND event.deliver_at IS NOT NULL
  AND (event.deliver_at <= :now OR event.deliver_at > :now + 7200000)
  AND NOT EXISTS (SELECT 1 FROM wallet_event AS older WHERE older.merchant = :merchant
    AND older.order_ref = event.order_ref AND older.seq < event.seq AND ${isUndelivered('older')})`;

/** The attempts to prune: they have no undelivered change, open operation or review, and close no order. */
const pruned = `pruned AS MATERIALIZED (SELECT id, order_ref FROM wallet_attempt AS attempt
  WHERE merchant = :merchant AND live = 0 AND updated_at < :before AND state ${inStates((state) => isFinal(state) && !isPaid(state))}
  AND (flag IS NULL OR flag = 'resolved')
  AND NOT EXISTS (SELECT 1 FROM wallet_event AS event WHERE event.merchant = :merchant
    AND event.order_ref = attempt.order_ref AND event.attempt_id = attempt.id AND ${isUndelivered('event')})
  AND NOT EXISTS (SELECT 1 FROM wallet_operation AS operation WHERE operation.merchant = :merchant
    AND operation.attempt_id = attempt.id AND operation.${isOpen})
  ORDER BY updated_at, id LIMIT :limit FOR UPDATE SKIP LOCKED)`;

const ofPruned = 'merchant = :merchant AND attempt_id IN (SELECT id FROM pruned)';
const prune = [
  `DELETE FROM wallet_event WHERE ${ofPruned} AND order_ref IN (SELECT order_ref FROM pruned)`,
  `DELETE FROM wallet_operation WHERE ${ofPruned}`,
  'DELETE FROM wallet_attempt WHERE merchant = :merchant AND id IN (SELECT id FROM pruned) RETURNING id',
] as const;

/** The parts of tasks that write to several tables. SQLite runs them in sequence, PostgreSQL as one statement. */
export const parts = { peers, intent, outcome, event, operation, insert, pruned, prune };

const select = `SELECT ${attempt} FROM wallet_attempt WHERE merchant = :merchant`;
const list = `${select} AND opened_at >= :since AND (opened_at, id) < (CAST(:openedAt AS INTEGER), :id)
  AND (CAST(:state AS TEXT) IS NULL OR state = :state)`;
const page = 'ORDER BY opened_at DESC, id DESC LIMIT :limit';

/** The static statements of both engines. */
export const statements = {
  begin,
  byId: `${select} AND id = :id`,
  byOrder: `${select} AND order_ref = :order`,
  bySession: `${select} AND session_ref = :sessionId`,
  byKey: `${select} AND idempotency_key = :idempotencyKey`,
  makeDue: `UPDATE wallet_attempt SET next_check_at = :now, checks = 0, version = version + 1
    WHERE merchant = :merchant AND session_ref = :sessionId RETURNING ${attempt}`,
  // With MIN, because PostgreSQL would read the whole table for a comparison.
  isDue: `SELECT 1 AS due WHERE :now >= (
      SELECT MIN(next_check_at) FROM wallet_attempt WHERE merchant = :merchant AND next_check_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM wallet_event AS event WHERE ${isDueHead})`,
  claimDue: `WITH due AS MATERIALIZED (SELECT id FROM wallet_attempt
      WHERE merchant = :merchant AND next_check_at <= :now
      ORDER BY next_check_at LIMIT :limit FOR UPDATE SKIP LOCKED)
    UPDATE wallet_attempt SET next_check_at = :now + CAST(:lease AS INTEGER), checks = checks + 1, version = version + 1
    WHERE merchant = :merchant AND id IN (SELECT id FROM due) RETURNING ${attempt}`,
  claimUndelivered: `WITH due AS MATERIALIZED (SELECT seq FROM wallet_event AS event
      WHERE ${isDueHead} ORDER BY event.deliver_at, event.seq LIMIT :limit FOR UPDATE SKIP LOCKED)
    UPDATE wallet_event SET tries = tries + 1, deliver_at = :now + ${deliveryLease} * CASE WHEN tries < 7 THEN 1 << tries ELSE 120 END
    WHERE seq IN (SELECT seq FROM due)
    RETURNING seq, change_json, tries - 1 AS tries, at, :now AS read_at`,
  delivered: `UPDATE wallet_event SET deliver_at = NULL WHERE seq IN (
    SELECT event.seq FROM json_each(:seqs) AS given CROSS JOIN wallet_event AS event
    WHERE event.seq = CAST(given.value AS INTEGER) AND event.merchant = :merchant)`,
  history: `SELECT ${attempt},
      (SELECT CAST(json_group_array(json_array(seq, attempt_id, from_state, to_state, cause, status, at)) AS TEXT)
        FROM wallet_event AS event WHERE event.merchant = :merchant
        AND event.order_ref = :order AND event.attempt_id = attempt.id) AS events,
      (SELECT CAST(json_group_array(json_array(${operationColumns})) AS TEXT)
        FROM wallet_operation AS operation WHERE operation.merchant = :merchant
        AND operation.attempt_id = attempt.id) AS operations
    FROM wallet_attempt AS attempt WHERE merchant = :merchant AND order_ref = :order`,
  list: `${list} ${page}`,
  listReview: `${list} AND flag IN ('mismatch', 'needs_review') ${page}`,
} as const;
