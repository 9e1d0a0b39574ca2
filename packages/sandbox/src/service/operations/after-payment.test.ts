import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { heldClock, Merchant, until } from '../../../test/merchant.ts';

/** Calls an operation with the session’s id. */
async function on(merchant: Merchant, name: string, id: string, more = {}): Promise<unknown> {
  const answer = await merchant.call(`/v1/${name}`, {
    merchant_id: 'm-1',
    session_id: id,
    ...more,
  });
  return answer.text === 'null' ? null : (answer.body['code'] ?? answer.body['type']);
}

/** A session with two payments, of 199.90 and 100.00, that is paid or held. */
async function twoPayments(merchant: Merchant, useHold = false): Promise<[string, string, string]> {
  const id = await merchant.order({ use_hold: useHold });
  const second = { merchant_id: 'm-1', session_id: id, amount: 100, external_id: 'order-1b' };
  await merchant.call('/v1/payment', { ...second, use_hold: useHold });
  await merchant.pay(id);
  const [first = '', other = ''] = merchant.ledger(id).operations.map((operation) => operation.id);
  return [id, first, other];
}

describe('void of what was charged', () => {
  it('gives back a part by its payment, and the rest later', async (t) => {
    const merchant = await Merchant.open(t);
    const [id, first, other] = await twoPayments(merchant);
    const part = { operations: [{ id: first, amount: 50.5 }] };
    assert.equal(await on(merchant, 'void', id, part), null);
    assert.equal(merchant.ledger(id).refunded, '50.50');
    assert.equal(await merchant.statusOf(id), 'paid');
    assert.equal(await on(merchant, 'void', id, { operations: [{ id: other }] }), null);
    assert.equal(merchant.ledger(id).refunded, '150.50');
    assert.equal(await on(merchant, 'void', id), null);
    assert.equal(merchant.ledger(id).refunded, '299.90');
    assert.equal(await merchant.statusOf(id), 'voided');
  });

  it('takes an amount alone where there is one payment', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    assert.equal(await on(merchant, 'void', id, { amount: 0.1 }), null);
    const [two] = await twoPayments(merchant);
    assert.equal(merchant.ledger(id).refunded, '0.10');
    assert.equal(await on(merchant, 'void', two, { amount: 0.1 }), 'RefundError');
  });

  it('refuses an amount above what is left, another payment, and a second void', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    assert.equal(await on(merchant, 'void', id, { amount: 199.91 }), 'RefundError');
    assert.equal(await on(merchant, 'void', id, { operations: [{ id: '1' }] }), 'NotFoundError');
    assert.equal(merchant.ledger(id).refunded, '0.00');
    assert.equal(await on(merchant, 'void', id), null);
    assert.equal(await on(merchant, 'void', id), 'SessionAlreadyRefundedError');
  });

  it('refuses a payment that is named twice: together they could be more than was taken', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    const part = { id: merchant.ledger(id).operations[0]?.id, amount: 150 };
    assert.equal(await on(merchant, 'void', id, { operations: [part, part] }), 'RefundError');
    assert.equal(merchant.ledger(id).refunded, '0.00');
  });

  it('leaves nothing to pay: neither a new token nor one that the bank approves', async (t) => {
    const merchant = await Merchant.open(t, { scenario: { changeAfter: 60_000 } });
    const id = await merchant.order();
    await merchant.pay(id);
    const waiting = await merchant.pay(id, 'mastercard-challenge');
    await on(merchant, 'void', id);
    assert.equal((await merchant.pay(id)).body['code'], 'SessionStatusError');
    await merchant.decide(waiting.body['acs_url'], 'approve');
    const { status, charges, charged, refunded } = merchant.ledger(id);
    assert.deepEqual(
      [status, charges, charged, refunded],
      ['processing_void', 1, '199.90', '199.90'],
    );
  });

  it('shows in get-status and in the webhook', async (t) => {
    const merchant = await Merchant.open(t, { scenario: { webhookVersion: 'v2' } });
    const id = await merchant.order();
    await merchant.pay(id);
    await on(merchant, 'void', id, { amount: 50 });
    const { body } = await merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id: id });
    const [operation] = body['operations'] as readonly Record<string, unknown>[];
    assert.equal(operation?.['refunded_amount'], '50.00');
    assert.deepEqual([body['amount'], body['refunded_amount']], ['199.90', '50.00']);
    await until(() => merchant.received.length === 2);
    const [payment] = merchant.received[1]?.body['payments'] as Record<string, unknown>[];
    assert.deepEqual([payment?.['amount'], payment?.['refunded_amount']], ['199.90', '50.00']);
  });
});

