import type { OrderHistory, Payments } from '@wallet-buttons/server';
import type { Profile } from '@wallet-buttons/service-client';
import { UsageError } from '../report.ts';
import { type CarriedState, gapBefore, type Run, runBefore } from './carried.ts';
import type { Exported, Row } from './exported.ts';
import { ExportedRows } from './exported-rows.ts';
import { Orders } from './orders.ts';
import { periodOfRows, readRows } from './read-rows.ts';
import type { Reconciled } from './result.ts';
import { edge, type Period, Span } from './span.ts';
import { countsOf, Tally } from './tally.ts';

/** What is compared with what. */
export interface Reconciliation {
  readonly payments: Payments;
  /** The export, the head first. */
  readonly rows: AsyncIterable<Row>;
  readonly profile: Profile;
  /** `null`: the days of the export. */
  readonly period: Period | null;
  /** When the export was made. What has changed since is not in it. Milliseconds since 1970. */
  readonly asOf: number;
  /** What earlier runs have left; `null`: nothing is carried over. */
  readonly carried: CarriedState | null;
  /** Gets how many rows, and how many orders, were read. */
  readonly progress: (rows: number, orders: number) => void;
}

/** A result, and what it leaves for the next run. */
export interface ReconciledRun {
  readonly result: Reconciled;
  readonly run: Run;
}

const pageSize = 500;
const progressEvery = 5000;

/**
 * Compares an export of the payment service with the payments of a merchant, which are only read. Neither has to fit
 * into the memory.
 * @throws {UsageError} if the export has no rows, no usable columns, neither times nor a period, or only earlier rows.
 */
export async function reconcile(options: Reconciliation): Promise<ReconciledRun> {
  const exportedRows = new ExportedRows();
  try {
    return await compared(options, exportedRows);
  } finally {
    exportedRows.close();
  }
}

async function compared(
  options: Reconciliation,
  exportedRows: ExportedRows,
): Promise<ReconciledRun> {
  const { payments, profile, asOf, carried, progress } = options;
  const tally = new Tally();
  const { count: rows, form, lastRow } = await readRows(options, exportedRows, tally);
  const period = options.period ?? periodOfRows(exportedRows, profile, tally);
  checkLastRow(lastRow, period);
  const previousRun = carried && runBefore(carried, period);
  const span = new Span(period, asOf, previousRun);
  for (const [index, row] of (previousRun?.rows ?? []).entries()) {
    exportedRows.add({ ...row, line: -1 - index });
  }
  const orders = new Orders(exportedRows, { profile, form, span }, tally, lastRow);
  let count = 0;
  for await (const history of historiesIn(payments)) {
    count += 1;
    if (count % progressEvery === 0) progress(rows, count);
    orders.compare(history);
  }
  for (const row of exportedRows.rest()) {
    if (exportedRows.isTaken(row)) continue;
    // Its order is in no list, because it was pruned; or it is not known.
    const history = await historyOf(row, payments);
    if (history) orders.compare(history);
    if (!exportedRows.isTaken(row)) orders.compareUnknown(row);
  }
  const isWarned = options.period === null && lastRow !== null && orders.afterLastRow > 0;
  const earlierShown = (previousRun?.shown ?? []).filter(
    ({ id, at }) => !tally.found.has(id) && span.isAskedAgain(Date.parse(at)),
  );
  const run: Run = {
    from: iso(span.coveredFrom),
    until: iso(span.coveredUntil),
    open: tally.open,
    shown: [...earlierShown, ...tally.shown],
    rows: tally.rows,
  };
  const differences = tally.sortedDifferences();
  const result = {
    from: iso(period.start),
    until: iso(period.end),
    asOf: iso(asOf),
    rows,
    rowsOutside: exportedRows.countOutside(period),
    payments: tally.attempts,
    operations: tally.operations,
    counts: countsOf(differences),
    differences,
    changedSince: tally.changedSince,
    atTheEdge: tally.atTheEdge.payments,
    operationsAtTheEdge: tally.atTheEdge.others,
    afterLastRow: isWarned ? { count: orders.afterLastRow, lastRow: iso(lastRow) } : null,
    hasRefunds: form.hasRefunds,
    totals: tally.totals(),
    carriedOver: previousRun && {
      count: previousRun.open.length,
      found: previousRun.open.filter(({ id }) => tally.found.has(id)).length,
    },
    carriedOn: carried && tally.open.length,
    gapSince: carried && gapBefore(carried, period),
  };
  return { result, run };
}

/** @throws {UsageError} if every row is earlier than the period. */
function checkLastRow(lastRow: number | null, { start }: Period): void {
  if (lastRow === null || lastRow >= start - edge) return;
  throw new UsageError(
    `The last row of the export is of ${iso(lastRow)}, before the period begins. Is it the export of an earlier month?`,
  );
}

async function* historiesIn(payments: Payments): AsyncGenerator<OrderHistory> {
  for (let cursor: string | undefined; ;) {
    const page = await payments.orders({
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    });
    yield* page.orders;
    if (page.next === undefined) return;
    cursor = page.next;
  }
}

async function historyOf(row: Exported, payments: Payments): Promise<OrderHistory | null> {
  if (row.order !== '') return payments.history(row.order);
  if (row.sessionId === '') return null;
  const attempt = await payments.find({ sessionId: row.sessionId });
  return attempt && payments.history(attempt.order);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
