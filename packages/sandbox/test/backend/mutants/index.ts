import { lostAnswerMutants } from './lost-answers.ts';
import { paymentMutants } from './payments.ts';
import { requestMutants } from './requests.ts';
import { webhookMutants } from './webhooks.ts';

/** Each check has a backend at least that breaks what it promises. */
export const mutants = [
  ...paymentMutants,
  ...requestMutants,
  ...lostAnswerMutants,
  ...webhookMutants,
];
