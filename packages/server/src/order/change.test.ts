import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile } from '@wallet-buttons/service-client';
import { recordOf, sent } from '../../test/sent-attempt.ts';
import type { Attempt, AttemptChange } from './attempt.ts';
import { type StatusChange, summaryOf } from './change.ts';
import { applyTransition, type Rules } from './rules.ts';

const now = Date.UTC(2026, 0);
const rules: Rules = {
  profile: defaultProfile,
  recheckPaid: 'daily',
  isNotified: true,
  random: Math.random,
};
const pending: Attempt = { ...sent, state: 'pending', status: 'processing' };
const hold: Attempt = { ...sent, state: 'authorized', held: 100, status: 'holded' };
const paidAttempt: Attempt = { ...sent, state: 'paid', charged: 100, status: 'paid' };

/** What the merchant learns of a change. */
function changeOf(attempt: Attempt, change: AttemptChange): StatusChange | null {
  const circumstances = { cause: 'test', known: attempt, rules, now };
  const transition = { change, isLowered: true } as const;
  return applyTransition(recordOf([attempt]), () => transition, circumstances).result.change;
}

describe('the change that the merchant gets', () => {
  it('has the payment, and its outcome before and after', () => {
    assert.deepEqual(changeOf(pending, { state: 'paid', status: 'paid', charged: 100 }), {
      order: 'o-1',
      attempt: 'a',
      sessionId: 's-1',
      paymentId: '77',
      wallet: 'wallet-b',
      currency: 'UAH',
      id: 'a.2',
      outcome: 'succeeded',
      previous: 'pending',
      status: 'paid',
      amount: '1.00',
      orderOutcome: 'succeeded',
      orderAmount: '1.00',
      at: '2026-01-01T00:00:00.000Z',
    });
  });

  it('is missing where the merchant would see no difference', () => {
    assert.equal(changeOf(sent, { state: 'unknown' }), null);
    assert.equal(changeOf(paidAttempt, { bankReference: '42' }), null);
    assert.equal(changeOf(paidAttempt, { flag: 'resolved' }), null);
  });

  it('comes with each change of outcome, status or amount', () => {
    assert.equal(changeOf(pending, { state: 'failed' })?.outcome, 'failed');
    assert.equal(changeOf(pending, { status: 'preprocessing' })?.status, 'preprocessing');
    assert.equal(changeOf(paidAttempt, { refunded: 40 })?.refunded, '0.40');
    assert.equal(changeOf(hold, { charged: 60 })?.amount, '0.60');
    assert.equal(changeOf(hold, { held: 80 })?.amount, '0.80');
  });

  it('has the amount that was charged, else that is held, else that was asked for', () => {
    assert.equal(changeOf(hold, { state: 'paid', charged: 60 })?.amount, '0.60');
    assert.equal(changeOf(pending, { state: 'authorized', held: 80 })?.amount, '0.80');
    assert.equal(changeOf(hold, { state: 'cancelled', held: 0 })?.amount, '1.00');
  });

  it('has what went back, and zero once a refund turns out to have had no effect', () => {
    const partlyRefunded: Attempt = { ...paidAttempt, refunded: 40 };
    assert.equal(changeOf(partlyRefunded, { refunded: 0 })?.refunded, '0.00');
    assert.equal(changeOf(paidAttempt, { status: 'paid_off' })?.refunded, undefined);
  });

  it('may be the notice that a hold ends, which comes once', () => {
    const notifiedHold: Attempt = { ...hold, holdNotice: 48 };
    assert.equal(changeOf(hold, { holdNotice: 48 })?.holdNotice, 48);
    assert.equal(changeOf(notifiedHold, { holdNotice: 24 })?.holdNotice, 24);
    assert.equal(changeOf(notifiedHold, { checks: 1 }), null);
    assert.ok(!('holdNotice' in (changeOf(notifiedHold, { status: 'hold_confirmed' }) ?? {})));
  });
});

describe('the shop’s view of an attempt', () => {
  it('has what is known of the card, the bank and the hold', () => {
    const holdEndsAt = Date.UTC(2026, 0, 2);
    const details = { cardNetwork: 'visa', cardLast4: '1234', bankReference: '42' } as const;
    const { card, bankReference, holdEndsAt: end } = summaryOf({ ...hold, ...details, holdEndsAt });
    assert.deepEqual(card, { network: 'visa', last4: '1234' });
    assert.deepEqual([bankReference, end], ['42', '2026-01-02T00:00:00.000Z']);
    assert.deepEqual(summaryOf({ ...hold, cardNetwork: 'visa' }).card, { network: 'visa' });
    assert.deepEqual(summaryOf({ ...hold, cardLast4: '1234' }).card, { last4: '1234' });
  });

  it('has no more fields, and an empty id for a payment without one', () => {
    assert.deepEqual(summaryOf({ ...hold, paymentId: null }), {
      order: 'o-1',
      attempt: 'a',
      sessionId: 's-1',
      paymentId: '',
      wallet: 'wallet-b',
      outcome: 'authorized',
      status: 'holded',
      currency: 'UAH',
    });
  });

  it('has no outcome while a review has to look at a wrong amount', () => {
    const failedAttempt: Attempt = { ...sent, state: 'failed', live: false };
    assert.equal(summaryOf(failedAttempt).outcome, 'failed');
    assert.equal(summaryOf({ ...failedAttempt, flag: 'mismatch' }).outcome, 'unknown');
  });
});
