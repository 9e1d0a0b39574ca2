import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile, type PaymentAnswer } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import { operation, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import {
  afterOperation,
  isOpen,
  type Operation,
  type OperationState,
  openOperation,
  returnedSoFar,
  unshownOperation,
} from './operation.ts';
import { droppedByStatus, endedByStatus } from './operation-status.ts';
import { grace } from './position.ts';

const hold: Attempt = { ...sent, state: 'authorized', held: 100 };
const paidAttempt: Attempt = { ...sent, state: 'paid', charged: 100 };
const capture = operation;
const release: Operation = { ...operation, kind: 'void' };
const refund: Operation = { ...operation, kind: 'refund', amount: 30 };
const operationStates: readonly OperationState[] = ['sent', 'unknown', 'done', 'refused'];

describe('an operation without an outcome', () => {
  it('is one that was sent, or whose answer was lost', () => {
    const open = operationStates.filter((state) => isOpen({ state }));
    assert.deepEqual(open, ['sent', 'unknown']);
  });

  it('is found among those of an attempt', () => {
    const doneCapture: Operation = { ...capture, state: 'done' };
    const lostRefund: Operation = { ...refund, state: 'unknown' };
    assert.equal(openOperation([doneCapture, lostRefund]), lostRefund);
    assert.equal(openOperation([doneCapture]), undefined);
    assert.equal(openOperation([]), undefined);
  });
});

describe('the end of an operation', () => {
  const changeBy = (sentOperation: Operation, attempt: Attempt, isTaken = true): unknown =>
    afterOperation({ ...sentOperation, state: 'done' }, attempt, isTaken).change;

  it('charges what a capture took, unless a status has named the amount', () => {
    const part = { ...capture, amount: 60 };
    assert.deepEqual(changeBy(part, hold), { charged: 60 });
    assert.deepEqual(changeBy(part, { ...paidAttempt, charged: 60 }, false), {});
  });

  it('charges no less than what went back since', () => {
    const part = { ...capture, amount: 60 };
    assert.deepEqual(changeBy(part, { ...paidAttempt, refunded: 60 }), { charged: 60 });
    assert.deepEqual(changeBy(part, { ...paidAttempt, refunded: 61 }), {});
  });

  it('returns what a refund took beside what went back before it', () => {
    assert.deepEqual(changeBy(refund, paidAttempt), { refunded: 30 });
    assert.deepEqual(changeBy({ ...refund, before: 20 }, { ...paidAttempt, refunded: 20 }), {
      refunded: 50,
    });
  });

  it('returns at most the charge, and at least the known amount', () => {
    assert.deepEqual(changeBy({ ...refund, before: 90 }, { ...paidAttempt, refunded: 90 }), {
      refunded: 100,
    });
    assert.deepEqual(changeBy(refund, { ...paidAttempt, refunded: 70 }), { refunded: 70 });
    assert.deepEqual(changeBy({ ...release, amount: 100 }, hold), { refunded: 0 });
  });

  it('moves nothing before it is done', () => {
    for (const state of ['sent', 'unknown', 'refused'] as const) {
      assert.deepEqual(afterOperation({ ...refund, state }, paidAttempt, true), { change: {} });
    }
  });

  it('ends the review that was asked for because it had no outcome', () => {
    const reviewedAttempt: Attempt = { ...paidAttempt, flag: 'needs_review' };
    const change = (state: OperationState): unknown =>
      afterOperation({ ...refund, state }, reviewedAttempt, true).change;
    assert.deepEqual(change('done'), { flag: null, refunded: 30 });
    assert.deepEqual(change('refused'), { flag: null });
    assert.deepEqual(change('unknown'), {});
    const captureEnd = afterOperation({ ...capture, state: 'done' }, reviewedAttempt, true);
    assert.deepEqual(captureEnd.change, { flag: null, charged: 100 });
  });

  it('asks for a review where a status has moved just its amount', () => {
    const suspectRefund: Operation = { ...refund, state: 'refused', isInReview: true };
    const { change } = afterOperation(suspectRefund, paidAttempt, false);
    assert.deepEqual(change, { flag: 'contradicted' });
  });

  it('ends no other review', () => {
    for (const flag of ['mismatch', 'resolved'] as const) {
      assert.deepEqual(changeBy(refund, { ...paidAttempt, flag }), { refunded: 30 });
    }
  });
});

describe('what has gone back as far as is known', () => {
  const partlyRefunded: Attempt = { ...paidAttempt, refunded: 40 };
  const doneRefund: Operation = { ...refund, state: 'done' };
  const shownRefund: Operation = { ...doneRefund, isShown: true };

  it('is the returned amount, which a status has shown where no operation says more', () => {
    const isKnown = { amount: 40, isShown: true };
    assert.deepEqual(returnedSoFar(partlyRefunded, []), isKnown);
    assert.deepEqual(returnedSoFar(partlyRefunded, [shownRefund]), isKnown);
    const refusedRefund: Operation = { ...refund, state: 'refused' };
    assert.deepEqual(
      returnedSoFar(partlyRefunded, [refusedRefund, { ...capture, state: 'done' }]),
      isKnown,
    );
    assert.deepEqual(returnedSoFar(partlyRefunded, [capture]), isKnown);
  });

  it('is not shown while one is accepted that no status has named, or has no outcome', () => {
    const isUnshown = { amount: 40, isShown: false };
    assert.deepEqual(returnedSoFar(partlyRefunded, [doneRefund]), isUnshown);
    assert.deepEqual(returnedSoFar(partlyRefunded, [shownRefund, doneRefund]), isUnshown);
    assert.deepEqual(returnedSoFar(partlyRefunded, [refund]), isUnshown);
  });

  it('is the amount of the one without an outcome where nothing went back yet', () => {
    assert.deepEqual(returnedSoFar(paidAttempt, [refund]), { amount: 30, isShown: false });
    assert.deepEqual(returnedSoFar(paidAttempt, [doneRefund]), { amount: 0, isShown: false });
  });
});

describe('an accepted operation that the status does not show', () => {
  const accept = (kind: Operation['kind']): Operation => ({ ...operation, kind, state: 'done' });
  const kindOf = (attempt: Attempt, operations: readonly Operation[]): string | undefined =>
    unshownOperation(attempt, operations)?.kind;

  it('is the last one beside a hold that is still there', () => {
    assert.equal(kindOf(hold, [accept('void'), accept('capture')]), 'capture');
    assert.equal(kindOf(hold, [accept('capture'), release]), 'capture');
    assert.equal(kindOf(hold, [capture]), undefined);
  });

  it('is the last return beside a charge of which all went back', () => {
    const wholeBack: Attempt = { ...paidAttempt, refunded: 100 };
    assert.equal(kindOf(wholeBack, [accept('refund'), accept('capture')]), 'refund');
    assert.equal(kindOf(wholeBack, [accept('capture')]), undefined);
    assert.equal(kindOf(wholeBack, [refund]), undefined);
  });

  it('does not exist beside any other charge, nor where no money is', () => {
    const rows: readonly Attempt[] = [
      paidAttempt,
      { ...paidAttempt, refunded: 99 },
      { ...paidAttempt, charged: 0 },
      { ...paidAttempt, state: 'refunded', refunded: 100 },
      sent,
    ];
    for (const attempt of rows) assert.equal(kindOf(attempt, [accept('refund')]), undefined);
  });
});

/** What a status proves about an operation that was sent at 1000. */
function endedBy(
  sentOperation: Operation,
  attempt: Attempt,
  answer: Partial<PaymentAnswer> = {},
  readAt = 1000,
): unknown {
  const end = endedByStatus(
    { ...sentOperation, sentAt: 1000 },
    {
      attempt: { ...attempt, readAt },
      operations: [],
      currentAttempt: attempt,
      answer: { ...emptyAnswer, status: 'paid', ...answer },
      profile: defaultProfile,
    },
  );
  if (!end) return null;
  const { operation: result, isTaken = false } = end;
  return [result.state, result.refusal, isTaken];
}

const graceEnd = 1000 + grace + 1;
const notProcessed = ['refused', 'not_processed', false];

describe('a status while a capture has no outcome', () => {
  it('proves the capture where more is charged than before', () => {
    assert.deepEqual(endedBy(capture, paidAttempt), ['done', '', true]);
    const part = { ...paidAttempt, charged: 60 };
    assert.deepEqual(endedBy(capture, part), ['done', '', false]);
    assert.deepEqual(endedBy({ ...capture, before: 60 }, paidAttempt), ['done', '', true]);
  });

  it('proves nothing for the grace period where no more is charged', () => {
    const holdStatus = { status: 'holded' };
    assert.equal(endedBy(capture, hold, holdStatus, graceEnd - 1), null);
    assert.deepEqual(endedBy(capture, hold, holdStatus, graceEnd), notProcessed);
    assert.equal(endedBy({ ...capture, before: 100 }, paidAttempt, {}, graceEnd - 1), null);
  });

  it('proves nothing while the service is at work', () => {
    assert.equal(endedBy(capture, hold, { status: 'processing_hold_completion' }, graceEnd), null);
  });

  it('proves that it took nothing where no money is left', () => {
    assert.deepEqual(endedBy(capture, { ...sent, state: 'failed' }), notProcessed);
    const voidStatus = { status: 'voided' };
    assert.deepEqual(endedBy(capture, { ...sent, state: 'cancelled' }, voidStatus), notProcessed);
  });
});

describe('a status while a void or a refund has no outcome', () => {
  it('proves the operation where its amount went back on top of what had gone back before', () => {
    assert.equal(endedBy(refund, { ...paidAttempt, refunded: 29 }), null);
    assert.deepEqual(endedBy(refund, { ...paidAttempt, refunded: 30 }), ['done', '', true]);
    const second = { ...refund, before: 20 };
    assert.equal(endedBy(second, { ...paidAttempt, refunded: 49 }), null);
    assert.deepEqual(endedBy(second, { ...paidAttempt, refunded: 50 }), ['done', '', true]);
  });

  it('proves the operation where the money was returned, whatever the amounts', () => {
    const releasedHold: Attempt = { ...sent, state: 'cancelled' };
    assert.deepEqual(endedBy(release, releasedHold, { status: 'voided' }), ['done', '', false]);
  });

  it('proves nothing about a part of a charge where no amount that went back is named', () => {
    assert.equal(endedBy(refund, paidAttempt, {}, graceEnd), null);
    assert.deepEqual(endedBy(refund, paidAttempt, { refunded: '0.00' }, graceEnd), notProcessed);
  });

  it('proves that the whole did not go back where money is still there', () => {
    const whole = { ...refund, amount: 100 };
    assert.equal(endedBy(whole, paidAttempt, {}, graceEnd - 1), null);
    assert.deepEqual(endedBy(whole, paidAttempt, {}, graceEnd), notProcessed);
    const rest = { ...refund, amount: 70, before: 30 };
    assert.deepEqual(endedBy(rest, { ...paidAttempt, refunded: 30 }, {}, graceEnd), notProcessed);
    assert.equal(
      endedBy({ ...rest, amount: 69 }, { ...paidAttempt, refunded: 30 }, {}, graceEnd),
      null,
    );
  });

  it('proves that a hold was not released', () => {
    assert.deepEqual(endedBy(release, hold, { status: 'holded' }, graceEnd), notProcessed);
    const part = { ...release, amount: 50 };
    assert.deepEqual(endedBy(part, hold, { status: 'holded' }, graceEnd), notProcessed);
  });

  it('is as old as its question, whatever was read after it', () => {
    const whole = { ...refund, amount: 100, sentAt: 1000 };
    const askedAttempt = { ...paidAttempt, readAt: 1000 };
    const answer = { ...emptyAnswer, status: 'paid' };
    const currentAttempt = { ...paidAttempt, readAt: graceEnd };
    const status = { attempt: askedAttempt, operations: [], currentAttempt, answer };
    assert.equal(endedByStatus(whole, { ...status, profile: defaultProfile }), null);
  });
});

describe('a status after the service refused an operation', () => {
  const refusedRefund: Operation = { ...refund, refusal: 'NotAllowed' };

  it('ends it, even where money has moved meanwhile', () => {
    const notAllowed = ['refused', 'NotAllowed', false];
    assert.deepEqual(endedBy(refusedRefund, paidAttempt), notAllowed);
    assert.deepEqual(endedBy(refusedRefund, { ...paidAttempt, refunded: 30 }), notAllowed);
  });

  it('does not end it while the service is at work', () => {
    assert.equal(
      endedBy(refusedRefund, hold, { status: 'processing_hold_completion' }, graceEnd),
      null,
    );
  });
});

/** The ids of the accepted operations, sent at 1000, that a status shows to have had no effect. */
function droppedBy(
  operations: readonly Operation[],
  attempt: Attempt,
  answer: Partial<PaymentAnswer> = {},
  { known = operations, readAt = graceEnd } = {},
): readonly string[] {
  const droppedOperations = droppedByStatus(operations, {
    attempt: { ...attempt, readAt },
    operations: known,
    currentAttempt: attempt,
    answer: { ...emptyAnswer, status: 'paid', ...answer },
    profile: defaultProfile,
  });
  for (const { state, refusal } of droppedOperations)
    assert.deepEqual([state, refusal], ['refused', 'dropped']);
  return droppedOperations.map(({ id }) => id);
}

describe('a status after an accepted operation', () => {
  const accept = (id: string, kind: Operation['kind'], amount: number): Operation => ({
    ...operation,
    id,
    kind,
    amount,
    state: 'done',
    sentAt: 1000,
  });
  const acceptedCapture = accept('capture', 'capture', 100);
  const acceptedVoid = accept('void', 'void', 100);
  const [first, second] = [accept('first', 'refund', 30), accept('second', 'refund', 20)];
  const holdStatus = { status: 'holded' };

  it('shows that all were dropped where the hold is still there', () => {
    assert.deepEqual(droppedBy([acceptedCapture], hold, holdStatus), ['capture']);
    assert.deepEqual(droppedBy([acceptedVoid], hold, holdStatus), ['void']);
    assert.deepEqual(droppedBy([acceptedCapture, first], hold, holdStatus), ['capture', 'first']);
  });

  it('shows it only where the hold is believed', () => {
    assert.deepEqual(droppedBy([acceptedCapture], { ...hold, charged: 100 }, holdStatus), []);
    assert.deepEqual(droppedBy([acceptedCapture], paidAttempt, holdStatus), []);
  });

  it('shows the refund whose amount is missing', () => {
    const twenty = { refunded: '0.20' };
    assert.deepEqual(droppedBy([first, second], { ...paidAttempt, refunded: 20 }, twenty), [
      'first',
    ]);
    const other = { refunded: '0.30' };
    assert.deepEqual(droppedBy([first, second], { ...paidAttempt, refunded: 30 }, other), [
      'second',
    ]);
  });

  it('shows the newer of two refunds of the same amount', () => {
    const twin = accept('twin', 'refund', 30);
    const one = { refunded: '0.30' };
    assert.deepEqual(droppedBy([first, twin], { ...paidAttempt, refunded: 30 }, one), ['twin']);
  });

  it('shows the newest refunds that together are missing', () => {
    const none = { refunded: '0.00' };
    assert.deepEqual(droppedBy([first, second], paidAttempt, none), ['second', 'first']);
    const ten = { refunded: '0.10' };
    assert.deepEqual(droppedBy([first, second], { ...paidAttempt, refunded: 10 }, ten), [
      'second',
      'first',
    ]);
    const third = accept('third', 'refund', 15);
    const some = { refunded: '0.40' };
    assert.deepEqual(droppedBy([first, second, third], { ...paidAttempt, refunded: 40 }, some), [
      'third',
      'second',
    ]);
  });

  it('shows nothing where all of them went back, or more', () => {
    const all = { refunded: '0.50' };
    assert.deepEqual(droppedBy([first, second], { ...paidAttempt, refunded: 50 }, all), []);
    const more = { refunded: '0.60' };
    assert.deepEqual(droppedBy([first, second], { ...paidAttempt, refunded: 60 }, more), []);
  });

  it('counts no capture among what went back', () => {
    const one = { refunded: '0.30' };
    assert.deepEqual(
      droppedBy([acceptedCapture, first], { ...paidAttempt, refunded: 30 }, one),
      [],
    );
    assert.deepEqual(droppedBy([acceptedCapture, first], paidAttempt, { refunded: '0.00' }), [
      'first',
    ]);
  });

  it('shows nothing where no amount that went back is named', () => {
    assert.deepEqual(droppedBy([first], paidAttempt), []);
  });

  it('shows nothing where all money is back, or none was there', () => {
    const back = { ...paidAttempt, state: 'refunded', refunded: 100 } as const;
    assert.deepEqual(droppedBy([first], back, { status: 'refunded', refunded: '0.00' }), []);
    assert.deepEqual(droppedBy([first], paidAttempt, { status: 'failed', refunded: '0.00' }), []);
    assert.deepEqual(droppedBy([first], paidAttempt, { status: 'created', refunded: '0.00' }), []);
    assert.deepEqual(droppedBy([first], paidAttempt, { status: 'odd', refunded: '0.00' }), []);
  });

  it('of returned money, which may be the last part alone, shows only a refund of just what is missing', () => {
    const last = { status: 'refunded', refunded: '0.20' };
    assert.deepEqual(droppedBy([first, second], { ...paidAttempt, refunded: 20 }, last), ['first']);
    const odd = { status: 'refunded', refunded: '0.10' };
    assert.deepEqual(droppedBy([first, second], { ...paidAttempt, refunded: 10 }, odd), []);
  });

  it('shows nothing for the grace period', () => {
    const none = { refunded: '0.00' };
    assert.deepEqual(droppedBy([first], paidAttempt, none, { readAt: graceEnd - 1 }), []);
    const laterRefund = { ...second, sentAt: 2000 };
    assert.deepEqual(droppedBy([first, laterRefund], paidAttempt, none), ['first']);
  });

  it('shows nothing of an operation that was sent after the question, or is not done', () => {
    const none = { refunded: '0.00' };
    assert.deepEqual(droppedBy([first], paidAttempt, none, { known: [] }), []);
    assert.deepEqual(
      droppedBy([first], paidAttempt, none, { known: [{ ...first, state: 'sent' }] }),
      [],
    );
    assert.deepEqual(droppedBy([first], paidAttempt, none, { known: [second] }), []);
    for (const state of ['sent', 'unknown', 'refused'] as const) {
      assert.deepEqual(droppedBy([{ ...first, state }], paidAttempt, none, { known: [first] }), []);
    }
  });
});
