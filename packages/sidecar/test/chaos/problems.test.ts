import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LedgerSession } from '@wallet-buttons/sandbox';
import { type Evidence, isOpen, problemsOf, type StoredPayment } from './problems.ts';
import type { ReceivedChange } from './world.ts';

const session = {
  id: 's-1',
  external_id: 'c-1',
  status: 'paid',
  charges: 1,
  amount: '199.90',
  charged: '199.90',
  refunded: '0.00',
  attempts: [{ token_sha256: 'a' }],
} as unknown as LedgerSession;

const payment: StoredPayment = {
  attempt: 'a-1',
  session_id: 's-1',
  outcome: 'succeeded',
  status: 'paid',
  flag: null,
  amounts: { held: '0.00', charged: '199.90', refunded: '0.00' },
};

function change(version: number, outcome: string, previous: string): ReceivedChange {
  const id = `a-1.${String(version)}`;
  const status = outcome === 'succeeded' ? 'paid' : 'processing';
  return { id, order: 'c-1', attempt: 'a-1', outcome, previous, status };
}

const pending = change(2, 'pending', 'unknown');
const success = change(3, 'succeeded', 'pending');
const agreement: Evidence = {
  order: 'c-1',
  sessions: [session],
  payment,
  changes: [pending, success],
};

const wrong: readonly (readonly [string, Partial<Evidence>, RegExp])[] = [
  [
    'two charges in two sessions',
    { sessions: [session, { ...session, id: 's-2', attempts: [] }] },
    /charged 2 times/,
  ],
  [
    'a token that came twice',
    { sessions: [{ ...session, attempts: [...session.attempts, ...session.attempts] }] },
    /a token came twice/,
  ],
  [
    'a refund that came twice',
    { sessions: [{ ...session, refunded: '100.00' }] },
    /100 is refunded/,
  ],
  ['a charge that the sidecar does not know', { payment: null }, /has no payment/],
  [
    'a payment that is not charged',
    { sessions: [{ ...session, charges: 0, charged: '0.00' }] },
    /nothing is charged/,
  ],
  [
    'another amount',
    { payment: { ...payment, amounts: { ...payment.amounts, refunded: '50.00' } } },
    /199.9 is charged, not 149.9/,
  ],
  [
    'another status',
    { payment: { ...payment, status: 'processing' } },
    /it is paid, not processing/,
  ],
  ['a review', { payment: { ...payment, flag: 'mismatch' } }, /waits for a review/],
  ['a change that never came', { changes: [pending] }, /the shop has pending, not succeeded/],
  [
    'a change that is lost in between',
    { changes: [change(1, 'unknown', 'pending'), success] },
    /a change is lost between a-1.1 and a-1.3/,
  ],
  [
    'a change after a later one',
    { changes: [pending, success, pending] },
    /a-1.2 came after a-1.3/,
  ],
  [
    'one change with two contents',
    { changes: [pending, { ...pending, refunded: '1.00' }, success] },
    /a-1.2 came with two contents/,
  ],
];

describe('the comparison of service, sidecar and shop', () => {
  it('finds nothing where they agree, also where a change came twice', () => {
    assert.deepEqual(problemsOf(agreement), []);
    assert.deepEqual(problemsOf({ ...agreement, changes: [pending, pending, success] }), []);
  });

  it('finds nothing where a token was lost on its way', () => {
    const lostPayment = { ...payment, outcome: 'unknown', status: '' };
    const evidence = { ...agreement, sessions: [], payment: lostPayment, changes: [] };
    assert.deepEqual(problemsOf(evidence), []);
    assert.ok(isOpen(evidence));
  });

  for (const [what, difference, says] of wrong) {
    it(`finds ${what}`, () => {
      assert.match(problemsOf({ ...agreement, ...difference }).join('\n'), says);
    });
  }
});
