import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop } from '../../test/shop.ts';
import { explain } from './explain.ts';

describe('the history of a release that the service undid', () => {
  it('says that the payment was voided, though it was charged later', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'voided' }));
    await shop.pay();
    const detail = (await shop.wallet.find('o-1')) ?? assert.fail();
    const attempts = detail.attempts.map((attempt) => ({
      ...attempt,
      state: 'paid' as const,
      amounts: { ...attempt.amounts, charged: '199.90' },
    }));
    const text = JSON.stringify(explain({ ...detail, attempts }));
    assert.match(text, /to cancelled\. The payment was voided\./);
    assert.doesNotMatch(text, /to refunded/);
  });
});
