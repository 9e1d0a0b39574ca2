import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { defaultProfile, type PaymentAnswer, unreadable } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import { after, afterWebhook } from '../../test/after-status.ts';
import { operation, sent } from '../../test/sent-attempt.ts';
import { type Attempt, changed } from './attempt.ts';
import type { Operation } from './operation.ts';
import { grace } from './position.ts';
import { isPaid, mayMove, states } from './state.ts';
import { afterStatus } from './status.ts';
import type { Transition } from './transition.ts';

function hear(attempt: Attempt, status: string): Attempt {
  const { change } = after(attempt, { status });
  return (change && changed(attempt, change)) ?? attempt;
}

describe('money', () => {
  const isPaidBy = (attempt: Partial<Attempt>, answer: Partial<PaymentAnswer>): boolean =>
    after(attempt, { status: 'paid', ...answer }).change?.state === 'paid';

  it('counts in the amount of the order alone, however that is written', () => {
    for (const amount of ['1', '1.0', '1.00', null]) {
      const { change } = after({ state: 'pending' }, { status: 'paid', amount });
      assert.deepEqual(change, { state: 'paid', status: 'paid', charged: 100 });
    }
    for (const amount of ['1.01', '0.99', '100', '1.001', unreadable, '']) {
      const { change, alarm, answer } = after({ state: 'pending' }, { status: 'paid', amount });
      assert.deepEqual(change, { state: 'pending', flag: 'mismatch' });
      assert.deepEqual([alarm, answer?.amount], ['amount_mismatch', amount]);
    }
    const holdTransition = after({ state: 'pending' }, { status: 'holded', amount: '2' });
    assert.equal(holdTransition.change?.flag, 'mismatch');
    const { change } = after({ state: 'pending' }, { status: 'holded', amount: '1' });
    assert.deepEqual(change, { state: 'authorized', status: 'holded', held: 100 });
  });

  it('is charged too where the first known status is the last one', () => {
    const { change } = after({ state: 'pending' }, { status: 'paid_off', amount: '1' });
    assert.deepEqual(change, { state: 'paid_off', status: 'paid_off', charged: 100 });
  });

  it('counts in the currency of the order alone, where one is named', () => {
    const currencies = ['UAH', 'uah', null, 'USD', '980', '', unreadable];
    const counts = currencies.filter((currency) => isPaidBy({}, { currency, amount: '1' }));
    assert.deepEqual(counts, ['UAH', 'uah', null]);
    assert.equal(isPaidBy({}, { currency: 'USD' }), false);
  });

  it('of a hold that is captured in part is the part, without an alarm', () => {
    const hold = { state: 'authorized', held: 100 } as const;
    const { change, alarm } = after(hold, { status: 'paid', amount: '0.60' });
    assert.deepEqual(change, { state: 'paid', status: 'paid', charged: 60, held: 0 });
    assert.equal(alarm, undefined);
    for (const amount of ['1.01', '0']) assert.equal(isPaidBy(hold, { amount }), false);
  });

  it('of a part capture is that part, whether the service names the part or the whole', () => {
    const capturedHold = { state: 'authorized', held: 100, charged: 60 } as const;
    for (const amount of ['0.60', '1.00', null]) {
      const { change } = after(capturedHold, { status: 'paid', amount });
      assert.deepEqual(change, { state: 'paid', status: 'paid', held: 0 });
    }
    assert.equal(isPaidBy(capturedHold, { amount: '0.50' }), false);
  });

  it('that went back in part is counted, and never more than was charged', () => {
    const paidAttempt = { state: 'paid', charged: 100, refunded: 20, status: 'paid' } as const;
    const back = (amount: string): unknown =>
      after(paidAttempt, { status: 'paid', refunded: amount }).change;
    assert.deepEqual([back('0.50'), back('0.20'), back('0.10')], [{ refunded: 50 }, null, null]);
    const whole = { refunded: 100, state: 'refunded', flag: 'contradicted', doubtedAt: 1 };
    assert.deepEqual([back('1.00'), back('1.01')], [whole, whole]);
  });

  it('that went back in part has the status that named it', () => {
    const paidAttempt = { state: 'paid', charged: 100, status: 'paid' } as const;
    const { change } = after(paidAttempt, { status: 'refunded', refunded: '0.40' });
    assert.deepEqual(change, { refunded: 40, status: 'refunded' });
  });

  it('that is returned is all that was charged', () => {
    const paidAttempt = { state: 'paid', charged: 60 } as const;
    assert.equal(after(paidAttempt, { status: 'voided' }).change?.refunded, 60);
    assert.equal(after(paidAttempt, { status: 'refunded' }).change?.refunded, 60);
    const hold = { state: 'authorized', held: 100 } as const;
    const { change } = after(hold, { status: 'voided' });
    assert.deepEqual(change, { state: 'cancelled', status: 'voided', held: 0 });
  });

  it('is held no more where two questions ten seconds apart say that the hold expired or failed', () => {
    const hold = { state: 'authorized', held: 100, readAt: 20_000 } as const;
    for (const status of ['expired', 'failed'] as const) {
      const look = { absentAt: 20_000, doubtedAt: 20_000 };
      assert.deepEqual(after(hold, { status }).change, look);
      const early = { ...hold, ...look, readAt: 29_999 };
      assert.equal(after(early, { status }).change, null);
      const ended = { state: status, status, held: 0 };
      assert.deepEqual(after({ ...early, readAt: 30_000 }, { status }).change, {
        ...ended,
        absentAt: null,
        doubtedAt: null,
      });
      assert.deepEqual(after({ ...hold, holdEndsAt: 20_000 }, { status }).change, ended);
    }
  });

  it('in another amount is not put right by an answer that names none', () => {
    const mismatch = { state: 'pending', flag: 'mismatch' } as const;
    assert.equal(isPaidBy(mismatch, {}), false);
    assert.equal(isPaidBy(mismatch, { amount: '1.00' }), true);
  });

  it('in another amount while the token is sent makes the outcome unknown', () => {
    const { change } = after({ state: 'sending' }, { status: 'paid', amount: '2' });
    assert.deepEqual(change, { state: 'unknown', flag: 'mismatch' });
  });

  it('in another amount raises one alarm, even after the right one, and none for a failure', () => {
    const repeat = after({ state: 'paid', charged: 100 }, { status: 'paid', amount: '2' });
    assert.equal(repeat.alarm, 'amount_mismatch');
    const mismatch = { state: 'pending', flag: 'mismatch' } as const;
    assert.deepEqual(after(mismatch, { status: 'paid', amount: '2' }), { change: null });
    const failure = after({ state: 'pending' }, { status: 'failed', amount: '2' });
    assert.equal(failure.change?.state, 'failed');
    assert.equal(after({ state: 'refunded' }, { status: 'paid', amount: '2' }).alarm, undefined);
  });

  it('in another amount changes nothing where a review has taken it for paid', () => {
    const resolvedAttempt = { state: 'paid', charged: 100, flag: 'resolved' } as const;
    assert.deepEqual(after(resolvedAttempt, { status: 'paid', amount: '2' }), { change: null });
    const { change } = after(resolvedAttempt, { status: 'refunded', amount: '2' });
    assert.equal(change?.state, 'refunded');
  });

  it('that comes late, or is on its way, is kept and raises an alarm', () => {
    const statuses = { paid: 'paid', holded: 'authorized', processing: 'pending' } as const;
    for (const state of ['abandoned', 'rejected'] as const) {
      for (const [status, target] of Object.entries(statuses)) {
        const { change, alarm } = after({ state }, { status });
        assert.deepEqual([change?.state, alarm], [target, 'late_payment']);
      }
    }
    assert.deepEqual(after({ state: 'failed' }, { status: 'processing' }), { change: null });
  });
});

