import type { Profile } from '@wallet-buttons/service-client';
import type { Attempt } from './attempt.ts';
import type { Operation } from './operation.ts';
import { states } from './state.ts';

/** So many hours before a hold ends, the shop is notified. */
export type HoldNotice = 48 | 24;

const hour = 60 * 60_000;
const minute = 60_000;
/** The latest first. */
const notices: readonly HoldNotice[] = [24, 48];

/**
 * When the hold of an attempt ends, in milliseconds since 1970; `null` without a hold, or once it is captured or
 * released. It counts from the sending of the token: no later than the bank counts.
 * @param operations those of the attempt.
 */
export function holdEndOf(
  { state, charged, sentAt, cardNetwork }: Attempt,
  operations: readonly Operation[],
  { lifetimes: { hold } }: Profile,
): number | null {
  const isTaken = charged > 0 || operations.some((operation) => operation.state === 'done');
  if (states[state].money !== 'held' || isTaken || sentAt === null) return null;
  const network = cardNetwork ?? '';
  const seconds = Object.hasOwn(hold, network) ? hold[network] : undefined;
  return sentAt + (seconds ?? hold.default) * 1000;
}

/** The notice that the shop is due; only the latest one, if several have come due. */
export function dueNotice({ holdEndsAt, holdNotice, readAt }: Attempt): HoldNotice | null {
  if (holdEndsAt === null) return null;
  const due = notices.find((hours) => readAt >= holdEndsAt - hours * hour);
  return due !== undefined && due < (holdNotice ?? Infinity) ? due : null;
}

/** The time until the next notice is due, in milliseconds; `null` without one. One that is overdue comes in a minute. */
export function untilNotice({ holdEndsAt, holdNotice, readAt }: Attempt): number | null {
  const next = notices.findLast((hours) => hours < (holdNotice ?? Infinity));
  if (holdEndsAt === null || next === undefined) return null;
  return Math.max(minute, holdEndsAt - next * hour - readAt);
}

/** The notice to the shop that the hold ends; `null` without one. */
export function noticeOf(attempt: Attempt, next: Attempt): HoldNotice | null {
  return next.holdNotice === attempt.holdNotice ? null : next.holdNotice;
}
