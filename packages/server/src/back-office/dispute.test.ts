import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amounts, openWith, paths, taken } from '../../test/paid-shop.ts';
import { codeOf, type Shop, type ShopOptions, storedAttempt } from '../../test/shop.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** What the service calls a dispute here. */
const profile = { statuses: { chargeback: 'disputed', chargeback_lost: 'refunded' } } as const;

/** The service has another status of the payment, and sends it. */
async function becomes(shop: Shop, status: string): Promise<void> {
  const { sessionId } = await storedAttempt(shop);
  const facts = { status, amount: '199.90' };
  shop.service.statuses.set(sessionId, facts);
  shop.wait(20 * 60_000);
  await shop.webhook({ id: sessionId, ...facts });
  await shop.wallet.drain();
}

/** The service has another status of the payment, which a second question shows ten seconds after the first. */
async function staysAt(shop: Shop, status: string): Promise<void> {
  await becomes(shop, status);
  assert.equal((await shop.wallet.find('o-1'))?.outcome, 'disputed');
  shop.wait(13_000);
  await shop.wallet.reconcile();
  await shop.wallet.drain();
}

/** A payment that was paid and is disputed. */
async function openDisputed(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openWith('paid', { service: { profile }, ...options });
  await becomes(shop, 'chargeback');
  return shop;
}

const alarmsOf = ({ logs }: Shop, code: string): number =>
  logs.filter((line) => line.startsWith(`${code} `)).length;

describe('a payment that a bank disputes', () => {
  it('is delivered once, with an alarm, and waits for a review for twenty days', async () => {
    await using shop = await openDisputed();
    const change = shop.changes.at(-1) ?? assert.fail();
    assert.deepEqual(
      [change.outcome, change.previous, change.orderOutcome, change.amount, change.status],
      ['disputed', 'succeeded', 'disputed', '199.90', 'chargeback'],
    );
    const count = shop.changes.length;
    for (let days = 0; days < 20; days += 1) {
      shop.wait(day);
      await shop.wallet.reconcile();
    }
    assert.equal(shop.changes.length, count);
    assert.deepEqual([alarmsOf(shop, 'disputed'), alarmsOf(shop, 'unknown_status')], [1, 0]);
    for (const query of [{ needsReview: true }, { state: 'disputed' }] as const) {
      const { payments } = await shop.wallet.list(query);
      assert.deepEqual(
        payments.map(({ outcome }) => outcome),
        ['disputed'],
      );
    }
    assert.equal(await codeOf(await shop.pay()), 'already_paid');
    assert.deepEqual(await shop.status(), {
      outcome: 'disputed',
      status: 'chargeback',
      final: true,
    });
  });

  it('is neither refunded nor captured nor voided, unless the caller forces it', async () => {
    await using shop = await openDisputed();
    for (const kind of ['refund', 'void', 'capture'] as const) {
      await assert.rejects(shop.wallet[kind]('o-1'), { code: 'payment_disputed', status: 409 });
    }
    await assert.rejects(shop.wallet.refund('o-1', { amount: '1.00', key: 'k' }), {
      code: 'payment_disputed',
    });
    assert.equal(shop.service.to('/v1/void').length, 0);
    shop.service.on(paths.refund, (_, response) => (response.end('null'), null));
    const options = { amount: '50.00', key: 'forced', force: true };
    assert.equal((await shop.wallet.refund('o-1', options)).state, 'done');
    shop.wait(day);
    await shop.wallet.reconcile();
    assert.equal((await shop.wallet.refund('o-1', options)).state, 'done');
    assert.equal(shop.service.to('/v1/void').length, 1);
    assert.equal((await amounts(shop)).refunded, '50.00');
  });

  for (const status of ['paid', 'paid_off']) {
    it(`is won where the service says ${status} again`, async () => {
      await using shop = await openDisputed();
      await staysAt(shop, status);
      const { outcome, flag } = (await shop.wallet.find('o-1')) ?? assert.fail();
      assert.deepEqual([outcome, flag], ['succeeded', null]);
      const { previous, orderOutcome } = shop.changes.at(-1) ?? assert.fail();
      assert.deepEqual([previous, orderOutcome], ['disputed', 'succeeded']);
      shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
      assert.equal((await shop.wallet.refund('o-1')).state, 'done');
    });
  }

  it('is lost where the service says that it went back', async () => {
    await using shop = await openDisputed();
    await staysAt(shop, 'chargeback_lost');
    const { outcome, amounts: sums } = (await shop.wallet.find('o-1')) ?? assert.fail();
    assert.deepEqual([outcome, sums.refunded], ['refunded', '199.90']);
    assert.deepEqual((await shop.wallet.list({ needsReview: true })).payments, []);
    assert.equal(shop.changes.at(-1)?.orderOutcome, 'refunded');
  });

  it('is not won by a webhook that is older than the dispute', async () => {
    await using shop = await openDisputed();
    const { sessionId } = await storedAttempt(shop);
    shop.wait(hour);
    await shop.webhook({ id: sessionId, status: 'paid', amount: '199.90' });
    await shop.wallet.drain();
    assert.equal((await shop.wallet.find('o-1'))?.outcome, 'disputed');
  });

  for (const [outcome, end] of [
    ['succeeded', 'succeeded'],
    ['failed', 'refunded'],
  ] as const) {
    it(`ends by a review as ${end}`, async () => {
      await using shop = await openDisputed();
      const { id } = await storedAttempt(shop);
      const payment = await shop.wallet.resolve(id, outcome);
      await shop.wallet.drain();
      assert.equal(payment.outcome, end);
      assert.equal(shop.changes.at(-1)?.outcome, end);
      await assert.rejects(shop.wallet.resolve(id, outcome), { code: 'no_payment' });
    });
  }

  it('takes no amount from a review', async () => {
    await using shop = await openDisputed();
    const { id } = await storedAttempt(shop);
    assert.equal((await shop.wallet.find('o-1'))?.proposal, undefined);
    await assert.rejects(shop.wallet.resolve(id, 'succeeded', { amount: '1.00' }), {
      code: 'invalid_amount',
    });
  });

  it('leaves an order paid that another payment has paid, and adds no amount to it', async () => {
    await using shop = await openDisputed();
    await staysAt(shop, 'chargeback_lost');
    await shop.pay();
    await shop.wallet.drain();
    assert.equal(shop.changes.at(-1)?.orderOutcome, 'succeeded');
  });

  it('raises the alarm where the money had gone back already', async () => {
    await using shop = await openWith('paid', { service: { profile } });
    await becomes(shop, 'refunded');
    await becomes(shop, 'chargeback');
    assert.ok(alarmsOf(shop, 'disputed') > 0);
    assert.equal((await shop.wallet.find('o-1'))?.outcome, 'refunded');
  });
});