describe('a status that takes money away', () => {
  it('is no reason by webhook but to ask, and that only of a hold', () => {
    const failure = { status: 'failed' };
    assert.deepEqual(afterWebhook({ state: 'paid', charged: 100 }, failure), { change: null });
    const unclear = { change: null, isUnclear: true };
    assert.deepEqual(afterWebhook({ state: 'authorized', held: 100 }, failure), unclear);
  });

  it('of a dispute is an alarm where all went back already', () => {
    const back = { state: 'refunded', charged: 100, refunded: 100, live: false } as const;
    const { change, alarm } = after(back, { status: 'disputed' });
    assert.deepEqual([change, alarm], [null, 'disputed']);
  });

  it('ends the review of a contradiction by a question that names what went back', () => {
    const paidInReview = {
      state: 'paid',
      charged: 100,
      flag: 'contradicted',
      doubtedAt: 1,
    } as const;
    const end = { flag: null, doubtedAt: null };
    const flagAfter = (answer: Partial<PaymentAnswer>): unknown => {
      const { flag, doubtedAt } = after(paidInReview, answer).change ?? {};
      return { flag, doubtedAt };
    };
    assert.deepEqual(flagAfter({ status: 'refunded', refunded: '1.00' }), end);
    assert.deepEqual(flagAfter({ status: 'paid' }), end);
    const noChange = { flag: undefined, doubtedAt: undefined };
    assert.deepEqual(flagAfter({ status: 'refunded' }), noChange);
  });
});

describe('a hold that a question still shows', () => {
  const readAt = 2 * grace;
  const doneCapture = { ...operation, state: 'done', sentAt: grace - 1 } as const;
  const lookAt = (each: Operation, isCurrent = true): unknown => {
    const hold: Attempt = { ...sent, state: 'authorized', held: 100, status: 'holded', readAt };
    const circumstances = { profile: defaultProfile, isCurrent, operations: [each] };
    return afterStatus(hold, { ...emptyAnswer, status: 'holded' }, circumstances);
  };

  it('is in doubt once an operation ended it longer ago than the service may lag behind', () => {
    const doubt = { change: { absentAt: readAt, doubtedAt: readAt }, isContradicted: true };
    assert.deepEqual(lookAt(doneCapture), doubt);
  });

  it('is there before that, by a webhook, and beside an operation without an outcome', () => {
    assert.deepEqual(lookAt({ ...doneCapture, sentAt: grace }), { change: null });
    assert.deepEqual(lookAt(doneCapture, false), { change: null });
    assert.deepEqual(lookAt({ ...doneCapture, state: 'unknown' }), { change: null });
  });
});

