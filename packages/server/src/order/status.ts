import type { Meaning } from '@wallet-buttons/protocol';
import { isSafeUrl, type PaymentAnswer, type Profile } from '@wallet-buttons/service-client';
import { type Attempt, type AttemptChange, waited } from './attempt.ts';
import { type Operation, returnedSoFar } from './operation.ts';
import { grace, type Position, type PositionAfter, positionAfter } from './position.ts';
import {
  type AttemptState,
  endsDispute,
  isFinal,
  isLatePayment,
  isPaid,
  mayMove,
  states,
} from './state.ts';
import {
  afterDispute,
  certainty,
  doubt,
  effectOf,
  firstLook,
  nothing,
  type Transition,
} from './transition.ts';

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
  const meaning = beside.profile.meaningOf(answer.status);
  const { state, sentAt } = attempt;
  const target = meaning ?? 'pending';
  const isOpen = target === 'pending' || target === 'untouched';
  // The answer to pay-token was lost, and with it the bank's page.
  if (isOpen && answer.acsUrl && sentAt !== null && mayMove(state, 'awaiting_bank')) {
    return afterBankPage(attempt, answer, answer.acsUrl);
  }
  if (target === 'untouched') return nothing;
  const end = afterEnd(attempt, target, beside);
  if (end !== null) return end;
  const unknown = meaning === undefined && ({ alarm: 'unknown_status', answer } as const);
  if (target === 'disputed' && states[state].money === 'returned') {
    return { change: null, alarm: 'disputed', answer };
  }
  if (!mayCount(attempt, target, meaning)) return { change: null, ...unknown };
  const transition = afterMoney(attempt, target, answer, beside);
  return transition.change === null || transition.alarm
    ? transition
    : { ...transition, ...unknown };
}

/** The transition for a status that takes money away, or ends a dispute; `null`: the status counts. */
function afterEnd(attempt: Attempt, target: AttemptState, beside: Beside): Transition | null {
  const isLoss = isFinal(target) && states[target].money === 'none' && isPaid(attempt.state);
  const loss = isLoss ? afterLoss(attempt, beside.isCurrent) : null;
  if (loss !== null) return loss;
  const isEnd = attempt.state === 'disputed' && endsDispute(target);
  return isEnd ? afterDispute(attempt, beside) : null;
}

/**
 * The transition for a status without money, where money is held or charged; `null`: the status counts. A hold ends by
 * two questions ten seconds apart, or by one after its own time.
 */
