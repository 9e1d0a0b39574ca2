import {
  type Evidence,
  isSafeUrl,
  type PaymentAnswer,
  type Profile,
} from '@wallet-buttons/service-client';
import {
  type Attempt,
  type AttemptChange,
  type AttemptState,
  isFinal,
  isLatePayment,
  isPaid,
  isUndecided,
  mayMove,
  states,
  waited,
} from './attempt.ts';
import { grace, positionAfter } from './position.ts';
import type { Operation } from './operation.ts';

/** The reasons for a manual review; each is logged as an error, once a change. */
export type Alarm =
  | 'amount_mismatch'
  | 'amount_lowered'
  | 'answer_mismatch'
  | 'late_payment'
  | 'unknown_status'
  | 'acs_url_refused'
  | 'needs_review';

/** What evidence, or its absence, changes in an attempt. */
export interface Transition {
  /** `null`: nothing. */
  readonly change: AttemptChange | null;
  readonly alarm?: Alarm;
  /** The service's answer, if an alarm needs it. */
  readonly answer?: Pick<PaymentAnswer, 'status' | 'amount' | 'currency'>;
  /** Less is charged, or went back, than before. */
  readonly isLowered?: true;
  /** Less than before was named, and only a question can tell whether that counts. */
  readonly isUnclear?: true;
}

export const nothing: Transition = { change: null };

const hour = 60 * 60_000;
/** Two questions that find no payment prove it only so far apart: a single one may lag behind. */
const apart = 10_000;
/** Pauses between questions about an open attempt; the last one is repeated. */
const whileOpen = [1, 2, 4, 8, 15, 30, 60, 120, 300, 900, 3600].map((each) => each * 1000);
/** Pauses while money is held or charged, to find changes that were made in the service's cabinet. */
const whilePaid = [1, 2, 4, 8, 16, 24].map((each) => each * hour);
/** Pauses for three days after an order was freed without money, to find a late charge. */
const afterFailing = [1 / 60, 1 / 12, 1 / 4, 1, 3, 6, 12, 12, 12, 12, 12, 12].map(
  (each) => each * hour,
);
/** Pauses for three days after all of a charge went back, to find that it did not. */
const afterReturning = [1, 23, 48].map((each) => each * hour);
/** After this time without an outcome an attempt or an operation needs a manual review. */
const reviewAfter = 72 * hour;
/** Questions end after so many in a row without a change, which takes those three days. */
const mostChecks = 80;

/** The transition for the result of pay-token, if the token left. */
export function afterPayToken(attempt: Attempt, evidence: Evidence, profile: Profile): Transition {
  // A webhook, or a question of another process, may have settled it meanwhile.
  const change = isUndecided(attempt.state) ? ({ state: 'unknown' } as const) : null;
  if (evidence.kind === 'mismatch') {
    return { change, alarm: 'answer_mismatch', answer: evidence.answer };
  }
  if (evidence.kind === 'refused') {
    // What was asked before the refusal proves nothing: the token was still on its way.
    return { change: change && { ...change, refusal: evidence.code, absentAt: null } };
  }
  if (evidence.kind !== 'status') return { change };
  const { answer } = evidence;
  return answer.acsUrl === null
    ? afterStatus(attempt, answer, profile)
    : afterBankPage(attempt, answer, answer.acsUrl);
}

function afterBankPage(attempt: Attempt, { status }: PaymentAnswer, acsUrl: string): Transition {
  if (!mayMove(attempt.state, 'awaiting_bank')) return nothing;
  const change = { state: 'awaiting_bank', status } as const;
  if (!isSafeUrl(acsUrl)) return { change, alarm: 'acs_url_refused' };
  const moved = { change: { ...change, acsUrl } };
  const isLate = isLatePayment(attempt.state, 'awaiting_bank');
  return isLate ? { ...moved, alarm: 'late_payment' } : moved;
}

/**
 * The transition if the service knows of no payment. It frees the order only by two such answers in a row, and only
 * if the service refused the token or the grace period is over.
 * @param timeout the time limit of a signed call, in milliseconds.
 */
export function afterAbsence(attempt: Attempt, timeout: number): Transition {
  const { state, sentAt, absentAt, refusal, readAt } = attempt;
  if (!isUndecided(state) || sentAt === null) return nothing;
  if (absentAt === null) return { change: { state: 'unknown', absentAt: readAt } };
  if (waited(attempt, absentAt) < apart) return nothing;
  if (refusal !== null) return { change: { state: 'rejected' } };
  const isOver = waited(attempt, sentAt) >= Math.max(grace, 2 * timeout);
  return isOver ? { change: { state: 'abandoned' } } : nothing;
}

/**
 * The transition for a status.
 * @param isCurrent it answers a question. A webhook may be an old one: it raises amounts, and lowers none.
 */
