import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unreadable } from '@wallet-buttons/service-client';
import { after, afterWebhook } from '../../test/after-status.ts';
import { sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { grace } from './position.ts';

/** The amounts of these have not changed for the grace period, at whose start a question named less. */
const restingAttempt = { ...sent, amountsAt: 1, absentAt: 1, readAt: 1 + grace };
const hold: Attempt = { ...restingAttempt, state: 'authorized', held: 100, status: 'holded' };
const paidAttempt: Attempt = { ...restingAttempt, state: 'paid', charged: 100, status: 'paid' };
const partlyRefunded: Attempt = { ...paidAttempt, refunded: 40 };
const refundedAttempt: Attempt = {
  ...paidAttempt,
  state: 'refunded',
  refunded: 100,
  status: 'refunded',
};
const releasedHold: Attempt = { ...restingAttempt, state: 'cancelled', status: 'voided' };

const noChange = { change: null };
/** Less than before was named, and only a question, or a later one, can tell whether that counts. */
const unclear = { change: null, isUnclear: true };

describe('a status by which less went back than before', () => {
  const less = { status: 'paid', refunded: '0.10' };

  it('counts with an alarm, which has the answer', () => {
    const { answer, ...rest } = after(partlyRefunded, less);
    assert.deepEqual(rest, {
      change: { refunded: 10, absentAt: null },
      isLowered: true,
      alarm: 'amount_lowered',
    });
    assert.equal(answer?.status, 'paid');
  });

  it('counts only if a question ten seconds before named less too', () => {
    const { readAt } = restingAttempt;
    for (const attempt of [partlyRefunded, refundedAttempt, releasedHold]) {
      const change = { absentAt: readAt, doubtedAt: readAt };
      const look = { change, isContradicted: true };
      const status = { ...less, refunded: '0.00' };
      assert.deepEqual(after({ ...attempt, absentAt: null }, status), look);
      const early = { ...attempt, absentAt: readAt - 9999, doubtedAt: readAt - 9999 };
      assert.deepEqual(after(early, status), { change: null, isContradicted: true });
    }
  });

  it('does not count in a webhook, nor before the grace period is over', () => {
    assert.deepEqual(afterWebhook(partlyRefunded, less), unclear);
    assert.deepEqual(after({ ...partlyRefunded, readAt: grace }, less), unclear);
    assert.deepEqual(afterWebhook(refundedAttempt, less), unclear);
    assert.deepEqual(after({ ...refundedAttempt, readAt: grace }, less), unclear);
  });

  it('charges a payment again that was returned', () => {
    const { change, isLowered, alarm } = after(refundedAttempt, less);
    assert.deepEqual(change, { state: 'paid', refunded: 10, status: 'paid', absentAt: null });
    assert.deepEqual([isLowered, alarm], [true, 'amount_lowered']);
    const voidedAttempt: Attempt = { ...refundedAttempt, state: 'cancelled', status: 'voided' };
    const part = after(voidedAttempt, { status: 'refunded', refunded: '0.10' });
    assert.equal(part.change?.refunded, 10);
  });

  it('charges a hold that was released', () => {
    const nothing = { status: 'paid', refunded: '0.00' };
    const { change, alarm } = after(releasedHold, nothing);
    assert.deepEqual(change, { state: 'paid', charged: 100, status: 'paid', absentAt: null });
    assert.equal(alarm, 'amount_lowered');
    assert.deepEqual(afterWebhook(releasedHold, nothing), unclear);
  });

  it('counts only if it names the returned amount, and that fits the payment', () => {
    assert.deepEqual(after(refundedAttempt, { status: 'paid' }), noChange);
    const answer = { status: 'paid', refunded: unreadable };
    assert.deepEqual(after(refundedAttempt, answer), noChange);
    assert.deepEqual(afterWebhook(refundedAttempt, answer), noChange);
  });

  it('changes nothing where it names all of it', () => {
    const voidedAttempt: Attempt = { ...refundedAttempt, state: 'cancelled', status: 'voided' };
    assert.deepEqual(after(voidedAttempt, { status: 'paid', refunded: '1.00' }), noChange);
  });

  it('changes nothing as an older status of a charge', () => {
    const paidOff: Attempt = { ...partlyRefunded, state: 'paid_off', status: 'paid_off' };
    assert.deepEqual(after(paidOff, less), noChange);
  });

  it('changes nothing where it says that no money moved', () => {
    for (const status of ['failed', 'expired', 'processing']) {
      assert.deepEqual(after(refundedAttempt, { status, refunded: '0.10' }), noChange);
    }
  });
});

describe('a status by which a hold still exists', () => {
  const holdStatus = { status: 'holded' };
  const restoredHold = { state: 'authorized', held: 100, status: 'holded', absentAt: null };

  it('undoes a capture, with an alarm', () => {
    const { change, isLowered, alarm } = after(paidAttempt, holdStatus);
    assert.deepEqual(change, { ...restoredHold, charged: 0 });
    assert.deepEqual([isLowered, alarm], [true, 'amount_lowered']);
  });

  it('undoes an accepted capture that no status has shown', () => {
    const { change, alarm } = after({ ...hold, charged: 60 }, holdStatus);
    assert.deepEqual([change, alarm], [{ charged: 0, absentAt: null }, 'amount_lowered']);
  });

  it('undoes the return of money, with an alarm', () => {
    assert.deepEqual(after(releasedHold, holdStatus).change, restoredHold);
    assert.equal(after(releasedHold, holdStatus).alarm, 'amount_lowered');
    assert.deepEqual(after(refundedAttempt, holdStatus).change, {
      ...restoredHold,
      charged: 0,
      refunded: 0,
    });
  });

  it('does not count in a webhook, nor before the grace period is over', () => {
    for (const attempt of [paidAttempt, refundedAttempt, releasedHold]) {
      assert.deepEqual(afterWebhook(attempt, holdStatus), unclear);
      assert.deepEqual(after({ ...attempt, readAt: grace }, holdStatus), unclear);
    }
  });

  it('changes nothing after a review, which may have known better', () => {
    for (const attempt of [paidAttempt, refundedAttempt, releasedHold]) {
      assert.deepEqual(after({ ...attempt, flag: 'resolved' }, holdStatus), noChange);
    }
  });

  it('changes nothing in another amount', () => {
    assert.deepEqual(after(paidAttempt, { ...holdStatus, amount: '0.60' }), noChange);
  });
});

for (const state of ['failed', 'expired'] as const) {
  describe(`a status by which money is held after a payment ${state}`, () => {
    const holdStatus = { status: 'holded' };
    const endedAttempt: Attempt = { ...sent, state, status: state, readAt: grace };
    const unknownHold = {
      change: { state: 'authorized', held: 100, status: 'holded' },
      isLowered: true,
      alarm: 'late_payment',
    };

    it('counts as a late payment', () => {
      assert.deepEqual(after(endedAttempt, holdStatus), unknownHold);
    });

    it('does not count in a webhook, which may be an old one', () => {
      assert.deepEqual(afterWebhook(endedAttempt, holdStatus), unclear);
    });

    it('does not count while it may lag behind the end of a hold', () => {
      assert.deepEqual(after({ ...endedAttempt, amountsAt: 1 }, holdStatus), unclear);
      assert.deepEqual(
        after({ ...endedAttempt, amountsAt: 1, readAt: 1 + grace }, holdStatus),
        unknownHold,
      );
    });

    it('changes nothing in another amount, and after a review', () => {
      assert.deepEqual(after(endedAttempt, { ...holdStatus, amount: '0.60' }), noChange);
      assert.deepEqual(after({ ...endedAttempt, flag: 'resolved' }, holdStatus), noChange);
    });
  });
}

describe('a hold that fails after its capture was accepted', () => {
  it('has nothing charged, with an alarm', () => {
    const lookedAt = { absentAt: hold.readAt - 10_000, doubtedAt: hold.readAt - 10_000 };
    const capturedHold = { ...hold, ...lookedAt, charged: 60 };
    const { change, isLowered, alarm } = after(capturedHold, { status: 'failed' });
    const end = { state: 'failed', held: 0, charged: 0, status: 'failed' };
    assert.deepEqual(change, { ...end, absentAt: null, doubtedAt: null });
    assert.deepEqual([isLowered, alarm], [true, 'amount_lowered']);
  });
});
