import { bankMutants } from './bank.ts';
import { identityMutants } from './identities.ts';
import { lateWebhookMutants } from './late-webhooks.ts';
import { lostAnswerMutants } from './lost-answers.ts';
import { onceMutants } from './once.ts';
import { paymentMutants } from './payments.ts';
import { requestMutants } from './requests.ts';
import { accessMutants } from './access.ts';
import { statusAnswerMutants } from './status-answers.ts';
import { statusMutants } from './statuses.ts';
import { webhookMutants } from './webhooks.ts';

/** Each check has a backend at least that breaks what it promises. */
export const mutants = [
  ...paymentMutants,
  ...bankMutants,
  ...identityMutants,
  ...requestMutants,
  ...lostAnswerMutants,
  ...onceMutants,
  ...statusAnswerMutants,
  ...statusMutants,
  ...accessMutants,
  ...webhookMutants,
  ...lateWebhookMutants,
];
