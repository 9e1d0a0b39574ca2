import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amounts, openWith, paths, taken } from '../../test/paid-shop.ts';
import { type Shop, storedAttempt } from '../../test/shop.ts';

const hour = 60 * 60_000;

/** The ways by which the service names a status. */
const ways: Readonly<Record<string, (shop: Shop, status: object) => Promise<void>>> = {
  'a webhook v1': async (shop, status) => {
    const { sessionId: id } = await storedAttempt(shop);
    await shop.webhook({ id, ...status });
    await shop.wallet.drain();
  },
  'a webhook v2': async (shop, { status, ...payment }: { status?: string }) => {
    const { sessionId: id } = await storedAttempt(shop);
    await shop.webhook({ id, status, payments: [{ external_id: 'o-1', ...payment }] }, 'v2');
    await shop.wallet.drain();
  },
  'a webhook v3': async (shop, { status, ...payment }: { status?: string }) => {
    const { sessionId: id } = await storedAttempt(shop);
    await shop.webhook({ id, status, payments: [{ external_id: 'o-1', ...payment }] }, 'v3');
    await shop.wallet.drain();
  },
  'get-status': async (shop, status) => {
    const { sessionId } = await storedAttempt(shop);
    shop.service.statuses.set(sessionId, status);
    shop.wait(2 * hour);
    await shop.wallet.reconcile();
    await shop.wallet.drain();
  },
};

for (const [way, say] of Object.entries(ways)) {
  describe(`a part that went back, by ${way}`, () => {
    for (const status of ['refunded', 'voided', 'paid', 'paid_off']) {
      it(`is a part with the status ${status}, and its order stays closed`, async () => {
        await using shop = await openWith('paid');
        await say(shop, { status, amount: '199.90', refunded_amount: '50.00' });
        const { charged, refunded } = await amounts(shop);
        assert.deepEqual([charged, refunded], ['199.90', '50.00']);
        const change = shop.changes.at(-1);
        assert.deepEqual(
          [change?.outcome, change?.amount, change?.refunded],
          ['succeeded', '199.90', '50.00'],
        );
        assert.equal((await shop.pay()).status, 409);
        assert.equal(shop.service.to('/v1/pay-token').length, 1);
      });
    }

    it('is followed by the rest of it', async () => {
      await using shop = await openWith('paid');
      await say(shop, { status: 'refunded', amount: '199.90', refunded_amount: '50.00' });
      await say(shop, { status: 'refunded', amount: '199.90', refunded_amount: '199.90' });
      assert.equal((await storedAttempt(shop)).state, 'refunded');
      assert.equal(shop.changes.at(-1)?.refunded, '199.90');
      assert.equal((await shop.pay()).status, 200);
    });

    it('leaves as much to refund as it says', async () => {
      await using shop = await openWith('paid');
      await say(shop, { status: 'refunded', amount: '199.90', refunded_amount: '50.00' });
      await assert.rejects(shop.wallet.refund('o-1', { amount: '150.00' }), {
        code: 'amount_too_high',
      });
      shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
      assert.equal((await shop.wallet.refund('o-1')).amount, '149.90');
    });

    it('is all of it where nothing is left, whatever the status', async () => {
      await using shop = await openWith('paid');
      await say(shop, { status: 'paid', amount: '199.90', refunded_amount: '199.90' });
      assert.equal((await storedAttempt(shop)).state, 'refunded');
      assert.equal(shop.changes.at(-1)?.outcome, 'refunded');
    });

    it('is all of it where the status names no part', async () => {
      for (const refunded_amount of [undefined, null, '0.00']) {
        await using shop = await openWith('paid');
        await say(shop, { status: 'voided', amount: '199.90', refunded_amount });
        assert.equal((await storedAttempt(shop)).state, 'cancelled');
      }
    });
  });
}

describe('a list of payments', () => {
  it('counts only where every item names the order, and the items add up to its amount', async () => {
    for (const second of [
      { external_id: 'o-2', amount: '0.00' },
      { external_id: 'o-1', amount: '50.00' },
      { external_id: 'o-1', amount: '0.00', currency: 'USD' },
    ]) {
      await using shop = await openWith('paid');
      const { sessionId: id } = await storedAttempt(shop);
      const first = { external_id: 'o-1', amount: '199.90' };
      const status = { status: 'refunded', amount: '199.90', payments: [first, second] };
      await shop.webhook({ id, ...status }, 'v3');
      shop.service.statuses.set(id, { ...status, operations: [first, second] });
      shop.wait(2 * hour);
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).state, 'paid');
    }
  });
});
