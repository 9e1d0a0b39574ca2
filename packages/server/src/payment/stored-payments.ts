import { type Attempt, leading } from '../order/attempt.ts';
import { type AttemptState, states } from '../order/state.ts';
import { addReport } from '../order/report.ts';
import { dueQueues } from '../order/due.ts';
import { deliveryLease } from '../order/delivery.ts';
import { longestPause } from '../order/check.ts';
import { prune, shrink } from '../order/prune.ts';
import { hasTooManyAttempts } from '../order/attempt-limit.ts';
import { countEarlier, recalled } from '../order/earlier.ts';
import { emptyRecord, type OrderRecord } from '../order/record.ts';
import { checkField } from './input.ts';
import { attemptOf, mostAtOnce, pageOf } from './list-page.ts';
import { readRecord } from './record-body.ts';
import { keyOf } from './record-write.ts';
import { RecordChanges } from './record-changes.ts';
import type {
  Decide,
  DueAttempt,
  OrderHistory,
  OrderQuery,
  Payments,
  UndeliveredChange,
  UndeliveredOrder,
} from './payments.ts';
import type { RecordQuery, Records, StoredRecord } from './records.ts';

const hour = 3_600_000;
/** No delivery of a change is set further ahead. */
const longestDelay = 2 * hour;
/** The states whose records shrink: a dispute waits for its end. */
const chargedStates = (Object.keys(states) as AttemptState[]).filter(
  (state) => states[state].money === 'charged' && state !== 'disputed',
);

/** The payments of a merchant, for a tool that reads a store without a server. */
export function paymentsOver(records: Records): Payments {
  const changes = new RecordChanges(records);
  const attemptIn = async (
    lookup: RecordQuery,
    isIt: (attempt: Attempt) => boolean,
  ): Promise<Attempt | null> => (await changes.read(lookup))?.attempts.find(isIt) ?? null;
  /** Changes a record unless another write comes first. The result is what `prune` counts. */
  const tryPrune = async (order: string, decide: Decide<number>): Promise<number> => {
    const count = await changes.changeOnce({ order }, decide);
    return typeof count === 'number' ? count : 0;
  };
  const deleteSettled = async (cutoff: number): Promise<number> => {
    for (let count = 0; ;) {
      const settledRecords = await records.settle(cutoff, mostAtOnce);
      for (const { order } of settledRecords) {
        count += await tryPrune(order, (record) => prune(record, cutoff));
      }
      if (settledRecords.length < mostAtOnce) return count;
    }
  };
  /** Goes through the list, which no shrunk record is in: what stays is read once. */
  const shrinkPaid = async (cutoff: number): Promise<number> => {
    let count = 0;
    for (const state of chargedStates) {
      let position = { openedAt: cutoff, attempt: '' };
      for (let isMore = true; isMore;) {
        const noFilter = { needsReview: false, since: 0, holdEndsBefore: null };
        const filter = { ...noFilter, state, after: position, limit: mostAtOnce };
        const rows = await records.list(filter);
        for (const { order } of rows) {
          count += await tryPrune(order, (record) => shrink(record, cutoff));
        }
        const last = rows.at(-1);
        const attempt = last && attemptOf(last);
        isMore = rows.length === mostAtOnce && attempt !== undefined;
        if (attempt) position = { openedAt: attempt.openedAt, attempt: attempt.id };
      }
    }
    return count;
  };
  return {
    find: async (lookup) => {
      if ('id' in lookup) return attemptIn(queryOf(lookup), ({ id }) => id === lookup.id);
      if ('order' in lookup) return leading((await changes.read(lookup))?.attempts ?? []);
      if ('sessionId' in lookup) {
        const storedRecord = await records.load(queryOf(lookup));
        if (!storedRecord) return null;
        const { attempts } = recalled(readRecord(storedRecord), lookup, storedRecord);
        return attempts.find(({ sessionId }) => sessionId === lookup.sessionId) ?? null;
      }
      const { idempotencyKey } = lookup;
      const isIt = (attempt: Attempt): boolean => attempt.idempotencyKey === idempotencyKey;
      return attemptIn({ key: keyOf('request', idempotencyKey) }, isIt);
    },
    history: async (order) => {
      return historyIn((await changes.read({ order })) ?? emptyRecord(order));
    },
    report: async (order, report) => {
      await changes.changeOnce({ order }, (record, { at }) => {
        return { record: addReport(record, report, at), result: null };
      });
    },
    change: async (lookup, _, decide) => changes.change(queryOf(lookup), decide),
    claimDue: async (limit, lease, queues = dueQueues) => {
      const claim = { queues, newestFirst: ['first'] as const, limit, lease, longest: lease };
      const claims = await records.claim({ ...claim, furthest: longestPause });
      return claims.flatMap((each): readonly DueAttempt[] => {
        const attempt = readable(each)?.attempts.find(({ id }) => id === each.subject);
        const row = each.due.find(({ subject }) => subject === each.subject);
        return attempt && row && row.queue !== 'change' ? [{ attempt, queue: row.queue }] : [];
      });
    },
    claimUndelivered: async (limit) => {
      const claim = { queues: ['change'] as const, newestFirst: [], limit, lease: deliveryLease };
      const claims = await records.claim({ ...claim, longest: hour, furthest: longestDelay });
      return claims.flatMap((each): readonly UndeliveredChange[] => {
        const [first] = readable(each)?.changes ?? [];
        if (!first) return [];
        return [{ change: first, tries: each.tries, age: each.at - Date.parse(first.at) }];
      });
    },
    undelivered: async (limit) => {
      checkField('limit', Number.isSafeInteger(limit) && limit > 0);
      const storedRecords = await records.queued(
        'change',
        longestDelay,
        Math.min(limit, mostAtOnce),
      );
      return storedRecords.flatMap((each): readonly UndeliveredOrder[] => {
        const { changes = [], delivery = null } = readable(each) ?? {};
        return delivery ? [{ changes, ...delivery }] : [];
      });
    },
    backlog: async () => {
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
    list: async (query) => {
      const { rows, ...next } = await pageOf(query, records);
      return { attempts: rows.flatMap((row) => attemptOf(row) ?? []), ...next };
    },
    orders: async (query) => {
      const { rows, ...next } = await pageOf(query, records);
      // Each order stands in the list once for each attempt.
      const orders = rows.flatMap((row): readonly OrderHistory[] => {
        const record = readRecord(row);
        return record.attempts.at(-1)?.id === row.attempt ? [historyIn(record)] : [];
      });
      return { orders, ...next };
    },
    prune: async (before, { paid = false } = {}) => {
      checkField('before', Number.isSafeInteger(before));
      const deletedCount = await deleteSettled(before);
      return paid ? deletedCount + (await shrinkPaid(before)) : deletedCount;
    },
  };
}

function historyIn(record: OrderRecord): OrderHistory {
  const { attempts, history: events, operations, reports } = record;
  const earlierAttempts = countEarlier(record);
  return {
    attempts,
    events,
    operations,
    reports,
    ...(earlierAttempts > 0 && { earlierAttempts }),
    ...(hasTooManyAttempts(record) && { tooManyAttempts: true }),
  };
}

function queryOf(lookup: OrderQuery): RecordQuery {
  if ('order' in lookup) return lookup;
  if ('id' in lookup) return { attempt: lookup.id };
  return { key: keyOf('session', lookup.sessionId) };
}

/** A record that was read; `null` if a newer release wrote it, which handles its own states. */
function readable(storedRecord: StoredRecord): OrderRecord | null {
  try {
    return readRecord(storedRecord);
  } catch {
    return null;
  }
}
