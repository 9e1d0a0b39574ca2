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

/** The fields that every attempt begins with; a stored record leaves them out while they have these values. */
export const blank = {
  ...noDetails,
  live: false,
  held: 0,
  charged: 0,
  refunded: 0,
  paymentId: null,
  status: '',
  flag: null,
  sentAt: null,
  holdEndsAt: null,
  nextCheckAt: null,
  version: 0,
} as const satisfies Partial<Attempt>;
