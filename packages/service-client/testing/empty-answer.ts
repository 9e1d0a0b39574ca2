import type { PaymentAnswer } from '../src/index.ts';

/** An answer of the service that names nothing. */
export const emptyAnswer: PaymentAnswer = {
  status: '',
  acsUrl: null,
  sessionId: null,
  paymentId: null,
  externalId: null,
  amount: null,
  refunded: null,
  currency: null,
  transactionStatus: null,
  bankReference: null,
  card: null,
  payments: [],
};
