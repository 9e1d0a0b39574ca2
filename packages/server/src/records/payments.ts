import { type Attempt, leading } from '../order/attempt.ts';
import { addReport } from '../order/report.ts';
import { type DueQueue, dueQueues } from '../order/due.ts';
import { deliveryLease } from '../order/delivery.ts';
import { longestPause } from '../order/check.ts';
import { hasTooManyAttempts } from '../order/attempt-limit.ts';
import { earlierLines } from '../order/earlier.ts';
import { emptyRecord, type OrderRecord, type PageReport } from '../order/record.ts';
import { checkField } from '../input.ts';
import { attemptOf, mostAtOnce, pageOf } from './list-page.ts';
import { deleteSettled, shrinkPaid } from './prune.ts';
import { readRecord } from './record-body.ts';
import { type ChangeResult, RecordChanges } from './record-changes.ts';
import type {
  AttemptQuery,
  Backlog,
  Decide,
  DueAttempt,
  ListQuery,
  OrderHistory,
  OrderQuery,
  UndeliveredChange,
  UndeliveredOrder,
} from './types.ts';
import type { Records, StoredRecord } from './store.ts';

const hour = 3_600_000;
/** No delivery of a change is set further ahead. */
const longestDelay = 2 * hour;

export type Payments = ReturnType<typeof paymentsOver>;

/**
 * The payments of one merchant. Every method is one transaction, durable when its promise resolves; otherwise it
 * rejects with `store_failed`. Leases and times are measured by the database's clock.
 */
