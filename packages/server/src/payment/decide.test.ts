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
    assert.equal((await shop.store.find({ order: 'o-1' }))?.flag, 'decided');
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

  test('is not left to him again when the same amount is named again, and takes what follows', async () => {
    await using shop = await openFlagged();
    const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    await shop.wallet.decide('o-1', 'succeeded');
    for (const status of ['paid', 'paid_off', 'refunded']) {
      await shop.webhook({ id: sessionId, status, amount: '199.91' });
      await shop.wallet.drain();
    }
    const { state, flag } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    assert.deepEqual([state, flag], ['refunded', 'decided']);
    assert.equal(shop.logs.filter((line) => line.startsWith('amount_mismatch')).length, 1);
  });

  test('that he has called failed leaves the order payable when the same amount is named again', async () => {
    await using shop = await openFlagged();
    const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    await shop.wallet.decide('o-1', 'failed');
    await shop.webhook({ id: sessionId, status: 'paid', amount: '199.91' }, 'v2');
    await shop.wallet.drain();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await shop.pay()).status, 200);
  });

  test('that has ended meanwhile stays as it ended, whatever he says', async () => {
    for (const decision of ['succeeded', 'failed'] as const) {
      await using shop = await openFlagged();
      const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
      await shop.webhook({ id: sessionId, status: 'refunded', amount: '199.91' });
      await shop.wallet.drain();
      await shop.wallet.decide('o-1', decision);
      assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'refunded');
      await assert.rejects(shop.wallet.decide('o-1', decision), { code: 'no_payment' });
    }
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