describe('a status', () => {
  it('that the profile does not have is pending, and raises an alarm', () => {
    const { change, alarm } = after({}, { status: 'under_review' });
    assert.deepEqual(change, { state: 'pending', status: 'under_review' });
    assert.equal(alarm, 'unknown_status');
    for (const state of ['created', 'authorized', 'paid', 'failed'] as const) {
      const transition = after({ state }, { status: 'under_review' });
      assert.deepEqual([transition.change, transition.alarm], [null, 'unknown_status']);
    }
  });

  it('that something is under way proves nothing before a token was sent', () => {
    assert.deepEqual(after({ state: 'created' }, { status: 'processing' }), { change: null });
    assert.equal(after({ state: 'created' }, { status: 'paid' }).change?.state, 'paid');
  });

  it('for the same state is kept where it comes later in the profile, not an old one again', () => {
    const follow = (old: string, status: string): unknown =>
      after({ state: 'pending', status: old }, { status }).change;
    assert.deepEqual(follow('preprocessing', 'processing'), { status: 'processing' });
    assert.deepEqual(follow('', 'preprocessing'), { status: 'preprocessing' });
    assert.deepEqual(follow('processing', 'preprocessing'), null);
    assert.deepEqual(follow('processing', 'processing'), null);
    const atBank = after({ state: 'awaiting_bank' }, { status: 'processing' });
    assert.deepEqual(atBank.change, { status: 'processing' });
    const confirmedHold = { state: 'authorized', held: 100, status: 'hold_confirmed' } as const;
    assert.equal(after(confirmedHold, { status: 'holded' }).change, null);
  });

  it('that is unknown is kept after a known one, raises one alarm, and is never taken back', () => {
    const follow = (old: string, status: string): Transition =>
      after({ state: 'pending', status: old }, { status });
    for (const old of ['processing', 'even']) {
      const { change, alarm } = follow(old, 'odd');
      assert.deepEqual([change, alarm], [{ status: 'odd' }, 'unknown_status']);
    }
    for (const old of ['strange', 'odd']) assert.deepEqual(follow(old, 'odd'), { change: null });
    assert.deepEqual(follow('odd', 'processing'), { change: null });
  });

  it('that is unknown takes back an abandoned order, but no rejected one', () => {
    assert.equal(after({ state: 'abandoned' }, { status: 'odd' }).change?.state, 'pending');
    assert.equal(after({ state: 'rejected' }, { status: 'odd' }).change, null);
    assert.equal(after({ state: 'rejected' }, { status: 'processing' }).change?.state, 'pending');
  });

  it('that is only assumed frees no order', () => {
    assert.equal(
      after({ state: 'pending' }, { status: 'blocked' }).change?.state ?? 'pending',
      'pending',
    );
  });

  it('of an end is kept, and no second one', () => {
    const failedAttempt = { state: 'failed', status: 'failed' } as const;
    assert.deepEqual(after(failedAttempt, { status: 'failed' }), { change: null });
    const amounts = { charged: 100, refunded: 100 };
    const voidedAttempt = { ...amounts, state: 'cancelled', status: 'voided' } as const;
    assert.deepEqual(after(voidedAttempt, { status: 'voided' }), { change: null });
    const refundedAttempt = { ...amounts, state: 'refunded', status: 'refunded' } as const;
    assert.deepEqual(after(refundedAttempt, { status: 'refunded' }), { change: null });
    assert.equal(after({ state: 'awaiting_bank' }, { status: 'paid' }).change?.state, 'paid');
  });
});

describe('the statuses of the service', () => {
  const histories = [
    ['created', 'processing', 'paid', 'paid_off', 'refunded'],
    ['created', 'processing', 'holded', 'paid', 'paid_off'],
    ['created', 'processing', 'holded', 'voided'],
    ['created', 'processing', 'paid', 'voided'],
    ['created', 'preprocessing', 'failed'],
    ['created', 'expired'],
  ];

  it('end in the same state, in whatever order and however often they come', () => {
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

  it('never move a final attempt to a lower rank, whatever they are', () => {
    const knownStatuses = Object.keys(defaultProfile.statuses);
    const anyStatus = fc.oneof(fc.constantFrom(...knownStatuses), fc.string());
    fc.assert(
      fc.property(fc.array(anyStatus), (words) => {
        let attempt = sent;
        for (const word of words) {
          const next = hear(attempt, word);
          assert.ok(next.state === attempt.state || mayMove(attempt.state, next.state));
          if (isPaid(attempt.state)) assert.notEqual(states[next.state].outcome, 'pending');
          attempt = next;
        }
      }),
    );
  });

  it('that are names of Object’s own members mean nothing', () => {
    for (const word of ['__proto__', 'constructor', 'toString']) {
      assert.equal(hear(sent, word).state, 'pending');
    }
  });
});
