import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { giveUp, standStill } from '@wallet-buttons/service-client/testing/timeout.js';
import {
  now,
  openShop,
  plainOptions,
  type Shop,
  type ShopOptions,
  storedAttempt,
  changesAround,
} from '../../test/shop.ts';
import { createWalletServer, memoryStore, type StatusChange } from '../index.ts';

/** A payment that the service works on: the merchant has received `processing`. */
async function openPaying(
  onStatusChange: ShopOptions['onStatusChange'],
  options: ShopOptions = {},
): Promise<Shop> {
  const shop = await openShop({ ...options, ...(onStatusChange && { onStatusChange }) });
  shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
  await shop.pay();
  return shop;
}

async function confirm(shop: Shop, status: string): Promise<void> {
  const attempt = await storedAttempt(shop);
  const answer = await shop.webhook({ id: attempt.sessionId, status });
  assert.equal(answer.status, 200);
}

describe('the changes of an order', () => {
  it('are delivered in the order in which they happened, also when one had to be delivered again', async () => {
    const deliveries: string[] = [];
    await using shop = await openPaying(({ status }) => {
      deliveries.push(status);
      if (deliveries.length === 1) throw new Error('The shop is down.');
    });
    await shop.wallet.drain();
    await confirm(shop, 'paid');
    await shop.wallet.drain();
    await shop.wallet.reconcile();
    assert.deepEqual(deliveries, ['processing']);
    shop.wait(31_000);
    await shop.wallet.reconcile();
    assert.deepEqual(deliveries, ['processing', 'processing', 'paid']);
  });

  it('are delivered one at a time', async () => {
    const deliveries: string[] = [];
    const acceptance = Promise.withResolvers<undefined>();
    await using shop = await openPaying(async ({ status }) => {
      deliveries.push(status);
      if (deliveries.length === 1) await acceptance.promise;
    });
    await confirm(shop, 'paid');
    await confirm(shop, 'refunded');
    await shop.wallet.reconcile();
    assert.deepEqual(deliveries, ['processing']);
    acceptance.resolve(undefined);
    await shop.wallet.drain();
    await shop.wallet.reconcile();
    assert.deepEqual(deliveries, ['processing', 'paid', 'refunded']);
  });

  it('are not delivered again by a process that stood still until another had delivered them', async () => {
    const [writeEnd, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const store = memoryStore({ now });
    const payments = changesAround(async (write, cause) => {
      const result = await write();
      if (cause === 'webhook') {
        writeEnd.resolve(undefined);
        await go.promise;
      }
      return result;
    });
    const deliveries: string[] = [];
    const onStatusChange = ({ status }: StatusChange): void => void deliveries.push(status);
    await using first = await openPaying(onStatusChange, { store, payments });
    const service = { baseUrl: first.service.baseUrl };
    await using second = await openShop({ store, service, onStatusChange });
    await first.wallet.drain();
    const confirmation = confirm(first, 'paid');
    await writeEnd.promise;
    first.wait(31_000);
    await second.wallet.reconcile();
    await confirm(second, 'refunded');
    await second.wallet.drain();
    go.resolve(undefined);
    await confirmation;
    await first.wallet.drain();
    assert.deepEqual(deliveries, ['processing', 'paid', 'refunded']);
  });
});

describe('a change that the merchant does not take', () => {
  it('raises an alarm of its own once it has failed for an hour, each time', async () => {
    await using shop = await openPaying(() => {
      throw new Error('The shop is down.');
    });
    await shop.wallet.drain();
    for (const minutes of [1, 30, 31]) {
      shop.wait(minutes * 60_000);
      await shop.wallet.reconcile();
    }
    const failures = shop.logs.filter((line) => line.includes('"tries"'));
    const deliveries = failures.map((line) =>
      /^(.+?) \{.*"tries":(\d+)/.exec(line)?.slice(1).join(' '),
    );
    assert.deepEqual(deliveries, [
      'onStatusChange failed 1',
      'onStatusChange failed 2',
      'onStatusChange failed 3',
      'delivery_failing 4',
    ]);
  });

  it('waits for a server that has a callback', async () => {
    const store = memoryStore({ now });
    let deliveryCount = 0;
    const failing = async (): Promise<void> => Promise.reject(new Error('The shop is down.'));
    await using shop = await openPaying(failing, { store });
    await shop.wallet.drain();
    const { baseUrl } = shop.service;
    const service = { ...plainOptions.service, baseUrl };
    const silent = createWalletServer({ ...plainOptions, store, service });
    await using telling = await openShop({
      store,
      service: { baseUrl },
      onStatusChange: () => void (deliveryCount += 1),
    });
    shop.wait(31_000);
    assert.equal((await silent.reconcile()).delivered, 0);
    assert.equal((await telling.wallet.reconcile()).delivered, 1);
    assert.equal(deliveryCount, 1);
  });
});

describe('a change of a payment', () => {
  it('is logged, once, with the states before and after it', async () => {
    await using shop = await openPaying(undefined);
    await confirm(shop, 'paid');
    await confirm(shop, 'paid');
    const lines = shop.logs.filter((line) => line.startsWith('payment '));
    const states = lines.map((line) => /"from":"(\w+)","state":"(\w+)"/.exec(line)?.slice(1));
    assert.deepEqual(states, [
      ['sending', 'pending'],
      ['pending', 'paid'],
    ]);
  });

  it('is delivered where only the provider status changes', async () => {
    await using shop = await openPaying(undefined);
    await confirm(shop, 'processing_hold_completion');
    await shop.wallet.drain();
    assert.deepEqual(
      shop.changes.map(({ status, previous, outcome }) => [status, previous, outcome]),
      [
        ['processing', 'unknown', 'pending'],
        ['processing_hold_completion', 'pending', 'pending'],
      ],
    );
  });

  for (const [status, minutes] of [
    ['paid', 75],
    ['processing_hold_completion', 1],
  ] as const) {
    it(`to ${status} is asked about soon again, however long the state before it was`, async () => {
      await using shop = await openPaying(undefined);
      for (let hours = 0; hours < 12; hours += 1) {
        shop.wait(90 * 60_000);
        await shop.wallet.reconcile();
      }
      await confirm(shop, status);
      const { nextCheckAt, readAt } = await storedAttempt(shop);
      assert.ok((nextCheckAt ?? Infinity) - readAt <= minutes * 60_000);
    });
  }
});

describe('an order that another attempt has paid', () => {
  it('names each charge with its own ids, and a failure of another attempt is not delivered', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', (_, response) => {
      response.destroy();
      return null;
    });
    await shop.pay();
    const first = await storedAttempt(shop);
    shop.service.statuses.set(first.sessionId, { status: 'created' });
    for (const minutes of [16, 61]) {
      shop.wait(minutes * 60_000);
      await shop.wallet.reconcile();
    }
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await shop.pay()).status, 200);
    for (const status of ['paid', 'voided']) {
      await shop.webhook({ id: first.sessionId, status });
      await shop.wallet.drain();
    }
    await shop.wallet.reconcile();
    assert.equal((await shop.payments.find({ id: first.id }))?.state, 'cancelled');
    const deliveries = shop.changes.map(({ attempt, outcome }) => [attempt === first.id, outcome]);
    assert.deepEqual(deliveries.slice(-2), [
      [true, 'succeeded'],
      [true, 'refunded'],
    ]);
    const [second] = shop.changes.filter(({ attempt }) => attempt !== first.id);
    assert.equal(second?.outcome, 'succeeded');
    assert.notEqual(second.sessionId, first.sessionId);
    assert.match(shop.logs.join('\n'), /^late_payment/m);
  });
});

