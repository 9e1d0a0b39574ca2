import {
  type Evidence,
  isSafeUrl,
  type PaymentAnswer,
  type Profile,
} from '@wallet-buttons/service-client';
import { type Attempt, type AttemptChange, waited } from './attempt.ts';
import {
  type AttemptState,
  isFinal,
  isLatePayment,
  isUndecided,
  mayMove,
  states,
} from './state.ts';
import { dueNotice } from './hold.ts';
import { grace, positionAfter } from './position.ts';
import { type Operation, returnedSoFar } from './operation.ts';

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
  /** Less is charged, or went back, than before, or money is held after a failure. */
  readonly isLowered?: true;
  /** Less than before was named, or that a hold is lost, and only a question can tell whether that counts. */
  readonly isUnclear?: true;
}

export const nothing: Transition = { change: null };

const hour = 60 * 60_000;
/** Two questions that find no payment prove it only so far apart, in milliseconds: a single one may lag behind. */
export const absenceGap = 10_000;
/** After this time without an outcome an attempt or an operation needs a manual review. */
const reviewAfter = 72 * hour;

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
  const transition = { change: { ...change, acsUrl } };
  const isLate = isLatePayment(attempt.state, 'awaiting_bank');
  return isLate ? { ...transition, alarm: 'late_payment' } : transition;
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
  if (waited(attempt, absentAt) < absenceGap) return nothing;
  if (refusal !== null) return { change: { state: 'rejected' } };
  const isOver = waited(attempt, sentAt) >= Math.max(grace, 2 * timeout);
  return isOver ? { change: { state: 'abandoned' } } : nothing;
}

/**
 * The transition for a status.
 * @param isCurrent it answers a question. A webhook may be an old one: it raises amounts, and lowers none.
 * @param operations those of the attempt.
 */
export function afterStatus(
  attempt: Attempt,
  answer: PaymentAnswer,
  profile: Profile,
  isCurrent = true,
  operations: readonly Operation[] = [],
): Transition {
  const meaning = profile.meaningOf(answer.status);
  const { state, sentAt } = attempt;
  const target = meaning ?? 'pending';
  const isOpen = target === 'pending' || target === 'untouched';
  // The answer to pay-token was lost, and with it the bank's page.
  if (isOpen && answer.acsUrl && sentAt !== null && mayMove(state, 'awaiting_bank')) {
    return afterBankPage(attempt, answer, answer.acsUrl);
  }
  if (target === 'untouched') return nothing;
  const unknown = meaning === undefined && ({ alarm: 'unknown_status', answer } as const);
  const isSame = state === target || (state === 'awaiting_bank' && target === 'pending');
  // No payment is under way before its token is sent, even if the session is reported as pending.
  const isEarly = state === 'created' && target === 'pending';
  // An unknown status does not overrule a proven refusal.
  const isUnproven = state === 'rejected' && meaning === undefined;
  const isMove = isSame || mayMove(state, target);
  if (isEarly || isUnproven || (!isMove && !mayLower(attempt, target))) {
    return { change: null, ...unknown };
  }
  const isHoldLost = states[state].money === 'held' && states[target].money === 'none';
  if (isHoldLost && !isCurrent) return { change: null, isUnclear: true };
  const { position, isDoubted = false } = positionAfter(
    attempt,
    isSame ? state : target,
    answer,
    isCurrent,
    returnedSoFar(attempt, operations),
  );
  if (position === null) return isMove ? mismatch(attempt, answer) : nothing;
  const nextState = position.state;
  const isForward = nextState === state || mayMove(state, nextState);
  const isBack = !isForward && states[nextState].money !== 'returned';
  const isLess = position.charged < attempt.charged || position.refunded < attempt.refunded;
  const isLowered = isLess || (isBack && !isDoubted);
  if (!isForward && !isLowered) {
    return { change: null, ...(isDoubted && { isUnclear: true }) };
  }
  const isNewer = !isFinal(state) && isLater(answer.status, attempt.status, profile);
  const isMoved = nextState !== state || position.refunded !== attempt.refunded;
  const isPart = states[target].money === 'returned' && states[nextState].money === 'charged';
  const status = isMoved || isNewer || isPart ? answer.status : attempt.status;
  const change = differing(attempt, { ...position, ...details(attempt, answer), status });
  if (isLatePayment(state, nextState)) {
    return { change, ...(isLowered && { isLowered }), alarm: 'late_payment' };
  }
  if (isLowered) return { change, isLowered, alarm: 'amount_lowered', answer };
  const isSilent = Object.keys(change).length === 0;
  return {
    change: isSilent ? null : change,
    ...(isDoubted && { isUnclear: true }),
    ...(!isSilent && unknown),
  };
}

/** Whether a status may show that a capture or the return of money was undone, or that a failed payment did not fail. */
function mayLower({ state, flag }: Attempt, nextState: AttemptState): boolean {
  const money = states[state].money;
  const nextMoney = states[nextState].money;
  // A review may have known better than the service.
  if (nextMoney === 'held') return flag !== 'resolved';
  return money === 'returned' && nextMoney !== 'none';
}

/** The fields of a change that differ from the attempt's. */
function differing(attempt: Attempt, change: AttemptChange): AttemptChange {
  const fields = Object.entries(change) as [keyof AttemptChange, never][];
  return Object.fromEntries(fields.filter(([field, value]) => attempt[field] !== value));
}

/**
 * The transition after a question without a change: a review after 72 h, for a hold at the session's end. Of a hold that
 * is still there the shop is notified before it ends, unless an operation may have taken it.
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
  const notice = open ? null : dueNotice(attempt);
  const change = {
    ...(state === 'sending' && ({ state: 'unknown' } as const)),
    ...(notice !== null && { holdNotice: notice }),
  };
  if (flag !== null || isFinal(state) || sentAt === null) return { change };
  const limit =
    state === 'authorized' ? Math.max(reviewAfter, profile.lifetimes.session * 1000) : reviewAfter;
  if (readAt - sentAt <= limit) return { change };
  return { change: { ...change, ...needsReview }, alarm: 'needs_review' };
}

function mismatch(attempt: Attempt, answer: PaymentAnswer): Transition {
  if (attempt.flag === 'mismatch' || attempt.flag === 'resolved') return nothing;
  const state = attempt.state === 'sending' ? 'unknown' : attempt.state;
  return { change: { state, flag: 'mismatch' }, alarm: 'amount_mismatch', answer };
}

/** Whether a status is later in the profile than another: an old message changes nothing. Unknown ones come last. */
function isLater(status: string, previous: string, { statusOrder }: Profile): boolean {
  const place = statusOrder(status);
  const previousPlace = statusOrder(previous);
  return place > previousPlace || (place === previousPlace && status > previous);
}

/** Bank reference and card, if they were not known before. */
function details(attempt: Attempt, { bankReference, card }: PaymentAnswer): AttemptChange {
  const last4 = card?.last4 ?? null;
  return {
    bankReference: attempt.bankReference ?? bankReference,
    cardLast4: attempt.cardLast4 ?? last4,
  };
}