describe('void of a hold', () => {
  it('releases all of it, or one payment', async (t) => {
    const merchant = await Merchant.open(t);
    const [id, first] = await twoPayments(merchant, true);
    assert.equal(await on(merchant, 'void', id, { operations: [{ id: first }] }), null);
    assert.equal(await merchant.statusOf(id), 'holded');
    assert.equal(await on(merchant, 'void', id), null);
    assert.equal(await merchant.statusOf(id), 'voided');
    assert.equal(merchant.ledger(id).charged, '0.00');
  });

  it('does not release a part of a payment', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order({ use_hold: true });
    await merchant.pay(id);
    assert.equal(await on(merchant, 'void', id, { amount: 50 }), 'RefundError');
  });
});

describe('complete-hold', () => {
  it('takes a part of each payment that is named, and releases the rest', async (t) => {
    const merchant = await Merchant.open(t);
    const [id, first, other] = await twoPayments(merchant, true);
    const parts = { operations: [{ id: first, amount: 150 }] };
    assert.equal(await on(merchant, 'complete-hold', id, parts), null);
    const { charged, operations, charges } = merchant.ledger(id);
    assert.deepEqual([charged, charges], ['150.00', 1]);
    assert.equal(operations.find((operation) => operation.id === other)?.status, 'voided');
  });

  it('stays done when the bank declines another attempt later', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order({ use_hold: true });
    await merchant.pay(id);
    const waiting = await merchant.pay(id, 'mastercard-challenge');
    await on(merchant, 'complete-hold', id);
    await merchant.decide(waiting.body['acs_url'], 'decline');
    assert.equal(await merchant.statusOf(id), 'paid');
  });

  it('refuses more than is held, and what is not held', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order({ use_hold: true });
    assert.equal(await on(merchant, 'complete-hold', id), 'SessionStatusError');
    await merchant.pay(id);
    assert.equal(await on(merchant, 'complete-hold', id, { amount: 199.91 }), 'RefundError');
    assert.equal(await on(merchant, 'complete-hold', id, { amount: 150 }), null);
    assert.equal(await on(merchant, 'complete-hold', id), 'SessionStatusError');
  });

  it('stays completed when a later payment is declined', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order({ use_hold: true });
    await merchant.pay(id);
    assert.equal(await on(merchant, 'complete-hold', id), null);
    await merchant.pay(id, 'visa-decline');
    assert.equal(await merchant.statusOf(id), 'paid');
  });

  it('makes the taken part the session’s amount', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order({ use_hold: true });
    await merchant.pay(id);
    await on(merchant, 'complete-hold', id, { amount: 150 });
    const { body } = await merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id: id });
    assert.equal(body['amount'], '150.00');
    await until(() => merchant.received.length === 2);
    assert.equal(merchant.received[1]?.body['amount'], '150.00');
  });
});

