import { isOpen } from './operation.ts';
import type { OrderRecord } from './record.ts';
import { isDecided } from './state.ts';

/**
 * The attempts without an outcome that were not asked about since they changed, those that were, and those that are asked
 * about once more. What fills one of them delays no other.
 */
export const dueQueues = ['first', 'open', 'known'] as const;
/** One of {@link dueQueues}. */
export type DueQueue = (typeof dueQueues)[number];
/** The same, and undelivered changes. */
export type Queue = DueQueue | 'change';

/** A time at which something of an order is due. `subject`: an attempt's id, or `''` for the undelivered changes. */
export interface DueRow {
  readonly subject: string;
  /** Which queue it stands in. */
  readonly queue: Queue;
  readonly at: number;
  /** How often it was claimed in a row. */
  readonly tries: number;
}

/** Everything of an order that is due now or later. */
export function dueRows({ attempts, operations, delivery }: OrderRecord): readonly DueRow[] {
  const awaitedIds = new Set(operations.filter(isOpen).map(({ attempt }) => attempt));
  const questions = attempts.flatMap(({ id, state, nextCheckAt, checks }): readonly DueRow[] => {
    if (nextCheckAt === null) return [];
    const isKnown = isDecided(state) && !awaitedIds.has(id);
    const undecidedQueue = checks === 0 ? 'first' : 'open';
    return [
      { subject: id, queue: isKnown ? 'known' : undecidedQueue, at: nextCheckAt, tries: checks },
    ];
  });
  return delivery ? [...questions, { subject: '', queue: 'change', ...delivery }] : questions;
}
