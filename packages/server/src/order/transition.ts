import type { PaymentAnswer, Profile } from '@wallet-buttons/service-client';
import { type Attempt, type AttemptChange, waited, waitsForReview } from './attempt.ts';
import { type Contradiction, effects } from './contradiction.ts';
import { dueNotice } from './hold.ts';
import type { Operation } from './operation.ts';
import { grace } from './position.ts';
import { isFinal, isPaid, isUndecided, states } from './state.ts';

/** The reasons for a manual review; each is logged as an error, once a change. */
export type Alarm =
  | 'amount_mismatch'
  | 'amount_lowered'
  | 'answer_mismatch'
  | 'late_payment'
  | 'unknown_status'
  | 'acs_url_refused'
  | 'disputed'
  | 'needs_review';

/** What evidence, or its absence, changes in an attempt. */
export interface Transition {
  /** `null`: nothing. */
  readonly change: AttemptChange | null;
  readonly alarm?: Alarm;
  /** The service's answer, if an alarm needs it. */
  readonly answer?: PaymentAnswer;
  /** Less is charged, or went back, than before, or money is held after a failure. */
  readonly isLowered?: true;
  /** Less than before was named, or that a hold is lost, and only a question can tell whether that counts. */
  readonly isUnclear?: true;
  /** The status contradicts itself or what is known: it ends no operation. */
  readonly isContradicted?: true;
}

export const nothing: Transition = { change: null };

const hour = 60 * 60_000;
/** Two questions that find no payment prove it only so far apart, in milliseconds: a single one may lag behind. */
export const absenceGap = 10_000;
/** After this time without an outcome an attempt or an operation needs a manual review. */
const reviewAfter = 72 * hour;

/** What follows from what the service says of an attempt. */
export function effectOf(contradiction: Contradiction, { state }: Attempt) {
  return effects[contradiction][states[state].money];
}

/** What a contradiction changes: a review at once, or the time from which on three days lead to one. */
export function doubt(contradiction: Contradiction, attempt: Attempt): AttemptChange | null {
  const { flag, doubtedAt, sentAt, readAt } = attempt;
  const effect = effectOf(contradiction, attempt);
  // A review has known better than the service.
  if (flag === 'resolved' || sentAt === null || effect === 'counts' || effect === 'nothing') {
    return null;
  }
  const isNew = effect === 'review' && flag !== 'contradicted';
  if (doubtedAt !== null && !isNew) return null;
  return { doubtedAt: doubtedAt ?? readAt, ...(isNew && { flag: 'contradicted' }) };
}

/** What an answer without a contradiction changes, whose money is that of the attempt: doubts, and their review, end. */
export function certainty({ flag, doubtedAt, absentAt, state }: Attempt): AttemptChange {
  const isLooked = absentAt !== null && states[state].money !== 'none';
  return {
    ...(isLooked && { absentAt: null }),
    ...(doubtedAt !== null && { doubtedAt: null }),
    ...(doubtedAt !== null && flag === 'contradicted' && { flag: null }),
  };
}

/** What two changes change together; `null`: nothing. */
export function joined(
  change: AttemptChange | null,
  other: AttemptChange | null,
): AttemptChange | null {
  return change === null && other === null ? null : { ...change, ...other };
}

/** The transition for the first of two questions ten seconds apart, which ends nothing; `null`: it is the second one. */
export function firstLook(attempt: Attempt, doubts: AttemptChange | null): Transition | null {
  const { absentAt, readAt } = attempt;
  if (absentAt !== null && waited(attempt, absentAt) >= absenceGap) return null;
  const seen = absentAt === null ? { absentAt: readAt } : null;
  return { change: joined(seen, doubts) };
}

/** The transition for the first status that ends a dispute; `null`: it counts. A webhook may be from before the dispute. */
export function afterDispute(
  attempt: Attempt,
  { isCurrent }: { readonly isCurrent: boolean },
): Transition | null {
  if (!isCurrent) return { change: null, isUnclear: true };
  const look = firstLook(attempt, null);
  return look && { ...look, isContradicted: true };
}

/** The transition for an answer that contradicts itself. It proves nothing, and only a later question can tell. */
export function afterContradiction(attempt: Attempt, answer: PaymentAnswer): Transition {
  const change = doubt('contradicts itself', attempt);
  return { change, ...(change && { alarm: 'answer_mismatch', answer }), isUnclear: true };
}

/**
 * The transition if the service knows of no payment. It frees the order only by two such answers in a row, and only
 * if the service refused the token or the grace period is over.
 * @param timeout the time limit of a signed call, in milliseconds.
 */
export function afterAbsence(attempt: Attempt, timeout: number): Transition {
  const { state, sentAt, absentAt, refusal, readAt } = attempt;
  if (isPaid(state)) return { change: doubt('no payment', attempt) };
  if (!isUndecided(state) || sentAt === null) return nothing;
  if (absentAt === null) return { change: { state: 'unknown', absentAt: readAt } };
  if (waited(attempt, absentAt) < absenceGap) return nothing;
  if (refusal !== null) return { change: { state: 'rejected' } };
  const isOver = waited(attempt, sentAt) >= Math.max(grace, 2 * timeout);
  return isOver ? { change: { state: 'abandoned' } } : nothing;
}

/**
 * The transition after a question without a change: a review after 72 h, for a hold at the session's end. Of a hold that
 * is still there the shop is notified before it ends, unless an operation may have taken it.
 * @param open the operation without an outcome, if there is one.
 * @param accepted the operation that the service accepted, and that no status shows, if there is one.
 */
export function afterNothing(
  attempt: Attempt,
  profile: Profile,
  open?: Operation,
  accepted?: Operation,
): Transition {
  const { state, sentAt, readAt, flag, doubtedAt } = attempt;
  const needsReview = { flag: 'needs_review' } as const;
  const isLong = (since: number | null = null): boolean =>
    since !== null && readAt - since > reviewAfter;
  if (isLong(open?.sentAt) && !waitsForReview(attempt)) {
    return { change: needsReview, alarm: 'needs_review' };
  }
  if ((isLong(doubtedAt) || isLong(accepted?.sentAt)) && flag === null) {
    return { change: { flag: 'contradicted' }, alarm: 'needs_review' };
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
