import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile, type PaymentAnswer } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import { operation as capture, recordOf, sent } from '../../test/sent-attempt.ts';
import { applyOperation, applyStatus } from './answer.ts';
import type { Attempt } from './attempt.ts';
import type { Operation } from './operation.ts';
import { grace } from './position.ts';
import type { Changed, OrderRecord } from './record.ts';
import {
  applyTransition,
  asOf,
  type Circumstances,
  operationsOf,
  type Rules,
  type Step,
} from './rules.ts';
import type { Transition } from './transition.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const now = 100 * hour;
const rules: Rules = {
  profile: defaultProfile,
  recheckPaid: 'daily',
  isNotified: true,
  random: () => 0.5,
};
const moment = { cause: 'test', rules, now };
const pending: Attempt = { ...sent, state: 'pending', status: 'processing' };
const hold: Attempt = { ...sent, state: 'authorized', held: 100, status: 'holded', readAt: now };
const paidAttempt: Attempt = { ...sent, state: 'paid', charged: 100, status: 'paid', readAt: now };
const refund: Operation = { ...capture, id: 'r', kind: 'refund', amount: 40, state: 'done' };

/** What a transition makes of the first attempt of a record. */
function apply(
  record: OrderRecord,
  transition: Transition,
  more: Partial<Circumstances> = {},
): Changed<Step> {
  const attempt = record.attempts[0] ?? assert.fail('The record has no attempt.');
  return applyTransition(record, () => transition, { ...moment, known: attempt, ...more });
}

/** The time until the next question, without its spread. */
function pauseAfter(
  record: OrderRecord,
  change: Transition['change'],
  more: Partial<Circumstances> = {},
): number {
  const { nextCheckAt } = apply(record, { change }, more).result.after;
  return (nextCheckAt ?? assert.fail('Nothing is asked any more.')) - now;
}

describe('a transition of an attempt', () => {
  it('is decided on the attempt that is stored, and not on the one that was read', () => {
    const storedAttempt: Attempt = { ...pending, version: 7 };
    const seenAttempts: Attempt[] = [];
    const decide = (attempt: Attempt): Transition => {
      seenAttempts.push(attempt);
      return { change: null };
    };
    applyTransition(recordOf([storedAttempt]), decide, { ...moment, known: pending });
    assert.deepEqual(seenAttempts, [storedAttempt]);
  });

  it('is written with the state before', () => {
    const record = recordOf([{ ...paidAttempt, id: 'b' }, pending]);
    const transition = { change: { state: 'failed', status: 'failed' } } as const;
    const { record: nextRecord, result } = apply(record, transition, { known: pending });
    assert.deepEqual(nextRecord.attempts, [record.attempts[0], result.after]);
    const { state, status, version } = result.after;
    assert.deepEqual([state, status, version], ['failed', 'failed', pending.version + 1]);
    assert.deepEqual([result.cause, result.before], ['test', pending]);
    assert.equal(result.transition, transition);
  });

  it('leaves the record as it is without a change, and where the states forbid it', () => {
    const record = recordOf([paidAttempt]);
    for (const transition of [
      { change: null, alarm: 'answer_mismatch' },
      { change: { state: 'pending' } },
    ] as const) {
      const { record: same, result } = apply(record, transition);
      assert.equal(same, record);
      const step = {
        cause: 'test',
        before: paidAttempt,
        after: paidAttempt,
        transition,
        change: null,
      };
      assert.deepEqual(result, step);
    }
  });

  it('takes a final state back only where less went back than before', () => {
    const record = recordOf([{ ...paidAttempt, state: 'refunded', refunded: 100 }]);
    const change = { state: 'paid', refunded: 0 } as const;
    assert.equal(apply(record, { change }).result.after.state, 'refunded');
    assert.equal(apply(record, { change, isLowered: true }).result.after.state, 'paid');
  });

  it('fails where the record does not have the attempt', () => {
    const record = recordOf([pending]);
    const missingAttempt = { ...pending, id: 'gone' };
    assert.throws(
      () => apply(record, { change: {} }, { known: missingAttempt }),
      /attempt is missing/,
    );
  });

  it('brings a change only where the merchant has a callback', () => {
    const change = { state: 'paid', charged: 100 } as const;
    const { record, result } = apply(recordOf([pending]), { change });
    assert.deepEqual(record.changes, [result.change]);
    const quiet = { ...rules, isNotified: false };
    const silent = apply(recordOf([pending]), { change }, { rules: quiet });
    assert.deepEqual([silent.record.changes, silent.result.change], [[], null]);
  });
});

