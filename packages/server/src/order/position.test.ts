import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PaymentAnswer, unreadable } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import { sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { grace, positionAfter, type PositionAfter, returnedBy } from './position.ts';
import type { AttemptState } from './state.ts';

type Named = Partial<Pick<PaymentAnswer, 'amount' | 'refunded' | 'currency'>>;

/** Orders of 1.00. */
const pending: Attempt = { ...sent, state: 'pending' };
const hold: Attempt = { ...sent, state: 'authorized', held: 100 };
/** The service accepted a capture or a void, and no status shows it yet. */
const capturedHold: Attempt = { ...hold, charged: 60 };
const paidAttempt: Attempt = { ...sent, state: 'paid', charged: 100 };
const partlyRefunded: Attempt = { ...paidAttempt, refunded: 30 };
const refundedAttempt: Attempt = { ...sent, state: 'refunded', charged: 100, refunded: 100 };
const releasedHold: Attempt = { ...sent, state: 'cancelled' };

/** A status while the amounts changed just now: an answer may lag behind them. */
function after(attempt: Attempt, target: AttemptState, answer: Named = {}): PositionAfter {
  const fresh = { ...attempt, amountsAt: 1000, readAt: 1000 + grace - 1 };
  return positionAfter(fresh, target, { ...emptyAnswer, ...answer }, { isCurrent: true });
}

/** A status once the amounts have not changed for the grace period. */
function afterGrace(attempt: Attempt, target: AttemptState, answer: Named = {}): PositionAfter {
  const restingAttempt = { ...attempt, amountsAt: 1000, readAt: 1000 + grace };
  return positionAfter(restingAttempt, target, { ...emptyAnswer, ...answer }, { isCurrent: true });
}

/** State, held, charged and refunded amount, and whether less than before does not count yet. */
function shown({ position, isDoubted = false }: PositionAfter): readonly unknown[] | null {
  if (position === null) return null;
  const { state, held, charged, refunded: back } = position;
  return [state, held, charged, back, isDoubted];
}

describe('a status without money', () => {
  it('leaves nothing held, charged or refunded, whatever it names', () => {
    const expectedPosition = ['failed', 0, 0, 0, false];
    assert.deepEqual(shown(after(pending, 'failed')), expectedPosition);
    assert.deepEqual(shown(after(hold, 'failed', { amount: '1.00' })), expectedPosition);
    assert.deepEqual(shown(after(capturedHold, 'failed', { amount: 'odd' })), expectedPosition);
  });
});

describe('the amount of a status', () => {
  const isRight = (answer: Named): boolean => after(pending, 'paid', answer).position !== null;

  it('is right if it is the amount of the order, in its currency, where these are named', () => {
    assert.ok(isRight({}));
    assert.ok(isRight({ amount: '1' }));
    assert.ok(isRight({ amount: '1.00', currency: 'uah' }));
    assert.ok(isRight({ currency: 'UAH' }));
  });

  it('is wrong in another currency, even if no amount is named', () => {
    assert.ok(!isRight({ amount: '1.00', currency: 'USD' }));
    assert.ok(!isRight({ currency: 'USD' }));
    assert.ok(!isRight({ currency: unreadable }));
  });

  it('is wrong if it cannot be read, or cannot be of this order', () => {
    for (const amount of ['1.01', '0.99', '0.00', '-1.00', unreadable, '', '1.001']) {
      assert.ok(!isRight({ amount }), amount);
    }
  });
});

describe('a status of held money', () => {
  const holdPosition = ['authorized', 100, 0, 0, false];

  it('holds the whole amount', () => {
    assert.deepEqual(shown(after(pending, 'authorized')), holdPosition);
    const whole = after(hold, 'authorized', { amount: '1.00' });
    assert.deepEqual(shown(whole), holdPosition);
  });

  it('names no other amount', () => {
    for (const amount of ['0.60', '2.00', unreadable]) {
      assert.equal(shown(after(pending, 'authorized', { amount })), null);
    }
  });

  it('without an amount does not end an earlier mismatch', () => {
    const mismatch: Attempt = { ...pending, flag: 'mismatch' };
    assert.equal(shown(after(mismatch, 'authorized')), null);
    const position = after(mismatch, 'authorized', { amount: '1.00' });
    assert.deepEqual(shown(position), holdPosition);
  });

  it('may lag behind an accepted capture for the grace period', () => {
    const expectedPosition = ['authorized', 100, 60, 0, true];
    assert.deepEqual(shown(after(capturedHold, 'authorized')), expectedPosition);
    assert.deepEqual(shown(afterGrace(capturedHold, 'authorized')), holdPosition);
  });

  it('may lag behind a release for the grace period', () => {
    assert.deepEqual(shown(after(releasedHold, 'authorized')), ['authorized', 100, 0, 0, true]);
    assert.deepEqual(shown(afterGrace(releasedHold, 'authorized')), holdPosition);
    const voidedHold: Attempt = { ...capturedHold, refunded: 60 };
    assert.deepEqual(shown(after(voidedHold, 'authorized')), ['authorized', 100, 60, 60, true]);
    assert.deepEqual(shown(afterGrace(voidedHold, 'authorized')), holdPosition);
  });
});

describe('a status of charged money', () => {
  it('charges the whole amount, and holds no more', () => {
    assert.deepEqual(shown(after(pending, 'paid')), ['paid', 0, 100, 0, false]);
    assert.deepEqual(shown(after(hold, 'paid', { amount: '1.00' })), ['paid', 0, 100, 0, false]);
  });

  it('charges a named part of a hold, down to the smallest and up to the whole', () => {
    for (const [amount, charged] of [
      ['0.01', 1],
      ['0.60', 60],
      ['1.00', 100],
    ] as const) {
      assert.deepEqual(shown(after(hold, 'paid', { amount })), ['paid', 0, charged, 0, false]);
    }
    assert.equal(shown(after(hold, 'paid', { amount: '0.00' })), null);
    assert.equal(shown(after(hold, 'paid', { amount: '1.01' })), null);
    assert.equal(shown(after(pending, 'paid', { amount: '0.60' })), null);
  });

  it('charges no more than the hold, if that is less than the order', () => {
    const partlyHeld: Attempt = { ...hold, held: 80 };
    const whole = after(partlyHeld, 'paid', { amount: '0.80' });
    assert.deepEqual(shown(whole), ['paid', 0, 80, 0, false]);
    assert.equal(shown(after(partlyHeld, 'paid', { amount: '0.81' })), null);
  });

  it('keeps a known charge, whether it names the part, the whole or nothing', () => {
    for (const amount of ['0.60', '1.00', null]) {
      assert.deepEqual(shown(after(capturedHold, 'paid', { amount })), ['paid', 0, 60, 0, false]);
    }
    assert.equal(shown(after(capturedHold, 'paid', { amount: '0.50' })), null);
    assert.equal(shown(after(capturedHold, 'paid', { amount: '0.00' })), null);
  });

  it('without an amount does not end an earlier mismatch', () => {
    const mismatch: Attempt = { ...pending, flag: 'mismatch' };
    assert.equal(shown(after(mismatch, 'paid')), null);
    assert.deepEqual(shown(after(mismatch, 'paid', { amount: '1' })), ['paid', 0, 100, 0, false]);
    const resolvedAttempt: Attempt = { ...pending, flag: 'resolved' };
    assert.deepEqual(shown(after(resolvedAttempt, 'paid')), ['paid', 0, 100, 0, false]);
  });

  it('counts what went back, up to the whole charge', () => {
    const back = (amount: string): unknown =>
      shown(after(paidAttempt, 'paid', { refunded: amount }));
    assert.deepEqual(back('0.00'), ['paid', 0, 100, 0, false]);
    assert.deepEqual(back('0.30'), ['paid', 0, 100, 30, false]);
    assert.deepEqual(back('1.00'), ['refunded', 0, 100, 100, false]);
  });

  it('is not believed about what cannot be read', () => {
    const samePosition = ['paid', 0, 100, 30, false];
    assert.deepEqual(shown(after(partlyRefunded, 'paid', { refunded: unreadable })), samePosition);
  });

  it('that names all of the charge as gone back, or more, is contradicted', () => {
    for (const [refunded, contradiction] of [
      ['1.00', 'whole beside paid'],
      ['1.01', 'more than charged'],
    ] as const) {
      const positionAfterAnswer = after(partlyRefunded, 'paid', { refunded });
      assert.deepEqual(shown(positionAfterAnswer), ['refunded', 0, 100, 100, false]);
      assert.equal(positionAfterAnswer.contradiction, contradiction);
    }
  });

  it('keeps what went back where it names nothing', () => {
    assert.deepEqual(shown(after(partlyRefunded, 'paid')), ['paid', 0, 100, 30, false]);
  });

  it('that names less than went back counts only after the grace period', () => {
    const less = { refunded: '0.10' };
    assert.deepEqual(shown(after(partlyRefunded, 'paid', less)), ['paid', 0, 100, 30, true]);
    assert.deepEqual(shown(afterGrace(partlyRefunded, 'paid', less)), ['paid', 0, 100, 10, false]);
    const same = { refunded: '0.30' };
    assert.deepEqual(shown(after(partlyRefunded, 'paid', same)), ['paid', 0, 100, 30, false]);
  });

  it('counts only after the grace period where it undoes a whole return', () => {
    const less = { refunded: '0.30' };
    assert.deepEqual(shown(after(refundedAttempt, 'paid', less)), ['paid', 0, 100, 100, true]);
    assert.deepEqual(shown(afterGrace(refundedAttempt, 'paid', less)), ['paid', 0, 100, 30, false]);
  });

  it('that names a part of a return whose amount is not known counts only after it, too', () => {
    const unknownReturn: Attempt = { ...refundedAttempt, refunded: 0 };
    const less = { refunded: '0.30' };
    assert.deepEqual(shown(after(unknownReturn, 'paid', less)), ['paid', 0, 100, 0, true]);
    const whole = { refunded: '1.00' };
    assert.deepEqual(shown(after(unknownReturn, 'paid', whole)), ['refunded', 0, 100, 100, false]);
  });
});

describe('a status of returned money', () => {
  it('returns all of the charge if it names no part, or a part of zero', () => {
    for (const amount of [null, '0.00', '1.00', '1.50']) {
      const whole = shown(after(paidAttempt, 'refunded', { refunded: amount }));
      assert.deepEqual(whole, ['refunded', 0, 100, 100, false]);
    }
    assert.deepEqual(shown(after(pending, 'refunded')), ['refunded', 0, 100, 100, false]);
  });

  it('returns a named part, and leaves the rest charged', () => {
    const part = { refunded: '0.30' };
    const paidOff: Attempt = { ...paidAttempt, state: 'paid_off' };
    assert.deepEqual(shown(after(paidAttempt, 'refunded', part)), ['paid', 0, 100, 30, false]);
    assert.deepEqual(shown(after(paidOff, 'refunded', part)), ['paid_off', 0, 100, 30, false]);
    assert.deepEqual(shown(after(pending, 'cancelled', part)), ['paid', 0, 100, 30, false]);
    assert.deepEqual(shown(after(hold, 'refunded', part)), ['paid', 0, 100, 30, false]);
  });

  it('releases a hold of which nothing was charged', () => {
    assert.deepEqual(shown(after(hold, 'cancelled')), ['cancelled', 0, 0, 0, false]);
    const answer = { amount: '1.00', refunded: '0.00' };
    assert.deepEqual(shown(after(hold, 'cancelled', answer)), ['cancelled', 0, 0, 0, false]);
    assert.deepEqual(shown(after(pending, 'cancelled')), ['cancelled', 0, 0, 0, false]);
  });

  it('releases a hold whatever amount the status names, since none is charged', () => {
    const odd = { amount: '7.00' };
    assert.deepEqual(shown(after(hold, 'cancelled', odd)), ['cancelled', 0, 0, 0, false]);
  });

  it('takes back a charge by the same word', () => {
    assert.deepEqual(shown(after(capturedHold, 'cancelled')), ['cancelled', 0, 60, 60, false]);
    const whole = { refunded: '1.00' };
    assert.deepEqual(shown(after(pending, 'cancelled', whole)), ['cancelled', 0, 100, 100, false]);
  });

  it('returns the named part of a hold that was captured and never seen', () => {
    const part = { amount: '0.60', refunded: '0.60' };
    assert.deepEqual(shown(after(hold, 'refunded', part)), ['refunded', 0, 60, 60, false]);
  });

  it('names no other amount than that of the order or its charge', () => {
    assert.equal(shown(after(paidAttempt, 'refunded', { amount: '2.00' })), null);
    assert.equal(shown(after(paidAttempt, 'refunded', { amount: unreadable })), null);
    assert.equal(shown(after(paidAttempt, 'refunded', { refunded: unreadable })), null);
    assert.equal(shown(after(hold, 'cancelled', { refunded: unreadable })), null);
  });

  for (const flag of ['mismatch', 'resolved'] as const) {
    it(`may return another amount that a review has to see or has seen (${flag})`, () => {
      const attempt: Attempt = { ...paidAttempt, flag };
      const odd = { amount: '2.00' };
      assert.deepEqual(shown(after(attempt, 'refunded', odd)), ['refunded', 0, 100, 100, false]);
      const whole = { ...odd, refunded: '2.00' };
      assert.deepEqual(shown(after(attempt, 'refunded', whole)), ['refunded', 0, 100, 100, false]);
      assert.equal(shown(after(attempt, 'refunded', { ...odd, refunded: '1.00' })), null);
      assert.equal(shown(after(attempt, 'refunded', { amount: unreadable })), null);
    });
  }

  it('counts as the whole order where another amount was never charged here', () => {
    const mismatch: Attempt = { ...pending, flag: 'mismatch' };
    const odd = { amount: '2.00' };
    assert.deepEqual(shown(after(mismatch, 'refunded', odd)), ['refunded', 0, 100, 100, false]);
    const partlyCharged: Attempt = { ...mismatch, charged: 60 };
    assert.deepEqual(shown(after(partlyCharged, 'refunded', odd)), ['refunded', 0, 60, 60, false]);
  });

  it('that waits for an outcome alone may return no other amount', () => {
    const waiting: Attempt = { ...paidAttempt, flag: 'needs_review' };
    assert.equal(shown(after(waiting, 'refunded', { amount: '2.00' })), null);
  });

  it('that names less than went back counts only after the grace period', () => {
    const less = { refunded: '0.10' };
    assert.deepEqual(shown(after(partlyRefunded, 'refunded', less)), ['paid', 0, 100, 30, true]);
    const positionAfterGrace = afterGrace(partlyRefunded, 'refunded', less);
    assert.deepEqual(shown(positionAfterGrace), ['paid', 0, 100, 10, false]);
    const same = { refunded: '0.30' };
    assert.deepEqual(shown(after(partlyRefunded, 'refunded', same)), ['paid', 0, 100, 30, false]);
  });
});

describe('a status that names less than before', () => {
  const less = { ...emptyAnswer, refunded: '0.10' };
  const restingAttempt: Attempt = { ...partlyRefunded, amountsAt: 1000, readAt: 1000 + grace };

  it('counts only as the answer to a question, since a webhook may be an old one', () => {
    const byWebhook = positionAfter(restingAttempt, 'paid', less, { isCurrent: false });
    assert.deepEqual(shown(byWebhook), ['paid', 0, 100, 30, true]);
    const byAnswer = positionAfter(restingAttempt, 'paid', less, { isCurrent: true });
    assert.deepEqual(shown(byAnswer), ['paid', 0, 100, 10, false]);
  });

  it('waits the grace period by one clock alone', () => {
    const restartedAttempt = { ...restingAttempt, clockSince: 1001 };
    assert.deepEqual(shown(positionAfter(restartedAttempt, 'paid', less, { isCurrent: true })), [
      'paid',
      0,
      100,
      30,
      true,
    ]);
  });

  it('counts at once where no change of an amount is known', () => {
    const unchangedAttempt = { ...partlyRefunded, amountsAt: null, readAt: grace };
    const byAnswer = positionAfter(unchangedAttempt, 'paid', less, { isCurrent: true });
    assert.deepEqual(shown(byAnswer), ['paid', 0, 100, 10, false]);
  });
});

describe('the contradiction of a status and an amount', () => {
  const rows = [
    ['all went back beside "paid"', paidAttempt, 'paid', '1.00', 'whole beside paid'],
    [
      'the shop has returned all',
      { ...paidAttempt, refunded: 100 },
      'paid',
      '1.00',
      'own whole beside paid',
    ],
    ['it is back already', refundedAttempt, 'paid', '1.00', 'whole beside paid'],
    ['more went back beside "paid"', paidAttempt, 'paid', '1.01', 'more than charged'],
    ['more went back than was charged', paidAttempt, 'refunded', '1.01', 'more than charged'],
    ['zero went back beside "refunded"', paidAttempt, 'refunded', '0.00', 'refunded beside zero'],
    ['all went back', paidAttempt, 'refunded', '1.00', undefined],
    ['no amount is named', paidAttempt, 'refunded', null, undefined],
    ['a part went back', paidAttempt, 'refunded', '0.99', undefined],
    ['a part went back beside "paid"', paidAttempt, 'paid', '0.99', undefined],
  ] as const;
  for (const [when, attempt, target, refunded, contradiction] of rows) {
    it(`${contradiction === undefined ? 'does not exist' : `is "${contradiction}"`} where ${when}`, () => {
      assert.equal(after(attempt, target, { refunded }).contradiction, contradiction);
    });
  }

  it('does not exist where zero is named after the shop returned all, unless the payment is in doubt', () => {
    const ownReturns = { amount: 100, isShown: false };
    const contradictionOf = (attempt: Attempt): unknown =>
      positionAfter(
        attempt,
        'refunded',
        { ...emptyAnswer, refunded: '0.00' },
        { isCurrent: true, known: ownReturns },
      ).contradiction;
    assert.equal(contradictionOf(paidAttempt), undefined);
    assert.equal(contradictionOf({ ...paidAttempt, doubtedAt: 1 }), 'refunded beside zero');
  });
});

describe('a return without an amount after a part went back', () => {
  const afterReturn = (attempt: Attempt, isShown: boolean, refunded: string | null = null) => {
    const answer = { ...emptyAnswer, status: 'refunded', refunded };
    const source = { isCurrent: true, known: { amount: attempt.refunded, isShown } };
    return positionAfter(attempt, 'refunded', answer, source);
  };
  const rest = {
    position: { state: 'paid', held: 0, charged: 100, refunded: 30 },
    contradiction: 'rest without amount',
  };

  it('contradicts what is known, and moves nothing, where that part was shown', () => {
    assert.deepEqual(afterReturn(partlyRefunded, true), rest);
    assert.deepEqual(afterReturn(partlyRefunded, true, '0.00'), rest);
  });

  it('may be about that part where it was not shown, and by the status that named it', () => {
    const part = ['paid', 0, 100, 30, false];
    const byStatus: Attempt = { ...partlyRefunded, status: 'refunded' };
    for (const [attempt, isShown] of [
      [partlyRefunded, false],
      [byStatus, true],
    ] as const) {
      const { contradiction, ...position } = afterReturn(attempt, isShown);
      assert.equal(contradiction, undefined);
      assert.deepEqual(shown(position), part);
    }
  });

  it('is no contradiction where it names the amount', () => {
    assert.equal(afterReturn(partlyRefunded, true, '0.50').contradiction, undefined);
  });
});

describe('the amount that went back', () => {
  const returnedAmount = (amount: string | null): number | null =>
    returnedBy({ ...emptyAnswer, refunded: amount }, paidAttempt);

  it('is at most the charge, or no amount of this payment', () => {
    assert.deepEqual(
      [returnedAmount(null), returnedAmount('0.30'), returnedAmount('1.00')],
      [null, 30, 100],
    );
    assert.ok(Number.isNaN(returnedAmount('1.01')));
    assert.ok(Number.isNaN(returnedAmount(unreadable)));
  });
});
