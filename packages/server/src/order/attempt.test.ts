import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sent } from '../../test/sent-attempt.ts';
import {
  answerOf,
  type Attempt,
  changed,
  closesOrder,
  isEndedWithoutMoney,
  isInReview,
  isTaken,
  leading,
  shownOutcome,
  unsent,
} from './attempt.ts';
import { type AttemptState, states } from './state.ts';

const attemptStates = Object.keys(states) as AttemptState[];

const fresh: Attempt = {
  ...sent,
  state: 'created',
  wallet: null,
  idempotencyKey: null,
  requestHash: null,
  tokenHash: null,
  sentAt: null,
  version: 0,
};
const fullAttempt: Attempt = {
  ...fresh,
  wallet: 'wallet-a',
  idempotencyKey: 'k',
  requestHash: 'r',
  tokenHash: 't',
  status: 'processing',
  refusal: 'Refused',
  acsUrl: 'https://bank.example',
  cardNetwork: 'visa',
  cardLast4: '1234',
  sentAt: 1,
  absentAt: 1,
  nextCheckAt: 2,
  version: 3,
};

describe('a change of an attempt', () => {
  it('is the next version of it', () => {
    const attempt = { ...fullAttempt, state: 'pending' } as const;
    const next = changed(attempt, { state: 'authorized', status: 'holded' });
    assert.deepEqual(next, {
      ...attempt,
      state: 'authorized',
      status: 'holded',
      acsUrl: null,
      version: 4,
    });
  });

  it('within a state is one too, but none that takes it back', () => {
    const attempt = { ...fullAttempt, state: 'paid' } as const;
    assert.equal(changed(attempt, { checks: 7 })?.checks, 7);
    assert.equal(changed(attempt, { state: 'paid', status: 'x' })?.status, 'x');
    assert.equal(changed(attempt, { state: 'pending' }), null);
  });

  it('to an end without money frees the order', () => {
    const free = attemptStates.filter((state) => changed(fresh, { state })?.live === false);
    const ends = ['rejected', 'abandoned', 'expired', 'failed', 'refunded', 'cancelled'];
    assert.deepEqual(free, ends);
  });

  it('to any end answers a review that waited for an outcome', () => {
    const attempt = { ...fullAttempt, state: 'pending', flag: 'needs_review' } as const;
    assert.equal(changed(attempt, { state: 'paid' })?.flag, null);
    assert.equal(changed(attempt, { state: 'authorized' })?.flag, 'needs_review');
    assert.equal(changed(attempt, { state: 'paid', flag: 'resolved' })?.flag, 'resolved');
    const mismatch = { ...attempt, flag: 'mismatch' } as const;
    assert.equal(changed(mismatch, { state: 'failed' })?.flag, 'mismatch');
  });

  it('keeps the bank’s page only while the bank waits', () => {
    const waiting = { ...fullAttempt, state: 'awaiting_bank' } as const;
    assert.equal(changed(waiting, { status: 'x' })?.acsUrl, 'https://bank.example');
    assert.equal(changed(waiting, { state: 'authorized' })?.acsUrl, null);
  });
});

describe('an order', () => {
  const attemptIn = (state: AttemptState, flag: Attempt['flag'] = null): Attempt => ({
    ...fullAttempt,
    state,
    flag,
  });

  it('is closed by a token at work, by money, and where a review has to look at the named amount', () => {
    for (const state of attemptStates) {
      const takes = /^(?:pending|awaiting_bank|authorized|paid|paid_off|disputed)$/.test(state);
      const isBack = /^(?:refunded|cancelled)$/.test(state);
      assert.equal(closesOrder(attemptIn(state)), takes);
      assert.equal(closesOrder(attemptIn(state, 'needs_review')), takes);
      assert.equal(closesOrder(attemptIn(state, 'resolved')), takes);
      assert.equal(closesOrder(attemptIn(state, 'mismatch')), !isBack);
      assert.equal(closesOrder(attemptIn(state, 'contradicted')), true);
      assert.equal(closesOrder({ ...attemptIn(state), doubtedAt: 1 }), true);
    }
  });

  it('is taken by what closes it, and by a token on its way', () => {
    const takenStates = attemptStates.filter((state) =>
      isTaken({ ...attemptIn(state), live: states[state].live }),
    );
    const closing = attemptStates.filter((state) => closesOrder(attemptIn(state)));
    assert.deepEqual(new Set(takenStates), new Set(['sending', 'unknown', ...closing]));
    assert.equal(isTaken(attemptIn('failed', 'contradicted')), true);
  });
});

describe('the payer', () => {
  for (const [outcome, ...all] of [
    ['pending', 'created', 'pending', 'awaiting_bank'],
    ['unknown', 'sending', 'unknown'],
    ['authorized', 'authorized'],
    ['failed', 'rejected', 'abandoned', 'failed'],
    ['expired', 'expired'],
    ['succeeded', 'paid', 'paid_off'],
    ['refunded', 'refunded'],
    ['disputed', 'disputed'],
    ['cancelled', 'cancelled'],
  ] as const) {
    it(`sees ${outcome} where the attempt is ${all.join(', ')}`, () => {
      for (const state of all) assert.equal(shownOutcome({ ...fullAttempt, state }), outcome);
    });
  }

  it('sees no failure while a review has to look at the named amount', () => {
    const flag = 'mismatch';
    for (const state of ['rejected', 'abandoned', 'expired', 'failed'] as const) {
      assert.equal(shownOutcome({ ...fullAttempt, state, flag }), 'unknown');
    }
    assert.equal(shownOutcome({ ...fullAttempt, state: 'pending', flag }), 'pending');
    assert.equal(shownOutcome({ ...fullAttempt, state: 'paid', flag }), 'succeeded');
  });
});

