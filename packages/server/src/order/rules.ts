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
  shownBy,
} from './operation-status.ts';
import { suspectOperation } from './refusal.ts';
import { holdEndOf, noticeOf } from './hold.ts';
import type { Changed, OrderRecord } from './record.ts';
import { afterStatus } from './status.ts';
import { nothing, type Transition } from './transition.ts';

/** What the rules have to know of the server. */
export interface Rules extends CheckRules {
  /** The merchant has a callback for changes. */
  readonly isNotified: boolean;
}

/** Why an attempt changes, and what is known beside it. */
export interface Circumstances {
  /** `pay`, `webhook`, `get-status`, `review`, an operation, … */
  readonly cause: string;
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

/** Applies a transition to an attempt of a record. The next question is set by what the attempt then is. */
export function applyTransition(
  record: OrderRecord,
  decide: (attempt: Attempt) => Transition,
  circumstances: Circumstances,
  rules: Rules,
  now: number,
): Changed<Step> {
  const { cause, known, hasFailed } = circumstances;
  const storedAttempt = attemptIn(record, known.id);
  const transition = decide(storedAttempt);
  const movedAttempt = changed(storedAttempt, transition.change ?? {}, transition.isLowered);
  const suspect =
    movedAttempt && !circumstances.operation && cause !== 'review'
      ? suspectOperation(operationsOf(record, known.id), storedAttempt, movedAttempt)
      : undefined;
  const operation = suspect ? { ...suspect, isInReview: true as const } : circumstances.operation;
  const next =
    movedAttempt && suspect ? { ...movedAttempt, flag: 'contradicted' as const } : movedAttempt;
  if (!next || (transition.change === null && !operation)) {
    return {
      record,
      result: { cause, before: storedAttempt, after: storedAttempt, transition, change: null },
    };
  }
  const isMoved = next.state !== storedAttempt.state || next.status !== storedAttempt.status;
  const operations = endOperation(record.operations, storedAttempt.id, operation);
  const ownOperations = operationsOf({ ...record, operations }, storedAttempt.id);
  const holdEndsAt = holdEndOf(next, ownOperations, rules.profile);
  const isAwaited = openOperation(ownOperations) !== undefined;
  // The question that found it still open counts.
  const isAsked = cause === 'get-status' && !isDecided(next.state);
  const checks = isMoved ? Number(isAsked) : next.checks;
  const fresh = { ...next, holdEndsAt, checks };
  // A webhook may have made the attempt due since it was read; then it stays due.
  const isDue =
    storedAttempt.version !== known.version && (storedAttempt.nextCheckAt ?? Infinity) <= now;
  const { answer } = transition;
  const alarm = suspect ? 'answer_mismatch' : transition.alarm;
  const namedAmount = [answer?.amount, answer?.currency].filter(Boolean).join(' ');
  const notice = noticeOf(storedAttempt, fresh);
  const details = {
    ...(alarm === 'amount_mismatch' && {
      cause: namedAmount === '' ? cause : `${cause}: ${namedAmount}`,
      isNoted: true,
    }),
    ...(isContradicted(storedAttempt, fresh) && { isNoted: true }),
    ...(notice !== null && { cause: `hold ends: ${String(notice)} h`, isNoted: true }),
  };
  const write: Write = {
    cause,
    ...details,
    from: storedAttempt.state,
    change: rules.isNotified ? statusChange(record, storedAttempt, fresh) : null,
    ...(!isDue && { checkIn: nextCheck(fresh, rules, { hasFailed, isAwaited }) }),
    ...(operation && { operation }),
  };
  const update = putAttempt(record, storedAttempt, fresh, write, now);
  const { attempt, change } = update.result;
  const isOneTooMany = !hasTooManyAttempts(record) && hasTooManyAttempts(update.record);
  return {
    record: update.record,
    result: {
      cause,
      before: storedAttempt,
      after: attempt,
      transition: alarm ? { ...transition, alarm } : transition,
      change,
      isOneTooMany,
    },
  };
}

/** Whether a review begins because of a contradiction. */
function isContradicted(attempt: Attempt, next: Attempt): boolean {
  return next.flag === 'contradicted' && attempt.flag !== 'contradicted';
}

/** Applies a status that the service named in an answer, and what it proves about the operations. */
export function applyStatus(
  record: OrderRecord,
  { attempt: askedAttempt, operations }: Asked,
  answer: PaymentAnswer,
  cause: string,
  rules: Rules,
  now: number,
): Changed<readonly Step[]> {
  const { profile } = rules;
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
    { cause, known: askedAttempt },
    rules,
    now,
  );
  const steps: Step[] = [first.result];
  let current = first.record;
  const end = (operation: Operation, isTaken: boolean): Step => {
    const update = applyOperation(current, askedAttempt, operation, isTaken, rules, now);
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
  const endedOperation = open && endedByStatus(open, { ...status, currentAttempt: after });
  if (endedOperation) steps.push(end(endedOperation.operation, endedOperation.isTaken));
  const currentAttempt = attemptIn(current, askedAttempt.id);
  const currentOperations = operationsOf(current, askedAttempt.id);
  const lostOperations = droppedByStatus(currentOperations, { ...status, currentAttempt });
  for (const lostOperation of lostOperations)
    steps.push({ ...end(lostOperation, false), dropped: lostOperation });
  if (namesMoney(answer, profile)) {
    const operationsShown = shownBy(operations, current.operations);
    if (operationsShown !== current.operations)
      current = { ...current, operations: operationsShown };
  }
  return { record: current, result: steps };
}

/** Ends an operation, with the amounts that it proves; `isTaken`: a capture took its own amount. */
export function applyOperation(
  record: OrderRecord,
  knownAttempt: Attempt,
  operation: Operation,
  isTaken: boolean,
  rules: Rules,
  now: number,
): Changed<Step> {
  return applyTransition(
    record,
    (storedAttempt) => afterOperation(operation, storedAttempt, isTaken),
    { cause: operation.kind, known: knownAttempt, operation },
    rules,
    now,
  );
}

/** The stored attempt at the time of a question: its answer proves nothing of what came after. */
export function asOf({ readAt }: Attempt, storedAttempt: Attempt): Attempt {
  return { ...storedAttempt, readAt: Math.min(readAt, storedAttempt.readAt) };
}

/** The operations of an attempt, oldest first. */
export function operationsOf({ operations }: OrderRecord, attempt: string): readonly Operation[] {
  return operations.filter((operation) => operation.attempt === attempt);
}

/** @throws Error if the record has no such attempt. */
function attemptIn({ attempts }: OrderRecord, id: string): Attempt {
  const attempt = attempts.find((each) => each.id === id);
  if (attempt) return attempt;
  throw new Error('An attempt is missing in its record.');
}
