import type { Difference, DifferenceKind } from './difference.ts';
import type { RowKind } from './exported.ts';
import type { OperationCount, Total } from './tally.ts';

/** The result of a comparison. A program may keep it: the fields are stable. */
export interface Reconciled {
  /** The period, from the first day to the last one. ISO 8601. */
  readonly from: string;
  readonly until: string;
  readonly asOf: string;
  readonly rows: number;
  /** The rows of other days than the period's: evidence, and not compared themselves. */
  readonly rowsOutside: number;
  /** Attempts that were opened in the period. */
  readonly payments: number;
  /** Operations of the period by kind, on each side. */
  readonly operations: Readonly<Partial<Record<RowKind, OperationCount>>>;
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly differences: readonly Difference[];
  /** Payments that are newer than the export, or of which an operation is. */
  readonly changedSince: number;
  /** Payments within an hour of an end of the period that the export does not have: they may be in another one. */
  readonly atTheEdge: number;
  /** Captures, refunds and voids that may be in another export. */
  readonly operationsAtTheEdge: number;
  /** The payments here after the last row of an export whose period was not named; `null` without one. */
  readonly afterLastRow: { readonly count: number; readonly lastRow: string } | null;
  readonly hasRefunds: boolean;
  readonly totals: readonly Total[];
  /** What the run before left, and how much of it was found; `null` without a state. */
  readonly carriedOver: { readonly count: number; readonly found: number } | null;
  /** How much is left for the next run; `null` without a state. */
  readonly carriedOn: number | null;
  /** The end of the last run, if days after it were not compared. ISO 8601. */
  readonly gapSince: string | null;
}
