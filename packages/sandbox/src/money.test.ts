import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { WebhookVersion } from './service/webhook/versions.ts';
import { applePayToken, googlePayToken, Merchant, until } from '../test/merchant.ts';

/** Amounts of a currency: what is asked for, taken of the hold, given back of it, and what is left. */
interface Example {
  readonly currency: string;
  readonly asked: number;
  readonly taken: number;
  readonly back: number;
  /** The same as the ledger writes them; `fees` is what a parcel of 2 kg costs. */
  readonly text: { asked: string; taken: string; back: string; balance: number; fees: number };
  /** One decimal too many. */
  readonly tooFine: number;
  readonly endingIn05: number;
}

const examples: readonly Example[] = [
  {
    currency: 'JPY',
    asked: 1999,
    taken: 1500,
    back: 501,
    tooFine: 19.5,
    endingIn05: 1905,
    text: { asked: '1999', taken: '1500', back: '501', balance: 100_999, fees: 96 },
  },
  {
    currency: 'EUR',
    asked: 19.99,
    taken: 15,
    back: 5.01,
    tooFine: 19.999,
    endingIn05: 19.05,
    text: { asked: '19.99', taken: '15.00', back: '5.01', balance: 100_009.99, fees: 86.1 },
  },
  {
    currency: 'BHD',
    asked: 1.999,
    taken: 1.5,
    back: 0.501,
    tooFine: 1.9999,
    endingIn05: 1.905,
    text: { asked: '1.999', taken: '1.500', back: '0.501', balance: 100_000.999, fees: 86.01 },
  },
  {
    currency: 'CLF',
    asked: 0.1999,
    taken: 0.15,
    back: 0.0501,
    tooFine: 0.00001,
    endingIn05: 0.1905,
    text: { asked: '0.1999', taken: '0.1500', back: '0.0501', balance: 100_000.0999, fees: 86.001 },
  },
];

