import { fromMinor } from '@wallet-buttons/protocol';
import type { PaymentAnswer } from '@wallet-buttons/service-client';
import { type CheckRules, nextCheck } from './check.ts';
import type { PaymentSummary, StatusChange } from './change.ts';
import { type Attempt, changed, shownOutcome } from './attempt.ts';
import { isDecided, states } from './state.ts';
import { endOperation, putAttempt, type Write } from './write.ts';
import {
  afterOperation,
  droppedByStatus,
  endedByStatus,
  openOperation,
  type Operation,
} from './operation.ts';
import { holdEndOf, type HoldNotice } from './hold.ts';
import type { Changed, OrderRecord } from './record.ts';
import { afterStatus, nothing, type Transition } from './transition.ts';

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
  readonly operation?: Operation;
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
}

/** Applies a transition to an attempt of a record. The next question is set by what the attempt then is. */
export function applyTransition(
  record: OrderRecord,
  decide: (stored: Attempt) => Transition,
  circumstances: Circumstances,
  rules: Rules,
  now: number,
): Changed<Step> {
  const { cause, known, operation, hasFailed } = circumstances;
  const stored = attemptIn(record, known.id);
  const transition = decide(stored);
  const next = changed(stored, transition.change ?? {}, transition.isLowered);
  if (!next || (transition.change === null && !operation)) {
    return { record, result: { cause, before: stored, after: stored, transition, change: null } };
  }
  const isMoved = next.state !== stored.state || next.status !== stored.status;
  const operations = endOperation(record.operations, stored.id, operation);
  const ownOperations = operationsOf({ ...record, operations }, stored.id);
  const holdEndsAt = holdEndOf(next, ownOperations, rules.profile);
  const isAwaited = openOperation(ownOperations) !== undefined;
  // The question that found it still open counts.
  const isAsked = cause === 'get-status' && !isDecided(next.state);
  const checks = isMoved ? Number(isAsked) : next.checks;
  const fresh = { ...next, holdEndsAt, checks };
  // A webhook may have made the attempt due since it was read; then it stays due.
  const isDue = stored.version !== known.version && (stored.nextCheckAt ?? Infinity) <= now;
  const { alarm, answer } = transition;
  const namedAmount = [answer?.amount, answer?.currency].filter(Boolean).join(' ');
  const notice = noticeOf(stored, fresh);
  const details = {
    ...(alarm === 'amount_mismatch' && {
      cause: namedAmount === '' ? cause : `${cause}: ${namedAmount}`,
      isNoted: true,
    }),
    ...(notice !== null && { cause: `hold ends: ${String(notice)} h`, isNoted: true }),
  };
  const write: Write = {
    cause,
    ...details,
    from: stored.state,
    change: rules.isNotified ? statusChange(stored, fresh) : null,
    ...(!isDue && { checkIn: nextCheck(fresh, rules, { hasFailed, isAwaited }) }),
    ...(operation && { operation }),
  };
  const written = putAttempt(record, stored, fresh, write, now);
  const { attempt, change } = written.result;
  return {
    record: written.record,
    result: { cause, before: stored, after: attempt, transition, change },
  };
}

/** What was read before a status was asked for: the answer is as old as its question. */
export interface Asked {
  readonly attempt: Attempt;
  readonly operations: readonly Operation[];
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
  const first = applyTransition(
    record,
    (stored) =>
      // The order was opened anew meanwhile, so the answer is about another session.
      stored.sessionId === askedAttempt.sessionId
        ? afterStatus(asOf(askedAttempt, stored), answer, profile)
        : nothing,
    { cause, known: askedAttempt },
    rules,
    now,
  );
  const steps: Step[] = [first.result];
  let current = first.record;
  const end = (operation: Operation, isTaken: boolean): Step => {
    const ended = applyOperation(current, askedAttempt, operation, isTaken, rules, now);
    current = ended.record;
    return ended.result;
  };
  const open = openOperation(operations);
  const ended = open && endedByStatus(open, askedAttempt, first.result.after, answer, profile);
  if (ended) steps.push(end(ended.operation, ended.isTaken));
  const after = attemptIn(current, askedAttempt.id);
  const present = operationsOf(current, askedAttempt.id);
  const lost = droppedByStatus(operations, present, askedAttempt, after, answer, profile);
  for (const dropped of lost) steps.push({ ...end(dropped, false), dropped });
  return { record: current, result: steps };
}

/** Ends an operation, with the amounts that it proves; `isTaken`: a capture took its own amount. */
export function applyOperation(
  record: OrderRecord,
  known: Attempt,
  operation: Operation,
  isTaken: boolean,
  rules: Rules,
  now: number,
): Changed<Step> {
  const decide = (stored: Attempt): Transition => afterOperation(operation, stored, isTaken);
  return applyTransition(record, decide, { cause: operation.kind, known, operation }, rules, now);
}

/** The stored attempt at the time of a question: its answer proves nothing of what came after. */
export function asOf({ readAt }: Attempt, stored: Attempt): Attempt {
  return { ...stored, readAt: Math.min(readAt, stored.readAt) };
}

/** The operations of an attempt, oldest first. */
export function operationsOf({ operations }: OrderRecord, attempt: string): readonly Operation[] {
  return operations.filter((operation) => operation.attempt === attempt);
}

/** @throws Error if the record has no such attempt. */
function attemptIn({ attempts }: OrderRecord, id: string): Attempt {
  const found = attempts.find((attempt) => attempt.id === id);
  if (found) return found;
  throw new Error('An attempt is missing in its record.');
}

/** The shop's view of an attempt; a payment under manual review has the outcome `unknown`. */
export function summaryOf(attempt: Attempt): PaymentSummary {
  const { order, id, sessionId, paymentId, wallet, status, currency } = attempt;
  const { cardNetwork: network, cardLast4: last4, bankReference, holdEndsAt } = attempt;
  const card = { ...(network !== null && { network }), ...(last4 !== null && { last4 }) };
  return {
    order,
    attempt: id,
    sessionId,
    paymentId: paymentId ?? '',
    wallet,
    outcome: shownOutcome(attempt),
    status,
    currency,
    ...(Object.keys(card).length > 0 && { card }),
    ...(bankReference !== null && { bankReference }),
    ...(holdEndsAt !== null && { holdEndsAt: new Date(holdEndsAt).toISOString() }),
  };
}

/** The change to deliver to the merchant; `null` if the merchant would see no difference. */
function statusChange(before: Attempt, after: Attempt): Omit<StatusChange, 'at'> | null {
  const { outcome } = states[after.state];
  const previous = states[before.state].outcome;
  const isMoneySame = (['charged', 'held', 'refunded'] as const).every(
    (kind) => before[kind] === after[kind],
  );
  const isSame = outcome === previous && after.status === before.status && isMoneySame;
  const notice = noticeOf(before, after);
  if (isSame && notice === null) return null;
  const { id, version, currency, charged, held, asked, refunded } = after;
  return {
    ...summaryOf(after),
    id: `${id}.${String(version)}`,
    outcome,
    previous,
    amount: fromMinor(charged || held || asked, currency),
    ...((refunded > 0 || before.refunded > 0) && { refunded: fromMinor(refunded, currency) }),
    ...(notice !== null && { holdNotice: notice }),
  };
}

/** The notice to the shop that the hold ends; `null` without one. */
export function noticeOf(before: Attempt, after: Attempt): HoldNotice | null {
  return after.holdNotice === before.holdNotice ? null : after.holdNotice;
}