describe('the end of a hold', () => {
  const holdEndsAt = (sent.sentAt ?? 0) + defaultProfile.lifetimes.hold.default * second;

  it('is known with the hold, and unknown once the hold is captured', () => {
    const holdStep = apply(recordOf([pending]), { change: { state: 'authorized', held: 100 } });
    assert.equal(holdStep.result.after.holdEndsAt, holdEndsAt);
    const chargeStep = apply(holdStep.record, { change: { state: 'paid', held: 0, charged: 100 } });
    assert.equal(chargeStep.result.after.holdEndsAt, null);
  });

  it('is unknown once an operation of this attempt is accepted', () => {
    const end = (operation: Operation): number | null => {
      const record = recordOf([hold], { operations: [{ ...operation, state: 'sent' }] });
      return apply(record, { change: {} }, { operation }).result.after.holdEndsAt;
    };
    assert.equal(end({ ...capture, state: 'done' }), null);
    assert.equal(end({ ...capture, state: 'refused' }), holdEndsAt);
    assert.equal(end({ ...capture, state: 'done', attempt: 'b' }), holdEndsAt);
  });
});

describe('the history of a transition', () => {
  const causeOf = (transition: Transition): string | undefined =>
    apply(recordOf([pending]), transition).record.history.at(-1)?.cause;
  const change = { flag: 'mismatch' } as const;
  const wrong = (answer: Partial<PaymentAnswer>): Transition => {
    return { change, alarm: 'amount_mismatch', answer: { ...emptyAnswer, ...answer } };
  };

  it('has the amount that was named, if it is a wrong one', () => {
    assert.equal(causeOf(wrong({ amount: '2.00', currency: 'USD' })), 'test: 2.00 USD');
    assert.equal(causeOf(wrong({ amount: '2.00' })), 'test: 2.00');
    assert.equal(causeOf(wrong({ currency: 'USD' })), 'test: USD');
    assert.equal(causeOf(wrong({ refunded: 'odd' })), 'test');
  });

  it('has no line for a change within a state that the merchant does not see', () => {
    assert.equal(causeOf({ change }), undefined);
    assert.equal(causeOf({ change, alarm: 'needs_review' }), undefined);
    assert.equal(causeOf({ change: { state: 'failed' } }), 'test');
  });

  it('has the notice that a hold ends', () => {
    const noticeStep = apply(recordOf([hold]), { change: { holdNotice: 48 } });
    const line = { from: 'authorized', to: 'authorized', cause: 'hold ends: 48 h' };
    const common = { attempt: 'a', status: 'holded', at: now };
    assert.deepEqual(noticeStep.record.history, [{ ...common, ...line }]);
    const nextStep = apply(noticeStep.record, { change: { checks: 1 } });
    assert.equal(nextStep.record.history.length, 1);
  });

  it('has the beginning of the review of a contradiction, once', () => {
    const review = { change: { flag: 'contradicted' } } as const;
    const quiet = { rules: { ...rules, isNotified: false } };
    const begin = apply(recordOf([paidAttempt]), review, quiet).record;
    assert.equal(begin.history.at(-1)?.cause, 'test');
    assert.equal(apply(begin, { change: { checks: 1 } }, quiet).record.history.length, 1);
  });

  it('has who asked for it, or for its operation, and why', () => {
    const clerk = { by: 'Ann', reason: 'broken' };
    const signed = { ...refund, state: 'sent', ...clerk } as const;
    const other: Operation = { ...signed, id: 'other', by: 'Bob' };
    const record = recordOf([paidAttempt], { operations: [other, signed] });
    const nameIn = (more: Partial<Circumstances>): readonly unknown[] => {
      const { record: next, result } = apply(record, { change: { refunded: 40 } }, more);
      return [result.by, result.reason, result.change?.by, next.history.at(-1)?.by];
    };
    assert.deepEqual(nameIn({ operation: refund }), ['Ann', 'broken', 'Ann', 'Ann']);
    const byBoss = { operation: refund, actor: { by: 'Boss' } };
    assert.deepEqual(nameIn(byBoss), ['Boss', undefined, 'Boss', 'Boss']);
    assert.deepEqual(nameIn({}), [undefined, undefined, undefined, undefined]);
  });

  it('has that notice without a callback, too', () => {
    const quiet = { ...rules, isNotified: false };
    const { history } = apply(
      recordOf([hold]),
      { change: { holdNotice: 24 } },
      { rules: quiet },
    ).record;
    assert.deepEqual(
      history.map(({ cause }) => cause),
      ['hold ends: 24 h'],
    );
  });
});

