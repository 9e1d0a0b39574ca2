import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Merchant, until } from '../../../test/merchant.ts';

describe('the bank’s page', () => {
  it('shows shop, amount and card, escaped, and no script can run in it', async (t) => {
    const merchant = await Merchant.open(t, { merchantName: 'Tea <b>& Co' });
    const answer = await merchant.pay(await merchant.order(), 'mastercard-challenge');
    const response = await fetch(String(answer.body['acs_url']));
    const html = await response.text();
    assert.equal(response.status, 200);
    assert.match(html, /Tea &lt;b&gt;&amp; Co/);
    assert.match(html, /UAH\s199\.90/);
    assert.match(html, /Mastercard ending in 3220/);
    assert.match(html, /href="http:\/\/127\.0\.0\.1\/return\?order=1&amp;x=&lt;b&gt;"/);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /form-action 'self' https: http:;/);
  });

  it('charges after an approval, and leads back to the shop', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answer = await merchant.pay(id, 'mastercard-challenge');
    assert.equal(await merchant.statusOf(id), 'processing');
    assert.equal(merchant.ledger(id).charges, 0);
    const response = await merchant.decide(answer.body['acs_url'], 'approve');
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), 'http://127.0.0.1/return?order=1&x=<b>');
    assert.equal(await merchant.statusOf(id), 'paid');
    assert.equal(merchant.ledger(id).charges, 1);
  });

  it('leads back to an address that a header does not take as it is written', async (t) => {
    const merchant = await Merchant.open(t);
    const fields = { redirect_url: 'https://shop.test/дякуємо' };
    const { body } = await merchant.pay(await merchant.order(), 'pan-visa-challenge', { fields });
    const response = await merchant.decide(body['acs_url'], 'approve');
    assert.equal(response.headers.get('location'), new URL(fields.redirect_url).href);
  });

  it('charges nothing after a refusal, and leads back to the shop', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answer = await merchant.pay(id, 'pan-visa-challenge');
    assert.equal((await merchant.decide(answer.body['acs_url'], 'decline')).status, 303);
    assert.equal(await merchant.statusOf(id), 'failed');
    assert.equal(merchant.ledger(id).charges, 0);
  });

  it('leads back by a form, where the scenario says so', async (t) => {
    const merchant = await Merchant.open(t, { scenario: { bankReturn: 'post' } });
    const id = await merchant.order();
    const { body } = await merchant.pay(id, 'pan-visa-challenge');
    const response = await merchant.decide(body['acs_url'], 'approve');
    assert.equal(response.status, 307);
    assert.equal(response.headers.get('location'), 'http://127.0.0.1/return?order=1&x=<b>');
    assert.equal(await merchant.statusOf(id), 'paid');
    assert.match(
      await (await fetch(String(body['acs_url']))).text(),
      /<form method="post" action="http:\/\/127\.0\.0\.1\/return\?order=1&amp;x=&lt;b&gt;">/,
    );
  });

  it('shows the decision, and its address leads another browser back to the shop', async (t) => {
    const merchant = await Merchant.open(t, { scenario: { bankBrowser: 'other' } });
    const id = await merchant.order();
    const { body } = await merchant.pay(id, 'pan-visa-challenge');
    const response = await merchant.decide(body['acs_url'], 'approve');
    assert.equal(response.status, 200);
    assert.match(await response.text(), /You approved this payment/);
    assert.equal(await merchant.statusOf(id), 'paid');
    assert.match(await (await fetch(String(body['acs_url']))).text(), /<a [^>]*>Back to the shop/);
  });

  it('leads nowhere, where the scenario says so', async (t) => {
    const merchant = await Merchant.open(t, { scenario: { bankReturn: 'never' } });
    const id = await merchant.order();
    const { body } = await merchant.pay(id, 'pan-visa-challenge');
    assert.doesNotMatch(await (await fetch(String(body['acs_url']))).text(), /Leave/);
    const response = await merchant.decide(body['acs_url'], 'decline');
    assert.equal(response.status, 200);
    const html = await response.text();
    assert.match(html, /You can close this page/);
    assert.doesNotMatch(html, /return/);
    assert.equal(await merchant.statusOf(id), 'failed');
  });

  it('can be left and come back to: looking decides nothing', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answer = await merchant.pay(id, 'pan-visa-challenge');
    await fetch(String(answer.body['acs_url']));
    const html = await (await fetch(String(answer.body['acs_url']))).text();
    assert.match(html, /Leave without deciding/);
    assert.equal(await merchant.statusOf(id), 'processing');
    await merchant.decide(answer.body['acs_url'], 'approve');
    assert.equal(await merchant.statusOf(id), 'paid');
  });

  it('decides once: the second decision is answered with the first', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answer = await merchant.pay(id, 'pan-visa-challenge');
    const url = answer.body['acs_url'];
    const [first, second] = await Promise.all([
      merchant.decide(url, 'approve'),
      merchant.decide(url, 'approve'),
    ]);
    const third = await merchant.decide(url, 'decline');
    assert.deepEqual([first.status, second.status].sort(), [303, 409]);
    assert.equal(third.status, 409);
    const html = await third.text();
    assert.match(html, /You approved this payment/);
    assert.match(html, /Back to the shop/);
    assert.equal(await merchant.statusOf(id), 'paid');
    assert.equal(merchant.ledger(id).charges, 1);
    await until(() => merchant.received.length === 1);
  });

  it('takes nothing else for a decision', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answer = await merchant.pay(id, 'pan-visa-challenge');
    const response = await fetch(String(answer.body['acs_url']), { method: 'POST', body: 'x=1' });
    assert.equal(response.status, 400);
    assert.equal(await merchant.statusOf(id), 'processing');
  });

  it('answers that it does not know the payment', async (t) => {
    const merchant = await Merchant.open(t);
    const response = await fetch(`${merchant.sandbox.url}/bank/nope`);
    assert.equal(response.status, 404);
    assert.match(await response.text(), /No such payment/);
  });

  it('has an address below the public prefix, and leads back to the session’s own addresses', async (t) => {
    const merchant = await Merchant.open(t, { publicUrl: 'http://localhost:5173/sandbox/' });
    const session = await merchant.call('/v1/session', {
      merchant_id: 'm-1',
      fail_url: 'https://help.shop.test/bad',
    });
    const id = String(session.body['id']);
    await merchant.call('/v1/payment', { merchant_id: 'm-1', session_id: id, amount: 199.9 });
    const answer = await merchant.pay(id, 'pan-visa-challenge', { fields: { redirect_url: null } });
    const acsUrl = String(answer.body['acs_url']);
    assert.match(acsUrl, /^http:\/\/localhost:5173\/sandbox\/bank\/[0-9a-f-]{36}$/);
    const direct = acsUrl.replace('http://localhost:5173/sandbox', merchant.sandbox.url);
    const response = await merchant.decide(direct, 'decline');
    assert.equal(response.headers.get('location'), 'https://help.shop.test/bad');
  });
});
