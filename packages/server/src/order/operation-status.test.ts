import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile, type PaymentAnswer } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import { operation, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import type { Operation } from './operation.ts';
import { type AskedStatus, endedByStatus, shownBy } from './operation-status.ts';

const hold: Attempt = { ...sent, state: 'authorized', held: 100, readAt: 20_000 };
const charge: Attempt = { ...sent, state: 'paid', charged: 100, readAt: 20_000 };
const refusal = { refusal: 'No', sentAt: 1000 } as const;
const refund: Operation = { ...operation, ...refusal, kind: 'refund', amount: 30 };
const capture: Operation = { ...operation, ...refusal, amount: 60 };
const release: Operation = { ...operation, ...refusal, kind: 'void' };

function statusOf(
  currentAttempt: Attempt,
  answer: Partial<PaymentAnswer>,
  more: Partial<AskedStatus> = {},
): AskedStatus {
  return {
    attempt: currentAttempt,
    operations: [],
    currentAttempt,
    answer: { ...emptyAnswer, status: 'paid', ...answer },
    profile: defaultProfile,
    ...more,
  };
}

describe('a status after a refusal', () => {
  const endOf = (each: Operation, attempt: Attempt, answer: Partial<PaymentAnswer> = {}) => {
    const end = endedByStatus(each, statusOf(attempt, answer))?.operation;
    return end && [end.state, end.refusal, end.isInReview === true];
  };
  const [refused, inReview] = [false, true].map((isInReview) => ['refused', 'No', isInReview]);

  it('ends it, and brings it into a review where just its amount has moved', () => {
    assert.deepEqual(endOf(refund, charge), refused);
    assert.deepEqual(endOf(refund, { ...charge, refunded: 30 }), inReview);
    assert.deepEqual(endOf(refund, { ...charge, refunded: 31 }), refused);
    const second: Operation = { ...refund, before: 20 };
    assert.deepEqual(endOf(second, { ...charge, refunded: 50 }), inReview);
    assert.deepEqual(endOf(second, { ...charge, refunded: 60 }), refused);
    const capturedHold: Attempt = { ...charge, charged: 60 };
    assert.deepEqual(endOf(capture, hold), refused);
    assert.deepEqual(endOf(capture, capturedHold, { amount: '0.60' }), inReview);
    assert.deepEqual(endOf(capture, charge, { amount: '1.00' }), refused);
  });

  it('brings it into a review where no amount tells how much has moved', () => {
    assert.deepEqual(endOf(capture, charge), inReview);
    const releasedHold: Attempt = { ...hold, state: 'cancelled', held: 0, live: false };
    assert.deepEqual(endOf(release, releasedHold, { status: 'voided' }), inReview);
    const returnedCharge: Attempt = { ...charge, state: 'refunded', refunded: 100 };
    assert.deepEqual(endOf(refund, returnedCharge, { status: 'refunded' }), refused);
  });

  it('waits while the service is at work', () => {
    assert.equal(endOf(refund, charge, { status: 'processing' }), undefined);
  });
});

describe('a status shows of an operation', () => {
  const marksOf = (
    operations: readonly Operation[],
    attempt: Attempt,
    answer: Partial<PaymentAnswer> = {},
    askedOperations: readonly Operation[] = operations,
  ) =>
    shownBy(operations, statusOf(attempt, answer, { operations: askedOperations })).map(
      ({ isShown = false, isUnmoved = false }) => [isShown, isUnmoved],
    );
  const doneRefund: Operation = { ...refund, state: 'done', refusal: '' };
  const refusedRefund: Operation = { ...refund, state: 'refused' };
  const nothing = [[false, false]];
  const isDone = [[true, false]];
  const isUnmoved = [[false, true]];

  it('that it returned money, if it was done when the status was asked for', () => {
    assert.deepEqual(marksOf([doneRefund], charge), isDone);
    assert.deepEqual(marksOf([doneRefund], charge, {}, []), nothing);
    assert.deepEqual(
      marksOf([doneRefund], charge, {}, [{ ...doneRefund, state: 'unknown' }]),
      nothing,
    );
    assert.deepEqual(
      marksOf([{ ...doneRefund, state: 'unknown' }], charge, {}, [doneRefund]),
      nothing,
    );
    assert.deepEqual(marksOf([{ ...doneRefund, kind: 'capture' }], charge), nothing);
    assert.deepEqual(marksOf([doneRefund], charge, { status: 'failed' }), nothing);
  });

  it('that nothing moved, by the amount that went back', () => {
    assert.deepEqual(marksOf([refusedRefund], charge, { refunded: '0.00' }), isUnmoved);
    assert.deepEqual(marksOf([refusedRefund], charge, { refunded: '0.30' }), nothing);
    assert.deepEqual(marksOf([refusedRefund], charge, { refunded: '2.00' }), nothing);
    const second: Operation = { ...refusedRefund, before: 20 };
    assert.deepEqual(
      marksOf([second], { ...charge, refunded: 20 }, { refunded: '0.20' }),
      isUnmoved,
    );
    const laterRefund: Operation = { ...doneRefund, id: 'later', amount: 10 };
    const both = marksOf(
      [refusedRefund, laterRefund],
      { ...charge, refunded: 10 },
      { refunded: '0.10' },
    );
    assert.deepEqual(both, [...isUnmoved, ...isDone]);
    const open: Operation = { ...laterRefund, state: 'sent' };
    const marks = marksOf([refusedRefund, open], { ...charge, refunded: 10 }, { refunded: '0.10' });
    assert.deepEqual(marks, [...nothing, ...nothing]);
  });

  it('that nothing moved, without an amount only where it was about all', () => {
    assert.deepEqual(marksOf([refusedRefund], charge), nothing);
    assert.deepEqual(marksOf([{ ...refusedRefund, amount: 100 }], charge), isUnmoved);
    assert.deepEqual(marksOf([{ ...refusedRefund, amount: 99 }], charge), nothing);
    assert.deepEqual(marksOf([{ ...refusedRefund, amount: 60, before: 40 }], charge), isUnmoved);
  });

  it('that a hold is still there, and nothing where the money is elsewhere', () => {
    const refusedRelease: Operation = { ...release, state: 'refused' };
    assert.deepEqual(marksOf([refusedRelease], hold, { status: 'holded' }), isUnmoved);
    assert.deepEqual(marksOf([refusedRelease], charge, { status: 'holded' }), nothing);
    const failedAttempt: Attempt = { ...charge, state: 'failed' };
    assert.deepEqual(marksOf([refusedRefund], failedAttempt, { refunded: '0.00' }), nothing);
  });

  it('nothing within ten seconds of its refusal', () => {
    const early: Attempt = { ...charge, readAt: 10_999 };
    assert.deepEqual(marksOf([refusedRefund], early, { refunded: '0.00' }), nothing);
    assert.deepEqual(
      marksOf([refusedRefund], { ...early, readAt: 11_000 }, { refunded: '0.00' }),
      isUnmoved,
    );
  });
});
