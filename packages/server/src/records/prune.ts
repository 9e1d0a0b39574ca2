import { prune, shrink } from '../order/prune.ts';
import { type AttemptState, states } from '../order/state.ts';
import { attemptOf, mostAtOnce } from './list-page.ts';
import type { Decide } from './types.ts';
import type { RecordChanges } from './record-changes.ts';
import type { ListedRecord, ListFilter, Records } from './store.ts';

/** The states whose records shrink: a dispute waits for its end. */
const chargedStates = (Object.keys(states) as AttemptState[]).filter(
  (state) => states[state].money === 'charged' && state !== 'disputed',
);

/** Deletes what may go of the attempts that changed last before a time. Returns their number. */
export async function deleteSettled(
  records: Records,
  changes: RecordChanges,
  cutoff: number,
): Promise<number> {
  for (let count = 0; ;) {
    const settledRecords = await records.settle(cutoff, mostAtOnce);
    for (const { order } of settledRecords) {
      count += await tryChange(changes, order, (record) => prune(record, cutoff));
    }
    if (settledRecords.length < mostAtOnce) return count;
  }
}

/** Goes through the list, which no shrunk record is in: what stays is read once. */
export async function shrinkPaid(
  records: Records,
  changes: RecordChanges,
  cutoff: number,
): Promise<number> {
  let count = 0;
  for (const state of chargedStates) {
    let after: ListFilter['after'] = { openedAt: cutoff, attempt: '' };
    while (after !== null) {
      const filter = { needsReview: false, since: 0, holdEndsBefore: null, limit: mostAtOnce };
      const rows: readonly ListedRecord[] = await records.list({ ...filter, state, after });
      for (const { order } of rows) {
        count += await tryChange(changes, order, (record) => shrink(record, cutoff));
      }
      const last = rows.length === mostAtOnce ? rows.at(-1) : undefined;
      const attempt = last && attemptOf(last);
      after = attempt ? { openedAt: attempt.openedAt, attempt: attempt.id } : null;
    }
  }
  return count;
}

/** Changes a record unless another write comes first. */
async function tryChange(
  changes: RecordChanges,
  order: string,
  decide: Decide<number>,
): Promise<number> {
  const count = await changes.changeOnce({ order }, decide);
  return typeof count === 'number' ? count : 0;
}
