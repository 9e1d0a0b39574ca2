import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applePayToken, Merchant } from '../../../test/merchant.ts';

describe('POST /v1/get-status', () => {
  it('answers as recorded before a payment', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const { body } = await merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id: id });
    const { created_at: createdAt, operations, ...rest } = body;
    assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    assert.deepEqual(rest, {
      id,
      metadata: null,
      status: 'created',
      client_phone: null,
      client_first_name: null,
      client_last_name: null,
      client_patronymic: null,
      pan: null,
      rrn: null,
      paytype: '',
      approval_code: null,
      card_type: null,
      transaction_status: null,
      amount: '199.90',
      refunded_amount: '0.00',
      processing_result: null,
    });
    assert.deepEqual(operations, [
      {
        transaction_id: merchant.ledger(id).operations[0]?.id,
        external_id: 'order-1',
        amount: '199.90',
        refunded_amount: '0.00',
        status: 'created',
      },
    ]);
  });

  it('names no refunded_amount where the profile has no place for it', async (t) => {
    const none = { refundedAmount: [] };
    const profile = { operations: { getStatus: { answer: none, payment: none } } };
    const merchant = await Merchant.open(t, { profile });
    const id = await merchant.order();
    const { text } = await merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id: id });
    assert.doesNotMatch(text, /refunded_amount/);
  });

  it('finds the session by its order, or by its payment, where the profile names no session', async (t) => {
    for (const [name, place] of [
      ['externalId', 'external_id'],
      ['paymentId', 'transaction_id'],
    ] as const) {
      const fields = { sessionId: null, [name]: place };
      const profile = { operations: { getStatus: { fields } } };
      const merchant = await Merchant.open(t, { profile });
      const id = await merchant.order();
      await merchant.pay(id);
      const { external_id, operations } = merchant.ledger(id);
      const value = { external_id, transaction_id: operations[0]?.id }[place];
      const body = { merchant_id: 'm-1', [place]: value };
      const { body: answer } = await merchant.call('/v1/get-status', body);
      assert.deepEqual([answer['id'], answer['status']], [id, 'paid']);
      const unknown = await merchant.call('/v1/get-status', { ...body, [place]: 'no-such' });
      assert.equal(unknown.body['code'], 'SessionNotFoundError');
    }
  });

  it('fills the card in after a payment', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    const { body } = await merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id: id });
    assert.equal(body['status'], 'paid');
    assert.equal(body['pan'], '400000xxxxxx4242');
    assert.equal(body['card_type'], 'VISA');
    assert.equal(body['paytype'], 'google_pay');
    assert.equal(body['transaction_status'], 'APPROVED');
    assert.match(String(body['approval_code']), /^\d{6}$/);
  });

  it('is in the currency of the payment, where the profile has more than one', async (t) => {
    const profile = {
      currencies: ['UAH', 'EUR'],
      operations: {
        payment: { fields: { currency: 'ccy' } },
        getStatus: { answer: { currency: ['ccy'] } },
      },
    };
    const merchant = await Merchant.open(t, { profile });
    const id = await merchant.order({ ccy: 'EUR' });
    const token = await applePayToken('visa-approve', { currency: 'EUR' });
    const answer = await merchant.pay(id, '', { token, fields: { paytype: 'apple_pay' } });
    assert.deepEqual(answer.body, { status: 'paid' });
    const { body } = await merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id: id });
    assert.equal(body['ccy'], 'EUR');
    const foreign = { merchant_id: 'm-1', session_id: id, amount: 1, ccy: 'USD' };
    assert.equal((await merchant.call('/v1/payment', foreign)).status, 400);
  });

  it('says expired once the session’s thirty days are over', async (t) => {
    let now = Date.now();
    const clock = { now: () => now, wait: () => Promise.resolve() };
    const merchant = await Merchant.open(t, { clock });
    const id = await merchant.order();
    now += 31 * 24 * 3600 * 1000;
    assert.equal(await merchant.statusOf(id), 'expired');
    assert.equal((await merchant.pay(id)).body['code'], 'SessionStatusError');
  });
});
