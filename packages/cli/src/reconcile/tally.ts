import { fromMinor } from '@wallet-buttons/protocol';
import { type OpenOperation, openOperation, type ShownOperation } from './carried.ts';
import type { Difference, DifferenceKind } from './difference.ts';
import type { Exported, RowKind } from './exported.ts';
import type { Findings } from './findings.ts';
import type { OwnAttempt, OwnOperation } from './own-operations.ts';
import { edge, type Span } from './span.ts';

/** The amounts of one currency, as decimal strings in major units. */
export interface Total {
  readonly currency: string;
  readonly here: { readonly charged: string; readonly refunded: string };
  readonly there: { readonly fees: string };
}

/** How many operations of a kind each side has. */
export interface OperationCount {
  readonly here: number;
  readonly there: number;
}

/** How many differences of each kind there are. */
export function countsOf(
  differences: readonly Difference[],
): Readonly<Partial<Record<DifferenceKind, number>>> {
  const counts: Partial<Record<DifferenceKind, number>> = {};
  for (const { kind } of differences) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Adds up what a comparison finds. */
export class Tally {
  readonly differences: Difference[] = [];
  readonly operations: Partial<Record<RowKind, OperationCount>> = {};
  /** The ids of all operations that the export shows. */
  readonly found = new Set<string>();
  /** Those of them that the next run would ask for, and need not. */
  readonly shown: ShownOperation[] = [];
  readonly open: OpenOperation[] = [];
  readonly rows: Exported[] = [];
  attempts = 0;
  changedSince = 0;
  readonly atTheEdge = { payments: 0, others: 0 };
  readonly #sums = new Map<string, { charged: number; refunded: number; fees: number }>();

  add(difference: Difference): void {
    this.differences.push(difference);
  }

  /** In the order of the export; those without a line come last. */
  sortedDifferences(): readonly Difference[] {
    const place = ({ line = Number.MAX_SAFE_INTEGER }: Difference): number => line;
    return this.differences.toSorted((a, b) => place(a) - place(b));
  }

  addRow({ kind, currency, fee, amount, isNegative }: Exported): void {
    this.#count(kind, 'there');
    this.#sumsOf(currency).fees += fee ?? 0;
    if (kind === 'fee') this.#sumsOf(currency).fees += isNegative ? -amount : amount;
  }

  /** Adds up what moved money in the period. */
  addAttempt({ attempt, payment, capture, returns }: OwnAttempt, { period }: Span): void {
    const { charged, currency, openedAt } = attempt;
    const isIn = (time: number): boolean => time >= period.start && time < period.end;
    if (isIn(openedAt)) this.attempts += 1;
    for (const operation of [payment, capture, ...returns]) {
      if (!operation || !isIn(operation.latest)) continue;
      this.#count(operation.kind, 'here');
      if (charged === 0) continue;
      const sums = this.#sumsOf(currency);
      if (operation === (capture ?? payment)) sums.charged += charged;
      else if (operation !== payment) sums.refunded += operation.amount;
    }
  }

  addFindings(findings: Findings, { attempt }: OwnAttempt, span: Span): void {
    const { differences, shown, undecided, unexplained, isChangedSince } = findings;
    const { order, currency } = attempt;
    for (const difference of differences) this.add(difference);
    for (const { id, latest } of shown) {
      this.found.add(id);
      if (span.isAskedAgain(latest)) this.shown.push({ id, at: new Date(latest).toISOString() });
    }
    if (isChangedSince) this.changedSince += 1;
    for (const operation of undecided) this.#addUndecided(operation, { order, currency }, span);
    this.rows.push(...unexplained);
  }

  totals(): readonly Total[] {
    return [...this.#sums].map(([currency, { charged, refunded, fees }]) => {
      const money = (minor: number): string => fromMinor(minor, currency);
      return {
        currency,
        here: { charged: money(charged), refunded: money(refunded) },
        there: { fees: money(Math.abs(fees)) },
      };
    });
  }

  #addUndecided(
    operation: OwnOperation,
    names: { readonly order: string; readonly currency: string },
    span: Span,
  ): void {
    const { latest, kind } = operation;
    if (latest >= span.period.end + edge) return;
    if (latest <= span.asOf) this.atTheEdge[kind === 'payment' ? 'payments' : 'others'] += 1;
    if (span.isAskedAgain(latest)) this.open.push(openOperation(operation, names));
  }

  #count(kind: RowKind, side: keyof OperationCount): void {
    const count = this.operations[kind] ?? { here: 0, there: 0 };
    this.operations[kind] = { ...count, [side]: count[side] + 1 };
  }

  #sumsOf(currency: string) {
    const sums = this.#sums.get(currency) ?? { charged: 0, refunded: 0, fees: 0 };
    this.#sums.set(currency, sums);
    return sums;
  }
}
