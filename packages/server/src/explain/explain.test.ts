import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answering, paths } from '../../test/paid-shop.ts';
import { openShop } from '../../test/shop.ts';
import { explain } from './explain.ts';

describe('an operation', () => {
  it('says who asked for it, and why', async () => {
    await using shop = await openShop();
    shop.service.on(paths.refund, answering(200, 'null'));
    await shop.pay();
    await shop.wallet.refund('o-1', { amount: '50.00', by: 'anna', reason: 'wrong size' });
    const detail = (await shop.wallet.find('o-1')) ?? assert.fail();
    const [attempt] = explain(detail).attempts;
    const sentences = attempt?.history.map(({ sentence }) => sentence) ?? [];
    assert.match(
      sentences.join('\n'),
      /^A refund of 50\.00 UAH was sent\..* \(anna: wrong size\)$/m,
    );
  });
});

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
