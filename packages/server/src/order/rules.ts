import { type Actor, actorOf } from './actor.ts';
import { type Attempt, changed } from './attempt.ts';
import { hasTooManyAttempts } from './attempt-limit.ts';
import type { StatusChange } from './change.ts';
import { type CheckRules, nextCheck } from './check.ts';
import { statusChange } from './delivery.ts';
import { holdEndOf, noticeOf } from './hold.ts';
import { openOperation, type Operation } from './operation.ts';
import type { Changed, OrderRecord } from './record.ts';
import { isUnproven, suspectOperation } from './refusal.ts';
import { isDecided } from './state.ts';
import type { Transition } from './transition.ts';
import { attemptIn, type EndedOperation, endOperation, putAttempt, type Write } from './write.ts';

/** What the rules have to know of the server. */
export interface Rules extends CheckRules {
  /** The merchant has a callback for changes. */
  readonly isNotified: boolean;
}

/** Why and when a record changes. */
export interface Moment {
  /** `pay`, `webhook`, `get-status`, `review`, an operation, … */
  readonly cause: string;
  readonly rules: Rules;
  /** The database's time. */
  readonly now: number;
}

/** Why an attempt changes, and what is known beside it. */
export interface Circumstances extends Moment {
  /** The attempt as the caller has read it. */
  readonly known: Attempt;
  /** The operation that changes with it. */
  readonly operation?: EndedOperation;
  /** The service did not answer the status question. */
  readonly hasFailed?: boolean;
  /** Who asked for it; by default the one who asked for the operation. */
  readonly actor?: Actor;
}

/** One transition of an attempt, for the log, and the change that its writer has to deliver. */
export interface Step extends Actor {
  readonly cause: string;
  readonly before: Attempt;
  readonly after: Attempt;
  readonly transition: Transition;
  readonly change: StatusChange | null;
  /** An accepted operation that turned out to have had no effect. */
  readonly dropped?: Operation;
  /** With it too many payments of the order have failed. */
  readonly isOneTooMany?: boolean;
}

/** What may happen to a record, as one function: what becomes of it, and each transition on the way. */
export type Rule = (record: OrderRecord, moment: Moment) => Changed<Step | readonly Step[]>;

/** Applies a transition to an attempt of a record. The next question is set by what the attempt then is. */
export function applyTransition(
  record: OrderRecord,
  decide: (attempt: Attempt) => Transition,
  circumstances: Circumstances,
): Changed<Step> {
  const { cause, known, hasFailed, rules, now } = circumstances;
  const before = attemptIn(record, known.id);
  const { next, operation, transition } = moveOf(record, before, decide(before), circumstances);
  if (!next || (transition.change === null && !operation)) {
    return { record, result: { cause, before, after: before, transition, change: null } };
  }
  const allOperations = endOperation(record.operations, before.id, operation, now);
  const operations = operationsOf({ operations: allOperations }, before.id);
  const isMoved = next.state !== before.state || next.status !== before.status;
  // The question that found it still open counts.
  const isAsked = cause === 'get-status' && !isDecided(next.state);
  const fresh = {
    ...next,
    holdEndsAt: holdEndOf(next, operations, rules.profile),
    checks: isMoved ? Number(isAsked) : next.checks,
  };
  // A webhook may have made the attempt due since it was read; then it stays due.
  const isDue = before.version !== known.version && (before.nextCheckAt ?? Infinity) <= now;
  const isAwaited = openOperation(operations) !== undefined;
  const refusedAt = operations.findLast(isUnproven)?.refusedAt;
  const actor =
    circumstances.actor ?? record.operations.find(({ id }) => id === circumstances.operation?.id);
  const signature = actorOf(actor ?? {});
  const draft = rules.isNotified ? statusChange(record, before, fresh) : null;
  const write: Write = {
    cause,
    ...signature,
    ...noteOf(before, fresh, transition, cause),
    from: before.state,
    change: draft && { ...draft, ...signature },
    ...(!isDue && { checkIn: nextCheck(fresh, rules, { hasFailed, isAwaited, refusedAt }) }),
    ...(operation && { operation }),
  };
  const update = putAttempt(record, fresh, write, now);
  const { attempt: after, change } = update.result;
  const isOneTooMany = !hasTooManyAttempts(record) && hasTooManyAttempts(update.record);
  return {
    record: update.record,
    result: { cause, before, after, transition, change, isOneTooMany, ...signature },
  };
}

/**
 * What becomes of an attempt by a transition, with the operation that changes with it; `next` is `null` if the states forbid
 * it. Where just the amount of a refused operation moves, a review has to say whether that operation was done.
 */
function moveOf(
  record: OrderRecord,
  attempt: Attempt,
  transition: Transition,
  { cause, operation }: Circumstances,
) {
  const next = changed(attempt, transition.change ?? {}, transition.isLowered);
  const isOwn = operation !== undefined || cause === 'review';
  const suspect =
    next && !isOwn ? suspectOperation(operationsOf(record, attempt.id), attempt, next) : undefined;
  if (!next || !suspect) return { next, transition, operation };
  return {
    next: { ...next, flag: 'contradicted' },
    transition: { ...transition, alarm: 'answer_mismatch' },
    operation: { ...suspect, isInReview: true },
  } as const;
}

/** The line of the history where it is more than a move between states: a notice, a wrong amount, a contradiction. */
function noteOf(
  attempt: Attempt,
  next: Attempt,
  { alarm, answer }: Transition,
  cause: string,
): Partial<Write> {
  const notice = noticeOf(attempt, next);
  if (notice !== null) return { cause: `hold ends: ${String(notice)} h`, isNoted: true };
  if (alarm === 'amount_mismatch') {
    const amount = [answer?.amount, answer?.currency].filter(Boolean).join(' ');
    return { cause: amount === '' ? cause : `${cause}: ${amount}`, isNoted: true };
  }
  const isContradicted = next.flag === 'contradicted' && attempt.flag !== 'contradicted';
  return isContradicted ? { isNoted: true } : {};
}

/** The stored attempt at the time of a question: its answer proves nothing of what came after. */
export function asOf({ readAt }: Attempt, storedAttempt: Attempt): Attempt {
  return { ...storedAttempt, readAt: Math.min(readAt, storedAttempt.readAt) };
}

/** The operations of an attempt, oldest first. */
export function operationsOf(
  { operations }: Pick<OrderRecord, 'operations'>,
  attempt: string,
): readonly Operation[] {
  return operations.filter((operation) => operation.attempt === attempt);
}
