import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { taken, paths } from '../../test/paid-shop.ts';
import { openShop, type Shop } from '../../test/shop.ts';

/** Pays, with this status of the service in its answer and afterwards. Returns the session. */
async function payAs(shop: Shop, status: string): Promise<string> {
  shop.service.on('/v1/pay-token', ({ body }) => {
    shop.service.statuses.set(String(body['session_id']), { status });
    return { status };
  });
  await shop.pay();
  await shop.wallet.drain();
  // A failure counts once a question confirms it.
  shop.wait(1500);
  await shop.wallet.reconcile();
  const session = shop.service.to('/v1/pay-token').at(-1)?.body['session_id'];
  return String(session);
}

/** The service says later that a session has another status. */
async function becomes(shop: Shop, session: string, status: string): Promise<void> {
  shop.service.statuses.set(session, { status });
  await shop.webhook({ id: session, status });
  await shop.wallet.drain();
}

/** An order whose first payment failed, and turned out to have this status after the second was paid or held. */
async function openTwice(first: string, second: string): Promise<Shop> {
  const shop = await openShop();
  const session = await payAs(shop, 'failed');
  await payAs(shop, second);
  // A hold after a failure counts by a question that is not early.
  shop.wait(16 * 60_000);
  await becomes(shop, session, first);
  return shop;
}

function lastChange({ changes }: Shop) {
  const { outcome, amount, orderOutcome, orderAmount } = changes.at(-1) ?? assert.fail();
  return { outcome, amount, orderOutcome, orderAmount };
}

describe('a change', () => {
  it('says what the order is, where it has one payment', async () => {
    await using shop = await openShop();
    await payAs(shop, 'holded');
    const held = { outcome: 'authorized', amount: '199.90' };
    assert.deepEqual(lastChange(shop), {
      ...held,
      orderOutcome: 'authorized',
      orderAmount: '199.90',
    });
    shop.service.on(paths.capture, taken(shop, { status: 'paid', amount: '150.00' }));
    await shop.wallet.capture('o-1', { amount: '150.00' });
    await shop.wallet.drain();
    const charged = { outcome: 'succeeded', amount: '150.00' };
    assert.deepEqual(lastChange(shop), {
      ...charged,
      orderOutcome: 'succeeded',
      orderAmount: '150.00',
    });
  });

  it('has no amount of an order that failed or was given back', async () => {
    await using shop = await openShop();
    const session = await payAs(shop, 'failed');
    const failed = { outcome: 'failed', amount: '199.90' };
    assert.deepEqual(lastChange(shop), { ...failed, orderOutcome: 'failed', orderAmount: '0.00' });
    await becomes(shop, session, 'paid');
    await becomes(shop, session, 'refunded');
    const refunded = { outcome: 'refunded', amount: '199.90' };
    assert.deepEqual(lastChange(shop), {
      ...refunded,
      orderOutcome: 'refunded',
      orderAmount: '0.00',
    });
  });

  it('counts two charges, and says that the order stays paid once one is refunded', async () => {
    await using shop = await openTwice('paid', 'paid');
    const charged = { outcome: 'succeeded', amount: '199.90' };
    assert.deepEqual(lastChange(shop), {
      ...charged,
      orderOutcome: 'succeeded',
      orderAmount: '399.80',
    });
    for (const { attempt } of (await shop.wallet.find('o-1'))?.attempts.slice(0, 1) ?? []) {
      shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
      await shop.wallet.refund('o-1', { attempt });
      await shop.wallet.drain();
    }
    assert.deepEqual(lastChange(shop), {
      outcome: 'refunded',
      amount: '199.90',
      orderOutcome: 'succeeded',
      orderAmount: '199.90',
    });
  });

  it('of a second hold that is voided says that the order is still held', async () => {
    await using shop = await openTwice('holded', 'holded');
    const [first] = (await shop.wallet.find('o-1'))?.attempts ?? [];
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    await shop.wallet.void('o-1', { attempt: first?.attempt ?? '' });
    await shop.wallet.drain();
    assert.deepEqual(lastChange(shop), {
      outcome: 'cancelled',
      amount: '199.90',
      orderOutcome: 'authorized',
      orderAmount: '199.90',
    });
  });

  for (const [first, second] of [
    ['paid', 'holded'],
    ['holded', 'paid'],
  ] as const) {
    it(`says that the order is paid where one payment is ${first} and a newer one ${second}`, async () => {
      await using shop = await openTwice(first, second);
      const { orderOutcome, orderAmount } = lastChange(shop);
      assert.deepEqual([orderOutcome, orderAmount], ['succeeded', '199.90']);
      const { outcome } = (await shop.wallet.find('o-1')) ?? assert.fail();
      assert.equal(outcome, 'succeeded');
    });
  }

  for (const status of ['failed', 'expired', 'voided', 'refunded']) {
    it(`never says that a paid order is anything else, where an earlier attempt is ${status}`, async () => {
      await using shop = await openTwice(status, 'paid');
      const paidAt = shop.changes.findIndex(({ outcome }) => outcome === 'succeeded');
      for (const change of shop.changes.slice(paidAt)) {
        assert.deepEqual([change.orderOutcome, change.orderAmount], ['succeeded', '199.90']);
      }
    });
  }

  it('does not count a sheet that is open beside a failure', async () => {
    await using shop = await openShop();
    const session = await payAs(shop, 'failed');
    await shop.post('/wallet/prepare', { order: 'o-1' });
    await becomes(shop, session, 'expired');
    for (const { orderOutcome } of shop.changes.slice(-1)) assert.equal(orderOutcome, 'failed');
  });
});
