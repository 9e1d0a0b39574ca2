import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Merchant, until } from '../../../test/merchant.ts';

describe('the three versions of a webhook', () => {
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
      [{ external_id: 'order-1', amount: '199.90', refunded_amount: '0.00', products: [] }],
      [{ external_id: 'order-1', amount: 199.9, refunded_amount: 0, products: [] }],
    ]);
  });

  for (const [version, amount, refunded] of [
    ['v1', '199.90', ['0.00', '50.00']],
    ['v2', '199.90', ['0.00', '50.00']],
    ['v3', 199.9, [0, 50]],
  ] as const) {
    it(`${version} names the amount and what was given back of it`, async (t) => {
      const merchant = await Merchant.open(t, { scenario: { webhookVersion: version } });
      const id = await merchant.order();
      await merchant.pay(id);
      await until(() => merchant.received.length === 1);
      await merchant.call('/v1/void', { merchant_id: 'm-1', session_id: id, amount: 50 });
      await until(() => merchant.received.length === 2);
      const bodies = merchant.received.map(({ body }) => body);
      assert.deepEqual(
        bodies.map((body) => [body['amount'], body['refunded_amount']]),
        [
          [amount, refunded[0]],
          [amount, refunded[1]],
        ],
      );
    });
  }

  it('have the card that paid, also after another one was declined', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id, 'visa-approve');
    await merchant.pay(id, 'visa-decline');
    await until(() => merchant.received.length === 2);
    const fields = { merchant_id: 'm-1', session_id: id };
    const { pan, approval_code: code } = (await merchant.call('/v1/get-status', fields)).body;
    for (const { body } of merchant.received) {
      assert.equal((body['card_details'] as { pan: unknown }).pan, pan);
      assert.equal(body['APPROVAL'], code);
    }
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
