import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amounts, lost, openWith, operationsOf, paths, taken } from '../../test/paid-shop.ts';
import { type Shop, storedAttempt } from '../../test/shop.ts';

const minute = 60_000;

/** Sends an operation whose answer is lost, then asks for an hour, and sends it again by its key. */
async function repeated(
  shop: Shop,
  kind: 'capture' | 'refund',
  status: object,
  options: { readonly amount?: string } = {},
): Promise<readonly unknown[]> {
  const { sessionId } = await storedAttempt(shop);
  shop.service.on(paths[kind], (call, response) => {
    shop.service.statuses.set(sessionId, status);
    return lost(call, response);
  });
  await shop.wallet[kind]('o-1', { ...options, key: 'job' });
  for (let round = 0; round < 3; round += 1) {
    shop.wait(20 * minute);
    await shop.wallet.reconcile();
  }
  const { state } = await shop.wallet[kind]('o-1', { ...options, key: 'job' });
  return [state, shop.service.to(paths[kind]).length];
}

describe('a refund whose answer was lost', () => {
  for (const [status, amount] of [
    [{ status: 'partially_refunded', refunded_amount: '50.00' }, '50.00'],
    [{ status: 'PAID', refunded_amount: '50.00' }, '50.00'],
    [{ status: 'paid', refunded_amount: '50,00' }, '50.00'],
    [{ status: 'paid', refunded_amount: '5000' }, '50.00'],
    [{ status: 'paid', refunded_amount: { value: 50 } }, '50.00'],
    [{ status: 'paid', refunded_amount: '50.00', currency: 'USD' }, '50.00'],
  ] as const) {
    it(`of a part is not sent again where the status is ${JSON.stringify(status)}`, async () => {
      await using shop = await openWith('paid');
      assert.deepEqual(await repeated(shop, 'refund', status, { amount }), ['unknown', 1]);
    });
  }

  for (const status of [
    { status: 'reversed' },
    { status: 'partially_refunded', refunded_amount: '199.90' },
    { status: 'paid', refunded_amount: '199,90' },
  ]) {
    it(`of all is not sent again where the status is ${JSON.stringify(status)}`, async () => {
      await using shop = await openWith('paid');
      assert.deepEqual(await repeated(shop, 'refund', status), ['unknown', 1]);
    });
  }

  it('waits for a review, which ends it', async () => {
    await using shop = await openWith('paid');
    await repeated(shop, 'refund', { status: 'reversed' });
    shop.wait(73 * 60 * minute);
    await shop.wallet.reconcile();
    const { id, flag } = await storedAttempt(shop);
    assert.equal(flag, 'needs_review');
    await shop.wallet.resolve(id, 'succeeded');
    assert.equal((await amounts(shop)).refunded, '199.90');
  });
});

describe('a capture whose answer was lost', () => {
  it('is not sent again where the profile does not have the status', async () => {
    await using shop = await openWith('holded');
    assert.deepEqual(await repeated(shop, 'capture', { status: 'captured' }), ['unknown', 1]);
  });

  it('was not refused where the status is paid in another amount', async () => {
    await using shop = await openWith('holded');
    const status = { status: 'paid', amount: '199,90' };
    assert.deepEqual(await repeated(shop, 'capture', status), ['unknown', 1]);
  });
});

describe('a part that the shop has given back', () => {
  for (const status of ['refunded', 'voided']) {
    it(`is a part where a question is answered with ${status} and no amount`, async () => {
      await using shop = await openWith('paid');
      shop.service.on(paths.refund, taken(shop, { status, amount: '199.90' }));
      await shop.wallet.refund('o-1', { amount: '50.00' });
      await shop.wallet.drain();
      const change = shop.changes.at(-1);
      assert.deepEqual(
        [change?.outcome, change?.status, change?.refunded],
        ['succeeded', status, '50.00'],
      );
      assert.equal((await shop.pay()).status, 409);
    });

    it(`is a part where a webhook says ${status}, with no amount, before its answer`, async () => {
      await using shop = await openWith('paid');
      const { sessionId: id } = await storedAttempt(shop);
      shop.service.on(paths.refund, async (_, response) => {
        shop.service.statuses.set(id, { status });
        await shop.webhook({ id, status });
        response.end('null');
        return null;
      });
      assert.equal((await shop.wallet.refund('o-1', { amount: '50.00' })).state, 'done');
      await shop.wallet.drain();
      assert.equal((await amounts(shop)).refunded, '50.00');
      assert.equal((await shop.pay()).status, 409);
    });

    it(`is done where its answer is lost and the service says ${status} with no amount`, async () => {
      await using shop = await openWith('paid');
      const options = { amount: '50.00' };
      assert.deepEqual(await repeated(shop, 'refund', { status }, options), ['done', 1]);
      assert.equal((await amounts(shop)).refunded, '50.00');
      assert.equal((await shop.pay()).status, 409);
    });
  }

  it('is followed by the rest, after which the order can be paid again', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
    await shop.wallet.refund('o-1', { amount: '50.00' });
    await shop.wallet.drain();
    assert.equal((await shop.wallet.refund('o-1')).amount, '149.90');
    await shop.wallet.drain();
    assert.equal((await storedAttempt(shop)).state, 'refunded');
    assert.equal((await shop.pay()).status, 200);
  });

  it('does not become all of it by a webhook that names the part as its amount, and comes twice', async () => {
    await using shop = await openWith('paid');
    const { sessionId: id } = await storedAttempt(shop);
    for (let round = 0; round < 2; round += 1) {
      await shop.webhook({ id, status: 'refunded', amount: '50.00' });
      await shop.wallet.drain();
    }
    const { state, flag } = await storedAttempt(shop);
    assert.deepEqual([state, flag], ['paid', 'mismatch']);
    assert.equal((await shop.pay()).status, 409);
  });
});

describe('a hold', () => {
  for (const status of ['failed', 'expired']) {
    it(`is not ended by an old webhook that says ${status}`, async () => {
      await using shop = await openWith('holded');
      const { sessionId: id } = await storedAttempt(shop);
      await shop.webhook({ id, status });
      await shop.wallet.drain();
      assert.equal((await storedAttempt(shop)).state, 'authorized');
      assert.equal((await shop.pay()).status, 409);
    });

    it(`ends where a webhook says ${status}, and so do the answers to two questions`, async () => {
      await using shop = await openWith('holded');
      const { sessionId: id } = await storedAttempt(shop);
      shop.service.statuses.set(id, { status });
      await shop.webhook({ id, status });
      await shop.wallet.drain();
      assert.equal((await storedAttempt(shop)).state, 'authorized');
      shop.wait(13_000);
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).state, status);
      assert.equal((await operationsOf(shop)).length, 0);
    });
  }
});
