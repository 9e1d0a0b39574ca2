import { toMinor } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import type { PaymentAnswer } from '../service/operations.ts';
import type { Profile } from '../service/profile.ts';
import { isSafeUrl } from '../service/transport.ts';
import {
  type Attempt,
  type AttemptChange,
  type AttemptState,
  isFinal,
  isLatePayment,
  isPaid,
  isUndecided,
  mayMove,
} from './attempt.ts';

/** The reasons for a manual review; each is logged as an error, once a change. */
export type Alarm =
  | 'amount_mismatch'
  | 'answer_mismatch'
  | 'late_payment'
  | 'unknown_status'
  | 'acs_url_refused'
  | 'needs_review';

/** What an answer, or its absence, changes in an attempt. */
export interface Transition {
  /** `null`: nothing. */
  readonly change: AttemptChange | null;
  readonly alarm?: Alarm;
  /** The service's answer, if an alarm needs it. */
  readonly answer?: Pick<PaymentAnswer, 'status' | 'amount' | 'currency'>;
}

export const nothing: Transition = { change: null };

const hour = 60 * 60_000;
/** The grace period after a token was sent, in which "there is no payment" proves nothing. */
export const grace = hour / 4;
/** Pauses between questions about an open attempt; the last one is repeated. */
const whileOpen = [1, 2, 4, 8, 15, 30, 60, 120, 300, 900, 3600].map((each) => each * 1000);
/** Pauses while money is held or charged, to find changes that were made in the service's cabinet. */
const whilePaid = [1, 2, 4, 8, 16, 24].map((each) => each * hour);
/** After this time without an outcome an attempt needs a manual review. */
const reviewAfter = 72 * hour;
/** Questions end after so many in a row without a change, which takes those three days. */
const mostChecks = 80;

export function afterPayToken(
  attempt: Attempt,
  answer: PaymentAnswer,
  profile: Profile,
): Transition {
  if (answer.acsUrl === null) return afterStatus(attempt, answer, profile);
  if (!isAbout(attempt, answer)) return { change: null, alarm: 'answer_mismatch', answer };
  if (!mayMove(attempt.state, 'awaiting_bank')) return nothing;
  const change = { state: 'awaiting_bank', status: answer.status } as const;
  if (!isSafeUrl(answer.acsUrl)) return { change, alarm: 'acs_url_refused' };
  const moved = { change: { ...change, acsUrl: answer.acsUrl } };
  const isLate = isLatePayment(attempt.state, 'awaiting_bank');
  return isLate ? { ...moved, alarm: 'late_payment' } : moved;
}

/**
 * What an error of pay-token proves. `not_sent`: no byte of the token left. `refused`: the service refused it, and
 * get-status can prove that nothing was tried. `rejected`: the profile lists the code as such a proof.
 */
export function afterFailure(
  error: unknown,
  profile: Profile,
): 'not_sent' | 'refused' | 'rejected' | 'unknown' {
  if (!(error instanceof WalletServerError)) return 'unknown';
  // These are refused before anything is sent.
  const isRefusedHere = ['request', 'configuration', 'store'].includes(error.origin);
  if (isRefusedHere || error.code === 'service_unreachable') return 'not_sent';
  if (error.code !== 'service_refused') return 'unknown';
  return profile.isNotProcessed(error) ? 'rejected' : 'refused';
}

/** Whether the service reports that no payment was tried in the session of this attempt. */
export function isUntouched(attempt: Attempt, answer: PaymentAnswer, profile: Profile): boolean {
  return profile.meaningOf(answer.status) === 'untouched' && isAbout(attempt, answer);
}

/**
 * The transition if the service knows of no payment: none until the grace period is over.
 * @param isRefused the service refused the token, so that the token is not on its way any more.
 */
export function afterAbsence(attempt: Attempt, timeout: number, isRefused = false): Transition {
  if (!isUndecided(attempt.state) || attempt.sentAt === null) return nothing;
  if (isRefused) return { change: { state: 'rejected' } };
  const waited = attempt.readAt - attempt.sentAt;
  return waited < Math.max(grace, 2 * timeout) ? nothing : { change: { state: 'abandoned' } };
}

/** The transition for get-status or a verified webhook. For "nothing was tried" see {@link afterAbsence}. */
export function afterStatus(attempt: Attempt, answer: PaymentAnswer, profile: Profile): Transition {
  if (!isAbout(attempt, answer)) return { change: null, alarm: 'answer_mismatch', answer };
  const meaning = profile.meaningOf(answer.status);
  if (meaning === 'untouched') return nothing;
  const { state } = attempt;
  const target = meaning ?? 'pending';
  const isSame = state === target || (state === 'awaiting_bank' && target === 'pending');
  const unknown = meaning === undefined && ({ alarm: 'unknown_status', answer } as const);
  // No payment is under way before its token is sent, even if the session is reported as pending.
  const isEarly = state === 'created' && target === 'pending';
  // An unknown status does not overrule a proven refusal.
  const isUnproven = state === 'rejected' && meaning === undefined;
  if (isEarly || isUnproven || (!isSame && !mayMove(state, target))) {
    return { change: null, ...unknown };
  }
  const money = moneyAfter(attempt, target, answer);
  if (money === null) return mismatch(attempt, answer);
  const isNewer = !isFinal(state) && isLater(answer.status, attempt.status, profile);
  const status = !isSame || isNewer ? answer.status : attempt.status;
  const next = { ...money, ...details(attempt, answer), state: isSame ? state : target, status };
  const change = differing(attempt, next);
  if (isLatePayment(state, target)) return { change, alarm: 'late_payment' };
  return Object.keys(change).length === 0 ? { change: null } : { change, ...unknown };
}

