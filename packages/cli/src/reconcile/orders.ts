import type { OrderHistory } from '@wallet-buttons/server';
import { assign, isMoney } from './assign.ts';
import { compareAttempt, type Comparison } from './compare.ts';
import { differenceOf } from './difference.ts';
import { type Exported, isDispute } from './exported.ts';
import type { ExportedRows } from './exported-rows.ts';
import { type OwnAttempt, ownAttempts } from './own-operations.ts';
import { edge } from './span.ts';
import { standingIn } from './standing.ts';
import type { Tally } from './tally.ts';

/** Compares orders, one after another, with their rows of an export. */
export class Orders {
  /** Payments here after the last row, which no row shows. */
  afterLastRow = 0;
  readonly #exportedRows: ExportedRows;
  readonly #comparison: Comparison;
  readonly #tally: Tally;
  readonly #lastRow: number | null;

  constructor(
    exportedRows: ExportedRows,
    comparison: Comparison,
    tally: Tally,
    lastRow: number | null,
  ) {
    this.#exportedRows = exportedRows;
    this.#comparison = comparison;
    this.#tally = tally;
    this.#lastRow = lastRow;
  }

  compare(history: OrderHistory): void {
    const rows = this.#exportedRows.take(history);
    const all = ownAttempts(history);
    const standingOf = standingIn(this.#comparison.profile);
    const { rowsOf, rest } = assign(all, rows, standingOf);
    for (const own of all) this.#compareAttempt(own, rowsOf(own));
    const isPaidHere = all.some(({ attempt: { charged, held } }) => charged > 0 || held > 0);
    for (const row of rest) this.compareUnknown(row, isPaidHere);
  }

  /** Compares a row that no attempt here has. */
  compareUnknown(row: Exported, isPaidHere = false): void {
    const { kind, line } = row;
    if (kind === 'fee' || kind === 'other') return;
    const { profile, span } = this.#comparison;
    const isPayment = kind === 'payment';
    if (isPayment && !isMoney(standingIn(profile)(row))) return;
    if (line > 0 && !span.has(row)) return;
    this.#tally.rows.push(row);
    if (line < 0) return;
    if (isDispute(kind)) this.#tally.add({ ...differenceOf('chargeback', null, row), note: kind });
    else if (isPayment && isPaidHere) this.#tally.add(differenceOf('second_charge', null, row));
    else if (isPayment || !isPaidHere) this.#tally.add(differenceOf('missing_here', null, row));
    // Beside a second charge, what went back is of that one.
  }

  #compareAttempt(own: OwnAttempt, rows: readonly Exported[]): void {
    const { span } = this.#comparison;
    this.#tally.addAttempt(own, span);
    const isOf = ({ latest, earliest }: { latest: number; earliest: number }): boolean =>
      latest >= span.period.start - edge && earliest < span.period.end + edge;
    const { payment, capture, returns } = own;
    const operations = [payment, capture, ...returns].filter((each) => each !== null);
    const isLate = payment !== null && payment.earliest > (this.#lastRow ?? Infinity);
    if (rows.length === 0 && !operations.some(isOf)) {
      if (isLate) this.afterLastRow += 1;
      return;
    }
    const findings = compareAttempt(own, rows, this.#comparison);
    this.#tally.addFindings(findings, own, span);
    if (isLate && !rows.some(({ kind, line }) => kind === 'payment' && line > 0))
      this.afterLastRow += 1;
  }
}
