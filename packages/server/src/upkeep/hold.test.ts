import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { openWith, paths, taken } from '../../test/paid-shop.ts';
import { now, openShop, type Shop, storedAttempt } from '../../test/shop.ts';
import { sqliteStore } from '../store/sqlite.ts';

const hour = 3_600_000;
const week = 7 * 24;
const holdStatus = { status: 'holded', amount: '199.90', refunded_amount: '0.00' };

/** Lets hours pass, with a pass of the reconciler each; the age in hours of each notice. */
async function noticesWithin(hours: number, shop: Shop): Promise<readonly string[]> {
  const notices: string[] = [];
  for (let age = 1; age <= hours; age += 1) {
    shop.wait(hour);
    const previousCount = shop.changes.length;
    await shop.wallet.reconcile();
    await shop.wallet.drain();
    for (const { holdNotice } of shop.changes.slice(previousCount)) {
      notices.push(`${String(holdNotice)} after ${String(age)}`);
    }
  }
  return notices;
}

describe('the end of a hold', () => {
  it('is a week after its token was sent, in every view and in every change', async () => {
    await using shop = await openWith('holded');
    const { sentAt } = await storedAttempt(shop);
    const end = new Date((sentAt ?? 0) + week * hour).toISOString();
    assert.equal((await shop.wallet.find('o-1'))?.holdEndsAt, end);
    assert.equal((await shop.wallet.list()).payments[0]?.holdEndsAt, end);
    assert.deepEqual(
      shop.changes.map(({ outcome, holdEndsAt }) => [outcome, holdEndsAt]),
      [['authorized', end]],
    );
  });

  it('depends on the network of the card, as the wire profile says', async () => {
    const profile = { lifetimes: { hold: { default: 3600, visa: 7200 } } };
    for (const [network, seconds] of [
      ['visa', 7200],
      ['carte', 3600],
    ] as const) {
      await using shop = await openWith('holded', { service: { profile } });
      shop.service.on('/v1/pay-token', () => holdStatus);
      shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
      await shop.pay({ order: 'o-2', card: { network } });
      await shop.wallet.drain();
      const { sentAt, holdEndsAt } = await storedAttempt(shop, 'o-2');
      assert.equal((holdEndsAt ?? 0) - (sentAt ?? 0), seconds * 1000);
    }
  });

  it('is missing once the hold is captured or released, and back if the service drops that', async () => {
    for (const kind of ['capture', 'void'] as const) {
      await using shop = await openWith('holded');
      const { sessionId, holdEndsAt } = await storedAttempt(shop);
      shop.service.on(paths[kind], taken(shop, holdStatus));
      assert.equal((await shop.wallet[kind]('o-1')).state, 'done');
      await shop.wallet.drain();
      assert.equal((await shop.wallet.find('o-1'))?.holdEndsAt, undefined);
      shop.service.statuses.set(sessionId, holdStatus);
      shop.wait(hour);
      await shop.wallet.find('o-1', { fresh: true });
      assert.equal((await storedAttempt(shop)).holdEndsAt, null);
      shop.wait(11_000);
      await shop.wallet.find('o-1', { fresh: true });
      assert.equal((await storedAttempt(shop)).holdEndsAt, holdEndsAt);
    }
  });
});

