import { clock } from './clock.ts';
import {
  failed,
  type DueRow,
  freshFor,
  type ListRow,
  type Records,
  type Store,
  type StoredRecord,
} from '../records/store.ts';

interface Entry {
  readonly version: number;
  readonly body: string;
  readonly settledAt: number | null;
}

/**
 * A store in memory, for tests and a first look. It loses all payments when the process ends.
 * @param options.now the clock, in milliseconds since 1970.
 */
export function memoryStore({ now = clock }: { readonly now?: () => number } = {}): Store {
  const merchants = new Map<string, Records>();
  const clockSince = now();
  let isClosed = false;
  /** Begins a transaction, and gives its time: nothing else runs until it has ended. */
  const begin = async (): Promise<number> => {
    await Promise.resolve();
    if (isClosed) throw failed(new Error('The store is closed.'));
    return now();
  };
  return {
    forMerchant: (merchant) => {
      const records = merchants.get(merchant) ?? { ...memoryRecords(clockSince, begin), now };
      merchants.set(merchant, records);
      return records;
    },
    open: async () => Promise.resolve(),
    close: async () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
}

/** The records of one merchant. */
function memoryRecords(clockSince: number, begin: () => Promise<number>): Records {
  const entries = new Map<string, Entry>();
  const orders = new Map<string, string>();
  /** By order, then by subject. */
  const dueRows = new Map<string, Map<string, DueRow>>();
  /** By attempt. */
  const listRows = new Map<string, ListRow & { readonly order: string }>();

  const read = (order: string, at: number): StoredRecord => {
    const { version = 0, body = null } = entries.get(order) ?? {};
    const due = [...(dueRows.get(order)?.values() ?? [])];
    return { order, version, body, due, at, clockSince };
  };
  const allRows = () =>
    [...dueRows].flatMap(([order, rows]) =>
      Array.from(rows.values(), (row) => ({ ...row, order })),
    );
  /** The rows of a queue, the longest due first. */
  const rowsIn = (queue: string) =>
    allRows()
      .filter((row) => row.queue === queue)
      .toSorted((a, b) => a.at - b.at);

  return {
    load: async (lookup) => {
      const time = await begin();
      if ('order' in lookup) return read(lookup.order, time);
      const order = 'key' in lookup ? orders.get(lookup.key) : listRows.get(lookup.attempt)?.order;
      return order === undefined ? null : read(order, time);
    },
    save: async ({ order, version, next, at, body, settledAt, keys, due, rows }) => {
      const time = await begin();
      const storedVersion = entries.get(order)?.version ?? 0;
      if (storedVersion !== version || at > time || time - at > freshFor) return 'stale';
      if (keys.put.some((key) => orders.has(key))) return 'reused';
      if (due.put.some((row) => !Number.isSafeInteger(row.at))) {
        throw failed(new Error('A due time is not a whole number.'));
      }
      if (body === null) entries.delete(order);
      else entries.set(order, { version: next, body, settledAt });
      for (const key of keys.remove) orders.delete(key);
      for (const key of keys.put) orders.set(key, order);
      for (const attempt of rows.remove) listRows.delete(attempt);
      for (const row of rows.put) listRows.set(row.attempt, { ...row, order });
      const times = dueRows.get(order) ?? new Map<string, DueRow>();
      for (const subject of due.remove) times.delete(subject);
      for (const row of due.put) times.set(row.subject, row);
      if (times.size > 0) dueRows.set(order, times);
      else dueRows.delete(order);
      return 'saved';
    },
    look: async () => {
      const at = await begin();
      return { at, isDue: allRows().some((row) => row.at <= at) };
    },
    claim: async ({ queues, limit, lease, longest, furthest }) => {
      const time = await begin();
      const first = queues
        .flatMap((queue) => (queue === 'first' ? rowsIn(queue).toReversed() : rowsIn(queue)))
        .filter(({ at }) => at <= time || at > time + furthest)
        .slice(0, limit);
      for (const { order, ...row } of first) {
        const nextTime = time + Math.min(lease * 2 ** row.tries, longest);
        dueRows.get(order)?.set(row.subject, { ...row, at: nextTime, tries: row.tries + 1 });
      }
      return first.map(({ order, subject, tries }) => ({ ...read(order, time), subject, tries }));
    },
    queued: async (queue, horizon, limit) => {
      const time = await begin();
      const rows = rowsIn(queue).filter(({ at }) => at <= time + horizon);
      const queuedOrders = new Set(rows.slice(0, limit).map(({ order }) => order));
      return Array.from(queuedOrders, (order) => read(order, time));
    },
    list: async ({ state, needsReview, since, holdEndsBefore, after, limit }) => {
      const time = await begin();
      const isAfter = ({ openedAt, attempt }: ListRow): boolean =>
        after === null ||
        openedAt < after.openedAt ||
        (openedAt === after.openedAt && attempt < after.attempt);
      return [...listRows.values()]
        .filter((row) => row.openedAt >= since && isAfter(row))
        .filter(
          (row) => (state === null || row.state === state) && (!needsReview || row.needsReview),
        )
        .filter(
          ({ holdEndsAt }) => holdEndsBefore === null || (holdEndsAt ?? Infinity) < holdEndsBefore,
        )
        .toSorted((a, b) => b.openedAt - a.openedAt || (a.attempt < b.attempt ? 1 : -1))
        .slice(0, limit)
        .map(({ order, attempt }) => ({ ...read(order, time), attempt }));
    },
    settle: async (cutoff, limit) => {
      const time = await begin();
      return [...entries]
        .flatMap(([order, { settledAt }]) =>
          settledAt === null || settledAt >= cutoff ? [] : [{ order, settledAt }],
        )
        .toSorted((a, b) => a.settledAt - b.settledAt)
        .slice(0, limit)
        .map(({ order }) => read(order, time));
    },
  };
}
