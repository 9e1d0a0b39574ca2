import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operation, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import {
  amountFor,
  attemptOf,
  checkDispute,
  checkKey,
  checkSame,
  type Command,
  earlierOf,
  keyOf,
} from './command.ts';
import type { OperationKind } from './operation.ts';

const hold: Attempt = { ...sent, state: 'authorized', held: 100 };
const charge: Attempt = { ...sent, state: 'paid', charged: 100, refunded: 30 };
const refund: Command = { kind: 'refund', order: 'o' };

/** What a call is refused with, or its result. */
function outcomeOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return (error as Error & { readonly code: string }).code;
  }
}

describe('the amount of an operation', () => {
  const whole = (kind: OperationKind, attempt: Attempt): unknown =>
    outcomeOf(() => amountFor({ kind, part: null }, attempt));

  it('is all that is left for it', () => {
    assert.deepEqual([whole('capture', hold), whole('void', hold)], [100, 100]);
    assert.deepEqual([whole('refund', charge), whole('void', charge)], [70, 70]);
  });

  it('is refused where nothing is left for it', () => {
    const none = 'operation_not_possible';
    assert.equal(whole('refund', hold), none);
    assert.equal(whole('capture', charge), none);
    assert.equal(whole('capture', { ...hold, charged: 100 }), none);
    assert.equal(whole('refund', { ...charge, refunded: 100 }), none);
    assert.equal(whole('void', sent), none);
  });

  it('is refused while a review has to find the right amount', () => {
    for (const flag of ['mismatch', 'contradicted'] as const) {
      assert.equal(whole('refund', { ...charge, flag }), 'operation_not_possible');
    }
    assert.equal(whole('refund', { ...charge, flag: 'needs_review' }), 70);
  });

  it('is a part up to what is left', () => {
    const part = (amount: number): unknown =>
      outcomeOf(() => amountFor({ kind: 'refund', part: amount }, charge));
    assert.deepEqual([part(1), part(70), part(71)], [1, 70, 'amount_too_high']);
  });

  it('of a void is no part', () => {
    const part = (amount: number): unknown =>
      outcomeOf(() => amountFor({ kind: 'void', part: amount }, hold));
    assert.deepEqual([part(100), part(99)], [100, 'operation_not_possible']);
  });

  it('is refused where another one is left than the caller believes', () => {
    const outcomeBeside = (amount: number): unknown =>
      outcomeOf(() => amountFor({ kind: 'refund', part: 10, left: amount }, charge));
    assert.deepEqual(
      [outcomeBeside(70), outcomeBeside(100), outcomeBeside(0)],
      [10, 'payment_changed', 'payment_changed'],
    );
  });

  it('is named with what is left, in major units', () => {
    const textOf = (request: Parameters<typeof amountFor>[0]): string => {
      try {
        return String(amountFor(request, charge));
      } catch (error) {
        return (error as Error).message;
      }
    };
    const changeText = textOf({ kind: 'refund', part: null, left: 100 });
    assert.equal(changeText, '0.70 UAH are left, and no longer 1.00.');
    assert.equal(textOf({ kind: 'refund', part: 71 }), 'Only 0.70 UAH are left.');
    const capture = 'A capture is not possible: the payment is paid and nothing is left for it.';
    assert.equal(textOf({ kind: 'capture', part: null }), capture);
    const part = 'Only all of it can be voided; capture or refund a part instead.';
    assert.equal(textOf({ kind: 'void', part: 1 }), part);
  });
});

