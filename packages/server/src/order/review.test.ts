import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operation, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import type { Operation } from './operation.ts';
import type { OrderRecord } from './record.ts';
import {
  afterOperationReview,
  afterReview,
  namedAmount,
  proposedAmount,
  reviewedOperation,
} from './review.ts';

const hold: Attempt = { ...sent, state: 'authorized', held: 100 };
const charge: Attempt = { ...sent, state: 'paid', charged: 100 };
const refundedCharge: Attempt = { ...charge, state: 'refunded', live: false, refunded: 100 };
const contradiction = { flag: 'contradicted', doubtedAt: 1, absentAt: 1 } as const;
const resolution = { flag: 'resolved', doubtedAt: null, absentAt: null } as const;
const refund: Operation = { ...operation, kind: 'refund', amount: 30, state: 'refused' };

describe('a review is about', () => {
  const open: Operation = { ...refund, state: 'unknown' };
  const suspect: Operation = { ...refund, isInReview: true };
  const unshown: Operation = { ...operation, state: 'done' };

  it('the operation without an outcome, if one is too long without it', () => {
    const attempt: Attempt = { ...charge, flag: 'needs_review' };
    assert.equal(reviewedOperation(attempt, [suspect, open]), open);
    assert.equal(reviewedOperation(attempt, [suspect]), undefined);
  });

  it('the payment, unless the service contradicted itself', () => {
    for (const flag of [null, 'mismatch', 'resolved'] as const) {
      assert.equal(reviewedOperation({ ...hold, flag }, [open, suspect, unshown]), undefined);
    }
  });

  it('the open operation of a contradiction, else one that was refused and moved', () => {
    const attempt: Attempt = { ...charge, ...contradiction };
    assert.equal(reviewedOperation(attempt, [suspect, open]), open);
    assert.equal(reviewedOperation(attempt, [refund, suspect]), suspect);
    assert.equal(reviewedOperation(attempt, [refund]), undefined);
  });

  it('an accepted operation that nothing shows, if nothing else is in doubt', () => {
    const attempt: Attempt = { ...hold, flag: 'contradicted' };
    assert.equal(reviewedOperation(attempt, [unshown]), unshown);
    assert.equal(reviewedOperation({ ...attempt, doubtedAt: 1 }, [unshown]), undefined);
  });
});

describe('the amount in place of the one that was asked for', () => {
  const mismatch: Attempt = { ...sent, flag: 'mismatch' };
  const eventsOf = (...causes: readonly string[]) =>
    causes.map((cause) => ({ attempt: 'a', cause })) as unknown as OrderRecord['history'];

  it('is the last that the service named, in the currency of the order unless it named another', () => {
    const events = eventsOf('webhook: 10.00', 'get-status', 'get-status: 150.00');
    assert.deepEqual(namedAmount(mismatch, events), { amount: '150.00', currency: 'UAH' });
    const euroEvents = eventsOf('webhook: 10.00 EUR');
    assert.deepEqual(namedAmount(mismatch, euroEvents), { amount: '10.00', currency: 'EUR' });
  });

  it('is unknown where no amount differs, or another attempt has it', () => {
    const events = eventsOf('get-status: 150.00');
    assert.equal(namedAmount({ ...mismatch, flag: 'contradicted' }, events), undefined);
    assert.equal(namedAmount({ ...mismatch, id: 'b' }, events), undefined);
    assert.equal(namedAmount(mismatch, eventsOf('get-status')), undefined);
  });

  it('is proposed up to the one that was asked for', () => {
    assert.equal(proposedAmount(mismatch, eventsOf('webhook: 0.40')), 40);
    assert.equal(proposedAmount(mismatch, eventsOf('webhook: 1.50')), 100);
  });

  it('has to be typed where it has another currency, or is zero', () => {
    assert.equal(proposedAmount(mismatch, eventsOf('webhook: 1.00 EUR')), null);
    assert.equal(proposedAmount(mismatch, eventsOf('webhook: 0.00')), null);
  });

  it('is the charge, or all of it, where the service named none', () => {
    assert.equal(proposedAmount(mismatch, []), 100);
    assert.equal(proposedAmount({ ...charge, charged: 60 }, []), 60);
  });
});

