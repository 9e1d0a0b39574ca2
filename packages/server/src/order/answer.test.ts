import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile, type Evidence } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import { operation, recordOf, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { grace } from './position.ts';
import { applyAnswer, applyWebhook, isAnswer, type Question } from './answer.ts';
import type { Step } from './rules.ts';
import { absenceGap } from './transition.ts';

const now = 2 * grace;
const moment = {
  cause: 'get-status',
  rules: { profile: defaultProfile, recheckPaid: 'few', isNotified: true, random: () => 0.5 },
  now,
} as const;
const askedAttempt: Attempt = { ...sent, readAt: now };
const nothing: Evidence = { kind: 'nothing' };
const paidAnswer = { ...emptyAnswer, status: 'paid' };
const contradiction: Evidence = { kind: 'contradicted', by: 'payment status', answer: paidAnswer };

/** The step that an answer makes of the stored attempt. */
function stepOf(
  evidence: Evidence,
  stored: Partial<Attempt> = {},
  question: Partial<Question> = {},
): Step {
  assert.ok(isAnswer(evidence));
  const record = recordOf([{ ...askedAttempt, ...stored }]);
  const subject = {
    attempt: askedAttempt,
    operations: [],
    timeout: 1000,
    isSending: false,
    ...question,
  };
  const { result } = applyAnswer(record, subject, evidence, moment);
  return [result].flat().at(-1) ?? assert.fail('There is no step.');
}

describe('the answer to a question', () => {
  it('is each that may change something', () => {
    const kinds = [
      'status',
      'mismatch',
      'contradicted',
      'nothing',
      'unknown',
      'not_sent',
      'refused',
    ];
    const answers = kinds.filter((kind) => isAnswer({ kind } as Evidence));
    assert.deepEqual(answers, ['status', 'mismatch', 'contradicted', 'nothing']);
  });

  it('counts with its status', () => {
    assert.equal(stepOf({ kind: 'status', answer: paidAnswer }).after.state, 'paid');
  });

  it('raises an alarm, and changes nothing, where it names another payment', () => {
    const { after, transition } = stepOf({ kind: 'mismatch', answer: paidAnswer });
    assert.equal(after.version, askedAttempt.version);
    assert.deepEqual(transition, { change: null, alarm: 'answer_mismatch', answer: paidAnswer });
  });

  it('brings a doubt where it contradicts itself', () => {
    const { after, transition } = stepOf(contradiction);
    assert.equal(after.doubtedAt, now);
    assert.equal(transition.alarm, 'answer_mismatch');
  });

  it('that knows of no payment counts as old as its question', () => {
    assert.deepEqual(
      [stepOf(nothing).after.state, stepOf(nothing).after.absentAt],
      ['unknown', now],
    );
    const gap = { state: 'unknown', refusal: 'No', absentAt: now - absenceGap } as const;
    const refusedAttempt = { ...askedAttempt, refusal: 'No' };
    assert.equal(stepOf(nothing, gap, { attempt: refusedAttempt }).after.state, 'rejected');
    const earlierQuestion = { ...refusedAttempt, readAt: now - 1 };
    assert.equal(stepOf(nothing, gap, { attempt: earlierQuestion }).after.state, 'unknown');
  });

  it('that knows of no payment counts for the token that it was asked about', () => {
    for (const [stored, question] of [
      [{ sessionId: 's-2' }, {}],
      [{ refusal: 'No' }, {}],
      [{}, { isSending: true }],
    ] as const) {
      assert.equal(stepOf(nothing, stored, question).after.version, askedAttempt.version);
    }
    assert.equal(stepOf(contradiction, { sessionId: 's-2' }).after.version, askedAttempt.version);
  });
});

describe('a status, beside an operation without an outcome', () => {
  const hold: Attempt = { ...askedAttempt, state: 'authorized', held: 100, status: 'holded' };
  /** The state of a capture that a charge would prove. */
  const captureAfter = (
    stored: Partial<Attempt>,
    answer: Partial<typeof paidAnswer>,
  ): string | undefined => {
    const attempt = { ...hold, ...stored };
    const record = recordOf([attempt], { operations: [operation] });
    const question = { attempt, operations: [operation], timeout: 1000, isSending: false };
    const status = { kind: 'status', answer: { ...paidAnswer, ...answer } } as const;
    return applyAnswer(record, question, status, moment).record.operations[0]?.state;
  };

  it('ends it, also where it ends a doubt', () => {
    assert.equal(captureAfter({}, {}), 'done');
    assert.equal(captureAfter({ doubtedAt: 1 }, {}), 'done');
  });

  it('ends none while it is in doubt, or where it contradicts itself', () => {
    assert.equal(captureAfter({}, { refunded: '1.00' }), 'sent');
    assert.equal(captureAfter({ doubtedAt: 1 }, { refunded: '1.00' }), 'sent');
  });

  it('marks the accepted returns once it names money', () => {
    const refund = { ...operation, kind: 'refund', amount: 40, state: 'done' } as const;
    const attempt: Attempt = { ...askedAttempt, state: 'paid', charged: 100, refunded: 40 };
    const question = { attempt, operations: [refund], timeout: 1000, isSending: false };
    const record = recordOf([{ ...attempt, status: 'paid' }], { operations: [refund] });
    const recordAfter = (answer: Partial<typeof paidAnswer>) => {
      const status = { kind: 'status', answer: { ...paidAnswer, ...answer } } as const;
      return applyAnswer(record, question, status, moment).record;
    };
    const { operations } = recordAfter({ refunded: '0.40' });
    assert.deepEqual(operations, [{ ...refund, isShown: true }]);
    assert.equal(recordAfter({ status: 'processing' }), record);
  });
});

describe('a webhook', () => {
  const record = recordOf([{ ...askedAttempt, id: 'b', sessionId: 's-2' }, askedAttempt]);
  const stepBy = (
    answer: Partial<typeof paidAnswer>,
    sessionId = askedAttempt.sessionId,
  ): Step | undefined =>
    [
      applyWebhook(record, sessionId, { ...paidAnswer, sessionId, ...answer }, moment).result,
    ].flat()[0];

  it('counts for the attempt of its session', () => {
    const { record: nextRecord } = applyWebhook(
      record,
      's-1',
      { ...paidAnswer, sessionId: 's-1' },
      moment,
    );
    assert.deepEqual(
      nextRecord.attempts.map(({ id, state }) => [id, state]),
      [
        ['b', 'sending'],
        ['a', 'paid'],
      ],
    );
    assert.deepEqual(applyWebhook(record, 's-3', paidAnswer, moment), { record, result: [] });
  });

  it('raises an alarm, and changes nothing, where it names another order', () => {
    const step = stepBy({ externalId: 'o-2' });
    assert.equal(step?.transition.alarm, 'answer_mismatch');
    assert.equal(step.after.version, askedAttempt.version);
  });

  it('brings a doubt where its payments contradict each other', () => {
    const step = stepBy({ payments: [{ ...emptyAnswer, status: 'failed' }] });
    assert.deepEqual([step?.after.state, step?.after.doubtedAt], ['sending', askedAttempt.readAt]);
    assert.equal(step?.transition.isUnclear, true);
  });

  it('may be an old one: it lowers nothing', () => {
    const charge: Attempt = { ...askedAttempt, state: 'paid', charged: 100, refunded: 40 };
    const answer = { ...paidAnswer, sessionId: 's-1', amount: '1.00', refunded: '0.10' };
    const step = [applyWebhook(recordOf([charge]), 's-1', answer, moment).result].flat()[0];
    assert.equal(step?.after.refunded, 40);
  });
});
