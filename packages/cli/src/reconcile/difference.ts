/** The kinds of differences, each with what it means. The names are stable. */
export const kinds = {
  missing_there: 'charged or held here, and not in the export',
  missing_here: 'charged or held there, and not here',
  second_charge: 'charged there once more than here',
  duplicate: 'twice in the export',
  amount: 'another amount',
  currency: 'another currency',
  state: 'another state',
  refund_missing_there: 'refunded here, and not there',
  refund_missing_here: 'refunded there, and not here',
  refund_amount: 'another amount refunded',
  void_missing_there: 'voided here, and not there',
  void_missing_here: 'voided there, and not here',
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
