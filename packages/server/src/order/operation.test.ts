import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile, type PaymentAnswer } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import { operation, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import {
  afterOperation,
  droppedByStatus,
  endedByStatus,
  isOpen,
  type Operation,
  type OperationState,
  openOperation,
} from './operation.ts';
import { grace } from './position.ts';

const hold: Attempt = { ...sent, state: 'authorized', held: 100 };
const paid: Attempt = { ...sent, state: 'paid', charged: 100 };
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
    const done: Operation = { ...capture, state: 'done' };
    const lost: Operation = { ...refund, state: 'unknown' };
    assert.equal(openOperation([done, lost]), lost);
    assert.equal(openOperation([done]), undefined);
    assert.equal(openOperation([]), undefined);
  });
});

describe('the end of an operation', () => {
  const done = (ended: Operation, attempt: Attempt, isTaken = true): unknown =>
    afterOperation({ ...ended, state: 'done' }, attempt, isTaken).change;

  it('charges what a capture took, unless a status has named the amount', () => {
    const part = { ...capture, amount: 60 };
    assert.deepEqual(done(part, hold), { charged: 60 });
    assert.deepEqual(done(part, { ...paid, charged: 60 }, false), {});
  });

  it('charges no less than what went back since', () => {
    const part = { ...capture, amount: 60 };
    assert.deepEqual(done(part, { ...paid, refunded: 60 }), { charged: 60 });
    assert.deepEqual(done(part, { ...paid, refunded: 61 }), {});
  });

  it('returns what a refund took beside what went back before it', () => {
    assert.deepEqual(done(refund, paid), { refunded: 30 });
    assert.deepEqual(done({ ...refund, before: 20 }, { ...paid, refunded: 20 }), { refunded: 50 });
  });

  it('returns no more than the charge, and no less than is known', () => {
    assert.deepEqual(done({ ...refund, before: 90 }, { ...paid, refunded: 90 }), { refunded: 100 });
    assert.deepEqual(done(refund, { ...paid, refunded: 70 }), { refunded: 70 });
    assert.deepEqual(done({ ...release, amount: 100 }, hold), { refunded: 0 });
  });

  it('moves nothing before it is done', () => {
    for (const state of ['sent', 'unknown', 'refused'] as const) {
      assert.deepEqual(afterOperation({ ...refund, state }, paid, true), { change: {} });
    }
  });

  it('ends the review that was asked for because it had no outcome', () => {
    const reviewed: Attempt = { ...paid, flag: 'needs_review' };
    const change = (state: OperationState): unknown =>
      afterOperation({ ...refund, state }, reviewed, true).change;
    assert.deepEqual(change('done'), { flag: null, refunded: 30 });
    assert.deepEqual(change('refused'), { flag: null });
    assert.deepEqual(change('unknown'), {});
    const captured = afterOperation({ ...capture, state: 'done' }, reviewed, true);
    assert.deepEqual(captured.change, { flag: null, charged: 100 });
  });

  it('ends no other review', () => {
    for (const flag of ['mismatch', 'resolved'] as const) {
      assert.deepEqual(done(refund, { ...paid, flag }), { refunded: 30 });
    }
  });
});

/** What a status proves about an operation that was sent at 1000. */
function endedBy(
  sentOperation: Operation,
  after: Attempt,
  answer: Partial<PaymentAnswer> = {},
  readAt = 1000,
): unknown {
  const ended = endedByStatus(
    { ...sentOperation, sentAt: 1000 },
    { ...after, readAt },
    after,
    { ...emptyAnswer, status: 'paid', ...answer },
    defaultProfile,
  );
  if (!ended) return null;
  const { operation: result, isTaken } = ended;
  return [result.state, result.refusal, isTaken];
}

const late = 1000 + grace + 1;
const notProcessed = ['refused', 'not_processed', false];

describe('a status while a capture has no outcome', () => {
  it('proves it where more is charged than before', () => {
    assert.deepEqual(endedBy(capture, paid), ['done', '', true]);
    const part = { ...paid, charged: 60 };
    assert.deepEqual(endedBy(capture, part), ['done', '', false]);
    assert.deepEqual(endedBy({ ...capture, before: 60 }, paid), ['done', '', true]);
  });

  it('proves nothing for the grace period where no more is charged', () => {
    const held = { status: 'holded' };
    assert.equal(endedBy(capture, hold, held, late - 1), null);
    assert.deepEqual(endedBy(capture, hold, held, late), notProcessed);
    assert.equal(endedBy({ ...capture, before: 100 }, paid, {}, late - 1), null);
  });

  it('proves nothing while the service is at work', () => {
    assert.equal(endedBy(capture, hold, { status: 'processing_hold_completion' }, late), null);
  });

  it('proves that it took nothing where no money is left', () => {
    assert.deepEqual(endedBy(capture, { ...sent, state: 'failed' }), notProcessed);
    const released = { status: 'voided' };
    assert.deepEqual(endedBy(capture, { ...sent, state: 'cancelled' }, released), notProcessed);
  });
});

