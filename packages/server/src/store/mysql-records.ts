import {
  type Claim,
  type ClaimedRecord,
  type DueRow,
  freshFor,
  type ListedRecord,
  type ListFilter,
  type Queue,
  type RecordQuery,
  type Records,
  type RecordWrite,
  type StoredRecord,
} from '../payment/records.ts';
import { listIndex } from './list-index.ts';
import {
  type MysqlRow,
  type Run,
  type Session,
  unlessTaken,
  type Values,
  textOf,
} from './mysql-session.ts';

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

const statements = {
  byOrder: recordsOf(`SELECT CAST(:order AS BINARY) AS order_ref, '' AS attempt, 1 AS number`),
  byKey: recordsOf(`SELECT order_ref, '' AS attempt, 1 AS number FROM wallet_key
    WHERE merchant = :merchant AND value = :key`),
  byAttempt: recordsOf(`SELECT order_ref, id AS attempt, 1 AS number FROM wallet_attempt
    WHERE merchant = :merchant AND id = :attempt`),

  insert: `INSERT INTO wallet_order (merchant, order_ref, version, body, settled_at)
    VALUES (:merchant, :order, CAST(:next AS SIGNED), CONVERT(:body USING utf8mb4), :settledAt)`,
  update: `UPDATE wallet_order
    SET version = CAST(:next AS SIGNED), body = CONVERT(:body USING utf8mb4), settled_at = :settledAt
    WHERE merchant = :merchant AND order_ref = :order AND version = CAST(:version AS SIGNED)`,
  remove: `DELETE FROM wallet_order
    WHERE merchant = :merchant AND order_ref = :order AND version = CAST(:version AS SIGNED)`,
  putKey: 'INSERT INTO wallet_key (merchant, value, order_ref) VALUES (:merchant, :key, :order)',
  removeKey: 'DELETE FROM wallet_key WHERE merchant = :merchant AND value = :key',
  putDue: `REPLACE INTO wallet_due (merchant, order_ref, subject, queue, at, tries)
    VALUES (:merchant, :order, :subject, :queue, :at, :tries)`,
  removeDue: `DELETE FROM wallet_due
    WHERE merchant = :merchant AND order_ref = :order AND subject = :subject`,
  putRow: `REPLACE INTO wallet_attempt (merchant, id, order_ref, opened_at, state, review, hold_ends_at)
    VALUES (:merchant, :attempt, :order, :openedAt, :state, :review, :holdEndsAt)`,
  removeRow: 'DELETE FROM wallet_attempt WHERE merchant = :merchant AND id = :attempt',
  isFresh: `SELECT :now BETWEEN CAST(:at AS SIGNED) AND CAST(:at AS SIGNED) + ${String(freshFor)}`,

  claim: `${dueIn('queue')} ORDER BY at LIMIT :limit FOR UPDATE SKIP LOCKED`,
  claimNewest: `${dueIn('queue')} ORDER BY at DESC LIMIT :limit FOR UPDATE SKIP LOCKED`,
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

/** What is due in a queue. Its index is named, because every row that is read is locked. */
function dueIn(queue: string): string {
  return `SELECT order_ref, subject, tries FROM wallet_due FORCE INDEX (wallet_due_at)
    WHERE merchant = :merchant AND queue = :${queue}
    AND (at <= :now OR at > :now + CAST(:furthest AS SIGNED))`;
}

/** Whether anything is due: an idle look locks nothing. */
function anyDue(queues: readonly string[]): string {
  const due = queues.map((queue) => `EXISTS (${dueIn(queue)})`);
  return `SELECT ${due.join(' OR ')}, @@autocommit`;
}

/** A listing has an index for each way to filter it. */
function listStatement(filter: ListFilter): string {
  const { state, needsReview, holdEndsBefore, after } = filter;
  const filters = [
    needsReview ? 'AND review = 1' : '',
    holdEndsBefore === null ? '' : 'AND hold_ends_at < CAST(:holdEndsBefore AS SIGNED)',
    state === null ? '' : 'AND state = :state',
    // Rows are not compared as a whole: such a comparison searches no index.
    after === null
      ? ''
      : `AND opened_at <= CAST(:openedAt AS SIGNED)
        AND (opened_at < CAST(:openedAt AS SIGNED) OR id < :attempt)`,
  ];
  return recordsOf(
    `SELECT order_ref, attempt, place,
        ROW_NUMBER() OVER (PARTITION BY order_ref ORDER BY place DESC, attempt DESC) AS number
      FROM (SELECT order_ref, id AS attempt, opened_at AS place
      FROM wallet_attempt FORCE INDEX (${listIndex(filter)})
      WHERE merchant = :merchant ${filters.join(' ')} AND opened_at >= CAST(:since AS SIGNED)
      ORDER BY opened_at DESC, id DESC LIMIT :limit) AS listed`,
    'ORDER BY page.place DESC, page.attempt DESC',
  );
}

/** The records of a merchant in MySQL or MariaDB. */
export function mysqlRecords(merchant: string, session: Session): Records {
  const read = async (sql: string, values: Values): Promise<readonly ListedRecord[]> =>
    grouped(await session.read(sql, { ...values, merchant }));
  const write: Session['write'] = async (work) =>
    session.write(async (run, undo) =>
      work(async (sql, values) => run(sql, { ...values, merchant }), undo),
    );
  return {
    load: async (lookup) => (await read(loading(lookup), { ...lookup }))[0] ?? null,
    save: async (change) => write(async (run, undo) => save(change, run, undo)),
    claim: async (options) => {
      const queueValues = Object.fromEntries(
        options.queues.map((queue, index) => [`queue${String(index)}`, queue]),
      );
      const values = { ...queueValues, furthest: options.furthest, merchant };
      const [[isAny] = []] = await session.read(anyDue(Object.keys(queueValues)), values);
      return Number(isAny) === 0 ? [] : write(async (run) => claim(options, run));
    },
    queued: async (queue, horizon, limit) => read(statements.queued, { queue, horizon, limit }),
    list: async (filter) => {
      const { state, since, holdEndsBefore, limit, after } = filter;
      const { openedAt = null, attempt = null } = after ?? {};
      const values = { state, since, holdEndsBefore, limit, openedAt, attempt };
      return read(listStatement(filter), values);
    },
    settle: async (cutoff, limit) => read(statements.settle, { cutoff, limit }),
  };
}

function loading(lookup: RecordQuery): string {
  if ('order' in lookup) return statements.byOrder;
  return 'key' in lookup ? statements.byKey : statements.byAttempt;
}

async function save(
  change: RecordWrite,
  run: Run,
  undo: () => Promise<void>,
): Promise<'saved' | 'stale' | 'reused'> {
  const { order, version, next, at, body, settledAt, keys, due, rows } = change;
  const insertOrUpdate = version === 0 ? statements.insert : statements.update;
  const result = await unlessTaken(
    run(body === null ? statements.remove : insertOrUpdate, {
      order,
      version,
      next,
      body,
      settledAt,
    }),
  );
  if (result?.written !== 1) {
    await undo();
    return 'stale';
  }
  for (const key of keys.remove) await run(statements.removeKey, { key });
  for (const key of keys.put) {
    if (await unlessTaken(run(statements.putKey, { key, order }))) continue;
    await undo();
    return 'reused';
  }
  for (const attempt of rows.remove) await run(statements.removeRow, { attempt });
  for (const { needsReview, ...row } of rows.put) {
    await run(statements.putRow, { ...row, order, review: Number(needsReview) });
  }
  for (const subject of due.remove) await run(statements.removeDue, { order, subject });
  for (const row of due.put) await run(statements.putDue, { ...row, order });
  // Last, because each statement may have waited for the locks of another.
  const {
    rows: [[isFresh] = []],
  } = await run(statements.isFresh, { at });
  if (Number(isFresh) === 1) return 'saved';
  await undo();
  return 'stale';
}

async function claim(options: Claim, run: Run): Promise<readonly ClaimedRecord[]> {
  const claimedRecords: ClaimedRecord[] = [];
  for (const queue of options.queues) {
    const limit = options.limit - claimedRecords.length;
    if (limit <= 0) break;
    const { furthest, newestFirst } = options;
    const statement = newestFirst.includes(queue) ? statements.claimNewest : statements.claim;
    const { rows } = await run(statement, { queue, furthest, limit });
    for (const [order, subject, tried] of rows) {
      const tries = Number(tried);
      const about = { order: textOf(order), subject: textOf(subject) };
      const lease = Math.min(options.lease * 2 ** tries, options.longest);
      await run(statements.postpone, { ...about, lease });
      const { rows: recordRows } = await run(statements.byOrder, { order: about.order });
      const [record] = grouped(recordRows);
      if (record) claimedRecords.push({ ...record, subject: about.subject, tries });
    }
  }
  return claimedRecords;
}

/** The records of these rows, in their order. */
function grouped(rows: readonly MysqlRow[]): readonly ListedRecord[] {
  const records = new Map<string, StoredRecord & { body: string | null; due: DueRow[] }>();
  const places = new Map<string, Pick<ListedRecord, 'order' | 'attempt'>>();
  for (const [now, , orderBytes, attemptBytes, version, body, subject, queue, at, tries] of rows) {
    // Nothing was found.
    if (orderBytes === null) continue;
    const order = textOf(orderBytes);
    const attempt = textOf(attemptBytes);
    const times = { at: Number(now), clockSince: 0 };
    const record = records.get(order) ?? {
      order,
      version: Number(version ?? 0),
      body: null,
      due: [],
      ...times,
    };
    records.set(order, record);
    places.set(JSON.stringify([order, attempt]), { order, attempt });
    if (body !== null) record.body = textOf(body);
    if (subject === null) continue;
    const row = { queue: textOf(queue) as Queue, at: Number(at), tries: Number(tries) };
    record.due.push({ subject: textOf(subject), ...row });
  }
  return [...places.values()].flatMap(({ order, attempt }) => {
    const record = records.get(order);
    return record ? [{ ...record, attempt }] : [];
  });
}
