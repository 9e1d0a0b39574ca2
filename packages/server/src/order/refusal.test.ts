import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operation, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import type { Operation } from './operation.ts';
import { isRepeated, isUnproven, mayBeProven, suspectOperation, type Wanted } from './refusal.ts';

const refused: Operation = {
  ...operation,
  kind: 'refund',
  amount: 30,
  state: 'refused',
  refusal: 'No',
  sentAt: 1000,
};
const own = ['not_sent', 'not_processed', 'dropped', 'resolved'];

describe('a refused operation is unproven', () => {
  it('until a status, or a review, has shown that nothing moved', () => {
    assert.equal(isUnproven(refused), true);
    assert.equal(isUnproven({ ...refused, isUnmoved: true }), false);
    assert.equal(isUnproven({ ...refused, isInReview: true }), false);
    for (const refusal of own) assert.equal(isUnproven({ ...refused, refusal }), false);
    assert.equal(isUnproven({ ...refused, state: 'unknown' }), false);
  });

  it('and may be proven by a question ten seconds after its refusal was recorded', () => {
    const readAt = (time: number): Attempt => ({ ...sent, readAt: time });
    assert.equal(mayBeProven(refused, readAt(10_999)), false);
    assert.equal(mayBeProven(refused, readAt(11_000)), true);
    const later = { ...refused, refusedAt: 5000 };
    assert.equal(mayBeProven(later, readAt(14_999)), false);
    assert.equal(mayBeProven(later, readAt(15_000)), true);
    assert.equal(mayBeProven({ ...refused, isUnmoved: true }, readAt(20_000)), false);
  });
});

describe('a call means an operation that was begun before', () => {
  const mine: Wanted = { kind: 'refund', key: 'k', isCallersKey: true, part: 30 };
  const without: Wanted = { ...mine, isCallersKey: false };

  it('by its key, while it is under way, done, or in review', () => {
    for (const state of ['sent', 'unknown', 'done'] as const) {
      assert.equal(isRepeated({ ...refused, state, refusal: '' }, mine), true);
      assert.equal(isRepeated({ ...refused, state, refusal: '' }, without), true);
    }
    assert.equal(isRepeated({ ...refused, isInReview: true, refusal: 'not_sent' }, without), true);
  });

  it('by a key of the caller even if it was refused, but not if nothing was sent', () => {
    assert.equal(isRepeated(refused, mine), true);
    assert.equal(isRepeated({ ...refused, isUnmoved: true }, mine), true);
    assert.equal(isRepeated({ ...refused, refusal: 'not_sent' }, mine), false);
  });

  it('without a key of the caller only while a refusal is unproven', () => {
    assert.equal(isRepeated(refused, without), true);
    assert.equal(isRepeated({ ...refused, isUnmoved: true }, without), false);
    assert.equal(isRepeated({ ...refused, refusal: 'not_processed' }, without), false);
  });

  it('under another key, if it has kind and amount of a refusal that is unproven', () => {
    const other = { ...without, key: 'other' };
    assert.equal(isRepeated(refused, other), true);
    assert.equal(isRepeated(refused, { ...other, isCallersKey: true }), false);
    assert.equal(isRepeated(refused, { ...other, part: 31 }), false);
    assert.equal(isRepeated(refused, { ...other, part: null }), false);
    assert.equal(isRepeated(refused, { ...other, kind: 'void' }), false);
    assert.equal(isRepeated({ ...refused, isUnmoved: true }, other), false);
    assert.equal(isRepeated({ ...refused, state: 'done', refusal: '' }, other), false);
  });
});

describe('a refused operation is suspected', () => {
  const charge: Attempt = { ...sent, state: 'paid', charged: 100 };
  const hold: Attempt = { ...sent, state: 'authorized', held: 100 };
  const back: Attempt = { ...charge, refunded: 30 };

  it('if just its amount went back', () => {
    assert.equal(suspectOperation([refused], charge, back), refused);
    assert.equal(suspectOperation([refused], charge, { ...charge, refunded: 31 }), undefined);
    assert.equal(suspectOperation([refused], { ...charge, refunded: 10 }, back), undefined);
    const other = { ...refused, id: 'later' };
    assert.equal(suspectOperation([refused, other], charge, back), other);
  });

  it('unless nothing was sent, it was reviewed, or another is under way', () => {
    for (const refusal of ['not_sent', 'resolved']) {
      assert.equal(suspectOperation([{ ...refused, refusal }], charge, back), undefined);
    }
    for (const refusal of ['not_processed', 'dropped']) {
      assert.ok(suspectOperation([{ ...refused, refusal }], charge, back));
    }
    assert.equal(suspectOperation([{ ...refused, isInReview: true }], charge, back), undefined);
    assert.equal(suspectOperation([{ ...refused, state: 'done' }], charge, back), undefined);
    const open: Operation = { ...refused, id: 'open', state: 'unknown' };
    assert.equal(suspectOperation([refused, open], charge, back), undefined);
  });

  it('if a hold was captured, or released, by just its amount', () => {
    const capture: Operation = { ...refused, kind: 'capture', amount: 60 };
    const captured: Attempt = { ...charge, charged: 60 };
    assert.equal(suspectOperation([capture], hold, captured), capture);
    assert.equal(suspectOperation([capture], hold, charge), undefined);
    // What is charged already was not captured now.
    assert.equal(suspectOperation([capture], { ...charge, charged: 40 }, charge), undefined);
    const release: Operation = { ...refused, kind: 'void', amount: 100 };
    const released: Attempt = { ...hold, state: 'cancelled', held: 0, live: false };
    assert.equal(suspectOperation([release], hold, released), release);
    assert.equal(suspectOperation([release], hold, { ...hold, state: 'failed' }), undefined);
    const refundedCharge: Attempt = { ...released, charged: 50, refunded: 50 };
    assert.equal(suspectOperation([release], hold, refundedCharge), undefined);
  });
});