describe('the review of a payment', () => {
  const changeOf = (attempt: Attempt, outcome: 'succeeded' | 'failed', amount = 100) =>
    afterReview(attempt, outcome, amount).change;

  it('ends a dispute as a charge, or as one that went back', () => {
    const dispute: Attempt = { ...charge, state: 'disputed' };
    assert.deepEqual(changeOf(dispute, 'succeeded'), { state: 'paid' });
    assert.deepEqual(changeOf(dispute, 'failed'), { state: 'refunded', refunded: 100 });
  });

  it('ends one without an outcome as it says', () => {
    const unknown: Attempt = { ...sent, state: 'unknown', flag: 'needs_review' };
    const chargedFields = { state: 'paid', held: 0, charged: 80 };
    assert.deepEqual(changeOf(unknown, 'succeeded', 80), { ...chargedFields, ...resolution });
    assert.deepEqual(changeOf(unknown, 'failed'), { state: 'failed', ...resolution });
    assert.deepEqual(changeOf({ ...hold, flag: 'mismatch' }, 'succeeded', 80), {
      ...chargedFields,
      ...resolution,
    });
  });

  it('takes no money back by a failure', () => {
    for (const attempt of [hold, charge]) {
      assert.deepEqual(changeOf({ ...attempt, flag: 'mismatch' }, 'failed'), resolution);
    }
  });

  it('corrects what was charged, and leaves an end as it is', () => {
    const wrong: Attempt = { ...charge, flag: 'mismatch' };
    assert.deepEqual(changeOf(wrong, 'succeeded', 80), { charged: 80, ...resolution });
    assert.deepEqual(
      changeOf({ ...refundedCharge, flag: 'mismatch' }, 'succeeded', 80),
      resolution,
    );
  });

  it('says where the money of a contradiction is, and may lower what was known', () => {
    const reviewOf = (attempt: Attempt, outcome: 'succeeded' | 'failed', amount = 100) =>
      afterReview({ ...attempt, ...contradiction }, outcome, amount);
    assert.equal(reviewOf(charge, 'failed').isLowered, true);
    assert.deepEqual(reviewOf(charge, 'failed').change, {
      state: 'refunded',
      refunded: 100,
      ...resolution,
    });
    assert.deepEqual(reviewOf(hold, 'failed').change, { state: 'failed', held: 0, ...resolution });
    assert.deepEqual(reviewOf(refundedCharge, 'failed').change, resolution);
    const chargedFields = { held: 0, charged: 100, ...resolution };
    assert.deepEqual(reviewOf(charge, 'succeeded').change, { state: 'paid', ...chargedFields });
    assert.deepEqual(reviewOf(hold, 'succeeded').change, {
      state: 'paid',
      refunded: 0,
      ...chargedFields,
    });
    assert.deepEqual(reviewOf(refundedCharge, 'succeeded').change, {
      state: 'paid',
      refunded: 0,
      ...chargedFields,
    });
  });

  it('keeps what went back of a charge, unless that was all of it', () => {
    const part: Attempt = { ...charge, ...contradiction, refunded: 30 };
    assert.equal(changeOf(part, 'succeeded')?.refunded, undefined);
    assert.equal(changeOf({ ...part, refunded: 100 }, 'succeeded')?.refunded, 0);
    assert.equal(changeOf(part, 'succeeded', 30)?.refunded, 0);
    assert.equal(changeOf({ ...part, state: 'paid_off' }, 'succeeded')?.state, 'paid_off');
  });
});

describe('the review of an operation', () => {
  const doneRefund: Operation = { ...refund, state: 'done' };
  const changeOf = (
    attempt: Attempt,
    each: Operation,
    outcome: 'succeeded' | 'failed' = 'succeeded',
  ) => afterOperationReview({ ...attempt, ...contradiction }, each, outcome);

  it('ends the review of its payment', () => {
    const flaggedCharge: Attempt = { ...charge, flag: 'needs_review' };
    assert.deepEqual(afterOperationReview(flaggedCharge, doneRefund, 'succeeded'), { flag: null });
    assert.deepEqual(changeOf(charge, refund), { flag: null });
  });

  it('lets the money be where a done one put it', () => {
    assert.deepEqual(changeOf(charge, doneRefund), { ...resolution, state: 'refunded' });
    const release: Operation = { ...doneRefund, kind: 'void' };
    const capture: Operation = { ...doneRefund, kind: 'capture' };
    assert.deepEqual(changeOf(hold, release), { ...resolution, state: 'cancelled', held: 0 });
    assert.deepEqual(changeOf(hold, capture), { ...resolution, state: 'paid', held: 0 });
  });

  it('takes back the amount of one that was never done', () => {
    const part: Attempt = { ...charge, refunded: 50 };
    assert.deepEqual(changeOf(part, doneRefund, 'failed'), { ...resolution, refunded: 20 });
    const less: Attempt = { ...charge, refunded: 10 };
    assert.deepEqual(changeOf(less, doneRefund, 'failed'), { ...resolution, refunded: 0 });
    assert.deepEqual(changeOf({ ...hold, charged: 60 }, doneRefund, 'failed'), {
      ...resolution,
      charged: 0,
    });
  });
});