describe('the notices of a hold that ends', () => {
  it('come 48 and 24 hours before, once each, and cost no question but one each', async () => {
    await using shop = await openWith('holded');
    assert.deepEqual(await noticesWithin(week + 48, shop), ['48 after 120', '24 after 144']);
    const [, first, second] = shop.changes;
    assert.equal(first?.outcome, 'authorized');
    assert.equal(first.previous, 'authorized');
    assert.equal(first.amount, '199.90');
    assert.equal(first.holdEndsAt, second?.holdEndsAt);
    assert.notEqual(first.id, second?.id);
    const history = (await shop.wallet.find('o-1'))?.history ?? [];
    assert.deepEqual(
      history.map(({ cause }) => cause),
      ['pay-token', 'hold ends: 48 h', 'hold ends: 24 h'],
    );
    const { length } = shop.service.to('/v1/get-status');
    assert.ok(length <= 6 + 9 * 1.34 + 2, String(length));
  });

  it('come although the service does not answer', async () => {
    await using shop = await openWith('holded');
    shop.service.on('/v1/get-status', (_, response) => (response.destroy(), null));
    shop.wait(118 * hour);
    assert.deepEqual(await noticesWithin(3, shop), ['48 after 2']);
    shop.wait(22 * hour);
    assert.deepEqual(await noticesWithin(3, shop), ['24 after 1']);
  });

  it('come to a shop that was away, the later one alone, and again until it is accepted', async () => {
    let isDown = true;
    const notices: unknown[] = [];
    await using shop = await openWith('holded', {
      onStatusChange: ({ holdNotice }) => {
        if (isDown) throw new Error('Not now.');
        notices.push(holdNotice);
      },
    });
    shop.wait((week - 20) * hour);
    for (let passes = 0; passes < 3; passes += 1) {
      await shop.wallet.reconcile();
      shop.wait(2 * hour);
    }
    isDown = false;
    await shop.wallet.reconcile();
    await shop.wallet.reconcile();
    assert.deepEqual(notices, [undefined, 24]);
  });

  it('do not come once the hold is captured or voided, also while no status shows it', async () => {
    for (const kind of ['capture', 'void'] as const) {
      await using shop = await openWith('holded');
      shop.wait(100 * hour);
      shop.service.on(paths[kind], taken(shop, { status: 'processing' }));
      await shop.wallet[kind]('o-1');
      await shop.wallet.drain();
      const notices = await noticesWithin(week, shop);
      assert.deepEqual(
        notices.filter((notice) => !notice.startsWith('undefined')),
        [],
      );
    }
  });

  it('wait for an operation without an outcome, and come if it is refused', async () => {
    await using shop = await openWith('holded');
    shop.wait(119 * hour);
    await shop.wallet.reconcile();
    shop.service.on(paths.capture, (_, response) => (response.destroy(), null));
    shop.service.statuses.set((await storedAttempt(shop)).sessionId, { status: 'processing' });
    assert.equal((await shop.wallet.capture('o-1')).state, 'unknown');
    assert.deepEqual(await noticesWithin(3, shop), []);
    shop.service.statuses.set((await storedAttempt(shop)).sessionId, holdStatus);
    assert.deepEqual(await noticesWithin(3, shop), ['48 after 2']);
  });

  it('outlive a restart and a pruned store', async () => {
    const folder = temporaryFolder();
    const open = () => sqliteStore(join(folder, 'payments.db'), { now });
    const firstShop = await openWith('holded', { store: open() });
    const { sessionId } = await storedAttempt(firstShop);
    firstShop.wait(121 * hour);
    await firstShop.wallet.reconcile();
    assert.equal(firstShop.changes.at(-1)?.holdNotice, 48);
    const cutoff = new Date(now() + hour);
    assert.equal(await firstShop.wallet.prune({ before: cutoff, paid: true }), 0);
    await firstShop[Symbol.asyncDispose]();
    await using secondShop = await openShop({ store: open() });
    secondShop.service.statuses.set(sessionId, holdStatus);
    assert.deepEqual(await noticesWithin(week, secondShop), ['24 after 23']);
  });
});

describe('a list of holds that end', () => {
  it('has those that end before a time', async () => {
    await using shop = await openWith('holded');
    shop.service.on('/v1/pay-token', ({ body }) => {
      const status = { status: 'holded', amount: '199.90' };
      shop.service.statuses.set(String(body['session_id']), status);
      return status;
    });
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    shop.wait(48 * hour);
    await shop.pay({ order: 'o-2' });
    await shop.wallet.drain();
    const ending = async (hours: number): Promise<readonly string[]> => {
      const { payments } = await shop.wallet.list({ holdEndsBefore: now() + hours * hour });
      return payments.map(({ order }) => order);
    };
    assert.deepEqual(await ending(week - 48), []);
    assert.deepEqual(await ending(week - 47), ['o-1']);
    assert.deepEqual(await ending(week + 1), ['o-2', 'o-1']);
    shop.service.on(paths.capture, taken(shop, { status: 'paid', amount: '199.90' }));
    await shop.wallet.capture('o-1');
    assert.deepEqual(await ending(week + 1), ['o-2']);
    const state = 'paid';
    assert.deepEqual((await shop.wallet.list({ state, holdEndsBefore: now() * 2 })).payments, []);
    await assert.rejects(shop.wallet.list({ holdEndsBefore: 0.5 }), { code: 'invalid_field' });
  });
});
