import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Merchant } from '../../../test/merchant.ts';

describe('the hosted payment page', () => {
  it('leads to the bank, and from there to the merchant’s success page', async (t) => {
    const merchant = await Merchant.open(t);
    const urls = { success_url: 'https://shop.test/good', fail_url: 'https://shop.test/bad' };
    const session = { merchant_id: 'm-1', callback_url: merchant.callbackUrl, ...urls };
    const sessionAnswer = await merchant.call('/v1/checkout/session', session);
    const payment = { merchant_id: 'm-1', session_id: sessionAnswer.body['id'], amount: 10 };
    const { body } = await merchant.call('/v1/checkout/payment', payment);
    const url = String(body['url']);
    assert.match(await (await fetch(url)).text(), /Pay with a test card/);
    const toBank = await fetch(url, { method: 'POST', redirect: 'manual' });
    const back = await merchant.decide(toBank.headers.get('location'), 'approve');
    assert.equal(back.headers.get('location'), 'https://shop.test/good');
    assert.equal(merchant.ledger(String(sessionAnswer.body['id'])).charges, 1);
  });

  it('takes one payment', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    const url = `${merchant.sandbox.url}/pay?sid=${id}`;
    const repeat = await fetch(url, { method: 'POST', redirect: 'manual' });
    assert.equal(repeat.status, 409);
    assert.match(await repeat.text(), /cannot be paid any more/);
    assert.equal(merchant.ledger(id).charges, 1);
  });

  it('takes nothing for a session that has expired', async (t) => {
    let now = Date.now();
    const clock = { now: () => now, wait: () => Promise.resolve() };
    const merchant = await Merchant.open(t, { clock });
    const id = await merchant.order();
    now += 31 * 24 * 3600 * 1000;
    const url = `${merchant.sandbox.url}/pay?sid=${id}`;
    assert.match(await (await fetch(url)).text(), /cannot be paid any more/);
    assert.equal(merchant.ledger(id).status, 'expired');
  });

  it('answers that it does not know the session', async (t) => {
    const merchant = await Merchant.open(t);
    assert.equal((await fetch(`${merchant.sandbox.url}/pay?sid=nope`)).status, 404);
  });
});