describe('the next question after a transition', () => {
  const checkedAttempt: Attempt = { ...pending, checks: 3 };

  it('comes by what the attempt then is', () => {
    assert.equal(pauseAfter(recordOf([checkedAttempt]), { bankReference: '42' }), 8 * second);
    assert.equal(pauseAfter(recordOf([checkedAttempt]), { state: 'paid', charged: 100 }), hour);
  });

  it('starts from the first pause with each state and each status', () => {
    assert.equal(pauseAfter(recordOf([checkedAttempt]), { state: 'awaiting_bank' }), second);
    assert.equal(pauseAfter(recordOf([checkedAttempt]), { status: 'preprocessing' }), second);
    const { checks } = apply(recordOf([checkedAttempt]), { change: { status: 'x' } }).result.after;
    assert.equal(checks, 0);
  });

  it('is the second one after a question that found the payment still open', () => {
    const cause = 'get-status';
    const change = { status: 'preprocessing' };
    assert.equal(pauseAfter(recordOf([checkedAttempt]), change, { cause }), 2 * second);
  });

  it('starts from the first pause where a question decided the payment, also beside an operation without an outcome', () => {
    const cause = 'get-status';
    assert.equal(pauseAfter(recordOf([checkedAttempt]), { state: 'failed' }, { cause }), minute);
    const operations: readonly Operation[] = [{ ...capture, state: 'sent' }];
    const change = { state: 'cancelled', held: 0 } as const;
    const { checks } = apply(recordOf([hold], { operations }), { change }, { cause }).result.after;
    assert.equal(checks, 0);
  });

  it('comes soon where the last one was not answered', () => {
    assert.equal(pauseAfter(recordOf([paidAttempt]), {}, { hasFailed: true }), second);
  });

  it('comes soon while an operation of the attempt has no outcome', () => {
    const operations: readonly Operation[] = [{ ...capture, state: 'sent' }];
    const record = recordOf([paidAttempt], { operations });
    assert.equal(pauseAfter(record, {}), second);
    const operation: Operation = { ...capture, state: 'unknown' };
    assert.equal(pauseAfter(record, {}, { operation }), second);
    assert.equal(pauseAfter(record, {}, { operation: { ...capture, state: 'done' } }), hour);
    assert.equal(pauseAfter(recordOf([{ ...paidAttempt, id: 'b' }], { operations }), {}), hour);
  });

  it('comes soon where one operation is dropped while another has no outcome', () => {
    const record = recordOf([paidAttempt], {
      operations: [refund, { ...capture, state: 'unknown' }],
    });
    const operation: Operation = { ...refund, state: 'refused', refusal: 'dropped' };
    assert.equal(pauseAfter(record, {}, { operation }), second);
  });

  it('is due at once where a webhook has made it due since the attempt was read', () => {
    const record = (nextCheckAt: number | null): OrderRecord =>
      recordOf([{ ...pending, version: 2, nextCheckAt }]);
    assert.equal(pauseAfter(record(now), {}, { known: pending }), 0);
    assert.equal(pauseAfter(record(now - 5), {}, { known: pending }), -5);
    assert.equal(pauseAfter(record(now + 1), {}, { known: pending }), second);
    assert.equal(pauseAfter(record(null), {}, { known: pending }), second);
    assert.equal(pauseAfter(record(now), {}), second);
  });
});