export function paymentsOver(records: Records) {
  const changes = new RecordChanges(records);
  let lookedAt = Infinity;
  return {
    /** Finds one attempt. */
    find: async (lookup: AttemptQuery): Promise<Attempt | null> => {
      const { attempts } = (await changes.read(lookup)) ?? emptyRecord('');
      if ('id' in lookup) return attempts.find(({ id }) => id === lookup.id) ?? null;
      if ('order' in lookup) return leading(attempts);
      const [[name, value] = []] = Object.entries(lookup) as [keyof Attempt, string][];
      return attempts.find((attempt) => name && attempt[name] === value) ?? null;
    },
    /** The attempts of an order with their history and operations, oldest first. */
    history: async (order: string): Promise<OrderHistory> =>
      historyIn((await changes.read({ order })) ?? emptyRecord(order)),
    /**
     * Reads the record of an order, decides what becomes of it, and writes that; again if another write came first.
     * `decide` is a function without effects. If it returns the record that it was given, nothing is written.
     * @param _cause for the one who watches the store: `pay`, `webhook`, `get-status`, …
     * @returns the result of `decide`, or why nothing was written. `reused`: another order has a token or a key of the
     * record. `null`: no record has this session or this attempt.
     */
    change: async <Result>(
      lookup: OrderQuery,
      _cause: string,
      decide: Decide<Result>,
    ): Promise<ChangeResult<Result>> => changes.change(lookup, decide),
    /**
     * Adds what a page reported of an order. It is written once, and given up if another write came first: a report is no
     * reason to keep a payment waiting.
     */
    report: async (order: string, report: Omit<PageReport, 'at'>): Promise<void> => {
      await changes.changeOnce({ order }, (record, { at }) => {
        return { record: addReport(record, report, at), result: null };
      });
    },
    /** Whether there may be something to claim. */
    look: async (): Promise<boolean> => {
      const { at, isDue } = await records.look();
      // A clock that was set back may have left times too far ahead, and a claim finds those.
      const isSetBack = at < lookedAt;
      lookedAt = at;
      return isDue || isSetBack;
    },
    /**
     * Claims up to `limit` due attempts, those of the first queue first, and postpones each by `lease` milliseconds.
     * Without `queues`, from all. In the queue `first` the newest comes first, because its payer waits, and in the others
     * the longest due.
     */
    claimDue: async (
      limit: number,
      lease: number,
      queues: readonly DueQueue[] = dueQueues,
    ): Promise<readonly DueAttempt[]> => {
      const times = { lease, longest: lease, furthest: longestPause };
      const claims = await changes.claim({ queues, limit, ...times });
      return claims.flatMap((each) => {
        const attempt = readable(each)?.attempts.find(({ id }) => id === each.subject);
        const row = each.due.find(({ subject }) => subject === each.subject);
        return attempt && row && row.queue !== 'change' ? [{ attempt, queue: row.queue }] : [];
      });
    },
    /**
     * Claims up to `limit` due undelivered changes, only the oldest of each order, and postpones each by
     * 30 seconds, and by more after each failure.
     */
    claimUndelivered: async (limit: number): Promise<readonly UndeliveredChange[]> => {
      const times = { lease: deliveryLease, longest: hour, furthest: longestDelay };
      const claims = await changes.claim({ queues: ['change'], limit, ...times });
      return claims.flatMap((each) => {
        const [first] = readable(each)?.changes ?? [];
        if (!first) return [];
        return [{ change: first, tries: each.tries, age: each.at - Date.parse(first.at) }];
      });
    },
    /** Reads the orders with undelivered changes, the next to be delivered first, and claims none. */
    undelivered: async (limit: number): Promise<readonly UndeliveredOrder[]> => {
      checkField('limit', Number.isSafeInteger(limit) && limit > 0);
      const size = Math.min(limit, mostAtOnce);
      return (await records.queued('change', longestDelay, size)).flatMap((each) => {
        const { changes, delivery = null } = readable(each) ?? {};
        return changes && delivery ? [{ changes, ...delivery }] : [];
      });
    },
    backlog: async (): Promise<Backlog> => {
      const [changes, ...queued] = await Promise.all([
        records.queued('change', longestDelay, mostAtOnce),
        ...dueQueues.map(async (queue) => records.queued(queue, 0, mostAtOnce)),
      ]);
      // An order may stand in a queue with several payments.
      const dueFor = queued.flatMap((dueRecords, index) =>
        dueRecords.flatMap(({ at, due }) =>
          due
            .filter((row) => row.queue === dueQueues[index] && row.at <= at)
            .map((row) => at - row.at),
        ),
      );
      const undeliveredFor = changes.flatMap((each) => {
        const [first] = readable(each)?.changes ?? [];
        return first ? [each.at - Date.parse(first.at)] : [];
      });
      return {
        due: Math.min(dueFor.length, mostAtOnce),
        dueFor: dueFor.reduce((longest, each) => Math.max(longest, each), 0),
        undelivered: changes.length,
        undeliveredFor: Math.max(0, ...undeliveredFor),
      };
    },
    /** One page; `next` is missing on the last one. */
    list: async (query: ListQuery) => {
      const { rows, ...next } = await pageOf(query, records);
      return { attempts: rows.flatMap((row) => attemptOf(row) ?? []), ...next };
    },
    /** One page of the orders in the list, each once with its history; those with the newest attempt come first. */
    orders: async (query: { readonly limit: number; readonly cursor?: string }) => {
      const { rows, ...next } = await pageOf(query, records);
      // Each order stands in the list once for each attempt.
      const orders = rows.flatMap((row) => {
        const record = readRecord(row);
        return record.attempts.at(-1)?.id === row.attempt ? [historyIn(record)] : [];
      });
      return { orders, ...next };
    },
    /**
     * Deletes attempts last changed before `before` (milliseconds since 1970) that are final, close no order, wait for
     * no review, have nothing undelivered and are not asked about any more, with their history and the reports of that
     * time, and the reports of orders without attempts. Their operations stay while the order has another attempt.
     * Returns the number of attempts.
     * @param options.paid shrinks the records of charged orders, too, once the service is not asked about them any more:
     * they stay closed, keep their amounts, operations and keys, and are in no list. Counted in the result.
     */
    prune: async (before: number, { paid = false } = {}): Promise<number> => {
      checkField('before', Number.isSafeInteger(before));
      const count = await deleteSettled(records, changes, before);
      return paid ? count + (await shrinkPaid(records, changes, before)) : count;
    },
  };
}

function historyIn(record: OrderRecord): OrderHistory {
  return {
    attempts: record.attempts,
    events: record.history,
    operations: record.operations,
    reports: record.reports,
    earlierAttempts: earlierLines(record).length,
    tooManyAttempts: hasTooManyAttempts(record),
  };
}

/** A record that was read; `null` if a newer release wrote it, which handles its own states. */
function readable(storedRecord: StoredRecord): OrderRecord | null {
  try {
    return readRecord(storedRecord);
  } catch {
    return null;
  }
}