describe('a status while a void or a refund has no outcome', () => {
  it('proves it where as much went back as before and by it', () => {
    assert.equal(endedBy(refund, { ...paid, refunded: 29 }), null);
    assert.deepEqual(endedBy(refund, { ...paid, refunded: 30 }), ['done', '', true]);
    const second = { ...refund, before: 20 };
    assert.equal(endedBy(second, { ...paid, refunded: 49 }), null);
    assert.deepEqual(endedBy(second, { ...paid, refunded: 50 }), ['done', '', true]);
  });

  it('proves it where the money was returned, whatever the amounts', () => {
    const released: Attempt = { ...sent, state: 'cancelled' };
    assert.deepEqual(endedBy(release, released, { status: 'voided' }), ['done', '', false]);
  });

  it('proves nothing about a part of a charge where no amount that went back is named', () => {
    assert.equal(endedBy(refund, paid, {}, late), null);
    assert.deepEqual(endedBy(refund, paid, { refunded: '0.00' }, late), notProcessed);
  });

  it('proves that the whole did not go back where money is still there', () => {
    const whole = { ...refund, amount: 100 };
    assert.equal(endedBy(whole, paid, {}, late - 1), null);
    assert.deepEqual(endedBy(whole, paid, {}, late), notProcessed);
    const rest = { ...refund, amount: 70, before: 30 };
    assert.deepEqual(endedBy(rest, { ...paid, refunded: 30 }, {}, late), notProcessed);
    assert.equal(endedBy({ ...rest, amount: 69 }, { ...paid, refunded: 30 }, {}, late), null);
  });

  it('proves that a hold was not released', () => {
    assert.deepEqual(endedBy(release, hold, { status: 'holded' }, late), notProcessed);
    const part = { ...release, amount: 50 };
    assert.deepEqual(endedBy(part, hold, { status: 'holded' }, late), notProcessed);
  });

  it('is as old as its question, whatever was read after it', () => {
    const whole = { ...refund, amount: 100, sentAt: 1000 };
    const asked = { ...paid, readAt: 1000 };
    const answer = { ...emptyAnswer, status: 'paid' };
    const after = { ...paid, readAt: late };
    assert.equal(endedByStatus(whole, asked, after, answer, defaultProfile), null);
  });
});

describe('a status after the service refused an operation', () => {
  const refused: Operation = { ...refund, refusal: 'NotAllowed' };

  it('ends it, even where money has moved meanwhile', () => {
    const ended = ['refused', 'NotAllowed', false];
    assert.deepEqual(endedBy(refused, paid), ended);
    assert.deepEqual(endedBy(refused, { ...paid, refunded: 30 }), ended);
  });

  it('does not end it while the service is at work', () => {
    assert.equal(endedBy(refused, hold, { status: 'processing_hold_completion' }, late), null);
  });
});

/** The ids of the accepted operations, sent at 1000, that a status shows to have had no effect. */
function droppedBy(
  operations: readonly Operation[],
  after: Attempt,
  answer: Partial<PaymentAnswer> = {},
  { known = operations, readAt = late } = {},
): readonly string[] {
  const dropped = droppedByStatus(
    known,
    operations,
    { ...after, readAt },
    after,
    { ...emptyAnswer, status: 'paid', ...answer },
    defaultProfile,
  );
  for (const { state, refusal } of dropped)
    assert.deepEqual([state, refusal], ['refused', 'dropped']);
  return dropped.map(({ id }) => id);
}