/** The fields of a change that differ from the attempt's. */
function differing(attempt: Attempt, change: AttemptChange): AttemptChange {
  const fields = Object.entries(change) as [keyof AttemptChange, never][];
  return Object.fromEntries(fields.filter(([field, value]) => attempt[field] !== value));
}

/**
 * The time until the next get-status, in milliseconds; `null`: never. Questions go on for an open attempt until its
 * outcome is known, for a charge until the session's end, for a hold until its review, and for an awaited operation
 * until it ends. They come sooner if an operation is awaited or the last question failed.
 */
export function nextCheck(
  attempt: Attempt,
  profile: Profile,
  hasFailed = false,
  isAwaited = false,
): number | null {
  const { state, flag, sentAt, checks, openedAt, readAt } = attempt;
  if (sentAt === null) return null;
  if (isPaid(state) || isAwaited) {
    const isEnded = readAt - openedAt > profile.lifetimes.session * 1000;
    const isHeld = state === 'authorized' && flag === null;
    if (isEnded && !isHeld && !isAwaited) return null;
    return pauseAfter(checks, hasFailed || isAwaited ? whileOpen : whilePaid);
  }
  // Questions go on during a review for want of an outcome: a late outcome ends it.
  const isLastReview = flag === 'needs_review' && checks > mostChecks;
  const isOver = isFinal(state) || flag === 'mismatch' || flag === 'resolved' || isLastReview;
  return isOver ? null : pauseAfter(checks, whileOpen);
}

/** The transition after a question without a change: a review after 72 h, for a hold at the session's end. */
export function afterNothing(attempt: Attempt, profile: Profile): Transition {
  const { state, sentAt, readAt, flag } = attempt;
  // The process that sent the token ended before the answer came.
  const change = state === 'sending' ? ({ state: 'unknown' } as const) : {};
  if (flag !== null || isFinal(state) || sentAt === null) return { change };
  const limit =
    state === 'authorized' ? Math.max(reviewAfter, profile.lifetimes.session * 1000) : reviewAfter;
  if (readAt - sentAt <= limit) return { change };
  return { change: { ...change, flag: 'needs_review' }, alarm: 'needs_review' };
}

function pauseAfter(checks: number, pauses: readonly number[]): number {
  const pause = pauses[Math.min(checks, pauses.length - 1)] ?? hour;
  return Math.round(pause * (0.75 + Math.random() / 2));
}

/** Whether an answer is about this attempt: it counts only for the session and the order that it names. */
export function isAbout({ sessionId, order }: Attempt, answer: PaymentAnswer): boolean {
  const isSession = answer.sessionId === null || answer.sessionId === sessionId;
  return isSession && (answer.externalId === null || answer.externalId === order);
}

function mismatch(attempt: Attempt, answer: PaymentAnswer): Transition {
  if (attempt.flag === 'mismatch' || attempt.flag === 'resolved') return nothing;
  const state = attempt.state === 'sending' ? 'unknown' : attempt.state;
  return { change: { state, flag: 'mismatch' }, alarm: 'amount_mismatch', answer };
}

/** The amounts that a status changes; `null` if the service names amounts that do not fit. */
function moneyAfter(
  attempt: Attempt,
  target: AttemptState,
  answer: PaymentAnswer,
): Partial<Pick<Attempt, 'held' | 'charged' | 'refunded'>> | null {
  const { asked, charged, refunded, flag } = attempt;
  const whole = charged || asked;
  if (target === 'cancelled') return { held: 0, refunded: charged };
  if (target === 'refunded') return { held: 0, charged: whole, refunded: whole };
  if (target !== 'authorized' && target !== 'paid' && target !== 'paid_off') return { held: 0 };
  const named = minorOf(answer.amount, answer, attempt);
  // A status without an amount does not end an earlier mismatch.
  if (named === null && flag === 'mismatch') return null;
  if (target === 'authorized') {
    return named !== null && named !== asked ? null : { held: asked };
  }
  const taken = chargedOf(attempt, named);
  if (taken === null) return null;
  const back = minorOf(answer.refunded, answer, attempt) ?? 0;
  const isNewlyBack = back > refunded && back <= taken;
  return { charged: taken, held: 0, refunded: isNewlyBack ? back : refunded };
}

/** The charged amount: all that was asked for, or a part of the hold. `null` if the named amount is neither. */
function chargedOf({ asked, held, charged }: Attempt, named: number | null): number | null {
  // A known charge stays; after a part capture the service may name the part or the whole.
  if (charged > 0) return named === null || named === charged || named === asked ? charged : null;
  if (named === null || named === asked) return asked;
  return named > 0 && named <= held ? named : null;
}

/** An amount in minor units; NaN, which equals no amount, if its currency differs or it cannot be read. */
function minorOf(amount: string | null, { currency: named }: PaymentAnswer, { currency }: Attempt) {
  if (named !== null && named.toUpperCase() !== currency) return Number.NaN;
  if (amount === null) return null;
  try {
    return toMinor({ amount, currency });
  } catch {
    return Number.NaN;
  }
}

/** Whether a status is later in the profile than another: an old message changes nothing. Unknown ones come last. */
function isLater(status: string, than: string, { statusOrder }: Profile): boolean {
  const [place, other] = [statusOrder(status), statusOrder(than)];
  return place === other ? status > than : place > other;
}

/** Bank reference and card, if they were not known before. */
function details(attempt: Attempt, { bankReference, card }: PaymentAnswer): AttemptChange {
  const last4 = card?.last4 ?? null;
  return {
    bankReference: attempt.bankReference ?? bankReference,
    cardLast4: attempt.cardLast4 ?? last4,
  };
}
