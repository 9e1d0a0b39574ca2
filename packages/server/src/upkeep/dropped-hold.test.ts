import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amounts, openWith, operationsOf, paths, taken } from '../../test/paid-shop.ts';
import { type Shop, storedAttempt } from '../../test/shop.ts';

const minute = 60_000;
const hour = 60 * minute;
const statuses = { void: 'voided', capture: 'paid' } as const;
const holdStatus = { status: 'holded', amount: '199.90', refunded_amount: '0.00' };

/** A shop whose hold was released or captured by a status, before the service drops that. */
async function openDropped(kind: 'void' | 'capture'): Promise<Shop> {
  const shop = await openWith('holded');
  const { sessionId } = await storedAttempt(shop);
  const status = statuses[kind];
  shop.service.on(paths[kind], taken(shop, { ...holdStatus, status }));
  await shop.wallet[kind]('o-1');
  await shop.wallet.drain();
  assert.equal((await storedAttempt(shop)).state, kind === 'void' ? 'cancelled' : 'paid');
  shop.service.statuses.set(sessionId, holdStatus);
  return shop;
}

for (const kind of ['void', 'capture'] as const) {
  describe(`a ${kind} of a hold that a status has shown, and that the service drops later`, () => {
    it('is delivered with an alarm, may be sent again, and closes the order', async () => {
      await using shop = await openDropped(kind);
      const previousAmounts = await amounts(shop);
      shop.wait(2 * hour);
      await shop.wallet.reconcile();
      assert.deepEqual(await amounts(shop), previousAmounts);
      shop.wait(13_000);
      await shop.wallet.reconcile();
      await shop.wallet.drain();
      const { held: holds, charged, refunded } = await amounts(shop);
      assert.deepEqual([holds, charged, refunded], ['199.90', '0.00', '0.00']);
      assert.equal(shop.changes.at(-1)?.outcome, 'authorized');
      assert.ok(shop.logs.some((line) => line.startsWith('amount_lowered ')));
      const [operation] = await operationsOf(shop);
      assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'dropped']);
      assert.equal((await shop.pay()).status, 409);
      assert.equal((await shop.wallet[kind]('o-1')).state, 'done');
    });

    it('stays done while the service lags behind by minutes', async () => {
      await using shop = await openDropped(kind);
      const previousAmounts = await amounts(shop);
      shop.wait(10 * minute);
      await shop.wallet.find('o-1', { fresh: true });
      assert.deepEqual(await amounts(shop), previousAmounts);
      assert.equal((await operationsOf(shop))[0]?.state, 'done');
      assert.ok(!shop.logs.some((line) => line.startsWith('amount_lowered ')));
    });

    it('is not shown by an old webhook', async () => {
      await using shop = await openDropped(kind);
      const { sessionId } = await storedAttempt(shop);
      shop.service.statuses.set(sessionId, { ...holdStatus, status: statuses[kind] });
      const previousAmounts = await amounts(shop);
      shop.wait(2 * hour);
      await shop.webhook({ id: sessionId, ...holdStatus });
      await shop.wallet.drain();
      assert.deepEqual(await amounts(shop), previousAmounts);
    });
  });
}