describe('an operation that ends', () => {
  const record = recordOf([paidAttempt], { operations: [{ ...refund, state: 'sent' }] });

  it('is written with the amounts that it proves, even if those are known', () => {
    const end = applyOperation(record, paidAttempt, { operation: refund }, moment);
    assert.deepEqual(end.record.operations, [refund]);
    assert.deepEqual([end.result.cause, end.result.after.refunded], ['refund', 40]);
    const refusedRefund: Operation = { ...refund, state: 'refused', refusal: 'No' };
    const refusalEnd = applyOperation(record, paidAttempt, { operation: refusedRefund }, moment);
    assert.deepEqual(refusalEnd.record.operations, [{ ...refusedRefund, refusedAt: now }]);
    assert.equal(refusalEnd.result.after.refunded, 0);
  });

  it('ends even where nothing of its attempt changes', () => {
    const { record: nextRecord } = apply(record, { change: null }, { operation: refund });
    assert.deepEqual(nextRecord.operations, [refund]);
  });
});

describe('a refused operation of which just the amount moves', () => {
  const refusedRefund: Operation = { ...refund, state: 'refused', refusal: 'No', refusedAt: 1 };
  const record = recordOf([paidAttempt], { operations: [refusedRefund] });
  const move: Transition = { change: { refunded: 40 } };

  it('brings both into a review, with an alarm', () => {
    const { record: next, result } = apply(record, move);
    assert.deepEqual(next.operations, [{ ...refusedRefund, isInReview: true }]);
    assert.deepEqual([result.after.refunded, result.after.flag], [40, 'contradicted']);
    assert.equal(result.transition.alarm, 'answer_mismatch');
  });

  it('moved by an operation that ends, or by a review, is no reason for one', () => {
    const other: Operation = { ...refund, id: 'other' };
    const operations = [refusedRefund, { ...other, state: 'sent' } as const];
    const end = apply({ ...record, operations }, move, { operation: other });
    const review = apply(record, move, { cause: 'review' });
    for (const { result } of [end, review]) {
      assert.deepEqual([result.after.refunded, result.after.flag], [40, null]);
    }
  });
});

describe('too many attempts', () => {
  it('raise an alarm by the one that closes the order, and by no later one', () => {
    const failures = Array.from({ length: 20 }, (_, index): Attempt => {
      return { ...sent, id: `f-${String(index)}`, state: 'failed', live: false, sentAt: now };
    });
    const isOneTooMany = (attempts: readonly Attempt[]) =>
      apply(recordOf([{ ...pending, sentAt: now }, ...attempts]), { change: { state: 'failed' } })
        .result.isOneTooMany;
    assert.equal(isOneTooMany(failures.slice(2)), false);
    assert.equal(isOneTooMany(failures.slice(1)), true);
    assert.equal(isOneTooMany(failures), false);
  });
});

