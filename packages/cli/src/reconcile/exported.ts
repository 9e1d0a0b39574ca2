import type { Profile } from '@wallet-buttons/service-client';

/** What a row is about. */
export type RowKind = Profile['export']['kinds'][string];

/** One row of the service's export. Amounts are in minor units; a text is `''` where the export has no such column. */
export interface Exported {
  /** Of the file, from 1; the head is the first. Negative for a row of an earlier export. */
  readonly line: number;
  readonly id: string;
  readonly paymentId: string;
  readonly sessionId: string;
  readonly order: string;
  readonly kind: RowKind;
  readonly status: string;
  /** Without its sign, which tells money back from money paid. */
  readonly amount: number;
  readonly isNegative: boolean;
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

/** What the columns of an export can say. */
export interface ExportForm {
  /** Whether it says what went back of a payment. */
  readonly hasRefunds: boolean;
  /** Whether operations have rows of their own. */
  readonly hasKinds: boolean;
}

/** Whether a row is about money that went back, or came again after a chargeback. */
export function isReturn({ kind }: Exported): boolean {
  return kind === 'refund' || kind === 'void' || isDispute(kind);
}

export function isDispute(kind: RowKind): boolean {
  return kind === 'chargeback' || kind === 'chargeback_reversal';
}
