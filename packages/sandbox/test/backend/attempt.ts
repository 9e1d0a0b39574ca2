/** What the backend knows of the latest payment of an order. */
export interface Attempt {
  readonly order: string;
  readonly key: string;
  /** Empty until it is opened. */
  session: string;
  status: string;
  outcome: string;
  acsUrl?: string;
  /** When the service refused the token, and was first seen to know of nothing: milliseconds. */
  refused?: { since?: number };
}

/** The outcome of each status of the service. */
export const outcomes: Readonly<Record<string, string>> = {
  paid: 'succeeded',
  paid_off: 'succeeded',
  holded: 'authorized',
  hold_confirmed: 'authorized',
  failed: 'failed',
  expired: 'expired',
  voided: 'cancelled',
  refunded: 'refunded',
};

/** A later status of a higher rank replaces the one before. */
export const ranks = [
  'unknown',
  'pending',
  'failed',
  'expired',
  'authorized',
  'succeeded',
  'cancelled',
  'refunded',
];

export function isOpen({ outcome }: Attempt): boolean {
  return outcome === 'unknown' || outcome === 'pending';
}
