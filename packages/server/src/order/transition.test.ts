import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile, type PaymentAnswer, readEvidence } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import { after } from '../../test/after-status.ts';
import { operation, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { type AttemptState, isPaid, states } from './state.ts';
import { afterPayToken } from './pay-token.ts';
import { afterAbsence, afterNothing, type Transition } from './transition.ts';

const minute = 60_000;
const attemptStates = Object.keys(states) as AttemptState[];

/** What the answer to pay-token changes in an attempt. */
function afterToken(attempt: Attempt, answer: Partial<PaymentAnswer>): Transition {
  const result = { answer: { ...emptyAnswer, ...answer } };
  return afterPayToken(
    attempt,
    readEvidence('payToken', result, attempt, defaultProfile),
    defaultProfile,
  );
}

describe('an answer to pay-token', () => {
  const acsUrl = 'https://bank.example/acs';
  const afterAnswer = (state: AttemptState, answer: Partial<PaymentAnswer>): Transition =>
    afterToken({ ...sent, state }, { status: 'processing', ...answer });

  it('is the bank’s page, where it has one that is safe', () => {
    const change = { state: 'awaiting_bank', status: 'processing' };
    assert.deepEqual(afterAnswer('sending', { acsUrl }), { change: { ...change, acsUrl } });
    assert.deepEqual(afterAnswer('sending', { acsUrl: 'javascript:0' }), {
      change,
      alarm: 'acs_url_refused',
    });
    assert.deepEqual(afterAnswer('pending', { acsUrl }), { change: { ...change, acsUrl } });
  });

  it('changes nothing where more is known already', () => {
    assert.deepEqual(afterAnswer('paid', { acsUrl }), { change: null });
    assert.deepEqual(afterAnswer('awaiting_bank', { acsUrl }), { change: null });
  });

  it('is a late payment, where its page comes after the order was freed', () => {
    for (const state of ['abandoned', 'rejected'] as const) {
      const { change, alarm } = afterAnswer(state, { acsUrl });
      assert.deepEqual([change?.state, change?.acsUrl], ['awaiting_bank', acsUrl]);
      assert.equal(alarm, 'late_payment');
    }
  });

  it('that is a refusal leaves the outcome to a question, and voids the one before', () => {
    const refusal = { kind: 'refused', code: 'BadToken' } as const;
    const afterRefusal = (attempt: Partial<Attempt>): unknown =>
      afterPayToken({ ...sent, ...attempt }, refusal, defaultProfile);
    const change = { state: 'unknown', refusal: 'BadToken', absentAt: null };
    assert.deepEqual(afterRefusal({ absentAt: 1 }), { change });
    assert.deepEqual(afterRefusal({ state: 'unknown' }), { change });
    assert.deepEqual(afterRefusal({ state: 'paid' }), { change: null });
  });

  it('about another payment proves nothing, and is an alarm', () => {
    const answer = { ...emptyAnswer, status: 'paid' };
    const afterMismatch = (state: AttemptState): Transition =>
      afterPayToken({ ...sent, state }, { kind: 'mismatch', answer }, defaultProfile);
    const alarm = { alarm: 'answer_mismatch', answer };
    assert.deepEqual(afterMismatch('sending'), { change: { state: 'unknown' }, ...alarm });
    assert.deepEqual(afterMismatch('paid'), { change: null, ...alarm });
  });

  it('that contradicts itself leaves the outcome unknown, and in doubt', () => {
    const payments = [{ ...emptyAnswer, status: 'paid' }];
    const afterBoth = (state: AttemptState): Transition => {
      const { answer, ...rest } = afterAnswer(state, { status: 'failed', payments });
      assert.equal(answer?.status, 'failed');
      return rest;
    };
    const doubts = { alarm: 'answer_mismatch', isUnclear: true };
    const doubtedAt = sent.readAt;
    assert.deepEqual(afterBoth('sending'), { change: { state: 'unknown', doubtedAt }, ...doubts });
    assert.deepEqual(afterBoth('paid'), { change: { doubtedAt }, ...doubts });
  });

  it('is its status, where it has no page', () => {
    const { change } = afterAnswer('sending', { status: 'paid' });
    assert.deepEqual(change, { state: 'paid', status: 'paid', charged: 100 });
    assert.equal(afterAnswer('sending', { status: 'odd' }).change?.state, 'pending');
    assert.deepEqual(afterAnswer('sending', { status: 'created' }).change, { state: 'unknown' });
  });
});

describe('a question whose answer has the bank’s page', () => {
  const acsUrl = 'https://bank.example/acs';

  it('finds the page where the answer to pay-token was lost, whatever open status the payment has', () => {
    for (const state of ['sending', 'unknown', 'pending'] as const) {
      for (const status of ['processing', 'created', 'odd', '']) {
        const transition = after({ state }, { status, acsUrl });
        assert.deepEqual(transition, { change: { state: 'awaiting_bank', status, acsUrl } });
      }
    }
  });

  it('counts by its status where the payment is no longer open', () => {
    assert.equal(after({ state: 'unknown' }, { status: 'failed', acsUrl }).change?.state, 'failed');
    assert.equal(after({ state: 'unknown' }, { status: 'paid', acsUrl }).change?.state, 'paid');
  });

  it('changes nothing before a token was sent, and where more is known already', () => {
    const unsent = { state: 'created', sentAt: null } as const;
    assert.equal(after(unsent, { status: 'processing', acsUrl }).change, null);
    const waiting = { state: 'awaiting_bank', status: 'processing', acsUrl } as const;
    assert.equal(after(waiting, { status: 'processing', acsUrl }).change, null);
    assert.equal(after({ state: 'authorized' }, { status: 'created', acsUrl }).change, null);
    assert.equal(after({ state: 'paid' }, { status: 'processing', acsUrl }).change, null);
  });

  it('does not send the payer to a page that is not safe', () => {
    const transition = after(
      { state: 'unknown' },
      { status: 'processing', acsUrl: 'javascript:0' },
    );
    const change = { state: 'awaiting_bank', status: 'processing' };
    assert.deepEqual(transition, { change, alarm: 'acs_url_refused' });
  });
});

describe('an answer', () => {
  it('counts only for the session and the order that it names', () => {
    for (const ids of [{ sessionId: 's-2' }, { externalId: 'o-2' }]) {
      for (const acsUrl of [null, 'https://bank.example/acs']) {
        const { change, alarm } = afterToken(sent, { status: 'paid', acsUrl, ...ids });
        assert.deepEqual([change, alarm], [{ state: 'unknown' }, 'answer_mismatch']);
      }
    }
    const transition = after({}, { status: 'paid', sessionId: 's-1', externalId: 'o-1' });
    assert.equal(transition.change?.state, 'paid');
  });

  it('keeps the bank’s reference and the card, the first time they are named', () => {
    const answer = { status: 'paid', bankReference: '42', card: { last4: '1234', type: null } };
    const { change } = after({}, answer);
    assert.deepEqual([change?.bankReference, change?.cardLast4], ['42', '1234']);
    const transition = after(
      { state: 'paid', charged: 100, cardLast4: '9', bankReference: '4' },
      answer,
    );
    assert.equal(transition.change, null);
  });
});

describe('a session in which no payment was tried', () => {
  const grace = 15 * minute;
  const firstAbsence = { absentAt: 1 };
  const absent = (attempt: Partial<Attempt>, delay: number, timeout = 30_000): Transition =>
    afterAbsence({ ...sent, ...firstAbsence, readAt: 1 + delay, ...attempt }, timeout);

  it('is noted the first time, and frees no order by that', () => {
    const first = absent({ absentAt: null }, 2 * grace);
    assert.deepEqual(first, { change: { state: 'unknown', absentAt: 1 + 2 * grace } });
  });

  it('frees its order after fifteen minutes of the database, not before', () => {
    assert.deepEqual(absent({}, grace), { change: { state: 'abandoned' } });
    assert.deepEqual(absent({ state: 'unknown' }, grace), { change: { state: 'abandoned' } });
    assert.deepEqual(absent({}, grace - 1), { change: null });
  });

  it('frees it later still where the answer to the token may take longer', () => {
    assert.deepEqual(absent({}, 2 * grace - 1, grace), { change: null });
    assert.deepEqual(absent({}, 2 * grace, grace), { change: { state: 'abandoned' } });
  });

  it('frees it after ten seconds where the token was refused', () => {
    const refusal = 'BadToken';
    assert.deepEqual(absent({ refusal }, 9999), { change: null });
    assert.deepEqual(absent({ refusal }, 10_000), { change: { state: 'rejected' } });
  });

  it('is measured by one clock alone', () => {
    const refusal = 'BadToken';
    assert.deepEqual(absent({ refusal, clockSince: 2 }, 10_000), { change: null });
    assert.deepEqual(absent({ clockSince: 2 }, grace), { change: null });
    assert.deepEqual(absent({ clockSince: 2 }, grace + 1), { change: { state: 'abandoned' } });
  });

  it('proves nothing where there is a provider status, or nothing was sent', () => {
    for (const state of attemptStates.filter((each) => !/^(?:sending|unknown)$/.test(each))) {
      const doubt = isPaid(state) ? { doubtedAt: 1 + 2 * grace } : null;
      assert.deepEqual(absent({ state }, 2 * grace), { change: doubt });
    }
    assert.deepEqual(absent({ sentAt: null }, 2 * grace), { change: null });
  });

  it('is reported by some statuses', () => {
    const isIt = (status: string): boolean => {
      const result = { answer: { ...emptyAnswer, status } };
      return readEvidence('getStatus', result, sent, defaultProfile).kind === 'nothing';
    };
    assert.deepEqual(['created', 'processing', ''].map(isIt), [true, false, false]);
    assert.equal(after({}, { status: 'created' }).change, null);
  });
});

describe('a question to the service', () => {
  it('that brings nothing asks for a review after three days, for a hold at the session’s end', () => {
    const sentAt = Date.UTC(2026, 0);
    const afterHours = (attempt: Partial<Attempt>, hours: number): Transition =>
      afterNothing(
        { ...sent, sentAt, readAt: sentAt + hours * 60 * minute, ...attempt },
        defaultProfile,
      );
    const review = { change: { flag: 'needs_review' }, alarm: 'needs_review' };
    assert.deepEqual(afterHours({ state: 'pending' }, 72), { change: {} });
    assert.deepEqual(afterHours({ state: 'pending' }, 73), review);
    assert.deepEqual(afterHours({ state: 'authorized' }, 73), { change: {} });
    assert.deepEqual(afterHours({ state: 'authorized' }, 31 * 24), review);
    assert.deepEqual(afterHours({ state: 'pending', flag: 'mismatch' }, 73), { change: {} });
    assert.deepEqual(afterHours({ state: 'created', sentAt: null }, 73), { change: {} });
  });

  it('that brings nothing asks for a review of an operation after three days', () => {
    const paidAttempt: Attempt = { ...sent, state: 'paid', charged: 100 };
    const open = (hours: number, attempt: Partial<Attempt> = {}): Transition =>
      afterNothing(
        { ...paidAttempt, readAt: operation.sentAt + hours * 60 * minute, ...attempt },
        defaultProfile,
        operation,
      );
    const review = { change: { flag: 'needs_review' }, alarm: 'needs_review' };
    assert.deepEqual(open(72), { change: {} });
    assert.deepEqual(open(73), review);
    assert.deepEqual(open(73, { flag: 'resolved' }), review);
    assert.deepEqual(open(73, { flag: 'needs_review' }), { change: {} });
    assert.deepEqual(open(73, { flag: 'mismatch' }), { change: {} });
  });

  it('that brings nothing asks for a review of a doubt, or of what was accepted, after three days', () => {
    const paidAttempt: Attempt = { ...sent, state: 'paid', charged: 100 };
    const doneCapture = { ...operation, state: 'done' } as const;
    const afterHours = (
      hours: number,
      attempt: Partial<Attempt>,
      acceptedOperation?: typeof doneCapture,
    ) =>
      afterNothing(
        { ...paidAttempt, readAt: 1 + hours * 60 * minute, ...attempt },
        defaultProfile,
        undefined,
        acceptedOperation,
      );
    const review = { change: { flag: 'contradicted' }, alarm: 'needs_review' };
    assert.deepEqual(afterHours(72, { doubtedAt: 1 }), { change: {} });
    assert.deepEqual(afterHours(73, { doubtedAt: 1 }), review);
    assert.deepEqual(afterHours(73, { doubtedAt: 1, flag: 'resolved' }), { change: {} });
    assert.deepEqual(afterHours(72, {}, doneCapture), { change: {} });
    assert.deepEqual(afterHours(73, {}, doneCapture), review);
  });

  it('that brings nothing is a notice that the hold ends, unless an operation may have taken it', () => {
    const hold: Attempt = { ...sent, state: 'authorized', held: 100, holdEndsAt: 48 * 60 * minute };
    assert.deepEqual(afterNothing(hold, defaultProfile), { change: { holdNotice: 48 } });
    assert.deepEqual(afterNothing(hold, defaultProfile, operation), { change: {} });
    const laterHold = { ...hold, holdEndsAt: 49 * 60 * minute };
    assert.deepEqual(afterNothing(laterHold, defaultProfile), { change: {} });
  });

  it('that brings nothing leaves a token whose sender has died unknown', () => {
    const { change } = afterNothing(sent, defaultProfile);
    assert.deepEqual(change, { state: 'unknown' });
    assert.deepEqual(afterNothing({ ...sent, state: 'unknown' }, defaultProfile).change, {});
  });
});
