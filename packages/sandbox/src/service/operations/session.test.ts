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
    const none = await merchant.call('/v1/session', { ...sessionRequest, client_phone: null });
    assert.equal(none.status, 400);
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
    assert.equal((await add(1e13)).status, 400);
    assert.equal(merchant.ledger(id).amount, '199.91');
  });

  it('refuses a wrong field where only the name of the call is documented', async (t) => {
    const merchant = await Merchant.open(t);
    const delivery = {
      volume_weight: 0.001,
      weight: 1,
      recipient_city: 'Lviv',
      recipient_warehouse: '1',
    };
    const body = { merchant_id: 'm-1', amount: 5, delivery };
    const path = merchant.sandbox.operations().find(({ name }) => name === 'initSecureDelivery');
    const negative = await merchant.call(String(path?.path), { ...body, amount: -5 });
    assert.equal(negative.status, 400);
    const noUrl = await merchant.call(String(path?.path), { ...body, callback_url: 'hook' });
    assert.equal(noUrl.body['type'], 'validation');
    assert.match(noUrl.text, /"path":"callback_url"/);
    assert.deepEqual(merchant.sandbox.ledger().sessions, []);
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
