import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { isOutcomeMoved, standingOf } from './change.ts';

const charge: Attempt = { ...sent, id: 'p', state: 'paid', charged: 100 };
const hold: Attempt = { ...sent, id: 'h', state: 'authorized', held: 70 };
const failure: Attempt = { ...sent, id: 'f', state: 'failed', live: false };
const draft: Attempt = { ...sent, id: 'c', state: 'created', sentAt: null };

/** The outcome and the amount of an order. */
function standing(...attempts: readonly Attempt[]): readonly [string, string] {
  const { orderOutcome, orderAmount } = standingOf(attempts, 'UAH');
  return [orderOutcome, orderAmount];
}

describe('what an order is', () => {
  it('is charged before it is held, and held before anything else', () => {
    assert.deepEqual(standing(hold, charge, failure), ['succeeded', '1.00']);
    assert.deepEqual(standing(failure, hold), ['authorized', '0.70']);
    assert.deepEqual(standing(failure), ['failed', '0.00']);
  });

  it('is disputed before it is held, and counts no disputed amount beside a charge', () => {
    const disputedAttempt: Attempt = { ...charge, id: 'd', state: 'disputed' };
    assert.deepEqual(standing(hold, disputedAttempt), ['disputed', '1.00']);
    assert.deepEqual(standing(disputedAttempt, charge), ['succeeded', '1.00']);
  });

  it('has what its charges come to without what went back', () => {
    const part: Attempt = { ...charge, id: 'q', refunded: 40 };
    assert.deepEqual(standing(charge, part), ['succeeded', '1.60']);
    const whole: Attempt = { ...charge, id: 'q', state: 'refunded', refunded: 100, live: false };
    assert.deepEqual(standing(charge, whole), ['succeeded', '1.00']);
    assert.deepEqual(standing(whole), ['refunded', '0.00']);
  });

  it('counts a hold whose capture was accepted as its charge', () => {
    assert.deepEqual(standing({ ...hold, charged: 60 }), ['authorized', '0.60']);
  });

  it('counts no amount of another currency', () => {
    assert.deepEqual(standing(charge, { ...charge, id: 'q', currency: 'EUR' }), [
      'succeeded',
      '1.00',
    ]);
  });

  it('is pending by an attempt that was not sent, unless another was sent', () => {
    assert.deepEqual(standing(failure, draft), ['failed', '0.00']);
    assert.deepEqual(standing(draft), ['pending', '0.00']);
    assert.deepEqual(standing(), ['pending', '0.00']);
  });

  it('is not known while a review has to look at a failure', () => {
    const doubtfulAttempt: Attempt = { ...failure, flag: 'mismatch' };
    assert.deepEqual(standing(doubtfulAttempt), ['unknown', '0.00']);
    assert.ok(isOutcomeMoved([failure], failure, doubtfulAttempt));
    assert.ok(!isOutcomeMoved([failure, charge], failure, doubtfulAttempt));
  });
});
