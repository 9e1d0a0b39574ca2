import { fromMinor } from '@wallet-buttons/protocol';
import type { Attempt } from '@wallet-buttons/server';
import { type Difference, type DifferenceKind, differenceOf } from './difference.ts';
import type { Exported } from './exported.ts';
import type { OwnOperation } from './own-operations.ts';
import type { Span } from './span.ts';

/** What a comparison of one attempt with its rows finds. */
export class Findings {
  readonly differences: Difference[] = [];
  /** The operations that the export shows. */
  readonly shown: OwnOperation[] = [];
  /** The operations that may be in another export. */
  readonly undecided: OwnOperation[] = [];
  /** The rows that no operation here explains. */
  readonly unexplained: Exported[] = [];
  /** The outcome, or an operation, is newer than the export. */
  isChangedSince = false;
  readonly #attempt: Attempt;
  readonly #span: Span;

  constructor(attempt: Attempt, span: Span) {
    this.#attempt = attempt;
    this.#span = span;
  }

  differ(kind: DifferenceKind, row: Exported | null, note?: string): void {
    const difference = differenceOf(kind, this.#attempt, row);
    this.differences.push(note === undefined ? difference : { ...difference, note });
  }

  show(...operations: readonly (OwnOperation | null)[]): void {
    for (const operation of operations) if (operation) this.shown.push(operation);
  }

  /**
   * Reports an operation that the export does not show, if it should.
   * @param row of its payment. With one, no earlier export can show the operation.
   */
  miss(kind: DifferenceKind, operation: OwnOperation, row: Exported | null): void {
    const place = this.#span.placeOf(operation);
    if (place === 'due' || (place === 'edge' && row && row.line > 0)) {
      this.differ(kind, row, operation.kind === 'payment' ? undefined : this.#noteOf(operation));
    } else if (place === 'edge' || place === 'next') {
      this.undecided.push(operation);
      this.isChangedSince ||=
        operation.latest > this.#span.asOf && operation.latest < this.#span.period.end;
    }
  }

  #noteOf({ kind, amount, latest }: OwnOperation): string {
    const { currency } = this.#attempt;
    return `${kind} of ${fromMinor(amount, currency)} ${currency} at ${new Date(latest).toISOString()}`;
  }
}