for (const { currency, asked, taken, back, text, tooFine, endingIn05 } of examples) {
  describe(`amounts in ${currency}`, () => {
    it('are held, taken in part and given back in part, exactly', async (t) => {
      const { merchant, id } = await held(t, currency, asked);
      assert.equal(merchant.ledger(id).amount, text.asked);
      await merchant.call('/v1/complete-hold', { ...named(id), amount: taken });
      assert.equal(merchant.ledger(id).charged, text.taken);
      await merchant.call('/v1/void', { ...named(id), amount: back });
      assert.equal(merchant.ledger(id).refunded, text.back);
      const { body } = await merchant.call('/v1/get-status', named(id));
      const [payment] = body['operations'] as readonly Record<string, unknown>[];
      assert.deepEqual(
        [body['amount'], payment?.['refunded_amount'], payment?.['status']],
        [text.taken, text.back, 'paid'],
      );
      assert.equal(merchant.sandbox.ledger().balance, textOf(text.balance, text.taken));
      await merchant.call('/v1/void', named(id));
      assert.deepEqual(
        [merchant.ledger(id).refunded, await merchant.statusOf(id)],
        [text.taken, 'voided'],
      );
    });

    it('are text in v2 of the webhook, a number in v3', async (t) => {
      for (const [version, amount] of [
        ['v2', text.asked],
        ['v3', asked],
      ] as const) {
        const { merchant } = await held(t, currency, asked, version);
        await until(() => merchant.received.length === 1);
        const [payment] = merchant.received[0]?.body['payments'] as Record<string, unknown>[];
        assert.deepEqual(payment?.['amount'], amount);
      }
    });

    it('are whole minor units where the profile says so', async (t) => {
      const forms = { amount: 'minor-integer', answeredAmount: 'minor' };
      const merchant = await Merchant.open(t, { currency, profile: { forms } });
      const id = await merchant.order({ amount: 1999 });
      await merchant.pay(id);
      await merchant.call('/v1/void', { ...named(id), amount: 501 });
      const { amount, refunded } = merchant.ledger(id);
      assert.deepEqual([amount, refunded], [text.asked, text.back]);
      assert.equal((await merchant.call('/v1/get-status', named(id))).body['amount'], 1999);
    });

    it('are those of wallet A’s token', async (t) => {
      const merchant = await Merchant.open(t, { currency });
      const token = (amount: string): Promise<string> =>
        applePayToken('visa-approve', { currency, amount });
      const fields = { paytype: 'apple_pay' };
      const other = await merchant.pay(await merchant.order({ amount: asked }), undefined, {
        fields,
        token: await token(text.taken),
      });
      assert.match(other.text, /its amount is not the payment/);
      const same = await merchant.pay(await merchant.order({ amount: asked }), undefined, {
        fields,
        token: await token(text.asked),
      });
      assert.equal(same.body['status'], 'paid');
    });

    it('are refused with a decimal too many, and nothing is added', async (t) => {
      const { merchant, id } = await held(t, currency, asked);
      const wrong = [
        ['payment', { ...named(await merchant.order({ amount: tooFine })), amount: tooFine }],
        ['complete-hold', { ...named(id), amount: tooFine }],
        ['void', { ...named(id), amount: tooFine }],
      ] as const;
      for (const [name, body] of wrong) {
        const answer = await merchant.call(`/v1/${name}`, body);
        assert.equal(answer.body['type'], 'validation', name);
        assert.match(answer.text, new RegExp(`an amount of ${currency} is positive and has`), name);
      }
      assert.deepEqual(
        merchant.sandbox.ledger().sessions.map(({ operations }) => operations.length),
        [1, 0],
      );
      assert.equal(merchant.ledger(id).status, 'holded');
    });

    it('choose a scenario by their last two digits', async (t) => {
      const merchant = await Merchant.open(t, { currency });
      const id = await merchant.order({ amount: endingIn05 });
      assert.equal((await merchant.pay(id)).body['status'], 'failed');
    });

    it('price a parcel and a payment to a recipient', async (t) => {
      const merchant = await Merchant.open(t, { currency });
      const parcel = {
        volume_weight: 0.001,
        weight: 2,
        recipient_city: 'x',
        recipient_warehouse: 'y',
      };
      const price = await merchant.call('/v1/delivery-price', {
        merchant_id: 'm-1',
        amount: asked,
        ...parcel,
      });
      assert.equal(price.body['delivery_price'], text.fees);
      const options = { headers: { 'x-merchant-id': 'm-1' } };
      const payout = [{ amount: text.asked, recipient: {} }];
      await merchant.call('/v1/operations/create', payout, options);
      const { payouts } = merchant.sandbox.ledger();
      assert.deepEqual(
        payouts.map(({ amount }) => amount),
        [text.asked],
      );
    });
  });
}

describe('the balance', () => {
  it('is of the account’s currency: payments in another one do not count', async (t) => {
    const profile = {
      currencies: ['UAH', 'JPY'],
      operations: { payment: { fields: { currency: 'ccy' } } },
    };
    const merchant = await Merchant.open(t, { profile, openingBalance: '10' });
    await merchant.pay(await merchant.order({ amount: 1999, ccy: 'JPY' }));
    assert.equal(merchant.sandbox.ledger().balance, '10.00');
    await merchant.pay(await merchant.order({ amount: 19.99, ccy: 'UAH' }));
    assert.equal(merchant.sandbox.ledger().balance, '29.99');
  });

  it('takes no currency that ISO 4217 does not have', async (t) => {
    await assert.rejects(Merchant.open(t, { currency: 'UHA' }), /"UHA" is not in ISO 4217/);
  });
});

/** An order that wallet B has paid, whose amount is held. */
async function held(
  t: TestContext,
  currency: string,
  amount: number,
  webhookVersion: WebhookVersion = 'v1',
): Promise<{ merchant: Merchant; id: string }> {
  const merchant = await Merchant.open(t, { currency, scenario: { webhookVersion } });
  const id = await merchant.order({ amount, use_hold: true });
  const answer = await merchant.pay(id, undefined, { token: await googlePayToken() });
  assert.equal(answer.body['status'], 'holded');
  return { merchant, id };
}

function named(id: string): Readonly<Record<string, string>> {
  return { merchant_id: 'm-1', session_id: id };
}

/** As many decimals as another amount has. */
function textOf(amount: number, example: string): string {
  return amount.toFixed(example.split('.')[1]?.length ?? 0);
}
