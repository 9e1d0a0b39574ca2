import { fromMinor } from '@wallet-buttons/protocol';
import type { Attempt, Payments } from '@wallet-buttons/server';
import type { Profile } from '@wallet-buttons/service-client';
import { UsageError } from '../report.ts';
import { type Comparison, differenceOf, differencesOf, hasMoney, isMoneyHere } from './compare.ts';
import type { Difference, DifferenceKind } from './difference.ts';
import type { Exported, Row } from './exported.ts';
import { ExportedRows } from './exported-rows.ts';
import { dayOf } from './time.ts';
import { rowReader } from './row-reader.ts';

/** From its first millisecond to before `end`, since 1970. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

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
  /** Gets how many rows, and how many payments, were read. */
  readonly progress: (rows: number, payments: number) => void;
}

/** The amounts of one currency, as decimal strings in major units. */
export interface Total {
  readonly currency: string;
  readonly here: { readonly charged: string; readonly refunded: string };
  readonly there: { readonly fees: string };
}

/** The result of a comparison. A program may keep it: the fields are stable. */
export interface Reconciled {
  /** The period, from the first day to the last one. ISO 8601. */
  readonly from: string;
  readonly until: string;
  readonly asOf: string;
  readonly rows: number;
  readonly payments: number;
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>;
  /** The first ten thousand of them. */
  readonly differences: readonly Difference[];
  /** Payments whose amounts have changed since the export was made. */
  readonly changedSince: number;
  /** Payments within an hour of an end of the period that the export does not have: they may be in the next one. */
  readonly atTheEdge: number;
  readonly hasRefunds: boolean;
  readonly totals: readonly Total[];
}

const hour = 60 * 60_000;
const pageSize = 500;
const mostDifferences = 10_000;
const progressEvery = 5000;

/**
 * Compares an export of the payment service with the payments of a merchant, which are only read. Neither has to fit
 * into the memory.
 * @throws {UsageError} if the export has no rows, no usable columns, or neither times nor a period.
 */
export async function reconcile(options: Reconciliation): Promise<Reconciled> {
  const exportedRows = new ExportedRows();
  try {
    return await compared(options, exportedRows);
  } finally {
    exportedRows.close();
  }
}

async function compared(options: Reconciliation, exportedRows: ExportedRows): Promise<Reconciled> {
  const { payments, profile, asOf, progress } = options;
  const tally = new Tally(asOf);
  const { rows, hasRefunds } = await read(options, exportedRows, tally);
  const period = options.period ?? periodOf(exportedRows, profile, rows, tally);
  const comparison = { profile, hasRefunds };
  let count = 0;
  for await (const attempt of attemptsIn(period, payments)) {
    count += 1;
    if (count % progressEvery === 0) progress(rows, count);
    if (attempt.sentAt === null) continue;
    tally.compare(attempt, exportedRows.matchedWith(attempt), period, comparison);
  }
  for (const row of exportedRows.rest()) {
    if (!exportedRows.isMatched(row))
      await compareRest(row, options, exportedRows, tally, comparison);
  }
  return {
    from: new Date(period.start).toISOString(),
    until: new Date(period.end).toISOString(),
    asOf: new Date(asOf).toISOString(),
    rows,
    payments: count,
    counts: tally.counts,
    differences: tally.differences,
    changedSince: tally.changedSince,
    atTheEdge: tally.atTheEdge,
    hasRefunds,
    totals: tally.totals(),
  };
}

/** Reads the export into its place. */
async function read(
  { rows: source, profile, progress }: Reconciliation,
  exportedRows: ExportedRows,
  tally: Tally,
): Promise<{ readonly rows: number; readonly hasRefunds: boolean }> {
  let reader: ReturnType<typeof rowReader> | null = null;
  let rows = 0;
  for await (const row of source) {
    if (!reader) {
      reader = rowReader(row.cells, profile);
      continue;
    }
    rows += 1;
    if (rows % progressEvery === 0) progress(rows, 0);
    const reading = reader.read(row);
    if ('reason' in reading) {
      const { line, order, reason } = reading;
      tally.add({ kind: 'unreadable', order, line, note: reason });
      continue;
    }
    if (exportedRows.add(reading)) tally.addFee(reading);
    else tally.add(differenceOf('duplicate', null, reading));
  }
  if (!reader) throw new UsageError('The export is empty: it has not even a head.');
  return { rows, hasRefunds: reader.hasRefunds };
}

