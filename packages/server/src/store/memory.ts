import { clock } from './clock.ts';
import {
  failed,
  type Claim,
  type ClaimedRecord,
  type DueRow,
  freshFor,
  type ListFilter,
  type ListRow,
  type Queue,
  type Records,
  type RecordQuery,
  type RecordWrite,
  type Store,
  type StoredRecord,
} from '../records/store.ts';

interface Entry {
  readonly version: number;
  readonly body: string;
  readonly settledAt: number | null;
}

/** What one merchant has. */
class Tables {
  readonly records = new Map<string, Entry>();
  readonly keys = new Map<string, string>();
  /** By order, then by subject. */
  readonly due = new Map<string, Map<string, DueRow>>();
  /** By attempt. */
  readonly rows = new Map<string, ListRow & { readonly order: string }>();
}

/**
 * A store in memory, for tests and a first look. It loses all payments when the process ends.
 * @param options.now the clock, in milliseconds since 1970.
 */
export function memoryStore({ now = clock }: { readonly now?: () => number } = {}): Store {
  const merchants = new Map<string, Tables>();
  const clockSince = now();
  let isClosed = false;
  return {
    forMerchant: (merchant) => {
      const tables = merchants.get(merchant) ?? new Tables();
      merchants.set(merchant, tables);
      /** Runs a transaction: nothing else runs meanwhile. */
      const run = async <Result>(work: (time: number) => Result): Promise<Result> => {
        await Promise.resolve();
        if (isClosed) throw failed(new Error('The store is closed.'));
        return work(now());
      };
      return {
        now,
        load: async (lookup) => run((time) => load(tables, lookup, time, clockSince)),
        save: async (write) => run((time) => save(tables, write, time)),
        claim: async (claim) => run((time) => claimed(tables, claim, time, clockSince)),
        queued: async (queue, horizon, limit) =>
          run((time) =>
            queued(tables, queue, time + horizon, limit).map((order) =>
              read(tables, order, time, clockSince),
            ),
          ),
        list: async (filter) => run((time) => listed(tables, filter, time, clockSince)),
        settle: async (cutoff, limit) =>
          run((time) =>
            settled(tables, cutoff, limit).map((order) => read(tables, order, time, clockSince)),
          ),
      } satisfies Records;
    },
    open: async () => Promise.resolve(),
    close: async () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
}

function read(tables: Tables, order: string, time: number, clockSince: number): StoredRecord {
  const { version = 0, body = null } = tables.records.get(order) ?? {};
  const due = [...(tables.due.get(order)?.values() ?? [])];
  return { order, version, body, due, at: time, clockSince };
}

function load(tables: Tables, lookup: RecordQuery, time: number, clockSince: number) {
  const order = orderOf(tables, lookup);
  return order === undefined ? null : read(tables, order, time, clockSince);
}

function orderOf(tables: Tables, lookup: RecordQuery): string | undefined {
  if ('order' in lookup) return lookup.order;
  return 'key' in lookup ? tables.keys.get(lookup.key) : tables.rows.get(lookup.attempt)?.order;
}

function save(tables: Tables, write: RecordWrite, time: number): 'saved' | 'stale' | 'reused' {
  const { order, version, next, at, body, settledAt, keys, due, rows } = write;
  const storedVersion = tables.records.get(order)?.version ?? 0;
  if (storedVersion !== version || at > time || time - at > freshFor) return 'stale';
  if (keys.put.some((key) => tables.keys.has(key))) return 'reused';
  if (due.put.some((row) => !Number.isSafeInteger(row.at))) {
    throw failed(new Error('A due time is not a whole number.'));
  }
  if (body === null) tables.records.delete(order);
  else tables.records.set(order, { version: next, body, settledAt });
  for (const key of keys.remove) tables.keys.delete(key);
  for (const key of keys.put) tables.keys.set(key, order);
  for (const attempt of rows.remove) tables.rows.delete(attempt);
  for (const row of rows.put) tables.rows.set(row.attempt, { ...row, order });
  const times = tables.due.get(order) ?? new Map<string, DueRow>();
  for (const subject of due.remove) times.delete(subject);
  for (const row of due.put) times.set(row.subject, row);
  if (times.size > 0) tables.due.set(order, times);
  else tables.due.delete(order);
  return 'saved';
}

function claimed(
  tables: Tables,
  { queues, newestFirst, limit, lease, longest, furthest }: Claim,
  time: number,
  clockSince: number,
): readonly ClaimedRecord[] {
  const due = [...tables.due].flatMap(([order, times]) =>
    [...times.values()].map((row) => ({ ...row, order })),
  );
  const first = queues
    .flatMap((queue) => {
      const rows = due.filter((row) => row.queue === queue).toSorted((a, b) => a.at - b.at);
      return newestFirst.includes(queue) ? rows.toReversed() : rows;
    })
    .filter(({ at }) => at <= time || at > time + furthest)
    .slice(0, limit);
  for (const { order, ...row } of first) {
    const dueTime = time + Math.min(lease * 2 ** row.tries, longest);
    tables.due.get(order)?.set(row.subject, { ...row, at: dueTime, tries: row.tries + 1 });
  }
  return first.map(({ order, subject, tries }) => {
    return { ...read(tables, order, time, clockSince), subject, tries };
  });
}

/** The orders of the first rows that are due by a time, the longest due first. */
function queued(tables: Tables, queue: Queue, time: number, limit: number): readonly string[] {
  const rows = [...tables.due]
    .flatMap(([order, times]) => [...times.values()].map((row) => ({ ...row, order })))
    .filter((row) => row.queue === queue && row.at <= time)
    .toSorted((a, b) => a.at - b.at)
    .slice(0, limit);
  return [...new Set(rows.map(({ order }) => order))];
}

function listed(
  tables: Tables,
  { state, needsReview, since, holdEndsBefore, after, limit }: ListFilter,
  time: number,
  clockSince: number,
) {
  const isAfter = ({ openedAt, attempt }: ListRow): boolean =>
    after === null ||
    openedAt < after.openedAt ||
    (openedAt === after.openedAt && attempt < after.attempt);
  return [...tables.rows.values()]
    .filter((row) => row.openedAt >= since && isAfter(row))
    .filter((row) => (state === null || row.state === state) && (!needsReview || row.needsReview))
    .filter(
      ({ holdEndsAt }) => holdEndsBefore === null || (holdEndsAt ?? Infinity) < holdEndsBefore,
    )
    .toSorted((a, b) => b.openedAt - a.openedAt || (a.attempt < b.attempt ? 1 : -1))
    .slice(0, limit)
    .map(({ order, attempt }) => ({ ...read(tables, order, time, clockSince), attempt }));
}

function settled(tables: Tables, cutoff: number, limit: number): readonly string[] {
  return [...tables.records]
    .flatMap(([order, { settledAt }]) => (settledAt === null ? [] : [{ order, settledAt }]))
    .filter(({ settledAt }) => settledAt < cutoff)
    .toSorted((a, b) => a.settledAt - b.settledAt)
    .slice(0, limit)
    .map(({ order }) => order);
}
