import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StatusChange } from '../../src/index.ts';
import { check, type Rule, type Stored } from './checker.ts';
import type { Entry } from './ledger.ts';

const [order, session, key] = ['o-1', 's-1', 'k-1'];
const change: StatusChange = {
  id: 'a-1.3',
  order,
  attempt: 'a-1',
  sessionId: session,
  paymentId: '',
  wallet: 'wallet-b',
  outcome: 'succeeded',
  status: 'paid',
  amount: '199.90',
  currency: 'UAH',
  previous: 'unknown',
  orderOutcome: 'succeeded',
  orderAmount: '199.90',
  at: '2026-01-01T00:00:00.000Z',
};
const sending: Entry = { kind: 'sent', order, session, token: 'token-1' };
const charge: Entry = { kind: 'charged', order, session };
const answer: Entry = { kind: 'answered', order, key, status: 200, outcome: 'succeeded' };
const statusAnswer: Entry = { ...answer, key: null };
const acknowledgement: Entry = { kind: 'acknowledged', order, session, status: 'paid' };
const delivery: Entry = { kind: 'delivered', order, change };

/** A payment that went as it should. */
const good: readonly Entry[] = [sending, charge, answer, acknowledgement, delivery, statusAnswer];
const attempt = { id: 'a-1', order, state: 'paid', sessionId: session, idempotencyKey: key };
const move = { attempt: 'a-1', cause: 'test', status: '' };
const snapshot: Stored = {
  attempts: [attempt],
  events: [
    { ...move, from: 'created', to: 'sending' },
    { ...move, from: 'sending', to: 'paid' },
  ],
  lost: new Set(),
  bytes: 'a-1 o-1 s-1',
};

/** What each rule has to see: another history, or other contents of the database. */
const spoilt: Readonly<Record<Rule, readonly [readonly Entry[], Partial<Stored>]>> = {
  'charged once': [[...good, charge], {}],
  'a token is sent once': [[...good, sending], {}],
  'every charge is known': [good, { attempts: [{ ...attempt, state: 'failed' }] }],
  'nothing is paid that is not charged': [
    good,
    { attempts: [attempt, { ...attempt, id: 'a-2', sessionId: 's-2' }] },
  ],
  'a charge is never reported as a failure': [[...good, { ...answer, outcome: 'failed' }], {}],
  'no success is reported without a charge': [[answer, ...good], {}],
  'final stays final': [
    good,
    { events: [...snapshot.events, { ...move, from: 'paid', to: 'failed' }] },
  ],
  'everything is decided in the end': [
    good,
    { attempts: [attempt, { ...attempt, id: 'a-2', state: 'unknown' }] },
  ],
  'the merchant is notified': [good.filter((entry) => entry !== delivery), {}],
  'no change is delivered after a later one': [
    [...good, { ...delivery, change: { ...change, id: 'a-1.2' } }],
    {},
  ],
  'one change has one id and one content': [
    [...good, { ...delivery, change: { ...change, amount: '1.00' } }],
    {},
  ],
  'one key has one payment': [[...good, { ...answer, status: 409, outcome: null }], {}],
  'what is acknowledged is stored': [good, { lost: new Set([session]) }],
  'no token is at rest': [good, { bytes: 'a-1 token-1' }],
};

describe('the checker', () => {
  it('has nothing against a payment that went as it should', () => {
    assert.deepEqual(check(good, snapshot), []);
  });

  for (const [rule, [entries, contents]] of Object.entries(spoilt)) {
    it(`sees that it is not so: ${rule}`, () => {
      const violations = check(entries, { ...snapshot, ...contents });
      assert.ok(violations.some((each) => each.rule === rule));
    });
  }

  it('sees a failure that the merchant, or the return page, receives for a charge', () => {
    const failure: Entry = { kind: 'delivered', order, change: { ...change, outcome: 'failed' } };
    const page: Entry = { ...statusAnswer, outcome: 'expired' };
    for (const lie of [failure, page]) {
      const rules = check([...good, lie], snapshot).map(({ rule }) => rule);
      assert.ok(rules.includes('a charge is never reported as a failure'));
    }
  });
});
