import type { Meaning } from '@wallet-buttons/protocol';
import { isSafeUrl, type PaymentAnswer, type Profile } from '@wallet-buttons/service-client';
import { type Attempt, type AttemptChange, waited } from './attempt.ts';
import { certainty, doubt, effectOf } from './contradiction.ts';
import { type Operation, returnedSoFar } from './operation.ts';
import { positionAfter } from './position.ts';
import {
  type AttemptState,
  isDisputeWon,
  isFinal,
  isLatePayment,
  isPaid,
  mayMove,
  states,
} from './state.ts';
import { absenceGap, joined, nothing, type Transition } from './transition.ts';

/** What is known beside a status. */
export interface Beside {
  readonly profile: Profile;
  /** It answers a question. A webhook may be an old one: it raises amounts, and lowers none. */
  readonly isCurrent: boolean;
  /** Those of the attempt. */
  readonly operations: readonly Operation[];
}

/** The transition for a status. */
export function afterStatus(attempt: Attempt, answer: PaymentAnswer, beside: Beside): Transition {
  const { profile, isCurrent } = beside;
  const meaning = profile.meaningOf(answer.status);
  const { state, sentAt } = attempt;
  const target = meaning ?? 'pending';
  const isOpen = target === 'pending' || target === 'untouched';
  // The answer to pay-token was lost, and with it the bank's page.
  if (isOpen && answer.acsUrl && sentAt !== null && mayMove(state, 'awaiting_bank')) {
    return afterBankPage(attempt, answer, answer.acsUrl);
  }
  if (target === 'untouched') return nothing;
  if (isFinal(target) && states[target].money === 'none' && isPaid(state)) {
    const loss = afterLoss(attempt, isCurrent);
    if (loss !== null) return loss;
  }
  const unknown = meaning === undefined && ({ alarm: 'unknown_status', answer } as const);
  // A webhook may be an old one, from before the dispute.
  if (isDisputeWon(state, target) && !isCurrent) return { change: null, isUnclear: true };
  if (target === 'disputed' && states[state].money === 'returned') {
    return { change: null, alarm: 'disputed', answer };
  }
  if (!mayCount(attempt, target, meaning)) return { change: null, ...unknown };
  const transition = afterMoney(attempt, target, answer, beside);
  return transition.change === null || transition.alarm
    ? transition
    : { ...transition, ...unknown };
}

/**
 * The transition for a status without money, where money is held or charged; `null`: the status counts. A hold ends by
 * two questions ten seconds apart, or by one after its own time.
 */
function afterLoss(attempt: Attempt, isCurrent: boolean): Transition | null {
  const { absentAt, holdEndsAt, readAt } = attempt;
  const isTwice = effectOf('no money', attempt) === 'counts twice';
  // A webhook may be an old one.
  if (!isCurrent) return { change: null, ...(isTwice && { isUnclear: true }) };
  const doubted = doubt('no money', attempt);
  if (!isTwice) return { change: doubted };
  const isOver = holdEndsAt !== null && readAt >= holdEndsAt;
  if (isOver || (absentAt !== null && waited(attempt, absentAt) >= absenceGap)) return null;
  return { change: joined(absentAt === null ? { absentAt: readAt } : null, doubted) };
}

/** Whether a status may change an attempt at all, or repeats what is known. */
function mayCount(attempt: Attempt, target: AttemptState, meaning: Meaning | undefined): boolean {
  const { state } = attempt;
  // No payment is under way before its token is sent, even if the session is reported as pending.
  if (state === 'created' && target === 'pending') return false;
  // An unknown status does not overrule a proven refusal.
  if (state === 'rejected' && meaning === undefined) return false;
  return isSame(state, target) || mayMove(state, target) || mayLower(attempt, target);
}

function isSame(state: AttemptState, target: AttemptState): boolean {
  return state === target || (state === 'awaiting_bank' && target === 'pending');
}

/** The transition for a status that may change the attempt, by where it says that the money is. */
function afterMoney(
  attempt: Attempt,
  target: AttemptState,
  answer: PaymentAnswer,
  { profile, isCurrent, operations }: Beside,
): Transition {
  const { state, flag } = attempt;
  const isKept = isSame(state, target);
  const {
    position,
    isDoubted = false,
    contradiction,
  } = positionAfter(
    attempt,
    isKept ? state : target,
    answer,
    isCurrent,
    returnedSoFar(attempt, operations),
  );
  if (position === null)
    return isKept || mayMove(state, target) ? mismatch(attempt, answer) : nothing;
  // A review has known better than the service.
  if (contradiction && flag === 'resolved') return { change: null, isContradicted: true };
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
  const isNew = isMoved || isNewer || (isPart && contradiction === undefined);
  const status = isNew ? answer.status : attempt.status;
  // During a review only an amount shows that all of it went back.
  const isNamed = flag !== 'contradicted' || answer.refunded !== null;
  const isReturned = states[nextState].money === 'returned';
  const isCertain = isCurrent && !isDoubted && target !== 'pending' && (isNamed || !isReturned);
  const doubted = contradiction ? doubt(contradiction, attempt) : null;
  const end = isCertain && !contradiction ? certainty(attempt) : {};
  const fields = { ...position, ...details(attempt, answer), status, ...end, ...doubted };
  const change = differing(attempt, fields);
  const isOld = contradiction !== undefined && effectOf(contradiction, attempt) === 'nothing';
  const marks = contradiction && !isOld ? ({ isContradicted: true } as const) : {};
  if (doubted) return { change, alarm: 'answer_mismatch', answer, isUnclear: true, ...marks };
  if (isLatePayment(state, nextState)) {
    return { change, ...(isLowered && { isLowered }), alarm: 'late_payment' };
  }
  if (isLowered) return { change, isLowered, alarm: 'amount_lowered', answer };
  if (nextState === 'disputed' && state !== nextState) return { change, alarm: 'disputed', answer };
  const isSilent = Object.keys(change).length === 0;
  return { change: isSilent ? null : change, ...(isDoubted && { isUnclear: true }), ...marks };
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

/** The transition for an answer with the page of the bank, where the payer has to go. */
export function afterBankPage(
  attempt: Attempt,
  { status }: PaymentAnswer,
  acsUrl: string,
): Transition {
  if (!mayMove(attempt.state, 'awaiting_bank')) return nothing;
  const change = { state: 'awaiting_bank', status } as const;
  if (!isSafeUrl(acsUrl)) return { change, alarm: 'acs_url_refused' };
  const transition = { change: { ...change, acsUrl } };
  const isLate = isLatePayment(attempt.state, 'awaiting_bank');
  return isLate ? { ...transition, alarm: 'late_payment' } : transition;
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
