import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type AttemptState,
  endsDispute,
  isFinal,
  isLatePayment,
  isPaid,
  isUndecided,
  mayMove,
  states,
  takesOrder,
} from './state.ts';

const all = Object.keys(states) as AttemptState[];
/** What the service may report of a payment, from its beginning to its end. */
const reportedStates = [
  ...(['pending', 'awaiting_bank', 'authorized', 'expired', 'failed'] as const),
  ...(['paid', 'paid_off', 'disputed', 'refunded', 'cancelled'] as const),
];

describe('an attempt', () => {
  it('moves on, past states that were not seen, and never back', () => {
    const path: readonly AttemptState[] = ['created', 'sending', 'unknown', ...reportedStates];
    for (const [index, state] of path.entries()) {
      const next = path.filter((nextState) => mayMove(state, nextState));
      // A dispute that is won ends as a charge.
      const won = state === 'disputed' ? ['paid', 'paid_off'] : [];
      assert.deepEqual(next, [...won, ...path.slice(index + 1)], state);
    }
  });

  it('is rejected or abandoned only where the service has reported no payment', () => {
    for (const conclusion of ['rejected', 'abandoned'] as const) {
      const previousStates = all.filter((state) => mayMove(state, conclusion));
      assert.deepEqual(previousStates, ['created', 'sending', 'unknown']);
    }
  });

  it('that was rejected or abandoned gives way to whatever the service reports', () => {
    for (const conclusion of ['rejected', 'abandoned'] as const) {
      const nextStates = all.filter((state) => mayMove(conclusion, state));
      assert.deepEqual(nextStates, reportedStates);
    }
  });

  it('is undecided while its token was sent and no status of it is known', () => {
    assert.deepEqual(all.filter(isUndecided), ['sending', 'unknown']);
  });

  it('blocks its order while the service works on the token or has the money', () => {
    const taking = ['pending', 'awaiting_bank', 'authorized', 'paid', 'paid_off', 'disputed'];
    assert.deepEqual(all.filter(takesOrder), taking);
  });

  it('is paid while money is held or charged', () => {
    assert.deepEqual(all.filter(isPaid), ['authorized', 'paid', 'paid_off', 'disputed']);
  });

  it('is final once its outcome is known', () => {
    const isOpen = (state: AttemptState): boolean => !isFinal(state);
    const open = ['created', 'sending', 'unknown', 'pending', 'awaiting_bank', 'authorized'];
    assert.deepEqual(all.filter(isOpen), open);
  });
});

describe('a dispute', () => {
  it('ends where the payment is charged, or went back', () => {
    assert.deepEqual(all.filter(endsDispute), ['paid', 'paid_off', 'refunded', 'cancelled']);
  });
});

describe('a late payment', () => {
  it('comes after the order could be paid again', () => {
    const freedStates = all.filter((state) => isLatePayment(state, 'paid'));
    assert.deepEqual(freedStates, ['rejected', 'abandoned', 'expired', 'failed']);
  });

  it('has the money, or is on its way to it', () => {
    const nextStates = all.filter((nextState) => isLatePayment('abandoned', nextState));
    const late = ['pending', 'awaiting_bank', 'authorized', 'paid', 'paid_off', 'disputed'];
    assert.deepEqual(nextStates, late);
  });
});
