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
const contradicted = { flag: 'contradicted', doubtedAt: 1, absentAt: 1 } as const;
const resolved = { flag: 'resolved', doubtedAt: null, absentAt: null } as const;
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
    const attempt: Attempt = { ...charge, ...contradicted };
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
    const others = eventsOf('webhook: 10.00 EUR');
    assert.deepEqual(namedAmount(mismatch, others), { amount: '10.00', currency: 'EUR' });
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

  it('has to be typed where it is none of this order', () => {
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
    const paid = { state: 'paid', held: 0, charged: 80 };
    assert.deepEqual(changeOf(unknown, 'succeeded', 80), { ...paid, ...resolved });
    assert.deepEqual(changeOf(unknown, 'failed'), { state: 'failed', ...resolved });
    assert.deepEqual(changeOf({ ...hold, flag: 'mismatch' }, 'succeeded', 80), {
      ...paid,
      ...resolved,
    });
  });

  it('takes no money back by a failure', () => {
    for (const attempt of [hold, charge]) {
      assert.deepEqual(changeOf({ ...attempt, flag: 'mismatch' }, 'failed'), resolved);
    }
  });

  it('corrects what was charged, and leaves an end as it is', () => {
    const wrong: Attempt = { ...charge, flag: 'mismatch' };
    assert.deepEqual(changeOf(wrong, 'succeeded', 80), { charged: 80, ...resolved });
    assert.deepEqual(changeOf({ ...refundedCharge, flag: 'mismatch' }, 'succeeded', 80), resolved);
  });

  it('says where the money of a contradiction is, and may lower what was known', () => {
    const reviewOf = (attempt: Attempt, outcome: 'succeeded' | 'failed', amount = 100) =>
      afterReview({ ...attempt, ...contradicted }, outcome, amount);
    assert.equal(reviewOf(charge, 'failed').isLowered, true);
    assert.deepEqual(reviewOf(charge, 'failed').change, {
      state: 'refunded',
      refunded: 100,
      ...resolved,
    });
    assert.deepEqual(reviewOf(hold, 'failed').change, { state: 'failed', held: 0, ...resolved });
    assert.deepEqual(reviewOf(refundedCharge, 'failed').change, resolved);
    const paid = { held: 0, charged: 100, ...resolved };
    assert.deepEqual(reviewOf(charge, 'succeeded').change, { state: 'paid', ...paid });
    assert.deepEqual(reviewOf(hold, 'succeeded').change, { state: 'paid', refunded: 0, ...paid });
    assert.deepEqual(reviewOf(refundedCharge, 'succeeded').change, {
      state: 'paid',
      refunded: 0,
      ...paid,
    });
  });

  it('keeps what went back of a charge, unless that was all of it', () => {
    const part: Attempt = { ...charge, ...contradicted, refunded: 30 };
    assert.equal(changeOf(part, 'succeeded')?.refunded, undefined);
    assert.equal(changeOf({ ...part, refunded: 100 }, 'succeeded')?.refunded, 0);
    assert.equal(changeOf(part, 'succeeded', 30)?.refunded, 0);
    assert.equal(changeOf({ ...part, state: 'paid_off' }, 'succeeded')?.state, 'paid_off');
  });
});

describe('the review of an operation', () => {
  const done: Operation = { ...refund, state: 'done' };
  const changeOf = (
    attempt: Attempt,
    each: Operation,
    outcome: 'succeeded' | 'failed' = 'succeeded',
  ) => afterOperationReview({ ...attempt, ...contradicted }, each, outcome);

  it('ends the review of its payment', () => {
    const flagged: Attempt = { ...charge, flag: 'needs_review' };
    assert.deepEqual(afterOperationReview(flagged, done, 'succeeded'), { flag: null });
    assert.deepEqual(changeOf(charge, refund), { flag: null });
  });

  it('lets the money be where a done one put it', () => {
    assert.deepEqual(changeOf(charge, done), { ...resolved, state: 'refunded' });
    const release: Operation = { ...done, kind: 'void' };
    const capture: Operation = { ...done, kind: 'capture' };
    assert.deepEqual(changeOf(hold, release), { ...resolved, state: 'cancelled', held: 0 });
    assert.deepEqual(changeOf(hold, capture), { ...resolved, state: 'paid', held: 0 });
  });

  it('takes back the amount of one that was never done', () => {
    const part: Attempt = { ...charge, refunded: 50 };
    assert.deepEqual(changeOf(part, done, 'failed'), { ...resolved, refunded: 20 });
    const less: Attempt = { ...charge, refunded: 10 };
    assert.deepEqual(changeOf(less, done, 'failed'), { ...resolved, refunded: 0 });
    assert.deepEqual(changeOf({ ...hold, charged: 60 }, done, 'failed'), {
      ...resolved,
      charged: 0,
    });
  });
});
