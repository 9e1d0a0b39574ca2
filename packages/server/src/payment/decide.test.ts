import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from '../../test/shop.ts';
import type { Shop } from '../../test/shop.ts';

/** A shop whose payment came in another amount: flagged, and left to a person. */
async function openFlagged(): Promise<Shop> {
  const shop = await openShop();
  shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.91' }));
  await shop.pay();
  await shop.wallet.drain();
  assert.equal((await shop.store.find({ order: 'o-1' }))?.flag, 'mismatch');
  return shop;
}

describe('a payment that was left to a person', () => {
  test('ends as paid when he says so, and the merchant is told', async () => {
    await using shop = await openFlagged();
    await shop.wallet.decide('o-1', 'succeeded');
    await shop.wallet.drain();
    assert.deepEqual(
      shop.changes.map(({ outcome, amount }) => [outcome, amount]),
      [['succeeded', '199.90']],
    );
    assert.equal((await shop.store.find({ order: 'o-1' }))?.flag, null);
    assert.equal((await shop.pay()).status, 409);
  });

  test('ends as failed when he says so, and the order can be paid again', async () => {
    await using shop = await openFlagged();
    await shop.wallet.decide('o-1', 'failed');
    await shop.wallet.drain();
    assert.equal(shop.changes[0]?.outcome, 'failed');
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await shop.pay()).status, 200);
  });

  test('that was paid cannot be taken back here: money goes back through the service', async () => {
    await using shop = await openShop();
    await shop.pay();
    const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    await shop.webhook({ session_id: sessionId, status: 'paid', amount: '1.00' });
    await shop.wallet.drain();
    await assert.rejects(shop.wallet.decide('o-1', 'failed'), { code: 'already_paid' });
    await shop.wallet.decide('o-1', 'succeeded');
    assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
  });

  test('is the only one that a person decides', async () => {
    await using shop = await openShop();
    await assert.rejects(shop.wallet.decide('o-1', 'succeeded'), { code: 'no_payment' });
    await shop.pay();
    await assert.rejects(shop.wallet.decide('o-1', 'failed'), { code: 'no_payment' });
  });
});
