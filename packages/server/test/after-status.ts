import { defaultProfile, type PaymentAnswer } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import type { Attempt } from '../src/order/attempt.ts';
import { afterStatus } from '../src/order/status.ts';
import type { Transition } from '../src/order/transition.ts';
import { sent } from './sent-attempt.ts';

/** What the answer to a question changes in an attempt. */
export function after(attempt: Partial<Attempt>, answer: Partial<PaymentAnswer>): Transition {
  const beside = { profile: defaultProfile, isCurrent: true, operations: [] };
  return afterStatus({ ...sent, ...attempt }, { ...emptyAnswer, ...answer }, beside);
}

/** What a webhook changes in an attempt. */
export function afterWebhook(
  attempt: Partial<Attempt>,
  answer: Partial<PaymentAnswer>,
): Transition {
  const beside = { profile: defaultProfile, isCurrent: false, operations: [] };
  return afterStatus({ ...sent, ...attempt }, { ...emptyAnswer, ...answer }, beside);
}
