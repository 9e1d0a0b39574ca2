import type {
  Claim,
  ClaimedRecord,
  DueRow,
  ListedRecord,
  Queue,
  RecordQuery,
  Records,
  RecordWrite,
  StoredRecord,
} from '../records/store.ts';
import {
  type MysqlRow,
  type Run,
  type Session,
  unlessTaken,
  type Values,
  textOf,
} from './mysql-session.ts';
import { anyDue, listStatement, statements } from './mysql-statements.ts';

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
