import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openWith } from '../../test/paid-shop.ts';
import { type Shop, type ShopOptions, storedAttempt } from '../../test/shop.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The ages, in hours, at which the service was asked about a paid order within 31 days. */
async function questionsOf(shop: Shop): Promise<readonly number[]> {
  const ages: number[] = [];
  for (let age = 1; age <= 31 * 24; age += 1) {
    shop.wait(hour);
    const { asked } = await shop.wallet.reconcile();
    ages.push(...Array<number>(asked).fill(age));
  }
  return ages;
}

async function openConfirmed(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openWith('paid', options);
  const { sessionId } = await storedAttempt(shop);
  const webhook = { id: sessionId, status: 'paid', amount: '199.90' };
  assert.equal((await shop.webhook(webhook)).status, 200);
  await shop.wallet.drain();
  return shop;
}

describe('the questions about a paid order', () => {
  it('are four in its life, after an hour, a day, a week, and before its session ends', async () => {
    await using shop = await openConfirmed();
    const [first = 0, second = 0, third = 0, last = 0, ...more] = await questionsOf(shop);
    assert.ok(first >= 1 && first <= 2, String(first));
    assert.ok(second >= 24 && second <= 31, String(second));
    assert.ok(third >= 7 * 24 && third <= 9 * 24, String(third));
    assert.ok(last >= 26 * 24 && last < 30 * 24, String(last));
    assert.deepEqual(more, []);
    assert.equal(shop.service.to('/v1/get-status').length, 4);
    assert.equal((await storedAttempt(shop)).nextCheckAt, null);
  });

  it('are five where a question confirms each status', async () => {
    await using shop = await openConfirmed({ service: { webhooks: 'confirm' } });
    await questionsOf(shop);
    assert.equal(shop.service.to('/v1/get-status').length, 5);
  });

  it('are not doubled by the pass that follows an unverified webhook', async () => {
    await using shop = await openConfirmed({ service: { webhooks: 'confirm' } });
    shop.wait(2000);
    await shop.wallet.reconcile();
    assert.equal(shop.service.to('/v1/get-status').length, 1);
  });

  it('are no more though the service sends each webhook again', async () => {
    await using shop = await openConfirmed();
    const { sessionId } = await storedAttempt(shop);
    for (let days = 0; days < 31; days += 1) {
      shop.wait(day);
      await shop.webhook({ id: sessionId, status: days < 9 ? 'paid' : 'paid_off' });
      await shop.wallet.reconcile();
    }
    const { length } = shop.service.to('/v1/get-status');
    assert.ok(length >= 3 && length <= 4, String(length));
  });

  it('begin again once a part is refunded', async () => {
    await using shop = await openConfirmed();
    const { sessionId } = await storedAttempt(shop);
    shop.wait(10 * day);
    await shop.wallet.reconcile();
    const part = { status: 'paid', amount: '199.90', refunded_amount: '50.00' };
    await shop.webhook({ id: sessionId, ...part });
    shop.service.statuses.set(sessionId, part);
    await shop.wallet.drain();
    const previousCount = shop.service.to('/v1/get-status').length;
    for (let hours = 0; hours < 32; hours += 1) {
      shop.wait(hour);
      await shop.wallet.reconcile();
    }
    assert.equal(shop.service.to('/v1/get-status').length - previousCount, 2);
  });

  it('come each day where the shop asks for it', async () => {
    await using shop = await openConfirmed({ recheckPaid: 'daily' });
    const ages = await questionsOf(shop);
    assert.ok(ages.length > 25 && ages.length <= 45, String(ages.length));
  });

  it('come each day while money is held, which the shop still has to take', async () => {
    await using shop = await openWith('holded');
    const ages = await questionsOf(shop);
    assert.ok(ages.length > 25 && ages.length <= 45, String(ages.length));
  });
});

describe('a change made in the service’s cabinet', () => {
  for (const [recheckPaid, days] of [
    ['few', 8],
    ['daily', 2],
  ] as const) {
    it(`is found within ${String(days)} days where the questions are ${recheckPaid}`, async () => {
      await using shop = await openWith('paid', { recheckPaid });
      shop.wait(day);
      await shop.wallet.reconcile();
      const { sessionId } = await storedAttempt(shop);
      shop.service.statuses.set(sessionId, { status: 'voided' });
      shop.wait(days * day);
      await shop.wallet.reconcile();
      await shop.wallet.drain();
      assert.equal(shop.changes.at(-1)?.outcome, 'refunded');
    });
  }
});