describe('the amount that get-status names', () => {
  const amounts = async (merchant: Merchant, id: string): Promise<readonly unknown[]> => {
    const { body } = await merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id: id });
    const operations = body['operations'] as readonly Record<string, unknown>[];
    return [body['amount'], ...operations.map((operation) => operation['amount'])];
  };

  it('is what was taken: a payment that was released counts nothing', async (t) => {
    const merchant = await Merchant.open(t);
    const [id, first] = await twoPayments(merchant, true);
    assert.deepEqual(await amounts(merchant, id), ['299.90', '199.90', '100.00']);
    await on(merchant, 'complete-hold', id, { operations: [{ id: first, amount: 150 }] });
    assert.deepEqual(await amounts(merchant, id), ['150.00', '150.00', '0.00']);
    await on(merchant, 'void', id);
    assert.deepEqual(await amounts(merchant, id), ['150.00', '150.00', '0.00']);
  });

  it('is what is still held, while nothing was taken', async (t) => {
    const merchant = await Merchant.open(t);
    const [id, first] = await twoPayments(merchant, true);
    await on(merchant, 'void', id, { operations: [{ id: first }] });
    assert.deepEqual(await amounts(merchant, id), ['100.00', '0.00', '100.00']);
  });
});

describe('the answer of void, complete-hold and expire', () => {
  const notEmpty = { emptyAnswer: false };
  const operations = { void: notEmpty, refund: notEmpty, completeHold: notEmpty, expire: notEmpty };

  it('is the body of get-status where the profile says that it is not empty', async (t) => {
    const merchant = await Merchant.open(t, { profile: { operations } });
    const id = await merchant.order({ use_hold: true });
    await merchant.pay(id);
    const call = async (name: string, more = {}): Promise<readonly unknown[]> => {
      const fields = { merchant_id: 'm-1', session_id: id, ...more };
      const { body } = await merchant.call(`/v1/${name}`, fields);
      const statusAnswer = await merchant.call('/v1/get-status', {
        merchant_id: 'm-1',
        session_id: id,
      });
      assert.deepEqual(body, statusAnswer.body);
      return [body['status'], body['amount'], body['refunded_amount']];
    };
    assert.deepEqual(await call('complete-hold', { amount: 150 }), ['paid', '150.00', '0.00']);
    assert.deepEqual(await call('void', { amount: 50 }), ['paid', '150.00', '50.00']);
    assert.deepEqual(await call('void'), ['voided', '150.00', '150.00']);
    const unpaid = await merchant.order();
    const answer = await merchant.call('/v1/expire', { merchant_id: 'm-1', session_id: unpaid });
    assert.equal(answer.body['status'], 'expired');
  });

  it('is the refund’s own where a call names a part', async (t) => {
    const profile = { operations: { refund: notEmpty } };
    const merchant = await Merchant.open(t, { profile });
    const id = await merchant.order();
    await merchant.pay(id);
    const part = { id: merchant.ledger(id).operations[0]?.id, amount: 50 };
    const fields = { merchant_id: 'm-1', session_id: id };
    const refund = await merchant.call('/v1/void', { ...fields, operations: [part] });
    assert.equal(refund.body['refunded_amount'], '50.00');
    assert.equal((await merchant.call('/v1/void', fields)).text, 'null');
  });
});

describe('void, complete-hold and expire', () => {
  it('answer a literal null and change the session', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order({ use_hold: true });
    const call = (name: string): Promise<{ text: string; body: Record<string, unknown> }> =>
      merchant.call(`/v1/${name}`, { merchant_id: 'm-1', session_id: id });
    assert.equal((await merchant.pay(id)).body['status'], 'holded');
    assert.equal((await call('complete-hold')).text, 'null');
    assert.equal(await merchant.statusOf(id), 'paid');
    assert.equal((await call('void')).text, 'null');
    assert.equal(await merchant.statusOf(id), 'voided');
    assert.equal((await call('void')).body['code'], 'SessionAlreadyRefundedError');
    assert.equal((await call('expire')).body['code'], 'SessionStatusError');
  });

  it('expire an unpaid session', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answer = await merchant.call('/v1/expire', { merchant_id: 'm-1', session_id: id });
    assert.equal(answer.text, 'null');
    assert.equal(await merchant.statusOf(id), 'expired');
  });

  it('leave a session expired when the bank declines later', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const waiting = await merchant.pay(id, 'mastercard-challenge');
    assert.equal(await on(merchant, 'expire', id), null);
    await merchant.decide(waiting.body['acs_url'], 'decline');
    assert.equal(await merchant.statusOf(id), 'expired');
  });
});

