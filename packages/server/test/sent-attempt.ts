import type { Attempt } from '../src/order/attempt.ts';
import type { Operation } from '../src/order/operation.ts';
import { emptyRecord, type OrderRecord } from '../src/order/record.ts';

/** An attempt whose token was sent. */
export const sent: Attempt = {
  id: 'a',
  order: 'o-1',
  state: 'sending',
  live: true,
  currency: 'UAH',
  asked: 100,
  held: 0,
  charged: 0,
  refunded: 0,
  sessionId: 's-1',
  paymentId: '77',
  wallet: 'wallet-b',
  idempotencyKey: 'k',
  requestHash: 'r',
  tokenHash: 't',
  receiptHash: null,
  status: '',
  refusal: null,
  acsUrl: null,
  flag: null,
  cardNetwork: null,
  cardLast4: null,
  bankReference: null,
  openedAt: 1,
  sentAt: 1,
  absentAt: null,
  doubtedAt: null,
  amountsAt: null,
  holdEndsAt: null,
  holdNotice: null,
  nextCheckAt: null,
  checks: 0,
  updatedAt: 1,
  version: 1,
  readAt: 1,
  clockSince: 0,
};

/** A capture of all of it, just sent. */
export const operation: Operation = {
  id: 'op',
  attempt: 'a',
  kind: 'capture',
  key: 'k',
  amount: 100,
  before: 0,
  state: 'sent',
  refusal: '',
  sentAt: 1,
};

/** The record of their order. */
export function recordOf(
  attempts: readonly Attempt[],
  more: Partial<OrderRecord> = {},
): OrderRecord {
  return { ...emptyRecord('o-1'), attempts, ...more };
}
