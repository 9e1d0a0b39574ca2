import { fromMinor } from '@wallet-buttons/protocol';
import type { Attempt } from '@wallet-buttons/server';
import type { Exported } from './exported.ts';

/** The kinds of differences, each with what it means. The names are stable. */
export const kinds = {
  missing_there: 'charged or held here, and not in the export',
  missing_here: 'charged or held there, and not here',
  second_charge: 'charged there once more than here',
  duplicate: 'twice in the export',
  amount: 'another amount',
  currency: 'another currency',
  state: 'another state',
  capture_missing_there: 'captured here, and not in the export',
  capture_missing_here: 'captured there, and not here',
  refund_missing_there: 'refunded here, and not in the export',
  refund_missing_here: 'refunded there, and not here',
  refund_amount: 'another amount refunded',
  void_missing_there: 'voided here, and not in the export',
  void_missing_here: 'voided there, and not here',
  chargeback: "taken back by the payer's bank, or returned by it, and not here",
  fee: 'another fee than the wire profile names',
  unreadable: 'a row of the export that cannot be read',
} as const;

export type DifferenceKind = keyof typeof kinds;

/** One side of a difference; amounts are decimal strings in major units. */
export interface Side {
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly refunded: string;
}

/** Something that the store and the export of the service say differently. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** `''` if the export does not name it. */
  readonly order: string;
  /** The attempt here. */
  readonly attempt?: string;
  /** The line of the export. */
  readonly line?: number;
  readonly here?: Side;
  readonly there?: Side;
  /** What a reader should know beside the two sides. */
  readonly note?: string;
}

/** A difference about a payment here and a row there; either may be missing. */
export function differenceOf(
  kind: DifferenceKind,
  attempt: Attempt | null,
  row: Exported | null,
): Difference {
  return {
    kind,
    order: attempt?.order ?? row?.order ?? '',
    ...(attempt && { attempt: attempt.id, here: sideHere(attempt) }),
    ...(row && { line: row.line, there: sideThere(row) }),
  };
}

function sideHere(attempt: Attempt): Side {
  const { state, currency, charged, held, asked, refunded } = attempt;
  const [amount, back] = [charged || held || asked, refunded].map((minor) =>
    fromMinor(minor, currency),
  );
  return { status: state, amount: amount ?? '', currency, refunded: back ?? '' };
}

function sideThere({ status, amount, currency, refunded }: Exported): Side {
  const back = fromMinor(refunded ?? 0, currency);
  return { status, amount: fromMinor(amount, currency), currency, refunded: back };
}
