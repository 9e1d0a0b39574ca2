import type { Attempt } from './attempt.ts';

/** An attempt without what no rule about money needs. */
export const noDetails = {
  wallet: null,
  idempotencyKey: null,
  requestHash: null,
  tokenHash: null,
  receiptHash: null,
  refusal: null,
  acsUrl: null,
  cardNetwork: null,
  cardLast4: null,
  bankReference: null,
  absentAt: null,
  doubtedAt: null,
  amountsAt: null,
  holdNotice: null,
  checks: 0,
} as const satisfies Partial<Attempt>;