describe('a status after an accepted operation', () => {
  const done = (id: string, kind: Operation['kind'], amount: number): Operation => ({
    ...operation,
    id,
    kind,
    amount,
    state: 'done',
    sentAt: 1000,
  });
  const taken = done('capture', 'capture', 100);
  const voided = done('void', 'void', 100);
  const [first, second] = [done('first', 'refund', 30), done('second', 'refund', 20)];
  const held = { status: 'holded' };

  it('shows that all were dropped where the hold is still there', () => {
    assert.deepEqual(droppedBy([taken], hold, held), ['capture']);
    assert.deepEqual(droppedBy([voided], hold, held), ['void']);
    assert.deepEqual(droppedBy([taken, first], hold, held), ['capture', 'first']);
  });

  it('shows it only where the hold is believed', () => {
    assert.deepEqual(droppedBy([taken], { ...hold, charged: 100 }, held), []);
    assert.deepEqual(droppedBy([taken], paid, held), []);
  });

  it('shows the refund whose amount is missing', () => {
    const lost = { refunded: '0.20' };
    assert.deepEqual(droppedBy([first, second], { ...paid, refunded: 20 }, lost), ['first']);
    const other = { refunded: '0.30' };
    assert.deepEqual(droppedBy([first, second], { ...paid, refunded: 30 }, other), ['second']);
  });

  it('shows the newer of two refunds of the same amount', () => {
    const twin = done('twin', 'refund', 30);
    const one = { refunded: '0.30' };
    assert.deepEqual(droppedBy([first, twin], { ...paid, refunded: 30 }, one), ['twin']);
  });

  it('shows the newest refunds that together are missing', () => {
    const none = { refunded: '0.00' };
    assert.deepEqual(droppedBy([first, second], paid, none), ['second', 'first']);
    const ten = { refunded: '0.10' };
    assert.deepEqual(droppedBy([first, second], { ...paid, refunded: 10 }, ten), [
      'second',
      'first',
    ]);
    const third = done('third', 'refund', 15);
    const some = { refunded: '0.40' };
    assert.deepEqual(droppedBy([first, second, third], { ...paid, refunded: 40 }, some), [
      'third',
      'second',
    ]);
  });

  it('shows nothing where all of them went back, or more', () => {
    const all = { refunded: '0.50' };
    assert.deepEqual(droppedBy([first, second], { ...paid, refunded: 50 }, all), []);
    const more = { refunded: '0.60' };
    assert.deepEqual(droppedBy([first, second], { ...paid, refunded: 60 }, more), []);
  });

  it('counts no capture among what went back', () => {
    const one = { refunded: '0.30' };
    assert.deepEqual(droppedBy([taken, first], { ...paid, refunded: 30 }, one), []);
    assert.deepEqual(droppedBy([taken, first], paid, { refunded: '0.00' }), ['first']);
  });

  it('shows nothing where no amount that went back is named', () => {
    assert.deepEqual(droppedBy([first], paid), []);
  });

  it('shows nothing where all money is back, or none was there', () => {
    const back = { ...paid, state: 'refunded', refunded: 100 } as const;
    assert.deepEqual(droppedBy([first], back, { status: 'refunded', refunded: '0.00' }), []);
    assert.deepEqual(droppedBy([first], paid, { status: 'failed', refunded: '0.00' }), []);
    assert.deepEqual(droppedBy([first], paid, { status: 'created', refunded: '0.00' }), []);
    assert.deepEqual(droppedBy([first], paid, { status: 'odd', refunded: '0.00' }), []);
  });

  it('of returned money, which may be the last part alone, shows only a refund of just what is missing', () => {
    const last = { status: 'refunded', refunded: '0.20' };
    assert.deepEqual(droppedBy([first, second], { ...paid, refunded: 20 }, last), ['first']);
    const odd = { status: 'refunded', refunded: '0.10' };
    assert.deepEqual(droppedBy([first, second], { ...paid, refunded: 10 }, odd), []);
  });

  it('shows nothing for the grace period', () => {
    const none = { refunded: '0.00' };
    assert.deepEqual(droppedBy([first], paid, none, { readAt: late - 1 }), []);
    const later = { ...second, sentAt: 2000 };
    assert.deepEqual(droppedBy([first, later], paid, none), ['first']);
  });

  it('shows nothing of an operation that was sent after the question, or is not done', () => {
    const none = { refunded: '0.00' };
    assert.deepEqual(droppedBy([first], paid, none, { known: [] }), []);
    assert.deepEqual(droppedBy([first], paid, none, { known: [{ ...first, state: 'sent' }] }), []);
    assert.deepEqual(droppedBy([first], paid, none, { known: [second] }), []);
    for (const state of ['sent', 'unknown', 'refused'] as const) {
      assert.deepEqual(droppedBy([{ ...first, state }], paid, none, { known: [first] }), []);
    }
  });
});
