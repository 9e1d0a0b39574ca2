import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Merchant } from '../../../test/merchant.ts';

const sessionRequest = { merchant_id: 'm-1', callback_url: 'http://127.0.0.1/hook' };

describe('POST /v1/session', () => {
  it('answers an id and the metadata', async (t) => {
    const merchant = await Merchant.open(t);
    const answer = await merchant.call('/v1/session', { ...sessionRequest, metadata: { cart: 7 } });
    assert.deepEqual(Object.keys(answer.body), ['id', 'metadata']);
    assert.match(String(answer.body['id']), /^[0-9a-f-]{36}$/);
    assert.deepEqual(answer.body['metadata'], { cart: 7 });
  });

  it('knows no redirect_url, nor any other field that was guessed', async (t) => {
    const merchant = await Merchant.open(t);
    const answer = await merchant.call('/v1/session', {
      ...sessionRequest,
      redirect_url: 'http://x.test',
    });
    assert.equal(answer.status, 400);
    assert.equal(answer.body['type'], 'validation');
    assert.deepEqual(answer.body['errors'], [
      {
        message: 'Unrecognized key: "redirect_url"',
        code: 'unrecognized_keys',
        path: 'redirect_url',
      },
    ]);
    assert.deepEqual(merchant.sandbox.ledger().sessions, []);
  });

  it('refuses a __proto__ field as it does any other', async (t) => {
    const merchant = await Merchant.open(t);
    const answer = await merchant.call('/v1/session', '{"merchant_id":"m-1","__proto__":{}}');
    assert.equal(answer.body['type'], 'validation');
  });

  it('demands client_phone when it is set up so', async (t) => {
    const merchant = await Merchant.open(t, { phoneRequired: true });
    const answer = await merchant.call('/v1/session', sessionRequest);
    assert.deepEqual(answer.body['errors'], [
      {
        message: 'Invalid input: expected string, received undefined',
        code: 'invalid_type',
        path: 'client_phone',
      },
    ]);
  });

  it('names every wrong field at once', async (t) => {
    const merchant = await Merchant.open(t);
    const long = `https://x.test/${'a'.repeat(255)}`;
    const answer = await merchant.call('/v1/session', {
      merchant_id: 'm-1',
      callback_url: long,
      client_phone: 380,
    });
    const errors = answer.body['errors'] as readonly { path: string }[];
    assert.deepEqual(
      errors.map((item) => item.path),
      ['callback_url', 'client_phone'],
    );
  });

  it('belongs to the registered merchant alone', async (t) => {
    const merchant = await Merchant.open(t);
    const answer = await merchant.call('/v1/session', { ...sessionRequest, merchant_id: 'm-2' });
    assert.equal(answer.status, 400);
    assert.equal(answer.body['code'], 'NotFoundError');
  });

  it('refuses what is no JSON', async (t) => {
    const merchant = await Merchant.open(t);
    const answer = await merchant.call('/v1/session', 'merchant_id=m-1');
    assert.equal(answer.body['type'], 'validation');
  });
});

describe('POST /v1/payment', () => {
  it('answers url, id and session_id', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const [operation] = merchant.ledger(id).operations;
    assert.match(operation?.id ?? '', /^\d{12}$/);
    assert.equal(operation?.amount, '199.90');
    assert.equal(operation.external_id, 'order-1');
  });

  it('takes an amount as a number exact to two decimals', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const add = (amount: unknown): Promise<{ status: number }> =>
      merchant.call('/v1/payment', { merchant_id: 'm-1', session_id: id, amount });
    assert.equal((await add(0.01)).status, 200);
    assert.equal((await add(0.005)).status, 400);
    assert.equal((await add(1.001)).status, 400);
    assert.equal((await add('10.00')).status, 400);
    assert.equal((await add(0)).status, 400);
  });

  it('adds a second payment when it is called twice', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.call('/v1/payment', { merchant_id: 'm-1', session_id: id, amount: 1 });
    assert.equal(merchant.ledger(id).amount, '200.90');
  });

  it('refuses unknown fields and unknown sessions', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const payment = { merchant_id: 'm-1', session_id: id, amount: 1 };
    const field = await merchant.call('/v1/payment', { ...payment, currency: 'UAH' });
    const session = await merchant.call('/v1/payment', { ...payment, session_id: 'nope' });
    assert.equal(field.body['type'], 'validation');
    assert.equal(session.body['type'], 'processing');
    assert.equal(session.body['code'], 'SessionNotFoundError');
  });
});

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
      processing_result: null,
    });
    assert.deepEqual(operations, [
      {
        transaction_id: merchant.ledger(id).operations[0]?.id,
        external_id: 'order-1',
        amount: '199.90',
        refunded_amount: null,
        status: 'created',
      },
    ]);
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

describe('POST /v1/walleta-pay/validate-merchant', () => {
  const request = {
    merchant_id: 'm-1',
    validation_url: 'https://gateway.test/session',
    domain: 'shop.test',
  };
  const path = '/v1/walleta-pay/validate-merchant';

  it('answers a merchant session, another one each time', async (t) => {
    const merchant = await Merchant.open(t, { merchantName: 'Tea & Co' });
    const { body } = await merchant.call(path, request);
    const second = await merchant.call(path, request);
    assert.equal(body['domainName'], 'shop.test');
    assert.equal(body['displayName'], 'Tea & Co');
    assert.equal(Number(body['expiresAt']) - Number(body['epochTimestamp']), 300_000);
    assert.match(String(body['signature']), /^[0-9a-f]{512}$/);
    assert.notEqual(body['merchantSessionIdentifier'], second.body['merchantSessionIdentifier']);
  });

  it('knows registered domains only', async (t) => {
    const merchant = await Merchant.open(t, { domains: ['shop.test'] });
    assert.equal((await merchant.call(path, request)).status, 200);
    const other = await merchant.call(path, { ...request, domain: 'evil.test' });
    assert.equal(other.body['code'], 'DomainNotRegisteredError');
  });

  it('takes https addresses only, and sessions that exist', async (t) => {
    const merchant = await Merchant.open(t);
    const plain = { ...request, validation_url: 'http://gateway.test/' };
    assert.equal((await merchant.call(path, plain)).body['type'], 'validation');
    const lost = await merchant.call(path, { ...request, session_id: 'nope' });
    assert.equal(lost.body['code'], 'SessionNotFoundError');
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
});
