import type { Money } from './state.ts';

/** What a rule does with what the service says. */
type Effect =
  /** It counts. */
  | 'counts'
  /** It counts once a second question, ten seconds later or more, has the same answer. */
  | 'counts twice'
  /** It frees nothing and ends nothing. The service is asked again, and after three days it is in review. */
  | 'ask'
  /** No more money is shown as there than any part of the answer names. The order is closed, and in review at once. */
  | 'review'
  /** It is older than what is known. */
  | 'nothing';

/**
 * What the service says, beside the money that is known, and what follows. Where money is known, nothing that is in
 * doubt frees the order, and no cell sends anything.
 */
export const effects = {
  /** The service knows of no payment. Without money it also needs a refusal, or the end of the grace period. */
  'no payment': { none: 'counts twice', held: 'ask', charged: 'ask', returned: 'nothing' },
  /** A status such as "failed" or "expired". */
  'no money': { none: 'counts', held: 'counts twice', charged: 'ask', returned: 'nothing' },
  /** Less was charged, or went back, than is known, or a hold is there that an accepted operation had ended. */
  'less than before': {
    none: 'counts',
    held: 'counts twice',
    charged: 'counts twice',
    returned: 'counts twice',
  },
  /** Two statuses of one answer, or a status and an amount, differ about where the money is. */
  'contradicts itself': { none: 'ask', held: 'ask', charged: 'ask', returned: 'ask' },
  /** All of it went back, beside a status such as "paid"; the shop has returned none of it, or not all. */
  'whole beside paid': { none: 'review', held: 'review', charged: 'review', returned: 'nothing' },
  /** The same after the shop has returned all of it. */
  'own whole beside paid': { none: 'ask', held: 'ask', charged: 'ask', returned: 'nothing' },
  /** A status such as "refunded", beside zero as the amount that went back; the shop has returned nothing. */
  'refunded beside zero': { none: 'ask', held: 'ask', charged: 'ask', returned: 'ask' },
  /** More went back than was charged. */
  'more than charged': { none: 'review', held: 'review', charged: 'review', returned: 'review' },
  /** A status such as "refunded" that comes, without an amount, after a part of the charge had gone back. */
  'rest without amount': { none: 'counts', held: 'counts', charged: 'review', returned: 'counts' },
} as const satisfies Record<string, Readonly<Record<Money, Effect>>>;

/** What the service says against itself, or against what is known. */
export type Contradiction = keyof typeof effects;