describe('an attempt', () => {
  it('is in review while one is asked for, or while a bank disputes it', () => {
    const inReview = (change: Partial<Attempt>): boolean => isInReview({ ...sent, ...change });
    const flags = [null, 'resolved', 'mismatch', 'needs_review', 'contradicted'] as const;
    assert.deepEqual(
      flags.map((flag) => inReview({ flag })),
      [false, false, true, true, true],
    );
    assert.equal(inReview({ state: 'disputed' }), true);
  });

  it('has ended without money where it failed, or its hold was released, and it is not live', () => {
    const endedStates = (change: Partial<Attempt>): readonly AttemptState[] =>
      attemptStates.filter((state) => isEndedWithoutMoney({ ...sent, state, ...change }));
    const failures = ['rejected', 'abandoned', 'expired', 'failed'];
    const isOver = { live: false };
    assert.deepEqual(endedStates(isOver), [...failures, 'refunded', 'cancelled']);
    assert.deepEqual(endedStates({ ...isOver, charged: 1 }), failures);
    assert.deepEqual(endedStates({ live: true }), []);
  });

  it('that was charged and taken back is refunded, and not cancelled', () => {
    const releasedHold: Attempt = { ...sent, state: 'cancelled', live: false };
    assert.equal(shownOutcome(releasedHold), 'cancelled');
    assert.equal(shownOutcome({ ...releasedHold, charged: 1, refunded: 1 }), 'refunded');
    assert.equal(shownOutcome({ ...releasedHold, state: 'paid', charged: 1 }), 'succeeded');
  });
});

describe('an attempt of which nothing was sent', () => {
  for (const state of ['sending', 'unknown'] as const) {
    it(`returns to the state before, from ${state}`, () => {
      const { id, order, sessionId, paymentId } = fullAttempt;
      assert.deepEqual(unsent({ ...fullAttempt, state }), {
        ...fresh,
        id,
        order,
        sessionId,
        paymentId,
        status: 'processing',
        nextCheckAt: 2,
        version: 4,
      });
    });
  }

  it('does not exist once there is a provider status', () => {
    const unaffectedStates = attemptStates.filter(
      (state) => unsent({ ...fullAttempt, state }) === null,
    );
    assert.equal(unaffectedStates.length, attemptStates.length - 2);
  });
});

describe('of an order’s attempts', () => {
  const one = (state: AttemptState, live: boolean, openedAt: number): Attempt => ({
    ...fresh,
    state,
    live,
    openedAt,
  });
  const newest = one('failed', false, 9);
  const older = one('expired', false, 3);
  const live = one('pending', true, 5);
  const latePayment = one('paid', false, 1);

  it('the one with the money counts, else the live one, else the newest', () => {
    for (const all of [(each: Attempt[]) => each, (each: Attempt[]) => each.toReversed()]) {
      assert.equal(leading(all([older, newest])), newest);
      assert.equal(leading(all([older, live, newest])), live);
      assert.equal(leading(all([older, live, latePayment, newest])), latePayment);
    }
    assert.equal(leading([]), null);
  });

  it('is a charged one before a disputed one, and that before a held one', () => {
    const charge = one('paid_off', true, 1);
    const disputedAttempt = one('disputed', true, 2);
    const hold = one('authorized', true, 3);
    const inQuestion = { ...newest, flag: 'contradicted' } as const;
    assert.equal(leading([newest, inQuestion, hold, disputedAttempt, charge]), charge);
    assert.equal(leading([inQuestion, hold, disputedAttempt]), disputedAttempt);
    assert.equal(leading([inQuestion, hold]), hold);
  });

  it('is one in question, unless another is paid', () => {
    const live = { ...fresh, openedAt: 3 };
    const abandonedAttempt = { ...fresh, state: 'abandoned', live: false } as const;
    const inQuestion = { ...abandonedAttempt, flag: 'mismatch' } as const;
    const paidAttempt = { ...fresh, openedAt: 0, state: 'paid' } as const;
    assert.equal(leading([live, inQuestion]), inQuestion);
    assert.equal(leading([live, { ...abandonedAttempt, flag: 'needs_review' }]), live);
    assert.equal(leading([inQuestion, paidAttempt, live]), paidAttempt);
  });
});

describe('the amounts of an attempt', () => {
  const amountsAt = (change: Partial<Attempt>) =>
    changed({ ...sent, state: 'paid', charged: 100, amountsAt: 2, readAt: 9 }, change)?.amountsAt;

  it('have the time at which they changed last', () => {
    assert.deepEqual([amountsAt({ refunded: 40 }), amountsAt({ charged: 60 })], [9, 9]);
    assert.deepEqual([amountsAt({ charged: 100 }), amountsAt({ status: 'paid' })], [2, 2]);
  });
});

describe('a review for want of an outcome', () => {
  it('ends with the outcome, and not with a change of the same state', () => {
    const attempt: Attempt = { ...sent, state: 'failed', flag: 'needs_review' };
    assert.equal(changed(attempt, { status: 'failed' })?.flag, 'needs_review');
    assert.equal(changed({ ...attempt, state: 'unknown' }, { state: 'failed' })?.flag, null);
  });
});

describe('the answer to a page', () => {
  it('has the address of the bank while the bank waits', () => {
    const answer = { outcome: 'unknown', status: 'processing' };
    assert.deepEqual(answerOf({ ...sent, status: 'processing' }), answer);
    const acsUrl = 'https://bank.example/';
    const waiting: Attempt = { ...sent, state: 'awaiting_bank', status: 'processing', acsUrl };
    assert.deepEqual(answerOf(waiting), {
      outcome: 'pending',
      status: 'processing',
      acs_url: acsUrl,
    });
  });
});
