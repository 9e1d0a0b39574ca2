import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, Merchant } from '../../../test/merchant.ts';

const recipient = { phone: '+380501112233' };

/** A call of the comfort group, which names the merchant in a header. */
function comfort(merchant: Merchant, name: string, body: unknown): Promise<Answer> {
  return merchant.call(`/v1/operations/${name}`, body, { headers: { 'x-merchant-id': 'm-1' } });
}

describe('the comfort group', () => {
  it('creates all of a list, or nothing of it', async (t) => {
    const merchant = await Merchant.open(t, { openingBalance: '100.00' });
    const list = [
      { guid: 'g-1', amount: '60.00', recipient },
      { guid: 'g-2', amount: '60.00', recipient },
    ];
    assert.equal((await comfort(merchant, 'create', list)).body['code'], 'BalanceError');
    assert.deepEqual(merchant.sandbox.ledger().payouts, []);
    assert.equal((await comfort(merchant, 'create', list.slice(1))).status, 200);
    assert.equal(merchant.sandbox.ledger().balance, '40.00');
  });

  it('refuses a guid that it knows', async (t) => {
    const merchant = await Merchant.open(t);
    const item = { guid: 'g-1', amount: '1.00', recipient };
    const doubleAnswer = await comfort(merchant, 'create', [item, item]);
    await comfort(merchant, 'create', [item]);
    const secondAnswer = await comfort(merchant, 'create', [item]);
    assert.equal(doubleAnswer.body['code'], 'OperationExistsError');
    assert.equal(secondAnswer.body['code'], 'OperationExistsError');
  });

  it('wants the merchant’s id in its header, and a list as body', async (t) => {
    const merchant = await Merchant.open(t);
    const item = { amount: '1.00', recipient };
    const nameless = await merchant.call('/v1/operations/create', [item]);
    const single = await comfort(merchant, 'create', item);
    const wrong = await comfort(merchant, 'create', [{ ...item, amount: 1 }]);
    assert.equal(nameless.body['code'], 'NotFoundError');
    assert.equal(single.body['type'], 'validation');
    assert.match(wrong.text, /"path":"0\.amount"|"path":"amount"/);
  });

  it('pays out after the scenario’s time, and then changes no recipient', async (t) => {
    let now = Date.now();
    const clock = {
      now: () => now,
      wait: (ms: number) => {
        now += ms;
        return Promise.resolve();
      },
    };
    const merchant = await Merchant.open(t, { clock, scenario: { paidOffAfter: 1000 } });
    await comfort(merchant, 'create', [{ guid: 'g-1', amount: '1.00', recipient }]);
    const statusAnswer = await comfort(merchant, 'status', { guid: 'g-1' });
    assert.equal(statusAnswer.body['status'], 'paid_off');
    const change = await comfort(merchant, 'change-recipient-data', { guid: 'g-1', recipient });
    assert.equal(change.body['code'], 'OperationStatusError');
  });

  it('gives an operation back once', async (t) => {
    const merchant = await Merchant.open(t);
    await comfort(merchant, 'create', [{ guid: 'g-1', amount: '1.00', recipient }]);
    assert.equal((await comfort(merchant, 'refund', ['g-1'])).status, 200);
    assert.equal((await comfort(merchant, 'refund', ['g-1'])).body['code'], 'RefundError');
    assert.equal((await comfort(merchant, 'refund', ['g-2'])).body['code'], 'NotFoundError');
  });
});
