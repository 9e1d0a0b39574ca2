/** What a row of the service's export says. */

/** One row. Amounts are in minor units; a text is `''` where the export has no such column. */
export interface Exported {
  /** Of the file, from 1; the head is the first. */
  readonly line: number;
  readonly id: string;
  readonly paymentId: string;
  readonly sessionId: string;
  readonly order: string;
  readonly kind: 'payment' | 'refund' | 'void';
  readonly status: string;
  readonly amount: number;
  /** `null` without such a column. */
  readonly refunded: number | null;
  readonly currency: string;
  /** `null` without such a column, or an empty field. */
  readonly fee: number | null;
  /** Milliseconds since 1970; `null` without such a column. */
  readonly at: number | null;
}

/** A row that cannot be compared, and why. */
export interface Unreadable {
  readonly line: number;
  readonly order: string;
  readonly reason: string;
}

/** One row of a file, as text. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}
