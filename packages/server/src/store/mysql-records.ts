import type {
  Claim,
  ClaimedRecord,
  DueRow,
  ListedRecord,
  Queue,
  Records,
  RecordWrite,
  StoredRecord,
} from '../records/store.ts';
import { listValues } from './list-filter.ts';
import { type MysqlRow, type Run, type Session, textOf, unlessTaken } from './mysql-session.ts';
import { listStatement, statements } from './mysql-statements.ts';
import { lookupName, otherWrites, type Values, writeName } from './sql.ts';

/** The records of a merchant in MySQL or MariaDB. */
export function mysqlRecords(merchant: string, session: Session): Records {
  const read = async (sql: string, values: Values): Promise<readonly ListedRecord[]> =>
    grouped(await session.read(sql, { ...values, merchant }));
  const write: Session['write'] = async (work) =>
    session.write(async (run, undo) =>
      work(async (sql, values) => run(sql, { ...values, merchant }), undo),
    );
  return {
    load: async (lookup) => (await read(statements[lookupName(lookup)], lookup))[0] ?? null,
    save: async (change) => write(async (run, undo) => save(change, run, undo)),
    look: async () => {
      const [[now, , due] = []] = await session.read(statements.look, { merchant });
      return { at: Number(now), isDue: due !== null };
    },
    claim: async (options) => write(async (run) => claim(options, run)),
    queued: async (queue, horizon, limit) => read(statements.queued, { queue, horizon, limit }),
    list: async (filter) => read(listStatement(filter), listValues(filter)),
    settle: async (cutoff, limit) => read(statements.settle, { cutoff, limit }),
  };
}

async function save(
  change: RecordWrite,
  run: Run,
  undo: () => Promise<void>,
): Promise<'saved' | 'stale' | 'reused'> {
  const { order, version, next, at, body, settledAt } = change;
  const values = { order, version, next, body, settledAt };
  const result = await unlessTaken(run(statements[writeName(change)], values));
  if (result?.written !== 1) {
    await undo();
    return 'stale';
  }
  for (const [sql, otherValues] of otherWrites(change)) {
    if (await unlessTaken(run(sql, otherValues))) continue;
    // Only a key may be another order's.
    await undo();
    return 'reused';
  }
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
    const { furthest } = options;
    const statement = queue === 'first' ? statements.claimNewest : statements.claim;
    const { rows } = await run(statement, { queue, furthest, limit });
    for (const [order, subject, tried] of rows) {
      const tries = Number(tried);
      const about = { order: textOf(order), subject: textOf(subject) };
      const lease = Math.min(options.lease * 2 ** tries, options.longest);
      await run(statements.postpone, { ...about, lease });
      const { rows: recordRows } = await run(statements.order, { order: about.order });
      const [record] = grouped(recordRows);
      if (record) claimedRecords.push({ ...record, subject: about.subject, tries });
    }
  }
  return claimedRecords;
}

/** The records of these rows, in their order. */
function grouped(rows: readonly MysqlRow[]): readonly ListedRecord[] {
  const records = new Map<string, StoredRecord & { body: string | null; due: DueRow[] }>();
  const places = new Map<string, { readonly record: StoredRecord; readonly attempt: string }>();
  for (const [now, , orderBytes, attemptBytes, version, body, subject, queue, at, tries] of rows) {
    // Nothing was found.
    if (orderBytes === null) continue;
    const order = textOf(orderBytes);
    const attempt = textOf(attemptBytes);
    const times = { at: Number(now), clockSince: 0 };
    const newRecord = { order, version: Number(version ?? 0), body: null, due: [], ...times };
    const record = records.get(order) ?? newRecord;
    records.set(order, record);
    places.set(JSON.stringify([order, attempt]), { record, attempt });
    if (body !== null) record.body = textOf(body);
    if (subject === null) continue;
    const row = { queue: textOf(queue) as Queue, at: Number(at), tries: Number(tries) };
    record.due.push({ subject: textOf(subject), ...row });
  }
  return Array.from(places.values(), ({ record, attempt }) => ({ ...record, attempt }));
}
