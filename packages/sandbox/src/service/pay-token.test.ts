import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Merchant, tokenOf } from '../../test/merchant.ts';
import { mintToken } from '../token.ts';

describe('POST /v1/pay-token', () => {
  it('charges a card with a cryptogram at once, without acs_url', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answer = await merchant.pay(id);
    assert.deepEqual(answer.body, { status: 'paid' });
    assert.equal(merchant.ledger(id).charges, 1);
  });

  it('takes wallet A’s token as JSON text', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const token = mintToken({
      wallet: 'wallet-a',
      card: 'visa-approve',
      network: 'visa',
      last4: '4242',
      auth: 'CRYPTOGRAM_3DS',
      amount: '199.9',
      currency: 'UAH',
    });
    const answer = await merchant.pay(id, '', {
      token: JSON.stringify(token),
      fields: { paytype: 'apple_pay' },
    });
    assert.deepEqual(answer.body, { status: 'paid' });
    assert.equal(merchant.ledger(id).attempts[0]?.paytype, 'apple_pay');
  });

  it('asks the bank about a challenged card and about PAN_ONLY', async (t) => {
    const merchant = await Merchant.open(t);
    const challenged = await merchant.pay(await merchant.order(), 'mastercard-challenge');
    const panOnly = await merchant.pay(await merchant.order(), 'pan-mastercard-approve');
    assert.equal(challenged.body['status'], 'processing');
    assert.ok(String(challenged.body['acs_url']).startsWith(`${merchant.sandbox.url}/bank/`));
    assert.ok(String(panOnly.body['acs_url']).startsWith(`${merchant.sandbox.url}/bank/`));
  });

  it('declines without the bank', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    assert.deepEqual((await merchant.pay(id, 'pan-visa-decline')).body, { status: 'failed' });
    assert.equal(await merchant.statusOf(id), 'failed');
    assert.equal(merchant.ledger(id).charges, 0);
  });

  it('is not idempotent: a second call is a second charge, with the same token too', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const token = tokenOf();
    await merchant.pay(id, '', { token });
    const again = await merchant.pay(id, '', { token });
    assert.deepEqual(again.body, { status: 'paid' });
    assert.equal(merchant.ledger(id).charges, 2);
  });

  it('refuses a token twice when the scenario says so', async (t) => {
    const merchant = await Merchant.open(t);
    merchant.sandbox.scenario({ replay: 'refuse' });
    const id = await merchant.order();
    const token = tokenOf();
    await merchant.pay(id, '', { token });
    const again = await merchant.pay(id, '', { token });
    assert.equal(again.body['code'], 'InvalidTokenError');
    assert.equal(merchant.ledger(id).charges, 1);
  });

  it('keeps paid when a later attempt fails', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    assert.deepEqual((await merchant.pay(id, 'visa-decline')).body, { status: 'failed' });
    assert.equal(await merchant.statusOf(id), 'paid');
  });

  it('refuses a token for another amount, currency, wallet or terminal', async (t) => {
    const merchant = await Merchant.open(t, { gatewayMerchantId: 'terminal-7' });
    const id = await merchant.order();
    const card = {
      wallet: 'wallet-b',
      card: 'visa-approve',
      network: 'visa',
      last4: '4242',
      auth: 'CRYPTOGRAM_3DS',
      amount: '199.90',
      currency: 'UAH',
      gatewayMerchantId: 'terminal-7',
    } as const;
    const pay = async (token: string, fields = {}): Promise<unknown> => {
      const { body } = await merchant.pay(id, '', { token, fields });
      return body['code'] ?? body['status'];
    };
    assert.equal(await pay(mintToken({ ...card, amount: '199.91' })), 'InvalidTokenError');
    assert.equal(await pay(mintToken({ ...card, currency: 'EUR' })), 'InvalidTokenError');
    assert.equal(await pay(mintToken({ ...card, gatewayMerchantId: 'x' })), 'InvalidTokenError');
    assert.equal(await pay(mintToken(card), { paytype: 'apple_pay' }), 'InvalidTokenError');
    assert.equal(await pay(mintToken({ ...card, card: 'nobody' })), 'InvalidTokenError');
    assert.equal(await pay('not a token'), 'InvalidTokenError');
    assert.equal(merchant.ledger(id).attempts.length, 0);
    assert.equal(await pay(mintToken(card)), 'paid');
  });

  it('refuses unknown fields, a lost session and a session without a payment', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const session = await merchant.call('/v1/session', { merchant_id: 'm-1' });
    const field = await merchant.pay(id, '', { token: 't', fields: { amount: 1 } });
    const lost = await merchant.pay('nope');
    const empty = await merchant.pay(String(session.body['id']));
    assert.equal(field.body['type'], 'validation');
    assert.equal(lost.body['code'], 'SessionNotFoundError');
    assert.equal(empty.body['code'], 'NotFoundError');
  });

  it('never writes the token down', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const token = tokenOf();
    await merchant.pay(id, '', { token });
    await merchant.call('/v1/session', { merchant_id: 'm-1', client_email: token });
    await merchant.call('/v1/session', token);
    const kept = JSON.stringify([merchant.sandbox.calls(), merchant.sandbox.ledger()]);
    const secret = /"encryptedMessage\\*":\\*"([^"\\]+)/.exec(
      JSON.stringify(JSON.parse(token)),
    )?.[1];
    assert.ok(secret && secret.length > 50);
    assert.ok(!kept.includes(secret));
    assert.match(merchant.sandbox.calls()[2]?.body ?? '', /"token":"sha256:[0-9a-f]{64}"/);
  });
});