/** The whole days of the rows. */
function periodOf(
  exportedRows: ExportedRows,
  profile: Profile,
  rows: number,
  { counts, differences: [unreadable] }: Tally,
): Period {
  const times = exportedRows.times();
  if (unreadable && counts.unreadable === rows) {
    throw new UsageError(
      `No row of the export can be read: ${unreadable.note ?? ''} in line ${String(unreadable.line)}. Correct export of the wire profile, and name it with --profile.`,
    );
  }
  if (!times) {
    throw new UsageError('The export shows no period. Name it with --from and --to.');
  }
  const startOf = (time: number): number =>
    Date.parse(`${dayOf(time, profile)}T00:00${profile.export.zone}`);
  return { start: startOf(times.first), end: startOf(times.last) + 24 * hour };
}

/** The attempts that were opened within a period, page by page. */
async function* attemptsIn({ start, end }: Period, payments: Payments): AsyncGenerator<Attempt> {
  const query = { since: start, until: end, limit: pageSize };
  for (let cursor: string | undefined; ;) {
    const page = await payments.list({ ...query, ...(cursor !== undefined && { cursor }) });
    yield* page.attempts;
    if (page.next === undefined) return;
    cursor = page.next;
  }
}

/** Compares a row of a payment that was opened before the period, or that the store does not know. */
async function compareRest(
  row: Exported,
  { payments, profile }: Reconciliation,
  exportedRows: ExportedRows,
  tally: Tally,
  comparison: Comparison,
): Promise<void> {
  const attempts = await attemptsOf(row, payments);
  const isOwn = ({ paymentId, sessionId }: Attempt): boolean =>
    (row.sessionId !== '' && sessionId === row.sessionId) ||
    (row.paymentId !== '' && paymentId === row.paymentId) ||
    (row.sessionId === '' && row.paymentId === '');
  const chargedAttempt = attempts.findLast((attempt) => isOwn(attempt) && isMoneyHere(attempt));
  const attempt = chargedAttempt ?? attempts.findLast(isOwn);
  if (attempt) {
    tally.compare(attempt, exportedRows.matchedWith(attempt), null, comparison);
    return;
  }
  if (!hasMoney(row, profile) && row.kind === 'payment') return;
  const isSecond = row.kind === 'payment' && attempts.some(isMoneyHere);
  tally.add(differenceOf(isSecond ? 'second_charge' : 'missing_here', null, row));
}

async function attemptsOf(row: Exported, payments: Payments): Promise<readonly Attempt[]> {
  if (row.order !== '') return (await payments.history(row.order)).attempts;
  if (row.sessionId === '') return [];
  const attempt = await payments.find({ sessionId: row.sessionId });
  return attempt ? [attempt] : [];
}

/** Adds up what a comparison finds. */
class Tally {
  readonly counts: Partial<Record<DifferenceKind, number>> = {};
  readonly differences: Difference[] = [];
  changedSince = 0;
  atTheEdge = 0;
  readonly #asOf: number;
  readonly #sums = new Map<string, { charged: number; refunded: number; fees: number }>();

  constructor(asOf: number) {
    this.#asOf = asOf;
  }

  add(difference: Difference): void {
    const { kind } = difference;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (this.differences.length < mostDifferences) this.differences.push(difference);
  }

  addFee({ currency, fee }: Exported): void {
    this.#sumsOf(currency).fees += fee ?? 0;
  }

  /** @param period in which it was opened; `null`: before. */
  compare(
    attempt: Attempt,
    rows: readonly Exported[],
    period: Period | null,
    comparison: Comparison,
  ): void {
    const { charged, refunded, amountsAt, openedAt, currency } = attempt;
    if (period) {
      this.#sumsOf(currency).charged += charged;
      this.#sumsOf(currency).refunded += refunded;
    }
    if ((amountsAt ?? openedAt) > this.#asOf) {
      this.changedSince += 1;
      return;
    }
    for (const difference of differencesOf(attempt, rows, comparison)) this.add(difference);
    const isThere = rows.some(({ kind }) => kind === 'payment');
    if (!period || isThere || !isMoneyHere(attempt)) return;
    const isEdge = openedAt - period.start < hour || period.end - openedAt < hour;
    if (isEdge) this.atTheEdge += 1;
    else this.add(differenceOf('missing_there', attempt, null));
  }

  totals(): readonly Total[] {
    return [...this.#sums].map(([currency, { charged, refunded, fees }]) => {
      const money = (minor: number): string => fromMinor(minor, currency);
      return {
        currency,
        here: { charged: money(charged), refunded: money(refunded) },
        there: { fees: money(fees) },
      };
    });
  }

  #sumsOf(currency: string) {
    const sums = this.#sums.get(currency) ?? { charged: 0, refunded: 0, fees: 0 };
    this.#sums.set(currency, sums);
    return sums;
  }
}
