import type { PaymentAnswer } from '@wallet-buttons/service-client';
import { type CheckRules, nextCheck } from './check.ts';
import type { StatusChange } from './change.ts';
import { type Attempt, changed } from './attempt.ts';
import { hasTooManyAttempts } from './attempt-limit.ts';
import { isDecided } from './state.ts';
import { type EndedOperation, endOperation, putAttempt, type Write } from './write.ts';
import { statusChange } from './delivery.ts';
import { afterOperation, isOpen, openOperation, type Operation } from './operation.ts';
import {
  type Asked,
  droppedByStatus,
  endedByStatus,
  namesMoney,
  type OperationEnd,
  shownBy,
  unmovedBy,
} from './operation-status.ts';
import { isUnproven, suspectOperation } from './refusal.ts';
import { holdEndOf, noticeOf } from './hold.ts';
import { attemptIn, type Changed, type OrderRecord } from './record.ts';
import { afterStatus } from './status.ts';
import { nothing, type Transition } from './transition.ts';

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
}

/** One transition of an attempt, for the log, and the change that its writer has to deliver. */
export interface Step {
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
  const { next, operation, transition } = moveOf(record, decide(before), circumstances);
  if (!next || (transition.change === null && !operation)) {
    return { record, result: { cause, before, after: before, transition, change: null } };
  }
  const operations = operationsOf(
    { operations: endOperation(record.operations, before.id, operation, now) },
    before.id,
  );
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
  const write: Write = {
    cause,
    ...noteOf(before, fresh, transition, cause),
    from: before.state,
    change: rules.isNotified ? statusChange(record, before, fresh) : null,
    ...(!isDue && { checkIn: nextCheck(fresh, rules, { hasFailed, isAwaited, refusedAt }) }),
    ...(operation && { operation }),
  };
  const update = putAttempt(record, fresh, write, now);
  const { attempt: after, change } = update.result;
  const isOneTooMany = !hasTooManyAttempts(record) && hasTooManyAttempts(update.record);
  return {
    record: update.record,
    result: { cause, before, after, transition, change, isOneTooMany },
  };
}

/** What becomes of an attempt by a transition, with the operation that changes with it. */
interface Move {
  /** `null`: the states forbid it. */
  readonly next: Attempt | null;
  readonly transition: Transition;
  readonly operation: EndedOperation | undefined;
}

/** Where just the amount of a refused operation moves, a review has to say whether that operation was done. */
function moveOf(
  record: OrderRecord,
  transition: Transition,
  { known, cause, operation }: Circumstances,
): Move {
  const attempt = attemptIn(record, known.id);
  const next = changed(attempt, transition.change ?? {}, transition.isLowered);
  const isOwn = operation !== undefined || cause === 'review';
  const suspect =
    next && !isOwn ? suspectOperation(operationsOf(record, known.id), attempt, next) : undefined;
  if (!next || !suspect) return { next, transition, operation };
  return {
    next: { ...next, flag: 'contradicted' },
    transition: { ...transition, alarm: 'answer_mismatch' },
    operation: { ...suspect, isInReview: true },
  };
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

/** Applies a status that the service named in an answer, and what it proves about the operations. */
export function applyStatus(
  record: OrderRecord,
  { attempt: askedAttempt, operations }: Asked,
  answer: PaymentAnswer,
  moment: Moment,
): Changed<readonly Step[]> {
  const { profile } = moment.rules;
  const storedOperations = operationsOf(record, askedAttempt.id);
  const first = applyTransition(
    record,
    (storedAttempt) =>
      // The order was opened anew meanwhile, so the answer is about another session.
      storedAttempt.sessionId === askedAttempt.sessionId
        ? afterStatus(asOf(askedAttempt, storedAttempt), answer, {
            profile,
            isCurrent: true,
            operations: storedOperations,
          })
        : nothing,
    { ...moment, known: askedAttempt },
  );
  const steps: Step[] = [first.result];
  let current = first.record;
  const end = (operationEnd: OperationEnd): Step => {
    const update = applyOperation(current, askedAttempt, operationEnd, moment);
    current = update.record;
    return update.result;
  };
  // One that has ended since the question stays as it is.
  const open = openOperation(
    operations.filter(({ id }) => storedOperations.some((each) => each.id === id && isOpen(each))),
  );
  // What is in doubt ends no operation.
  const { before, after, transition } = first.result;
  const isDoubted = before.doubtedAt !== null && after.doubtedAt !== null;
  if (isDoubted || transition.isContradicted) return { record: current, result: steps };
  const status = { attempt: askedAttempt, operations, answer, profile };
  const operationEnd = open && endedByStatus(open, { ...status, currentAttempt: after });
  if (operationEnd) steps.push(end(operationEnd));
  const currentAttempt = attemptIn(current, askedAttempt.id);
  const currentOperations = operationsOf(current, askedAttempt.id);
  for (const dropped of droppedByStatus(currentOperations, { ...status, currentAttempt }))
    steps.push({ ...end({ operation: dropped }), dropped });
  if (!namesMoney(answer, profile)) return { record: current, result: steps };
  const operationsShown = unmovedBy(shownBy(operations, current.operations), {
    ...status,
    currentAttempt: attemptIn(current, askedAttempt.id),
  });
  if (operationsShown !== current.operations) current = { ...current, operations: operationsShown };
  return { record: current, result: steps };
}

/** Ends an operation of an attempt, with the amounts that it proves. */
export function applyOperation(
  record: OrderRecord,
  known: Attempt,
  { operation, isTaken = false }: OperationEnd,
  moment: Moment,
): Changed<Step> {
  const decide = (attempt: Attempt): Transition => afterOperation(operation, attempt, isTaken);
  return applyTransition(record, decide, { ...moment, cause: operation.kind, known, operation });
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