describe('the attempt of an operation', () => {
  const other: Attempt = { ...charge, id: 'b', openedAt: charge.openedAt + 1 };
  const idOf = (command: Partial<Command>, attempts: readonly Attempt[], operations = none) =>
    outcomeOf(() => attemptOf({ ...refund, ...command }, attempts, operations)?.id ?? null);
  const none: readonly (typeof operation)[] = [];

  it('is the one that is named', () => {
    assert.equal(idOf({ attempt: 'a' }, [charge, other]), 'a');
    assert.equal(idOf({ attempt: 'c' }, [charge, other]), null);
  });

  it('is the only payment of the order', () => {
    assert.equal(idOf({}, []), null);
    assert.equal(idOf({}, [charge]), 'a');
    assert.equal(idOf({}, [{ ...sent, id: 'x', state: 'failed' }, charge]), 'a');
  });

  it('has to be named where the order has two payments, unless the call has a key', () => {
    assert.equal(idOf({}, [charge, other]), 'attempt_required');
    assert.equal(idOf({ key: 'job' }, [charge, other]), 'b');
  });

  it('has to be named where another one had such an operation, also if it was pruned since', () => {
    const earlierRefund = { ...operation, kind: 'refund', attempt: 'gone' } as const;
    assert.equal(idOf({}, [charge], [earlierRefund]), 'attempt_required');
    assert.equal(idOf({}, [charge], [{ ...earlierRefund, kind: 'capture' }]), 'a');
    assert.equal(idOf({}, [charge], [{ ...earlierRefund, attempt: 'a' }]), 'a');
  });

  it('is asked for with each payment, its state and its amount', () => {
    const heldAttempt: Attempt = { ...hold, id: 'b' };
    const failedAttempt: Attempt = { ...sent, id: 'c', state: 'failed' };
    const message =
      'The order o has or had several payments: a (paid, 1.00 UAH), b (authorized, 1.00 UAH). Name one as attempt.';
    assert.throws(() => attemptOf(refund, [charge, heldAttempt, failedAttempt], []), { message });
  });
});

describe('the key of an operation', () => {
  it('is its kind with its part, or with the caller’s key', () => {
    assert.equal(keyOf(refund, null), 'refund all');
    assert.equal(keyOf(refund, 40), 'refund 40');
    assert.equal(keyOf({ ...refund, key: '40' }, 40), 'refund by 40');
  });

  it('is a text of 1 to 255 characters, if there is one', () => {
    const isUsable = (key: unknown): boolean =>
      outcomeOf(() => {
        checkKey(key as string);
      }) === undefined;
    const keys = [undefined, 'a', 'a'.repeat(255), '', 'a'.repeat(256), null, 5];
    assert.deepEqual(keys.map(isUsable), [true, true, true, false, false, false, false]);
  });

  it('finds the newest operation that has it', () => {
    const earlierCapture = { ...operation, key: 'refund by job' };
    const newer = { ...earlierCapture, id: 'newer' };
    assert.equal(earlierOf({ ...refund, key: 'job' }, [earlierCapture, newer, operation]), newer);
    assert.equal(
      earlierOf({ ...refund, key: 'all' }, [{ ...operation, key: 'refund all' }]),
      undefined,
    );
    assert.equal(earlierOf(refund, [{ ...operation, key: 'refund by undefined' }]), undefined);
  });

  it('means one amount and one attempt', () => {
    const isSame = (command: Partial<Command>, part: number | null): boolean =>
      outcomeOf(() => {
        checkSame({ ...refund, ...command }, part, { ...operation, amount: 40, attempt: 'a' });
      }) === undefined;
    assert.ok(isSame({}, null));
    assert.ok(isSame({ amount: '0.40', attempt: 'a' }, 40));
    assert.ok(!isSame({ amount: '0.41' }, 41));
    assert.ok(!isSame({ attempt: 'b' }, null));
  });
});

describe('a payment that a bank disputes', () => {
  it('is left alone, unless the caller insists', () => {
    const check = (state: Attempt['state'], force?: boolean): unknown =>
      outcomeOf(() => {
        checkDispute({ ...charge, state }, { ...refund, ...(force !== undefined && { force }) });
      });
    assert.deepEqual(
      [check('disputed'), check('disputed', false), check('disputed', true), check('paid')],
      ['payment_disputed', 'payment_disputed', undefined, undefined],
    );
  });
});
