import { type Evidence, type PaymentAnswer, readEvidence } from '@wallet-buttons/service-client';
import type { Attempt } from './attempt.ts';
import { afterOperation, openOperation } from './operation.ts';
import {
  type Asked,
  type AskedStatus,
  droppedByStatus,
  endedByStatus,
  type OperationEnd,
  shownBy,
} from './operation-status.ts';
import type { Changed, OrderRecord } from './record.ts';
import { applyTransition, asOf, type Moment, operationsOf, type Step } from './rules.ts';
import { afterStatus } from './status.ts';
import { afterAbsence, afterContradiction, nothing, type Transition } from './transition.ts';
import { attemptIn } from './write.ts';

/** A question about an attempt, as it was when it was asked. */
export interface Question extends Asked {
  /** The time limit of a signed call, in milliseconds. */
  readonly timeout: number;
  /** Its token may still be on its way. */
  readonly isSending: boolean;
}

/** An answer that may change something. */
type Answer = Extract<Evidence, { kind: 'status' | 'mismatch' | 'contradicted' | 'nothing' }>;

/** Whether a question was answered. */
export function isAnswer(evidence: Evidence): evidence is Answer {
  return ['status', 'mismatch', 'contradicted', 'nothing'].includes(evidence.kind);
}

/** Applies the answer to a question. */
export function applyAnswer(
  record: OrderRecord,
  question: Question,
  answer: Answer,
  moment: Moment,
): Changed<Step | readonly Step[]> {
  if (answer.kind === 'status') return applyStatus(record, question, answer.answer, moment);
  const decide = (attempt: Attempt): Transition => afterAnswer(attempt, question, answer);
  return applyTransition(record, decide, { ...moment, known: question.attempt });
}

/** The transition for an answer without a status of this payment. */
function afterAnswer(
  attempt: Attempt,
  { attempt: askedAttempt, timeout, isSending }: Question,
  answer: Exclude<Answer, { kind: 'status' }>,
): Transition {
  const isSame = attempt.sessionId === askedAttempt.sessionId;
  switch (answer.kind) {
    case 'mismatch':
      return { change: null, alarm: 'answer_mismatch', answer: answer.answer };
    case 'contradicted':
      return isSame ? afterContradiction(asOf(askedAttempt, attempt), answer.answer) : nothing;
    case 'nothing': {
      // The token may still be on its way, or was when the question was asked.
      const isMeant = isSame && attempt.refusal === askedAttempt.refusal && !isSending;
      return isMeant ? afterAbsence(asOf(askedAttempt, attempt), timeout) : nothing;
    }
  }
}

/** Applies a status that the service named in an answer, and what it proves about the operations. */
export function applyStatus(
  record: OrderRecord,
  { attempt: askedAttempt, operations }: Asked,
  answer: PaymentAnswer,
  moment: Moment,
): Changed<readonly Step[]> {
  const { profile } = moment.rules;
  const { id, sessionId } = askedAttempt;
  const storedOperations = operationsOf(record, id);
  const beside = { profile, isCurrent: true, operations: storedOperations };
  const decide = (storedAttempt: Attempt): Transition =>
    // The order was opened anew meanwhile, so the answer is about another session.
    storedAttempt.sessionId === sessionId
      ? afterStatus(asOf(askedAttempt, storedAttempt), answer, beside)
      : nothing;
  const first = applyTransition(record, decide, { ...moment, known: askedAttempt });
  const steps: Step[] = [first.result];
  let current = first.record;
  const status = (): AskedStatus => {
    const currentAttempt = attemptIn(current, id);
    return { attempt: askedAttempt, operations, currentAttempt, answer, profile };
  };
  const end = (operationEnd: OperationEnd): Step => {
    const update = applyOperation(current, askedAttempt, operationEnd, moment);
    current = update.record;
    return update.result;
  };
  // What is in doubt ends no operation.
  const { before, after, transition } = first.result;
  const isDoubted = before.doubtedAt !== null && after.doubtedAt !== null;
  if (isDoubted || transition.isContradicted) return { record: current, result: steps };
  // One that has ended since the question stays as it is.
  const stillOpen = openOperation(storedOperations);
  const open = operations.find((each) => each.id === stillOpen?.id);
  const operationEnd = open && endedByStatus(open, status());
  if (operationEnd) steps.push(end(operationEnd));
  for (const operation of droppedByStatus(operationsOf(current, id), status()))
    steps.push({ ...end({ operation }), dropped: operation });
  const shownOperations = shownBy(current.operations, status());
  const isNew = shownOperations.some((each, index) => each !== current.operations[index]);
  if (isNew) current = { ...current, operations: shownOperations };
  return { record: current, result: steps };
}

/** Applies a verified webhook to the attempt of its session, which the record has. */
export function applyWebhook(
  record: OrderRecord,
  sessionId: string,
  answer: PaymentAnswer,
  moment: Moment,
): Changed<Step | readonly Step[]> {
  const storedAttempt = record.attempts.find((attempt) => attempt.sessionId === sessionId);
  if (!storedAttempt) return { record, result: [] };
  const { profile } = moment.rules;
  const evidence = readEvidence('webhook', { answer }, storedAttempt, profile);
  const decide = (attempt: Attempt): Transition => {
    if (evidence.kind === 'mismatch') return { change: null, alarm: 'answer_mismatch', answer };
    if (evidence.kind === 'contradicted') return afterContradiction(attempt, answer);
    const operations = operationsOf(record, attempt.id);
    return afterStatus(attempt, answer, { profile, isCurrent: false, operations });
  };
  return applyTransition(record, decide, { ...moment, known: storedAttempt });
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
