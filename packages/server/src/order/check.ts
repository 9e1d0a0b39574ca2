import type { Profile } from '@wallet-buttons/service-client';
import type { Attempt } from './attempt.ts';
import { untilNotice } from './hold.ts';
import { isFinal, isPaid, states } from './state.ts';
import { absenceGap } from './transition.ts';

/**
 * How often the service is asked about an order that is paid. `few`: after an hour, a day and a week, and once more
 * before its session ends; webhooks tell the rest. `daily`: each day, for a service whose webhooks do not arrive.
 */
export type PaidChecks = 'few' | 'daily';

/** What the time of the next question depends on, beside the attempt. */
export interface CheckRules {
  readonly profile: Profile;
  readonly recheckPaid: PaidChecks;
  /** A number from 0 to 1, another one each time: questions that fail together are asked again apart. */
  readonly random: () => number;
}

/** What makes the next question come sooner. */
interface Urgency {
  /** The last question had no answer. */
  readonly hasFailed?: boolean | undefined;
  /** An operation has no outcome yet. */
  readonly isAwaited?: boolean;
  /** When the last operation was refused that the service may have done. */
  readonly refusedAt?: number | undefined;
}

const hour = 60 * 60_000;
/** Pauses between questions about an open attempt; the last one is repeated. */
const whileOpen = [1, 2, 4, 8, 15, 30, 60, 120, 300, 900, 3600].map((each) => each * 1000);
/** Pauses while money is held or charged, to find changes that were made in the service's cabinet. */
const whilePaid = [1, 2, 4, 8, 16, 24].map((each) => each * hour);
/** The ages of a charge at which it is asked about, if that is to be seldom. */
const afterCharge = [1, 24, 7 * 24].map((each) => each * hour);
/** Pauses for three days after an order was freed without money, to find a late charge. */
const afterFailing = [1 / 60, 1 / 12, 1 / 4, 1, 3, 6, 12, 12, 12, 12, 12, 12].map(
  (each) => each * hour,
);
/** Pauses for three days after all of a charge went back, to find that it did not. */
const afterReturning = [1, 23, 48].map((each) => each * hour);
/** No pause is longer, in milliseconds, so that a time further ahead shows a clock that was set back. */
export const longestPause = 45 * 24 * hour;
/** Questions end after so many in a row without a change, which takes three days. */
const mostChecks = 80;

/**
 * The time until the next get-status, in milliseconds; `null`: never. Questions go on for an open attempt until its
 * outcome is known, for a charge until the session's end, for a hold until its review, for an awaited operation until
 * it ends, and for three days after the order was freed. They come sooner if an operation is awaited or the last
 * question failed, and where the shop has to be notified that a hold ends.
 */
export function nextCheck(
  attempt: Attempt,
  rules: CheckRules,
  { hasFailed = false, isAwaited = false, refusedAt }: Urgency = {},
): number | null {
  const { state, flag, sentAt, checks, doubtedAt } = attempt;
  if (sentAt === null) return null;
  const chance = rules.random();
  if (doubtedAt !== null && flag === null) return soon(attempt, chance);
  if (isPaid(state) || isAwaited) {
    const pause = whileMoneyMoves(attempt, rules, { hasFailed, isAwaited }, chance);
    const notice = isAwaited ? null : untilNotice(attempt);
    const look = refusedAt === undefined ? null : untilLook(refusedAt, attempt, chance);
    const times = [notice, look, secondLook(attempt, chance), pause].filter(
      (time) => time !== null,
    );
    return times.length === 0 ? null : Math.min(...times);
  }
  if (flag === 'mismatch' || flag === 'resolved') return null;
  if (isFinal(state)) {
    const pauses = states[state].money === 'returned' ? afterReturning : afterFailing;
    return checks < pauses.length ? pauseAfter(checks, pauses, chance) : null;
  }
  // Questions go on during a review for want of an outcome: a late outcome ends it.
  if (flag !== null && checks > mostChecks) return null;
  return soon(attempt, chance);
}

function soon(attempt: Attempt, chance: number): number {
  return secondLook(attempt, chance) ?? pauseAfter(attempt.checks, whileOpen, chance);
}

function whileMoneyMoves(
  attempt: Attempt,
  { profile, recheckPaid }: CheckRules,
  { hasFailed, isAwaited }: Urgency,
  chance: number,
): number | null {
  const { state, flag, checks, charged, refunded, openedAt, readAt } = attempt;
  const lifetime = profile.lifetimes.session * 1000;
  const isEnded = readAt - openedAt > lifetime;
  const isHeld = state === 'authorized' && flag === null;
  const isDisputed = state === 'disputed';
  if (isEnded && isDisputed)
    return checks > mostChecks ? null : pauseAfter(checks, whilePaid, chance);
  if (isEnded && !isHeld && (!isAwaited || flag === 'needs_review')) return null;
  if (hasFailed || isAwaited) return pauseAfter(checks, whileOpen, chance);
  // An operation took all of it back, and the service has not said so yet.
  const isReturning = charged > 0 && refunded === charged;
  const isCharge = states[state].money === 'charged' && !isDisputed && !isReturning;
  const isSeldom = recheckPaid === 'few' && isCharge;
  return isSeldom ? seldom(attempt, lifetime, chance) : pauseAfter(checks, whilePaid, chance);
}

/** Counts from the charge, or from its last change, and not by questions: a repeated webhook adds none. */
function seldom(
  { amountsAt, openedAt, readAt }: Attempt,
  lifetime: number,
  chance: number,
): number | null {
  const chargedAt = amountsAt ?? openedAt;
  const last = openedAt + (lifetime * 7) / 8;
  if (readAt >= last) return null;
  const times = afterCharge.map((age) => chargedAt + age);
  const next = Math.min(times.find((time) => time > readAt) ?? last, last);
  // Never early, since it would be asked once more at its time, and never after the session's end.
  const spread = Math.min((next - chargedAt) / 4, lifetime / 16);
  const pause = next - readAt + spread * chance;
  return Math.round(Math.min(pause, longestPause));
}

/** The time until the second question about a refused token, or about money that is said to be gone or back. */
function secondLook(attempt: Attempt, chance: number): number | null {
  const { state, refusal, absentAt } = attempt;
  const isAwaited = refusal !== null || states[state].money !== 'none';
  return isAwaited && absentAt !== null ? untilLook(absentAt, attempt, chance) : null;
}

/** The time until a question that does not lag behind what was seen at `start`; `null` if it has passed. */
function untilLook(start: number, { readAt }: Attempt, chance: number): number | null {
  if (readAt - start >= absenceGap) return null;
  return start + absenceGap - readAt + Math.round(chance * 2000);
}

function pauseAfter(checks: number, pauses: readonly number[], chance: number): number {
  const pause = pauses[Math.min(checks, pauses.length - 1)] ?? hour;
  return Math.round(pause * (0.75 + chance / 2));
}
