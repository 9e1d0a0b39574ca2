import { type PaymentAnswer, readEvidence } from '@wallet-buttons/service-client';
import type { Attempt } from './attempt.ts';
import type { Changed, OrderRecord } from './record.ts';
import { applyTransition, type Moment, operationsOf, type Step } from './rules.ts';
import { afterStatus } from './status.ts';
import { afterContradiction, type Transition } from './transition.ts';

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