function afterLoss(attempt: Attempt, isCurrent: boolean): Transition | null {
  const { holdEndsAt, readAt } = attempt;
  const isTwice = effectOf('no money', attempt) === 'counts twice';
  // A webhook may be an old one.
  if (!isCurrent) return { change: null, ...(isTwice && { isUnclear: true }) };
  const doubts = doubt('no money', attempt);
  if (!isTwice) return { change: doubts };
  const isOver = holdEndsAt !== null && readAt >= holdEndsAt;
  return isOver ? null : firstLook(attempt, doubts);
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

/** A status, and where it says that the money is. */
interface Reading extends Beside, PositionAfter {
  readonly target: AttemptState;
  readonly answer: PaymentAnswer;
  readonly position: Position;
}

/** The transition for a status that may change the attempt, by where it says that the money is. */
function afterMoney(
  attempt: Attempt,
  target: AttemptState,
  answer: PaymentAnswer,
  beside: Beside,
): Transition {
  const { state, flag } = attempt;
  const isKept = isSame(state, target);
  const source = { ...beside, known: returnedSoFar(attempt, beside.operations) };
  const after = positionAfter(attempt, isKept ? state : target, answer, source);
  const { position, isDoubted, contradiction } = after;
  if (position === null)
    return isKept || mayMove(state, target) ? mismatch(attempt, answer) : nothing;
  // A review has known better than the service.
  if (contradiction && flag === 'resolved') return { change: null, isContradicted: true };
  const reading = { ...beside, ...after, target, answer, position };
  const isForward = position.state === state || mayMove(state, position.state);
  const isLowered = isLowering(attempt, reading, isForward);
  const unclear = isDoubted && ({ isUnclear: true } as const);
  if (!isForward && !isLowered) return { change: null, ...unclear };
  if (states[state].money !== 'none' && (isLowered || isHoldBack(attempt, reading))) {
    const look = firstLook(attempt, doubt('less than before', attempt));
    if (look !== null) return { ...look, isContradicted: true };
  }
  const doubted = contradiction ? doubt(contradiction, attempt) : null;
  const change = differing(attempt, { ...fieldsOf(attempt, reading), ...doubted });
  const marks = contradicts(attempt, reading) && ({ isContradicted: true } as const);
  if (doubted) return { change, alarm: 'answer_mismatch', answer, isUnclear: true, ...marks };
  const alarm = alarmOf(attempt, reading, isLowered);
  if (alarm) return { change, ...alarm };
  const isSilent = Object.keys(change).length === 0;
  return { change: isSilent ? null : change, ...unclear, ...marks };
}

/** Whether less is charged, or went back, than before, or money is back after it was none. */
function isLowering(
  { charged, refunded }: Attempt,
  { position, isDoubted }: Reading,
  isForward: boolean,
): boolean {
  const isBack = !isForward && states[position.state].money !== 'returned';
  return position.charged < charged || position.refunded < refunded || (isBack && !isDoubted);
}

/** Whether a question shows a hold that an operation ended a grace period ago. */
function isHoldBack(attempt: Attempt, { isCurrent, position, operations }: Reading): boolean {
  const isHeld = states[attempt.state].money === 'held' && position.state === attempt.state;
  const isEnded = ({ state, sentAt }: Operation): boolean =>
    state === 'done' && waited(attempt, sentAt) > grace;
  return isCurrent && isHeld && operations.some(isEnded);
}

/** The fields after a status that counts, beside those of a doubt. What is known of bank and card stays. */
function fieldsOf(attempt: Attempt, reading: Reading): AttemptChange {
  const { state, refunded, flag } = attempt;
  const { target, position, answer, isDoubted, contradiction, isCurrent, profile } = reading;
  const { money } = states[position.state];
  const isMoved = position.state !== state || position.refunded !== refunded;
  const isLatest = !isFinal(state) && isLater(answer.status, attempt.status, profile);
  const isPart = states[target].money === 'returned' && money === 'charged' && !contradiction;
  // During a review only an amount shows that all of it went back.
  const isNamed = flag !== 'contradicted' || answer.refunded !== null || money !== 'returned';
  const isCertain = isCurrent && !isDoubted && target !== 'pending' && isNamed;
  return {
    ...position,
    bankReference: attempt.bankReference ?? answer.bankReference,
    cardLast4: attempt.cardLast4 ?? answer.card?.last4 ?? null,
    status: isMoved || isLatest || isPart ? answer.status : attempt.status,
    ...(isCertain && !contradiction ? certainty(attempt) : {}),
  };
}

function contradicts(attempt: Attempt, { contradiction }: Reading): boolean {
  return contradiction !== undefined && effectOf(contradiction, attempt) !== 'nothing';
}

/** The alarm of a status without a doubt, with what it needs. */
function alarmOf(
  { state }: Attempt,
  { position, answer }: Reading,
  isLowered: boolean,
): Omit<Transition, 'change'> | null {
  const lowered = isLowered && ({ isLowered } as const);
  if (isLatePayment(state, position.state)) return { ...lowered, alarm: 'late_payment' };
  if (isLowered) return { ...lowered, alarm: 'amount_lowered', answer };
  const isDisputed = position.state === 'disputed' && state !== 'disputed';
  return isDisputed ? { alarm: 'disputed', answer } : null;
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
