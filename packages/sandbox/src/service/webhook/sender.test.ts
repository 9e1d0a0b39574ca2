import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { heldClock, Merchant, until } from '../../../test/merchant.ts';

describe('a webhook', () => {
  it('is sent to callback_url after the answer, signed over its bytes', async (t) => {
    const clock = heldClock();
    const merchant = await Merchant.open(t, { clock });
    const id = await merchant.order();
    const paying = merchant.pay(id, 'visa-approve', { scenario: { answerDelay: 50 } });
    // The service has done all that comes before the answer, and waits with it.
    await clock.pass(0);
    assert.equal(merchant.received.length, 0);
    await clock.pass(50);
    await paying;
    await until(() => merchant.received.length === 1);
    const [webhook] = merchant.received;
    assert.equal(webhook?.signed, true);
    assert.equal(webhook.path, '/hook/v1');
    assert.equal(webhook.body['id'], id);
    assert.equal(webhook.body['status'], 'paid');
  });

  it('with "before" arrives before the answer', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answerCount = merchant.answers;
    await merchant.pay(id, 'visa-approve', { scenario: { webhook: 'before' } });
    assert.equal(merchant.received.length, 1);
    assert.equal(merchant.received[0]?.at, answerCount);
  });

  it('with "before" arrives before the payer comes back from the bank', async (t) => {
    const merchant = await Merchant.open(t);
    merchant.sandbox.scenario({ webhook: 'before' });
    const id = await merchant.order();
    const answer = await merchant.pay(id, 'pan-visa-challenge');
    assert.equal(merchant.received.length, 0);
    const answerCount = merchant.answers;
    await merchant.decide(answer.body['acs_url'], 'approve');
    assert.equal(merchant.received[0]?.at, answerCount);
  });

  it('never: is not sent', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id, 'visa-approve', { scenario: { webhook: 'never' } });
    assert.deepEqual(merchant.ledger(id).webhooks, []);
  });

  it('webhookDelay and webhookCopies: later, and the same bytes again', async (t) => {
    const clock = heldClock();
    const merchant = await Merchant.open(t, { clock });
    const id = await merchant.order();
    const scenario = { webhookDelay: 40, webhookCopies: 3 };
    await merchant.pay(id, 'visa-approve', { scenario });
    assert.equal(merchant.received.length, 0);
    await clock.pass(40);
    await until(() => merchant.received.length === 3);
    const bodies = merchant.ledger(id).webhooks.map((webhook) => webhook.body);
    assert.equal(new Set(bodies).size, 1);
  });

  it('is retried until it is answered with 2xx', async (t) => {
    const merchant = await Merchant.open(t);
    merchant.replies.push(503, 302, 400);
    const id = await merchant.order();
    await merchant.pay(id);
    await until(() => merchant.ledger(id).webhooks[0]?.delivered === true);
    const [webhook] = merchant.ledger(id).webhooks;
    assert.equal(webhook?.attempts, 4);
    assert.equal(webhook.last_answer, 200);
    assert.equal(merchant.received.length, 4);
    assert.ok(merchant.received.every((one) => one.signed));
  });

  it('is given up after the last retry', async (t) => {
    const merchant = await Merchant.open(t, { webhookRetries: [1] });
    merchant.replies.push(500, 500);
    const id = await merchant.order();
    await merchant.pay(id);
    await until(() => merchant.ledger(id).webhooks[0]?.attempts === 2);
    assert.equal(merchant.ledger(id).webhooks[0]?.delivered, false);
    assert.equal(merchant.ledger(id).webhooks[0]?.last_answer, 500);
  });

  it('records why no answer came', async (t) => {
    const merchant = await Merchant.open(t, { webhookRetries: [] });
    const session = await merchant.call('/v1/session', {
      merchant_id: 'm-1',
      callback_url: 'http://127.0.0.1:9/hook',
    });
    const id = String(session.body['id']);
    await merchant.call('/v1/payment', { merchant_id: 'm-1', session_id: id, amount: 199.9 });
    await merchant.pay(id, 'visa-approve', { scenario: { webhook: 'before' } });
    assert.equal(typeof merchant.ledger(id).webhooks[0]?.last_answer, 'string');
  });
});