describe('statuses that change by themselves', () => {
  it('changeAfter: a capture and a void are under way for a while', async (t) => {
    const clock = heldClock();
    const merchant = await Merchant.open(t, { clock, scenario: { changeAfter: 700 } });
    const id = await merchant.order({ use_hold: true });
    await merchant.pay(id);
    await on(merchant, 'complete-hold', id);
    assert.equal(await merchant.statusOf(id), 'processing_hold_completion');
    await clock.pass(700);
    await until(() => merchant.ledger(id).status === 'paid');
    await on(merchant, 'void', id);
    const { status, operations } = merchant.ledger(id);
    assert.deepEqual([status, operations[0]?.status], ['processing_void', 'processing_void']);
    await clock.pass(700);
    await until(() => merchant.ledger(id).status === 'voided');
    const statuses = (): unknown[] => merchant.received.map(({ body }) => body['status']);
    await until(() => statuses().length === 5);
    assert.deepEqual(statuses(), [
      'holded',
      'processing_hold_completion',
      'paid',
      'processing_void',
      'voided',
    ]);
  });

  it('paidOffAfter: what is paid is paid out, and a void of it is a refund', async (t) => {
    const clock = heldClock();
    const merchant = await Merchant.open(t, { clock, scenario: { paidOffAfter: 300 } });
    const id = await merchant.order();
    await merchant.pay(id);
    await clock.pass(300);
    await until(() => merchant.ledger(id).status === 'paid_off');
    await until(() => merchant.received.at(-1)?.body['status'] === 'paid_off');
    await on(merchant, 'void', id);
    assert.equal(await merchant.statusOf(id), 'refunded');
    assert.equal(await on(merchant, 'void', id), 'SessionAlreadyRefundedError');
  });

  it('paidOffAfter leaves a payment voided that was voided by then', async (t) => {
    let now = Date.now();
    const clock = { now: () => now, wait: () => Promise.resolve() };
    const merchant = await Merchant.open(t, { clock });
    merchant.sandbox.scenario({ paidOffAfter: 600_000 });
    const id = await merchant.order();
    await merchant.pay(id);
    await on(merchant, 'void', id);
    now += 600_000;
    assert.equal(await merchant.statusOf(id), 'voided');
  });

  it('expireAfter: an unpaid session expires, with a webhook', async (t) => {
    const clock = heldClock();
    const merchant = await Merchant.open(t, { clock, scenario: { expireAfter: 500 } });
    const id = await merchant.order();
    await clock.pass(500);
    await until(() => merchant.ledger(id).status === 'expired');
    await until(() => merchant.received.at(-1)?.body['status'] === 'expired');
    assert.equal((await merchant.pay(id)).body['code'], 'SessionStatusError');
  });

  it('expireAfter: a session whose payer is at the bank then expires once the bank declined', async (t) => {
    let now = Date.now();
    const clock = { now: () => now, wait: () => Promise.resolve() };
    const merchant = await Merchant.open(t, { clock });
    const id = await merchant.order();
    const waiting = await merchant.pay(id, 'mastercard-challenge');
    now += 31 * 24 * 3600 * 1000;
    assert.equal(await merchant.statusOf(id), 'processing');
    await merchant.decide(waiting.body['acs_url'], 'decline');
    assert.equal(await merchant.statusOf(id), 'expired');
  });

  it('a payment that is added later does not lengthen the life of its session', async (t) => {
    let now = Date.now();
    const clock = { now: () => now, wait: () => Promise.resolve() };
    const merchant = await Merchant.open(t, { clock });
    const id = await merchant.order();
    const day = 24 * 3600 * 1000;
    now += 29 * day;
    await merchant.call('/v1/payment', { merchant_id: 'm-1', session_id: id, amount: 1 });
    now += 2 * day;
    assert.equal(await merchant.statusOf(id), 'expired');
  });
});
