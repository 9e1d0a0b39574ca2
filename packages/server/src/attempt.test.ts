import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  attemptStates,
  changed,
  isFinal,
  isLateTruth,
  isLive,
  isClosed,
  isPaid,
  isUndecided,
  leading,
  mayMove,
  newAttempt,
  outcomeOf,
  shownOutcome,
  rankOf,
  unsent,
} from './attempt.ts';
import type { Attempt, AttemptState } from './attempt.ts';

const fresh = newAttempt('o', 100, 'UAH', 1);
const filled: Attempt = {
  ...fresh,
  sessionId: 's',
  paymentId: '77',
  wallet: 'wallet-a',
  idempotencyKey: 'k',
  requestHash: 'r',
  tokenHash: 't',
  status: 'processing',
  acsUrl: 'https://bank.example',
  sentAt: 1,
  nextCheckAt: 2,
  version: 3,
};

describe('a new attempt', () => {
  test('holds its order, and knows nothing yet', () => {
    const { id, ...rest } = fresh;
    assert.match(id, /^[\da-f-]{36}$/);
    assert.notEqual(newAttempt('o', 100, 'UAH', 1).id, id);
    const { order, state, live, amountMinor, currency, status, checks, version, ...unknown } = rest;
    assert.deepEqual(
      [order, state, live, amountMinor, currency, status, checks, version],
      ['o', 'created', true, 100, 'UAH', '', 0, 0],
    );
    const { createdAt, updatedAt, orderHash, ...empty } = unknown;
    assert.deepEqual([createdAt, updatedAt, orderHash], [1, 1, '']);
    assert.deepEqual([...new Set(Object.values(empty))], [null]);
  });

  test('has a UUID that begins with its time, so that a database keeps what is new together', () => {
    const { id } = newAttempt('o', 100, 'UAH', 0x019a2b3c4d5e);
    assert.match(id, /^019a2b3c-4d5e-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});

describe('the states of an attempt', () => {
  /** State, rank, what the browser hears, and whether it is live, paid, final. */
  const table: readonly (readonly [AttemptState, number, string, string])[] = [
    ['created', 0, 'pending', 'live'],
    ['sending', 1, 'unknown', 'live'],
    ['unknown', 2, 'unknown', 'live'],
    ['pending', 3, 'pending', 'live'],
    ['awaiting_bank', 3, 'pending', 'live'],
    ['authorized', 4, 'authorized', 'live paid'],
    ['rejected', 5, 'failed', 'final'],
    ['released', 5, 'failed', 'final'],
    ['expired', 6, 'expired', 'final'],
    ['failed', 7, 'failed', 'final'],
    ['paid', 8, 'succeeded', 'live paid final'],
    ['paid_off', 9, 'succeeded', 'live paid final'],
    ['refunded', 10, 'refunded', 'final'],
    ['cancelled', 11, 'cancelled', 'final'],
  ];
  for (const [state, rank, outcome, traits] of table) {
    test(`${state} is ${outcome} and ${traits}`, () => {
      assert.equal(rankOf(state), rank);
      assert.equal(outcomeOf(state), outcome);
      const is = { live: isLive(state), paid: isPaid(state), final: isFinal(state) };
      const names = Object.entries(is).flatMap(([name, holds]) => (holds ? [name] : []));
      assert.equal(names.join(' '), traits);
      assert.equal(isUndecided(state), state === 'sending' || state === 'unknown');
    });
  }

  test('are all of them', () => {
    assert.deepEqual(
      attemptStates,
      table.map(([state]) => state),
    );
  });

  test('never go back: whoever can be reached cannot reach', () => {
    for (const from of attemptStates) {
      for (const to of attemptStates) {
        assert.ok(!(mayMove(from, to) && mayMove(to, from)), `${from} and ${to}`);
        if (/rejected|released/.test(`${from} ${to}`)) continue;
        assert.equal(
          mayMove(from, to),
          rankOf(to) > rankOf(from) || (from === 'pending' && to === 'awaiting_bank'),
        );
      }
    }
  });

  test('that were concluded here overrule no word of the service, and give way to any', () => {
    for (const concluded of ['rejected', 'released'] as const) {
      const from = attemptStates.filter((state) => mayMove(state, concluded));
      assert.deepEqual(from, ['created', 'sending', 'unknown']);
      const to = attemptStates.filter((state) => mayMove(concluded, state));
      assert.deepEqual(to, [
        ...['pending', 'awaiting_bank', 'authorized'],
        ...['expired', 'failed', 'paid', 'paid_off', 'refunded', 'cancelled'],
      ]);
    }
  });

  test('make it late truth when money comes, or is on its way, after the order was given free', () => {
    const late = attemptStates.filter((from) => isLateTruth(from, 'paid'));
    assert.deepEqual(late, ['rejected', 'released', 'expired', 'failed']);
    assert.deepEqual(
      attemptStates.filter((to) => isLateTruth('released', to)),
      ['pending', 'awaiting_bank', 'authorized', 'paid', 'paid_off'],
    );
  });
});

describe('a change of an attempt', () => {
  test('is a further version of it, at its time', () => {
    const attempt = { ...filled, state: 'pending' } as const;
    const next = changed(attempt, { state: 'authorized', status: 'holded' }, 9);
    assert.deepEqual(next, {
      ...attempt,
      state: 'authorized',
      status: 'holded',
      acsUrl: null,
      updatedAt: 9,
      version: 4,
    });
  });

  test('within a state is one too, but none that takes it back', () => {
    const attempt = { ...filled, state: 'paid' } as const;
    assert.equal(changed(attempt, { nextCheckAt: 7 }, 9)?.nextCheckAt, 7);
    assert.equal(changed(attempt, { state: 'paid', status: 'x' }, 9)?.status, 'x');
    assert.equal(changed(attempt, { state: 'pending' }, 9), null);
  });

  test('to an end without money gives the order free', () => {
    const attempt = { ...filled, state: 'pending' } as const;
    assert.equal(changed(attempt, { state: 'failed' }, 9)?.live, false);
    assert.equal(changed(attempt, { state: 'paid' }, 9)?.live, true);
  });

  test('to any end answers what needed a person because nobody knew it', () => {
    const attempt = { ...filled, state: 'pending', flag: 'needs_review' } as const;
    assert.equal(changed(attempt, { state: 'paid' }, 9)?.flag, null);
    assert.equal(changed(attempt, { state: 'authorized' }, 9)?.flag, 'needs_review');
    assert.equal(changed(attempt, { state: 'paid', flag: 'decided' }, 9)?.flag, 'decided');
    const disputed = { ...attempt, flag: 'mismatch' } as const;
    assert.equal(changed(disputed, { state: 'failed' }, 9)?.flag, 'mismatch');
  });

  test('keeps the bank’s page only while the bank waits', () => {
    const waiting = { ...filled, state: 'awaiting_bank' } as const;
    assert.equal(changed(waiting, { status: 'x' }, 9)?.acsUrl, 'https://bank.example');
    assert.equal(changed(waiting, { state: 'authorized' }, 9)?.acsUrl, null);
  });
});

describe('an order', () => {
  const of = (state: AttemptState, flag: Attempt['flag'] = null): Attempt => ({
    ...filled,
    state,
    flag,
  });

  test('is closed by a token at work, by money, and where a person has to see which was named', () => {
    for (const state of attemptStates) {
      const takes = /^(?:pending|awaiting_bank|authorized|paid|paid_off)$/.test(state);
      const isBack = /^(?:refunded|cancelled)$/.test(state);
      assert.equal(isClosed(of(state)), takes);
      assert.equal(isClosed(of(state, 'needs_review')), takes);
      assert.equal(isClosed(of(state, 'decided')), takes);
      assert.equal(isClosed(of(state, 'mismatch')), !isBack);
    }
  });

  test('has not failed for its payer while money is in question', () => {
    const over = ['rejected', 'released', 'expired', 'failed'] as const;
    for (const state of attemptStates) {
      const isOver = over.some((each) => each === state);
      assert.equal(shownOutcome(of(state)), outcomeOf(state));
      const inQuestion = shownOutcome(of(state, 'mismatch'));
      assert.equal(inQuestion, isOver ? 'unknown' : outcomeOf(state));
    }
  });
});

describe('an attempt of which nothing was sent', () => {
  for (const state of ['sending', 'unknown'] as const) {
    test(`is as it was before, from ${state}`, () => {
      const { id, order, sessionId, paymentId } = filled;
      assert.deepEqual(unsent({ ...filled, state }, 9), {
        ...fresh,
        id,
        order,
        sessionId,
        paymentId,
        status: 'processing',
        updatedAt: 9,
        version: 4,
      });
    });
  }

  test('is none once the service has said a word', () => {
    const others = attemptStates.filter((state) => unsent({ ...filled, state }, 9) === null);
    assert.equal(others.length, attemptStates.length - 2);
  });
});

describe('of an order’s attempts', () => {
  const one = (state: AttemptState, live: boolean, createdAt: number): Attempt => ({
    ...fresh,
    state,
    live,
    createdAt,
  });
  const newest = one('failed', false, 9);
  const older = one('expired', false, 3);
  const live = one('pending', true, 5);
  const late = one('paid', false, 1);

  test('the one with the money counts, else the live one, else the newest', () => {
    for (const all of [(each: Attempt[]) => each, (each: Attempt[]) => each.toReversed()]) {
      assert.equal(leading(all([older, newest])), newest);
      assert.equal(leading(all([older, live, newest])), live);
      assert.equal(leading(all([older, live, late, newest])), late);
    }
    assert.equal(leading([]), null);
  });

  test('is one in question, unless another is paid', () => {
    const live = newAttempt('o', 1, 'UAH', 3);
    const flagged = { ...newAttempt('o', 1, 'UAH', 1), state: 'released', live: false } as const;
    const inQuestion = { ...flagged, flag: 'mismatch' } as const;
    const paid = { ...newAttempt('o', 1, 'UAH', 0), state: 'paid' } as const;
    assert.equal(leading([live, inQuestion]), inQuestion);
    assert.equal(leading([live, { ...flagged, flag: 'needs_review' }]), live);
    assert.equal(leading([inQuestion, paid, live]), paid);
  });
});
