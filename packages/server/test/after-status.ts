import { defaultProfile, type PaymentAnswer } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import type { Attempt } from '../src/order/attempt.ts';
import { afterStatus, type Transition } from '../src/order/transition.ts';
import { sent } from './sent-attempt.ts';

/** What the answer to a question changes in an attempt. */
export function after(attempt: Partial<Attempt>, answer: Partial<PaymentAnswer>): Transition {
  return afterStatus({ ...sent, ...attempt }, { ...emptyAnswer, ...answer }, defaultProfile);
}

/** What a webhook changes in an attempt. */
export function afterWebhook(
  attempt: Partial<Attempt>,
  answer: Partial<PaymentAnswer>,
): Transition {
  return afterStatus({ ...sent, ...attempt }, { ...emptyAnswer, ...answer }, defaultProfile, false);
}
