/** One operation as the shop and the service have it. */
export interface Move {
  readonly kind:
    | 'payment'
    | 'hold'
    | 'failure'
    | 'capture'
    | 'refund'
    | 'void'
    | 'chargeback'
    | 'chargeback_reversal';
  readonly amount: number;
  /** When the shop sent it, or learned of it; `null`: it never did. */
  readonly here: number | null;
  /** It was made in the cabinet, and the shop learned of it. */
  readonly isFromCabinet?: boolean;
  /** When the service did it; `null`: it never did. */
  readonly there: number | null;
  /** What the service has instead. */
  readonly amountThere?: number;
}

/** One payment with what became of it. */
export interface Payment {
  readonly order: string;
  readonly id: string;
  /** The number of the payment at the service. */
  readonly paymentId: string;
  readonly currency: string;
  readonly asked: number;
  readonly openedAt: number;
  /** The shop does not know it. */
  readonly isForeign?: boolean;
  readonly moves: readonly Move[];
  readonly rowFault?: 'duplicate' | 'currency' | 'unreadable' | 'fee' | 'failed';
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The kinds of payments that agree, by what becomes of them. */
export const stories = [
  'paid',
  'failed',
  'refunded in part',
  'refunded twice',
  'refunded whole',
  'refunded in the cabinet',
  'voided',
  'held',
  'captured',
  'captured and refunded',
  'released',
  'disputed and won',
] as const;

export type Story = (typeof stories)[number];
