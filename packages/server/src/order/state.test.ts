import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type AttemptState,
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
const reported = [
  ...(['pending', 'awaiting_bank', 'authorized', 'expired', 'failed'] as const),
  ...(['paid', 'paid_off', 'refunded', 'cancelled'] as const),
];

describe('an attempt', () => {
  it('moves on, past states that were not seen, and never back', () => {
    const path: readonly AttemptState[] = ['created', 'sending', 'unknown', ...reported];
    for (const [index, from] of path.entries()) {
      const next = path.filter((to) => mayMove(from, to));
      assert.deepEqual(next, path.slice(index + 1), from);
    }
  });

  it('is rejected or abandoned only where the service has reported no payment', () => {
    for (const concluded of ['rejected', 'abandoned'] as const) {
      const from = all.filter((state) => mayMove(state, concluded));
      assert.deepEqual(from, ['created', 'sending', 'unknown']);
    }
  });

  it('that was rejected or abandoned gives way to whatever the service reports', () => {
    for (const concluded of ['rejected', 'abandoned'] as const) {
      const to = all.filter((state) => mayMove(concluded, state));
      assert.deepEqual(to, reported);
    }
  });

  it('is undecided while its token was sent and no status of it is known', () => {
    assert.deepEqual(all.filter(isUndecided), ['sending', 'unknown']);
  });

  it('takes its order while the service works on the token or has the money', () => {
    const taking = ['pending', 'awaiting_bank', 'authorized', 'paid', 'paid_off'];
    assert.deepEqual(all.filter(takesOrder), taking);
  });

  it('is paid while money is held or charged', () => {
    assert.deepEqual(all.filter(isPaid), ['authorized', 'paid', 'paid_off']);
  });

  it('is final once its outcome is known', () => {
    const isOpen = (state: AttemptState): boolean => !isFinal(state);
    const open = ['created', 'sending', 'unknown', 'pending', 'awaiting_bank', 'authorized'];
    assert.deepEqual(all.filter(isOpen), open);
  });
});

describe('a late payment', () => {
  it('comes after the order could be paid again', () => {
    const late = all.filter((from) => isLatePayment(from, 'paid'));
    assert.deepEqual(late, ['rejected', 'abandoned', 'expired', 'failed']);
  });

  it('has the money, or is on its way to it', () => {
    const late = all.filter((to) => isLatePayment('abandoned', to));
    assert.deepEqual(late, ['pending', 'awaiting_bank', 'authorized', 'paid', 'paid_off']);
  });
});
