import { fromMinor } from '@wallet-buttons/protocol';
import { type Attempt, outcomeOf } from './attempt.ts';
import {
  type ChangeDraft,
  isOutcomeMoved,
  standingOf,
  type StatusChange,
  summaryOf,
} from './change.ts';
import { noticeOf } from './hold.ts';
import type { Changed, OrderRecord } from './record.ts';
import { isPaid, states } from './state.ts';

/** The time that the process which wrote a change has to deliver it, in milliseconds. */
export const deliveryLease = 30_000;

/** An attempt that was written, and whether its writer delivers the change. */
export interface WrittenAttempt {
  readonly attempt: Attempt;
  readonly change: StatusChange | null;
}

/** The change to deliver to the merchant; `null` if the merchant would see no difference. */
export function statusChange(
  { attempts }: OrderRecord,
  attempt: Attempt,
  next: Attempt,
): ChangeDraft | null {
  const outcome = outcomeOf(next);
  const previous = outcomeOf(attempt);
  const isMoneySame = (['charged', 'held', 'refunded'] as const).every(
    (kind) => attempt[kind] === next[kind],
  );
  const isSame = outcome === previous && next.status === attempt.status && isMoneySame;
  const notice = noticeOf(attempt, next);
  if (isSame && notice === null && !isOutcomeMoved(attempts, attempt, next)) return null;
  const { id, version, currency, charged, held, asked, refunded } = next;
  return {
    ...summaryOf(next),
    id: `${id}.${String(version)}`,
    outcome,
    previous,
    amount: fromMinor(charged || held || asked, currency),
    ...((refunded > 0 || attempt.refunded > 0) && { refunded: fromMinor(refunded, currency) }),
    ...(notice !== null && { holdNotice: notice }),
  };
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

/** Makes the changes of an order due at once. The result says whether there are any. */
export function deliverNow(record: OrderRecord, now: number): Changed<boolean> {
  const { delivery } = record;
  if (!delivery) return { record, result: false };
  return { record: { ...record, delivery: { ...delivery, at: now } }, result: true };
}

/** Removes a change that the merchant has accepted; the next one is due at once. */
export function removeChange(record: OrderRecord, id: string, now: number): OrderRecord {
  const changes = record.changes.filter((change) => change.id !== id);
  if (changes.length === record.changes.length) return record;
  return { ...record, changes, delivery: changes.length === 0 ? null : { at: now, tries: 0 } };
}
