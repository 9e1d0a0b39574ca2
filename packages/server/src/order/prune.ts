import { type Attempt, isInReview } from './attempt.ts';
import { earlierLines, readLine } from './earlier.ts';
import { noDetails } from './blank.ts';
import { isFinal, isPaid } from './state.ts';
import { isOpen } from './operation.ts';
import type { Changed, OrderRecord } from './record.ts';

/**
 * Removes the attempts that ended without money before a time, with their history. An attempt stays while it closes
 * the order, waits for a review, has an undelivered change or an open operation, or the service is asked about it. Its
 * operations stay as long as the record: a call that is repeated with their key must not mean another payment.
 * Older reports go with the attempts, or once the last report of an order without attempts is that old. So do the lines
 * of earlier attempts. The result is the number of attempts.
 */
export function prune(record: OrderRecord, cutoff: number): Changed<number> {
  const isOver = (attempt: Attempt): boolean =>
    attempt.updatedAt < cutoff && mayGo(record, attempt);
  const prunedIds = new Set(record.attempts.filter(isOver).map(({ id }) => id));
  const lines = earlierLines(record);
  const keptLines = lines.filter((line) => readLine(line).updatedAt >= cutoff);
  // A new record, also where nothing goes: with it the store gets the right time of the next pruning.
  const remainder: OrderRecord = {
    ...record,
    attempts: record.attempts.filter(({ id }) => !prunedIds.has(id)),
    history: record.history.filter(({ attempt }) => !prunedIds.has(attempt)),
    reports: record.reports.filter(({ at }) => at >= cutoff),
    earlier: keptLines.join('\n'),
  };
  return { record: remainder, result: prunedIds.size + lines.length - keptLines.length };
}

function mayGo(record: OrderRecord, attempt: Attempt): boolean {
  const { live, state, nextCheckAt } = attempt;
  // Money that shows late would be of an unknown session.
  if (nextCheckAt !== null) return false;
  return !live && isFinal(state) && !isPaid(state) && !isAwaited(record, attempt);
}

/** Whether a review, a delivery or the outcome of an operation is still to come. */
function isAwaited({ changes, operations }: OrderRecord, attempt: Attempt): boolean {
  const { id, doubtedAt } = attempt;
  return (
    isInReview(attempt) ||
    doubtedAt !== null ||
    changes.some(({ attempt }) => attempt === id) ||
    operations.some((operation) => operation.attempt === id && isOpen(operation))
  );
}

/** From when on a part of the record may be pruned; `null` if nothing may go. */
export function settledAt(record: OrderRecord): number | null {
  const times = record.attempts
    .filter((attempt) => mayGo(record, attempt))
    .map(({ updatedAt }) => updatedAt);
  const lastReports = record.attempts.length === 0 ? record.reports.slice(-1) : [];
  const [oldestLine] = earlierLines(record);
  const lineTimes = oldestLine === undefined ? [] : [readLine(oldestLine).updatedAt];
  const all = [...times, ...lineTimes, ...lastReports.map(({ at }) => at)];
  return all.length === 0 ? null : Math.min(...all);
}

/**
 * Shrinks the record of an order that was charged and has not changed since a time to what keeps the order closed:
 * states, amounts, operations and the ids at the service. The store keeps its keys: no other order may have them. It
 * stays as it is while the service is asked about it, while something of it is awaited, and beside an attempt without
 * a charge, or the line of one. The result is the number of its attempts.
 */
export function shrink(record: OrderRecord, cutoff: number): Changed<number> {
  const { attempts } = record;
  const isOver = (attempt: Attempt): boolean =>
    attempt.updatedAt < cutoff &&
    attempt.nextCheckAt === null &&
    isFinal(attempt.state) &&
    isPaid(attempt.state) &&
    !isAwaited(record, attempt);
  const isMixed = record.earlier !== '' || !attempts.every(isOver);
  if (attempts.length === 0 || record.isShrunk || isMixed) {
    return { record, result: 0 };
  }
  const shrunk = {
    ...record,
    attempts: attempts.map((attempt) => ({ ...attempt, ...noDetails })),
    history: [],
    reports: [],
    isShrunk: true,
  };
  return { record: shrunk, result: attempts.length };
}
