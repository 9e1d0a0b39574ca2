import type { Attempt } from './attempt.ts';
import type { ChangeDraft, StatusChange } from './change.ts';
import type { Changed, OrderRecord } from './record.ts';
import { standingOf } from './standing.ts';
import { isPaid, states } from './state.ts';

/** The time that the process which wrote a change has to deliver it, in milliseconds. */
export const deliveryLease = 30_000;

/** An attempt that was written, and whether its writer delivers the change. */
export interface WrittenAttempt {
  readonly attempt: Attempt;
  readonly change: StatusChange | null;
}

/**
 * Adds a change for the merchant. Beside money, an attempt without money tells no change.
 * The writer delivers it unless an older one is undelivered.
 */
export function addChange(
  record: OrderRecord,
  attempt: Attempt,
  draft: ChangeDraft | null,
): Changed<WrittenAttempt> {
  const isBesideMoney = record.attempts.some(({ state }) => isPaid(state));
  const isSilent = states[attempt.state].money === 'none' && isBesideMoney;
  if (!draft || isSilent) return { record, result: { attempt, change: null } };
  const change = {
    ...draft,
    ...standingOf(record.attempts, attempt.currency),
    at: new Date(attempt.updatedAt).toISOString(),
  };
  const changes = [...record.changes, change];
  if (record.delivery) return { record: { ...record, changes }, result: { attempt, change: null } };
  const delivery = { at: attempt.updatedAt + deliveryLease, tries: 1 };
  return { record: { ...record, changes, delivery }, result: { attempt, change } };
}

/** Removes a change that the merchant has accepted; the next one is due at once. */
export function removeChange(record: OrderRecord, id: string, now: number): OrderRecord {
  const changes = record.changes.filter((change) => change.id !== id);
  if (changes.length === record.changes.length) return record;
  return { ...record, changes, delivery: changes.length === 0 ? null : { at: now, tries: 0 } };
}
