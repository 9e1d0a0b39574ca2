import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PaymentAnswer } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import { after } from '../../test/after-status.ts';
import { sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { afterAbsence, afterContradiction, type Transition } from './transition.ts';

const readAt = 20_000;
const paidAttempt: Attempt = { ...sent, state: 'paid', charged: 100, status: 'paid', readAt };
const returnedMoney = { state: 'refunded', refunded: 100 };
const moreThanCharged = { status: 'refunded', refunded: '1.50' };

/** The transition without the answer that its alarm carries. */
function outcomeOf(attempt: Partial<Attempt>, status: Partial<PaymentAnswer>) {
  const { answer: _, ...rest } = after({ ...paidAttempt, ...attempt }, status);
  return rest;
}

describe('a status with an amount that contradicts it', () => {
  const marks = { alarm: 'answer_mismatch', isUnclear: true, isContradicted: true };

  it('is in review at once where more went back than was charged, or all of it beside "paid"', () => {
    const review = { doubtedAt: readAt, flag: 'contradicted' };
    assert.deepEqual(outcomeOf({}, moreThanCharged), {
      change: { ...returnedMoney, status: 'refunded', ...review },
      ...marks,
    });
    assert.deepEqual(outcomeOf({}, { status: 'paid', refunded: '1.00' }), {
      change: { ...returnedMoney, ...review },
      ...marks,
    });
  });

  it('is asked about where all went back beside zero', () => {
    assert.deepEqual(outcomeOf({}, { status: 'refunded', refunded: '0.00' }), {
      change: { ...returnedMoney, status: 'refunded', doubtedAt: readAt },
      ...marks,
    });
  });

  it('is in review where the rest went back without an amount, and changes none', () => {
    assert.deepEqual(outcomeOf({ refunded: 40 }, { status: 'refunded' }), {
      change: { doubtedAt: readAt, flag: 'contradicted' },
      ...marks,
    });
  });

  it('comes to review after a doubt too, whose time stays', () => {
    assert.deepEqual(outcomeOf({ doubtedAt: 3 }, moreThanCharged).change, {
      ...returnedMoney,
      status: 'refunded',
      flag: 'contradicted',
    });
  });

  it('raises no alarm again during its review', () => {
    const inReview = { doubtedAt: 3, flag: 'contradicted' } as const;
    assert.deepEqual(outcomeOf(inReview, moreThanCharged), {
      change: { ...returnedMoney, status: 'refunded' },
      isContradicted: true,
    });
  });

  it('changes nothing after a review, which has known better', () => {
    const transition = { change: null, isContradicted: true };
    assert.deepEqual(outcomeOf({ flag: 'resolved' }, moreThanCharged), transition);
  });
});

describe('an answer whose payments contradict each other', () => {
  const answer = { ...emptyAnswer, status: 'paid' };
  const doubts = { change: { doubtedAt: readAt }, alarm: 'answer_mismatch', answer };

  it('is a doubt with an alarm, once', () => {
    assert.deepEqual(afterContradiction(paidAttempt, answer), { ...doubts, isUnclear: true });
    const doubtedAttempt = { ...paidAttempt, doubtedAt: 3 };
    assert.deepEqual(afterContradiction(doubtedAttempt, answer), { change: null, isUnclear: true });
  });

  it('is missing after a review, and before a token was sent', () => {
    for (const change of [{ flag: 'resolved' }, { sentAt: null }] as const) {
      const transition = afterContradiction({ ...paidAttempt, ...change }, answer);
      assert.deepEqual(transition, { change: null, isUnclear: true });
    }
  });
});

describe('a service that knows of no payment where money is known', () => {
  const absent = (attempt: Partial<Attempt>): Transition =>
    afterAbsence({ ...paidAttempt, ...attempt }, 30_000);

  it('is a doubt, whose time stays', () => {
    assert.deepEqual(absent({}), { change: { doubtedAt: readAt } });
    assert.deepEqual(absent({ state: 'authorized', held: 100 }), { change: { doubtedAt: readAt } });
    assert.deepEqual(absent({ doubtedAt: 3 }), { change: null });
  });

  it('is missing after a review, and before a token was sent', () => {
    assert.deepEqual(absent({ flag: 'resolved' }), { change: null });
    assert.deepEqual(absent({ sentAt: null }), { change: null });
  });
});

describe('an answer without a contradiction', () => {
  const changeAfter = (attempt: Partial<Attempt>): unknown =>
    outcomeOf(attempt, { status: 'paid' }).change;

  it('ends the doubt, the review of a contradiction, and the first look', () => {
    assert.deepEqual(changeAfter({ doubtedAt: 3, absentAt: 4, flag: 'contradicted' }), {
      doubtedAt: null,
      absentAt: null,
      flag: null,
    });
    assert.deepEqual(changeAfter({ doubtedAt: 3 }), { doubtedAt: null });
    assert.deepEqual(changeAfter({ absentAt: 4 }), { absentAt: null });
  });

  it('ends no other review, and changes nothing where there was no doubt', () => {
    const inReview = { doubtedAt: 3, flag: 'needs_review' } as const;
    assert.deepEqual(changeAfter(inReview), { doubtedAt: null });
    for (const flag of [null, 'contradicted', 'resolved', 'needs_review'] as const) {
      assert.equal(changeAfter({ flag }), null);
    }
  });

  it('leaves the first look of a payment without money', () => {
    const pending = { state: 'pending', charged: 0, status: 'processing', absentAt: 4 } as const;
    assert.equal(outcomeOf(pending, { status: 'processing' }).change, null);
  });
});
