import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { changed, isFinal, isLive, isPaid, mayMove, newAttempt, outcomeOf } from './attempt.ts';
import type { Attempt, AttemptState } from './attempt.ts';
import { defaultProfile, WalletServerError } from './index.ts';
import type { ErrorCode } from './index.ts';
import { verdictOfFailure, verdictOfStatus } from './outcome.ts';

const states = [
  'created',
  'sending',
  'unknown',
  'pending',
  'awaiting_bank',
  'authorized',
  'rejected',
  'failed',
  'released',
  'expired',
  'paid',
  'paid_off',
  'refunded',
  'cancelled',
] as const satisfies readonly AttemptState[];

const sent: Attempt = { ...newAttempt('o', 100, 'UAH', 1), state: 'sending', sentAt: 1 };

function hear(attempt: Attempt, status: string): Attempt {
  const answer = { status, acsUrl: null, amount: null };
  const { change } = verdictOfStatus(attempt, answer, defaultProfile);
  return (change && changed(attempt, change, 2)) ?? attempt;
}

describe('the states of an attempt', () => {
  test('never go back: whoever can be reached cannot reach', () => {
    for (const from of states) {
      for (const to of states) {
        assert.ok(!(mayMove(from, to) && mayMove(to, from)), `${from} and ${to}`);
      }
    }
  });

  test('hold the order exactly while paying again could charge twice', () => {
    const free = states.filter((state) => !isLive(state));
    assert.deepEqual(free, ['rejected', 'failed', 'released', 'expired', 'refunded', 'cancelled']);
  });

  test('never show what is open as failed', () => {
    for (const state of states) {
      const failed = ['failed', 'cancelled', 'expired'].includes(outcomeOf(state));
      assert.equal(failed, isFinal(state) && !isPaid(state) && state !== 'refunded');
    }
  });
});

describe('a token whose sending was not answered', () => {
  const cases: readonly (readonly [ErrorCode, string, string])[] = [
    ['service_unreachable', '', 'not_sent'],
    ['config_invalid', '', 'not_sent'],
    ['key_invalid', '', 'not_sent'],
    ['invalid_field', '', 'not_sent'],
    ['service_refused', 'validation', 'rejected'],
    ['service_refused', 'SessionNotFoundError', 'rejected'],
    ['service_refused', 'Other', 'unknown'],
    ['service_refused', '', 'unknown'],
    ['service_no_answer', '', 'unknown'],
    ['service_failed', 'validation', 'unknown'],
    ['service_answer_invalid', '', 'unknown'],
    ['store_failed', '', 'unknown'],
    ['internal', '', 'unknown'],
  ];
  for (const [code, serviceCode, verdict] of cases) {
    test(`is ${verdict} on ${code} ${serviceCode} (I4)`, () => {
      const error = new WalletServerError(code, '', { serviceCode });
      assert.equal(verdictOfFailure(error, defaultProfile), verdict);
    });
  }

  test('is unknown on anything else that is thrown (I4)', () => {
    for (const thrown of [new TypeError('fetch failed'), 'text', null, { code: 'ECONNREFUSED' }]) {
      assert.equal(verdictOfFailure(thrown, defaultProfile), 'unknown');
    }
  });
});

describe('the words of the service', () => {
  const histories = [
    ['created', 'processing', 'paid', 'paid_off', 'refunded'],
    ['created', 'processing', 'holded', 'paid', 'paid_off'],
    ['created', 'processing', 'holded', 'voided'],
    ['created', 'processing', 'paid', 'voided'],
    ['created', 'preprocessing', 'failed'],
    ['created', 'expired'],
  ];

  test('end in the same state, in whatever order and however often they come (I11)', () => {
    const history = fc.constantFrom(...histories).chain((words) =>
      fc.tuple(
        fc.constant(words),
        fc
          .tuple(
            fc.shuffledSubarray(words, { minLength: words.length }),
            fc.array(fc.constantFrom(...words)),
          )
          .map(([all, more]) => [...all, ...more]),
      ),
    );
    fc.assert(
      fc.property(history, ([inOrder, shuffled]) => {
        const end = inOrder.reduce(hear, sent);
        const other = shuffled.reduce(hear, sent);
        assert.equal(other.state, end.state);
        assert.equal(other.status, end.status);
      }),
    );
  });

  test('never move a final attempt to a lower rank, whatever they are (I10)', () => {
    const known = Object.keys(defaultProfile.statuses);
    const anyWord = fc.oneof(fc.constantFrom(...known), fc.string());
    fc.assert(
      fc.property(fc.array(anyWord), (words) => {
        let attempt = sent;
        for (const word of words) {
          const next = hear(attempt, word);
          assert.ok(next.state === attempt.state || mayMove(attempt.state, next.state));
          if (isPaid(attempt.state)) assert.notEqual(outcomeOf(next.state), 'pending');
          attempt = next;
        }
      }),
    );
  });

  test('that are names of Object’s own members mean nothing', () => {
    for (const word of ['__proto__', 'constructor', 'toString']) {
      assert.equal(hear(sent, word).state, 'pending');
    }
  });
});
