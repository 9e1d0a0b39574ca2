import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applePayToken, googlePayToken, Merchant } from '../../../test/merchant.ts';
import { testCards } from '../../cards.ts';
import { sandboxToken } from '../../tokens/index.ts';

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
    const token = await applePayToken();
    const answer = await merchant.pay(id, '', { token, fields: { paytype: 'apple_pay' } });
    assert.deepEqual(answer.body, { status: 'paid' });
    assert.equal(merchant.ledger(id).attempts[0]?.paytype, 'apple_pay');
  });

  describe('of a wallet that the profile adds', () => {
    const entry = { name: 'invented_pay', place: 'token', token: 'string' };
    const profile = { wallets: { 'wallet-c': entry } };
    const fields = { paytype: 'invented_pay' };

    it('charges the test card that the token names', async (t) => {
      const merchant = await Merchant.open(t, { profile });
      const id = await merchant.order();
      const token = '{"card":"visa-approve","id":"t-1"}';
      assert.deepEqual((await merchant.pay(id, '', { token, fields })).body, { status: 'paid' });
      assert.equal(merchant.ledger(id).attempts[0]?.paytype, 'invented_pay');
    });

    it('refuses a token that names no test card', async (t) => {
      const merchant = await Merchant.open(t, { profile });
      const token = '{"card":"4242420000004242","id":"t-1"}';
      const answer = await merchant.pay(await merchant.order(), '', { token, fields });
      assert.equal(answer.body['code'], 'InvalidTokenError');
    });

    it('refuses the wallet without that entry', async (t) => {
      const merchant = await Merchant.open(t);
      const token = '{"card":"visa-approve","id":"t-1"}';
      const answer = await merchant.pay(await merchant.order(), '', { token, fields });
      assert.equal(answer.status, 400);
    });
  });

  it('asks the bank about a challenged card and about PAN_ONLY', async (t) => {
    const merchant = await Merchant.open(t);
    const challenge = await merchant.pay(await merchant.order(), 'mastercard-challenge');
    const panOnly = await merchant.pay(await merchant.order(), 'pan-mastercard-approve');
    assert.equal(challenge.body['status'], 'processing');
    assert.ok(String(challenge.body['acs_url']).startsWith(`${merchant.sandbox.url}/bank/`));
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
    const token = await googlePayToken();
    await merchant.pay(id, '', { token });
    const secondAnswer = await merchant.pay(id, '', { token });
    assert.deepEqual(secondAnswer.body, { status: 'paid' });
    assert.equal(merchant.ledger(id).charges, 2);
  });

  it('refuses a token twice when the scenario says so', async (t) => {
    const merchant = await Merchant.open(t);
    merchant.sandbox.scenario({ replay: 'refuse' });
    const id = await merchant.order();
    const token = await googlePayToken();
    await merchant.pay(id, '', { token });
    const rewritten = JSON.stringify(JSON.parse(token));
    for (const usedToken of [token, rewritten]) {
      const secondAnswer = await merchant.pay(id, '', { token: usedToken });
      assert.match(String(secondAnswer.body['error']), /it was used before/);
    }
    assert.equal(merchant.ledger(id).charges, 1);
  });

  it('keeps paid when a later attempt fails', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    assert.deepEqual((await merchant.pay(id, 'visa-decline')).body, { status: 'failed' });
    assert.equal(await merchant.statusOf(id), 'paid');
  });

  it('refuses wallet A’s token for another amount, currency or merchant', async (t) => {
    const merchant = await Merchant.open(t);
    const pay = await payer(merchant, 'apple_pay');
    const card = 'visa-approve';
    assert.match(await pay(await applePayToken(card, { amount: '199.91' })), /its amount is not/);
    assert.match(await pay(await applePayToken(card, { currency: 'EUR' })), /its currency is not/);
    assert.match(await pay(await applePayToken(card, { merchantId: 'm-2' })), /not accepted: \w/);
    assert.match(await pay('{"paymentData":{}}'), /not accepted: \w/);
    assert.equal(await pay(await applePayToken(card)), 'paid');
  });

  it('refuses wallet A’s token that was cut or changed', async (t) => {
    const merchant = await Merchant.open(t);
    const pay = await payer(merchant, 'apple_pay');
    const token = await applePayToken();
    const other = token.includes('"transactionId":"0') ? '1' : '0';
    const changedToken = token.replace(/"transactionId":"./, `"transactionId":"${other}`);
    assert.match(await pay(token.slice(0, -1)), /not accepted: \w/);
    assert.match(await pay(changedToken), /not accepted: \w/);
    assert.match(await pay(token.replace(/"data":"..../, '"data":"AAAA')), /not accepted: \w/);
  });

  it('refuses wallet A’s token more than five minutes after it was made', async (t) => {
    let delay = 0;
    const clock = { now: () => Date.now() + delay, wait: () => Promise.resolve() };
    const merchant = await Merchant.open(t, { clock });
    const pay = await payer(merchant, 'apple_pay');
    const token = await applePayToken();
    delay = 301_000;
    assert.match(await pay(token), /five minutes/);
  });

  it('refuses wallet B’s token for another gateway, terminal or card', async (t) => {
    const merchant = await Merchant.open(t, { gatewayMerchantId: 'terminal-7' });
    const pay = await payer(merchant, 'google_pay');
    const [card] = testCards;
    assert.ok(card);
    const tokenOptions = { wallet: 'wallet-b', card, gatewayMerchantId: 'terminal-7' } as const;
    const recipientId = 'gateway:examplegateway';
    const foreign = { ...tokenOptions, recipientId: 'gateway:another' };
    const strange = { ...tokenOptions, recipientId, card: { ...card, pan: '4000000000000000' } };
    assert.match(
      await pay(await sandboxToken(foreign)),
      /"gateway:another".*"gateway:examplegateway"/,
    );
    assert.match(await pay(await googlePayToken('visa-approve', 'x')), /"x".*"terminal-7"/);
    const nameless = { wallet: 'wallet-b', card, recipientId } as const;
    assert.match(await pay(await sandboxToken(nameless)), /undefined.*"terminal-7"/);
    assert.match(await pay(await sandboxToken(strange)), /not a test card/);
    assert.equal(await pay(await sandboxToken({ ...tokenOptions, recipientId })), 'paid');
  });

  it('takes wallet B’s token for the gateway that is set, without a terminal', async (t) => {
    const merchant = await Merchant.open(t, { gateway: 'another' });
    const pay = await payer(merchant, 'google_pay');
    const [card] = testCards;
    assert.ok(card);
    const tokenOptions = { wallet: 'wallet-b', card } as const;
    const foreign = { ...tokenOptions, recipientId: 'gateway:examplegateway' };
    const right = { ...tokenOptions, recipientId: 'gateway:another' };
    assert.match(
      await pay(await sandboxToken(foreign)),
      /"gateway:examplegateway".*"gateway:another"/,
    );
    assert.equal(await pay(await sandboxToken(right)), 'paid');
  });

  it('refuses wallet B’s token whose signed message was parsed and written again', async (t) => {
    const merchant = await Merchant.open(t);
    const pay = await payer(merchant, 'google_pay');
    const token = JSON.parse(await googlePayToken()) as { signedMessage: string };
    const rewritten = JSON.stringify(JSON.parse(token.signedMessage));
    assert.notEqual(rewritten, token.signedMessage);
    assert.match(await pay(JSON.stringify({ ...token, signedMessage: rewritten })), /not accepted/);
    assert.equal(await pay(JSON.stringify(token)), 'paid');
  });

  it('refuses the other wallet’s token, and text that is not a token', async (t) => {
    const merchant = await Merchant.open(t);
    const pay = await payer(merchant, 'apple_pay');
    assert.match(await pay(await googlePayToken()), /not accepted: \w/);
    assert.match(await pay('not a token'), /not accepted: \w/);
    assert.equal(merchant.sandbox.ledger().sessions[0]?.attempts.length, 0);
  });

  it('refuses unknown fields, a lost session and a session without a payment', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const session = await merchant.call('/v1/session', { merchant_id: 'm-1' });
    const field = await merchant.pay(id, '', { token: 't', fields: { amount: 1 } });
    const missingSession = await merchant.pay('nope');
    const empty = await merchant.pay(String(session.body['id']));
    assert.equal(field.body['type'], 'validation');
    assert.equal(missingSession.body['code'], 'SessionNotFoundError');
    assert.equal(empty.body['code'], 'NotFoundError');
  });

  it('never writes the token down', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const token = await googlePayToken();
    await merchant.pay(id, '', { token });
    await merchant.call('/v1/session', { merchant_id: 'm-1', client_email: token });
    await merchant.call('/v1/session', token);
    const record = JSON.stringify([merchant.sandbox.calls(), merchant.sandbox.ledger()]);
    const secret = /"encryptedMessage\\*":\\*"([^"\\]+)/.exec(
      JSON.stringify(JSON.parse(token)),
    )?.[1];
    assert.ok(secret && secret.length > 50);
    assert.ok(!record.includes(secret));
    assert.match(merchant.sandbox.calls()[2]?.body ?? '', /"token":"sha256:[0-9a-f]{64}"/);
  });
});

/** Pays an order with tokens. @returns the status, or what the refusal says */
async function payer(
  merchant: Merchant,
  paytype: 'apple_pay' | 'google_pay',
): Promise<(token: string) => Promise<string>> {
  const id = await merchant.order();
  return async (token) => {
    const { body } = await merchant.pay(id, '', { token, fields: { paytype } });
    return String(body['error'] ?? body['status']);
  };
}
