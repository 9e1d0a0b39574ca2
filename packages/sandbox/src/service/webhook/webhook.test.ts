import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Merchant, until } from '../../../test/merchant.ts';

describe('a webhook', () => {
  it('goes to callback_url after the answer, signed over its bytes', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    const answers = merchant.answers;
    await until(() => merchant.received.length === 1);
    const [webhook] = merchant.received;
    assert.equal(webhook?.signed, true);
    assert.equal(webhook.path, '/hook/v1');
    assert.equal(webhook.body['id'], id);
    assert.equal(webhook.body['status'], 'paid');
    assert.equal(answers, 3);
  });

  it('before: is there when the answer comes', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const before = merchant.answers;
    await merchant.pay(id, 'visa-approve', { scenario: { webhook: 'before' } });
    assert.equal(merchant.received.length, 1);
    assert.equal(merchant.received[0]?.at, before);
  });

  it('before: is there when the payer comes back from the bank', async (t) => {
    const merchant = await Merchant.open(t);
    merchant.sandbox.scenario({ webhook: 'before' });
    const id = await merchant.order();
    const paid = await merchant.pay(id, 'pan-visa-challenge');
    assert.equal(merchant.received.length, 0);
    const before = merchant.answers;
    await merchant.decide(paid.body['acs_url'], 'approve');
    assert.equal(merchant.received[0]?.at, before);
  });

  it('never: is not sent', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id, 'visa-approve', { scenario: { webhook: 'never' } });
    assert.deepEqual(merchant.ledger(id).webhooks, []);
  });

  it('webhookDelay and webhookCopies: later, and the same bytes again', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const scenario = { webhookDelay: 40, webhookCopies: 3 };
    await merchant.pay(id, 'visa-approve', { scenario });
    assert.equal(merchant.received.length, 0);
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

describe('the three versions', () => {
  it('v1 is flat, one a payment', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.call('/v1/payment', {
      merchant_id: 'm-1',
      session_id: id,
      amount: 0.1,
      external_id: 'order-1b',
    });
    await merchant.pay(id, 'visa-approve');
    await until(() => merchant.received.length === 2);
    const payments = merchant.received.map(({ body }) => [body['external_id'], body['amount']]);
    assert.deepEqual(payments.sort(), [
      ['order-1', '199.90'],
      ['order-1b', '0.10'],
    ]);
    assert.ok(merchant.received.every(({ body }) => !('payments' in body)));
  });

  it('v2 and v3 are grouped, one a session', async (t) => {
    const merchant = await Merchant.open(t, { scenario: { webhookVersion: 'v2' } });
    const second = await merchant.order();
    await merchant.pay(second);
    await until(() => merchant.received.length === 1);
    await merchant.pay(await merchant.order(), 'visa-approve', {
      scenario: { webhookVersion: 'v3' },
    });
    await until(() => merchant.received.length === 2);
    const payments = merchant.received.map(({ body }) => body['payments']);
    assert.deepEqual(payments, [
      [{ external_id: 'order-1', amount: '199.90', products: [] }],
      [{ external_id: 'order-1', amount: 199.9, products: [] }],
    ]);
    assert.ok(merchant.received.every(({ body }) => !('amount' in body)));
  });

  it('follow the dates of transition, unless a scenario names one', async (t) => {
    let day = '2026-07-30';
    const clock = {
      now: () => Date.parse(`${day}T12:00:00Z`),
      wait: () => Promise.resolve(),
    };
    const webhookTransitions = { v2: '2026-07-31', v3: '2026-09-01' };
    const merchant = await Merchant.open(t, { clock, webhookTransitions });
    const id = await merchant.order();
    const versionOn = async (today: string): Promise<unknown> => {
      day = today;
      await merchant.sandbox.webhook({ session_id: id });
      return merchant.ledger(id).webhooks.at(-1)?.version;
    };
    assert.equal(await versionOn('2026-07-30'), 'v1');
    assert.equal(await versionOn('2026-07-31'), 'v2');
    assert.equal(await versionOn('2026-09-01'), 'v3');
    merchant.sandbox.scenario({ webhookVersion: 'v1' });
    assert.equal(await versionOn('2026-09-02'), 'v1');
  });

  it('carry the masked card', async (t) => {
    const merchant = await Merchant.open(t);
    await merchant.pay(await merchant.order(), 'amex-approve');
    await until(() => merchant.received.length === 1);
    assert.deepEqual(merchant.received[0]?.body['card_details'], {
      pan: '370000xxxxx0005',
      card_bank: 'TEST BANK',
      card_country: 'UA',
      card_type: 'AMEX',
      promo_card: false,
    });
  });
});