describe('a callback that never ends', () => {
  it('is called again, and keeps no server from stopping', async (t) => {
    standStill(t);
    const deliveries: StatusChange[] = [];
    await using shop = await openPaying(async (change) => {
      deliveries.push(change);
      if (deliveries.length === 1) await new Promise(() => undefined);
    });
    giveUp();
    await shop.wallet.drain();
    assert.match(shop.logs.join('\n'), /onStatusChange failed .*did not end in time/);
    shop.wait(31_000);
    assert.equal((await shop.wallet.reconcile()).delivered, 1);
    assert.equal(new Set(deliveries.map(({ id }) => id)).size, 1);
  });

  it('delays no question about another order', async (t) => {
    standStill(t);
    const { promise: isAsked, resolve } = Promise.withResolvers<undefined>();
    await using shop = await openPaying(async ({ order }) => {
      if (order === 'o-1') await new Promise(() => undefined);
    });
    giveUp();
    await shop.wallet.drain();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    await shop.pay({ order: 'o-2' });
    shop.service.on('/v1/get-status', () => {
      resolve(undefined);
      return { status: 'paid' };
    });
    shop.wait(31_000);
    const pass = shop.wallet.reconcile();
    await isAsked;
    giveUp();
    await pass;
  });
});

describe('the backlog', () => {
  it('is empty where nothing is due and the merchant took every change', async () => {
    await using shop = await openPaying(() => undefined);
    await shop.wallet.drain();
    const nothing = { due: 0, dueFor: 0, undelivered: 0, undeliveredFor: 0 };
    assert.deepEqual(await shop.wallet.backlog(), nothing);
  });

  it('counts the payments that are due for a question, and since when', async () => {
    await using shop = await openPaying(() => undefined);
    await shop.wallet.drain();
    const { nextCheckAt } = await storedAttempt(shop);
    shop.wait((nextCheckAt ?? 0) - now() + 7000);
    const { due, dueFor } = await shop.wallet.backlog();
    assert.equal(due, 1);
    assert.ok(dueFor >= 7000 && dueFor < 60_000, String(dueFor));
    await shop.wallet.reconcile();
    assert.equal((await shop.wallet.backlog()).due, 0);
  });

  it('counts the orders with an undelivered change by the age of the oldest, however often it was tried', async () => {
    await using shop = await openPaying(() => {
      throw new Error('The shop is down.');
    });
    await shop.wallet.drain();
    shop.wait(31_000);
    await confirm(shop, 'paid');
    await shop.wallet.reconcile();
    shop.wait(9000);
    const { undelivered, undeliveredFor } = await shop.wallet.backlog();
    assert.equal(undelivered, 1);
    assert.ok(undeliveredFor >= 40_000 && undeliveredFor < 90_000, String(undeliveredFor));
  });
});