describe('a status of an answer', () => {
  const learn = (
    record: OrderRecord,
    answer: Partial<PaymentAnswer>,
    more: Partial<{ attempt: Attempt; operations: readonly Operation[] }> = {},
  ): Changed<readonly Step[]> => {
    const attempt = record.attempts[0] ?? assert.fail('The record has no attempt.');
    const question = { attempt, operations: operationsOf(record, attempt.id), ...more };
    const asking = { ...moment, cause: 'get-status' };
    return applyStatus(record, question, { ...emptyAnswer, ...answer }, asking);
  };
  const statesOf = ({ record }: Changed<unknown>): readonly string[] =>
    record.operations.map(({ state, refusal }) => [state, refusal].join(' ').trim());

  it('changes its attempt', () => {
    const { record, result } = learn(recordOf([pending]), { status: 'paid' });
    assert.equal(record.attempts[0]?.state, 'paid');
    assert.deepEqual(
      result.map(({ cause, after }) => [cause, after.state]),
      [['get-status', 'paid']],
    );
  });

  it('changes nothing where the order was opened again meanwhile', () => {
    const attempt: Attempt = { ...pending, sessionId: 's-0' };
    const record = recordOf([pending]);
    assert.equal(learn(record, { status: 'paid' }, { attempt }).record, record);
  });

  it('is as old as its question', () => {
    const seenTime = { absentAt: now - 20_000, amountsAt: now - grace };
    const partlyRefunded: Attempt = { ...paidAttempt, refunded: 40, ...seenTime };
    const less = { status: 'paid', refunded: '0.10' };
    const attempt: Attempt = { ...partlyRefunded, readAt: now - 1 };
    assert.equal(learn(recordOf([partlyRefunded]), less).record.attempts[0]?.refunded, 10);
    const lateAnswer = learn(recordOf([partlyRefunded]), less, { attempt });
    assert.equal(lateAnswer.record.attempts[0]?.refunded, 40);
    assert.equal(asOf({ ...paidAttempt, readAt: 5 }, { ...paidAttempt, readAt: 4 }).readAt, 4);
  });

  it('ends the operation that it proves, with the amount that this took', () => {
    const part: Operation = { ...capture, amount: 60 };
    const end = learn(recordOf([hold], { operations: [part] }), { status: 'paid' });
    assert.deepEqual(statesOf(end), ['done']);
    assert.equal(end.record.attempts[0]?.charged, 60);
    assert.deepEqual(
      end.result.map(({ cause }) => cause),
      ['get-status', 'capture'],
    );
  });

  it('ends no operation of which it proves nothing', () => {
    const open = learn(recordOf([paidAttempt], { operations: [{ ...refund, state: 'unknown' }] }), {
      status: 'paid',
    });
    assert.deepEqual(statesOf(open), ['unknown']);
    assert.equal(open.result.length, 1);
  });

  it('leaves an operation as it has ended since its question', () => {
    const partlyRefunded: Attempt = { ...paidAttempt, refunded: 40 };
    const refusedRefund: Operation = { ...refund, state: 'unknown', refusal: 'No' };
    const lateAnswer = learn(
      recordOf([partlyRefunded], { operations: [refund] }),
      { status: 'paid', refunded: '0.40' },
      { operations: [refusedRefund] },
    );
    assert.deepEqual(statesOf(lateAnswer), ['done']);
  });

  it('ends no operation that began after its question', () => {
    const record = recordOf([hold], { operations: [capture] });
    const open = learn(record, { status: 'paid' }, { operations: [] });
    assert.deepEqual(statesOf(open), ['sent']);
  });

  it('drops the accepted operations that had no effect', () => {
    const partlyRefunded: Attempt = { ...paidAttempt, refunded: 40, absentAt: now - 20_000 };
    const record = recordOf([partlyRefunded], { operations: [refund] });
    const drop = learn(record, { status: 'paid', refunded: '0.00' });
    assert.deepEqual(statesOf(drop), ['refused dropped']);
    assert.equal(drop.record.attempts[0]?.refunded, 0);
    const [first, last] = drop.result;
    assert.deepEqual([first?.dropped, last?.dropped?.id], [undefined, 'r']);
    assert.equal(drop.result.length, 2);
  });
});

describe('the operations of an attempt', () => {
  it('are its own, oldest first', () => {
    const other: Operation = { ...refund, attempt: 'b' };
    const record = recordOf([paidAttempt], { operations: [capture, other, refund] });
    assert.deepEqual(operationsOf(record, 'a'), [capture, refund]);
  });
});