export function afterStatus(
  attempt: Attempt,
  answer: PaymentAnswer,
  profile: Profile,
  isCurrent = true,
): Transition {
  const meaning = profile.meaningOf(answer.status);
  if (meaning === 'untouched') return nothing;
  const { state } = attempt;
  const target = meaning ?? 'pending';
  const unknown = meaning === undefined && ({ alarm: 'unknown_status', answer } as const);
  const isSame = state === target || (state === 'awaiting_bank' && target === 'pending');
  // No payment is under way before its token is sent, even if the session is reported as pending.
  const isEarly = state === 'created' && target === 'pending';
  // An unknown status does not overrule a proven refusal.
  const isUnproven = state === 'rejected' && meaning === undefined;
  const isMove = isSame || mayMove(state, target);
  if (isEarly || isUnproven || (!isMove && !mayLower(attempt, target, answer))) {
    return { change: null, ...unknown };
  }
  const { position, isDoubted = false } = positionAfter(
    attempt,
    isSame ? state : target,
    answer,
    isCurrent,
  );
  if (position === null) return isMove ? mismatch(attempt, answer) : nothing;
  const to = position.state;
  const isBack = states[state].money === 'returned' && states[to].money !== 'returned';
  const isLess = position.charged < attempt.charged || position.refunded < attempt.refunded;
  const isLowered = isLess || (isBack && !isDoubted);
  if (to !== state && !isLowered && !mayMove(state, to)) {
    return { change: null, ...(isDoubted && { isUnclear: true }) };
  }
  const isNewer = !isFinal(state) && isLater(answer.status, attempt.status, profile);
  const isMoved = to !== state || position.refunded !== attempt.refunded;
  const status = isMoved || isNewer ? answer.status : attempt.status;
  const change = differing(attempt, { ...position, ...details(attempt, answer), status });
  if (isLowered) return { change, isLowered, alarm: 'amount_lowered', answer };
  if (isLatePayment(state, to)) return { change, alarm: 'late_payment' };
  const isSilent = Object.keys(change).length === 0;
  return {
    change: isSilent ? null : change,
    ...(isDoubted && { isUnclear: true }),
    ...(!isSilent && unknown),
  };
}

/** Whether a status may show that a capture, or the return of money, was undone. */
function mayLower(
  { state, flag }: Attempt,
  to: AttemptState,
  { refunded }: PaymentAnswer,
): boolean {
  const [before, after] = [states[state].money, states[to].money];
  const isMoved = before === 'charged' || before === 'returned';
  // A review may have known better than the service.
  if (after === 'held') return isMoved && flag !== 'resolved';
  return before === 'returned' && after !== 'none' && refunded !== null;
}

/** The fields of a change that differ from the attempt's. */
function differing(attempt: Attempt, change: AttemptChange): AttemptChange {
  const fields = Object.entries(change) as [keyof AttemptChange, never][];
  return Object.fromEntries(fields.filter(([field, value]) => attempt[field] !== value));
}

/**
 * The time until the next get-status, in milliseconds; `null`: never. Questions go on for an open attempt until its
 * outcome is known, for a charge until the session's end, for a hold until its review, for an awaited operation until
 * it ends, and for three days after the order was freed. They come sooner if an operation is awaited or the last
 * question failed.
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
    if (isEnded && !isHeld && (!isAwaited || flag === 'needs_review')) return null;
    return pauseAfter(checks, hasFailed || isAwaited ? whileOpen : whilePaid);
  }
  if (flag === 'mismatch' || flag === 'resolved') return null;
  if (isFinal(state)) {
    const pauses = states[state].money === 'returned' ? afterReturning : afterFailing;
    return checks < pauses.length ? pauseAfter(checks, pauses) : null;
  }
  // Questions go on during a review for want of an outcome: a late outcome ends it.
  if (flag === 'needs_review' && checks > mostChecks) return null;
  return secondLook(attempt) ?? pauseAfter(checks, whileOpen);
}

/** The time until the second question about a refused token. */
function secondLook({ refusal, absentAt, readAt }: Attempt): number | null {
  if (refusal === null || absentAt === null || readAt - absentAt >= apart) return null;
  return absentAt + apart - readAt + Math.round(Math.random() * 2000);
}

/**
 * The transition after a question without a change: a review after 72 h, for a hold at the session's end.
 * @param open the operation without an outcome, if there is one.
 */
export function afterNothing(attempt: Attempt, profile: Profile, open?: Operation): Transition {
  const { state, sentAt, readAt, flag } = attempt;
  const needsReview = { flag: 'needs_review' } as const;
  const isAwaitedLong = open !== undefined && readAt - open.sentAt > reviewAfter;
  if (isAwaitedLong && (flag === null || flag === 'resolved')) {
    return { change: needsReview, alarm: 'needs_review' };
  }
  // The process that sent the token ended before the answer came.
  const change = state === 'sending' ? ({ state: 'unknown' } as const) : {};
  if (flag !== null || isFinal(state) || sentAt === null) return { change };
  const limit =
    state === 'authorized' ? Math.max(reviewAfter, profile.lifetimes.session * 1000) : reviewAfter;
  if (readAt - sentAt <= limit) return { change };
  return { change: { ...change, ...needsReview }, alarm: 'needs_review' };
}

function pauseAfter(checks: number, pauses: readonly number[]): number {
  const pause = pauses[Math.min(checks, pauses.length - 1)] ?? hour;
  return Math.round(pause * (0.75 + Math.random() / 2));
}

function mismatch(attempt: Attempt, answer: PaymentAnswer): Transition {
  if (attempt.flag === 'mismatch' || attempt.flag === 'resolved') return nothing;
  const state = attempt.state === 'sending' ? 'unknown' : attempt.state;
  return { change: { state, flag: 'mismatch' }, alarm: 'amount_mismatch', answer };
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
