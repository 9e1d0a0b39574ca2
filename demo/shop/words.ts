import type { WalletResultEvent } from '@wallet-buttons/elements';

/** The outcome of a payment, from the tags' events. */
export type Outcome = WalletResultEvent['outcome'];

/** The texts of the shop for a payer. */
export interface Words {
  readonly title: string;
  readonly text: string;
  /** One word across the receipt. An outcome that took no money has none. */
  readonly stamp?: 'Paid' | 'Held' | 'Refunded';
}

/** Each outcome in the payer's language. */
export const words: Readonly<Record<Outcome, Words>> = {
  succeeded: {
    title: 'Thank you',
    text: 'Your order is paid. We sort and post it tomorrow.',
    stamp: 'Paid',
  },
  authorized: {
    title: 'Thank you',
    text: 'Your bank holds the amount. We charge it when we post the order.',
    stamp: 'Held',
  },
  pending: { title: 'Your payment is being checked.', text: 'Do not pay again.' },
  unknown: { title: 'Your payment is being checked.', text: 'Do not pay again.' },
  failed: {
    title: 'The payment did not go through.',
    text: 'You were not charged. You can try again, with another card too.',
  },
  cancelled: {
    title: 'The payment was called off.',
    text: 'You pay nothing: what was held or charged goes back. You can pay whenever you like.',
  },
  expired: {
    title: 'The payment ran out of time.',
    text: 'You were not charged. You can try again.',
  },
  refunded: {
    title: 'Your money is on its way back.',
    text: 'The payment was refunded in full.',
    stamp: 'Refunded',
  },
  disputed: {
    title: 'Your bank disputes this payment.',
    text: 'We are asked about it. You need not pay again.',
  },
};
