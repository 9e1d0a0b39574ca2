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
    const captured: Attempt = { ...charge, charged: 60 };
    assert.deepEqual(endOf(capture, hold), refused);
    assert.deepEqual(endOf(capture, captured, { amount: '0.60' }), inReview);
    assert.deepEqual(endOf(capture, charge, { amount: '1.00' }), refused);
  });

  it('brings it into a review where no amount tells how much has moved', () => {
    assert.deepEqual(endOf(capture, charge), inReview);
    const released: Attempt = { ...hold, state: 'cancelled', held: 0, live: false };
    assert.deepEqual(endOf(release, released, { status: 'voided' }), inReview);
    const returned: Attempt = { ...charge, state: 'refunded', refunded: 100 };
    assert.deepEqual(endOf(refund, returned, { status: 'refunded' }), refused);
  });

  it('waits while the service is at work', () => {
    assert.equal(endOf(refund, charge, { status: 'processing' }), undefined);
  });
});

describe('a status shows of an operation', () => {
  const shown = (
    operations: readonly Operation[],
    attempt: Attempt,
    answer: Partial<PaymentAnswer> = {},
    asked: readonly Operation[] = operations,
  ) =>
    shownBy(operations, statusOf(attempt, answer, { operations: asked })).map(
      ({ isShown = false, isUnmoved = false }) => [isShown, isUnmoved],
    );
  const done: Operation = { ...refund, state: 'done', refusal: '' };
  const refused: Operation = { ...refund, state: 'refused' };
  const nothing = [[false, false]];
  const isDone = [[true, false]];
  const isUnmoved = [[false, true]];

  it('that it returned money, if it was done when the status was asked for', () => {
    assert.deepEqual(shown([done], charge), isDone);
    assert.deepEqual(shown([done], charge, {}, []), nothing);
    assert.deepEqual(shown([done], charge, {}, [{ ...done, state: 'unknown' }]), nothing);
    assert.deepEqual(shown([{ ...done, state: 'unknown' }], charge, {}, [done]), nothing);
    assert.deepEqual(shown([{ ...done, kind: 'capture' }], charge), nothing);
    assert.deepEqual(shown([done], charge, { status: 'failed' }), nothing);
  });

  it('that nothing moved, by the amount that went back', () => {
    assert.deepEqual(shown([refused], charge, { refunded: '0.00' }), isUnmoved);
    assert.deepEqual(shown([refused], charge, { refunded: '0.30' }), nothing);
    assert.deepEqual(shown([refused], charge, { refunded: '2.00' }), nothing);
    const second: Operation = { ...refused, before: 20 };
    assert.deepEqual(shown([second], { ...charge, refunded: 20 }, { refunded: '0.20' }), isUnmoved);
    const later: Operation = { ...done, id: 'later', amount: 10 };
    const both = shown([refused, later], { ...charge, refunded: 10 }, { refunded: '0.10' });
    assert.deepEqual(both, [...isUnmoved, ...isDone]);
    const open: Operation = { ...later, state: 'sent' };
    const beside = shown([refused, open], { ...charge, refunded: 10 }, { refunded: '0.10' });
    assert.deepEqual(beside, [...nothing, ...nothing]);
  });

  it('that nothing moved, without an amount only where it was about all', () => {
    assert.deepEqual(shown([refused], charge), nothing);
    assert.deepEqual(shown([{ ...refused, amount: 100 }], charge), isUnmoved);
    assert.deepEqual(shown([{ ...refused, amount: 99 }], charge), nothing);
    assert.deepEqual(shown([{ ...refused, amount: 60, before: 40 }], charge), isUnmoved);
  });

  it('that a hold is still there, and nothing where the money is elsewhere', () => {
    const refusedRelease: Operation = { ...release, state: 'refused' };
    assert.deepEqual(shown([refusedRelease], hold, { status: 'holded' }), isUnmoved);
    assert.deepEqual(shown([refusedRelease], charge, { status: 'holded' }), nothing);
    const failed: Attempt = { ...charge, state: 'failed' };
    assert.deepEqual(shown([refused], failed, { refunded: '0.00' }), nothing);
  });

  it('nothing within ten seconds of its refusal', () => {
    const early: Attempt = { ...charge, readAt: 10_999 };
    assert.deepEqual(shown([refused], early, { refunded: '0.00' }), nothing);
    assert.deepEqual(
      shown([refused], { ...early, readAt: 11_000 }, { refunded: '0.00' }),
      isUnmoved,
    );
  });
});
