import type { Evidence } from '@wallet-buttons/service-client';
import type { Attempt } from './attempt.ts';
import type { Asked } from './operation-status.ts';
import type { Changed, OrderRecord } from './record.ts';
import { applyStatus, applyTransition, asOf, type Moment, type Step } from './rules.ts';
import { afterAbsence, afterContradiction, nothing, type Transition } from './transition.ts';

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
