import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operation, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import type { Operation } from './operation.ts';
import { isRepeated, isUnproven, mayBeProven, suspectOperation, type Wanted } from './refusal.ts';

const refusedRefund: Operation = {
  ...operation,
  kind: 'refund',
  amount: 30,
  state: 'refused',
  refusal: 'No',
  sentAt: 1000,
};
const provenRefusals = ['not_sent', 'not_processed', 'dropped', 'resolved'];

describe('a refused operation is unproven', () => {
  it('until a status, or a review, has shown that nothing moved', () => {
    assert.equal(isUnproven(refusedRefund), true);
    assert.equal(isUnproven({ ...refusedRefund, isUnmoved: true }), false);
    assert.equal(isUnproven({ ...refusedRefund, isInReview: true }), false);
    for (const refusal of provenRefusals)
      assert.equal(isUnproven({ ...refusedRefund, refusal }), false);
    assert.equal(isUnproven({ ...refusedRefund, state: 'unknown' }), false);
  });

  it('and may be proven by a question ten seconds after its refusal was recorded', () => {
    const readAt = (time: number): Attempt => ({ ...sent, readAt: time });
    assert.equal(mayBeProven(refusedRefund, readAt(10_999)), false);
    assert.equal(mayBeProven(refusedRefund, readAt(11_000)), true);
    const laterRefusal = { ...refusedRefund, refusedAt: 5000 };
    assert.equal(mayBeProven(laterRefusal, readAt(14_999)), false);
    assert.equal(mayBeProven(laterRefusal, readAt(15_000)), true);
    assert.equal(mayBeProven({ ...refusedRefund, isUnmoved: true }, readAt(20_000)), false);
  });
});

describe('a call means an operation that was begun before', () => {
  const keyedCall: Wanted = { kind: 'refund', key: 'k', isCallersKey: true, part: 30 };
  const keylessCall: Wanted = { ...keyedCall, isCallersKey: false };

  it('by its key, while it is under way, done, or in review', () => {
    for (const state of ['sent', 'unknown', 'done'] as const) {
      assert.equal(isRepeated({ ...refusedRefund, state, refusal: '' }, keyedCall), true);
      assert.equal(isRepeated({ ...refusedRefund, state, refusal: '' }, keylessCall), true);
    }
    assert.equal(
      isRepeated({ ...refusedRefund, isInReview: true, refusal: 'not_sent' }, keylessCall),
      true,
    );
  });

  it('by a key of the caller even if it was refused, but not if nothing was sent', () => {
    assert.equal(isRepeated(refusedRefund, keyedCall), true);
    assert.equal(isRepeated({ ...refusedRefund, isUnmoved: true }, keyedCall), true);
    assert.equal(isRepeated({ ...refusedRefund, refusal: 'not_sent' }, keyedCall), false);
  });

  it('without a key of the caller only while a refusal is unproven', () => {
    assert.equal(isRepeated(refusedRefund, keylessCall), true);
    assert.equal(isRepeated({ ...refusedRefund, isUnmoved: true }, keylessCall), false);
    assert.equal(isRepeated({ ...refusedRefund, refusal: 'not_processed' }, keylessCall), false);
  });

  it('under another key, if it has kind and amount of a refusal that is unproven', () => {
    const other = { ...keylessCall, key: 'other' };
    assert.equal(isRepeated(refusedRefund, other), true);
    assert.equal(isRepeated(refusedRefund, { ...other, isCallersKey: true }), false);
    assert.equal(isRepeated(refusedRefund, { ...other, part: 31 }), false);
    assert.equal(isRepeated(refusedRefund, { ...other, part: null }), false);
    assert.equal(isRepeated(refusedRefund, { ...other, kind: 'void' }), false);
    assert.equal(isRepeated({ ...refusedRefund, isUnmoved: true }, other), false);
    assert.equal(isRepeated({ ...refusedRefund, state: 'done', refusal: '' }, other), false);
  });
});

describe('a refused operation is suspected', () => {
  const charge: Attempt = { ...sent, state: 'paid', charged: 100 };
  const hold: Attempt = { ...sent, state: 'authorized', held: 100 };
  const back: Attempt = { ...charge, refunded: 30 };

  it('if just its amount went back', () => {
    assert.equal(suspectOperation([refusedRefund], charge, back), refusedRefund);
    assert.equal(suspectOperation([refusedRefund], charge, { ...charge, refunded: 31 }), undefined);
    assert.equal(suspectOperation([refusedRefund], { ...charge, refunded: 10 }, back), undefined);
    const other = { ...refusedRefund, id: 'later' };
    assert.equal(suspectOperation([refusedRefund, other], charge, back), other);
  });

  it('unless nothing was sent, it was reviewed, or another is under way', () => {
    for (const refusal of ['not_sent', 'resolved']) {
      assert.equal(suspectOperation([{ ...refusedRefund, refusal }], charge, back), undefined);
    }
    for (const refusal of ['not_processed', 'dropped']) {
      assert.ok(suspectOperation([{ ...refusedRefund, refusal }], charge, back));
    }
    assert.equal(
      suspectOperation([{ ...refusedRefund, isInReview: true }], charge, back),
      undefined,
    );
    assert.equal(suspectOperation([{ ...refusedRefund, state: 'done' }], charge, back), undefined);
    const open: Operation = { ...refusedRefund, id: 'open', state: 'unknown' };
    assert.equal(suspectOperation([refusedRefund, open], charge, back), undefined);
  });

  it('if a hold was captured, or released, by just its amount', () => {
    const capture: Operation = { ...refusedRefund, kind: 'capture', amount: 60 };
    const capturedHold: Attempt = { ...charge, charged: 60 };
    assert.equal(suspectOperation([capture], hold, capturedHold), capture);
    assert.equal(suspectOperation([capture], hold, charge), undefined);
    // What is charged already was not captured now.
    assert.equal(suspectOperation([capture], { ...charge, charged: 40 }, charge), undefined);
    const release: Operation = { ...refusedRefund, kind: 'void', amount: 100 };
    const releasedHold: Attempt = { ...hold, state: 'cancelled', held: 0, live: false };
    assert.equal(suspectOperation([release], hold, releasedHold), release);
    assert.equal(suspectOperation([release], hold, { ...hold, state: 'failed' }), undefined);
    const refundedCharge: Attempt = { ...releasedHold, charged: 50, refunded: 50 };
    assert.equal(suspectOperation([release], hold, refundedCharge), undefined);
  });
});
