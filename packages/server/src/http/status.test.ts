import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop } from '../../test/shop.ts';

describe('the status of an order', () => {
  it('is absent before a token was sent, and for an order that the asker may not see', async () => {
    await using shop = await openShop();
    assert.equal((await shop.post('/wallet/status', { order: 'o-1' })).status, 404);
    await shop.post('/wallet/prepare', { order: 'o-1' });
    assert.equal((await shop.post('/wallet/status', { order: 'o-1' })).status, 404);
    await shop.pay();
    shop.orders.delete('o-1');
    assert.equal((await shop.post('/wallet/status', { order: 'o-1' })).status, 404);
  });

  it('is asked of the service while it is open, once a second at most', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    await shop.pay();
    const pending = { outcome: 'pending', status: 'processing', final: false };
    const answers = await Promise.all(Array.from({ length: 20 }, async () => shop.status()));
    for (const answer of answers) assert.deepEqual(answer, pending);
    await shop.status();
    assert.equal(shop.service.to('/v1/get-status').length, 1);
    shop.wait(1500);
    shop.service.on('/v1/get-status', () => ({ status: 'paid', amount: '199.90' }));
    assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
    shop.wait(1500);
    await shop.status();
    assert.equal(shop.service.to('/v1/get-status').length, 2);
  });

  it('is asked of each order once a second, however many are asked about', async () => {
    await using shop = await openShop();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    for (const order of ['o-1', 'o-2']) await shop.pay({ order });
    for (const order of ['o-1', 'o-2', 'o-1', 'o-2']) await shop.status(order);
    assert.equal(shop.service.to('/v1/get-status').length, 2);
  });

  it('is only read: a return page decides nothing, however often it comes and whatever it sends', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    await shop.pay();
    const id = (await shop.stored())?.sessionId;
    const calls = shop.service.calls.length;
    const path = '/wallet/status?status=paid&outcome=succeeded&next=https://evil.example';
    const open = async (): Promise<unknown> => (await shop.post(path, { order: 'o-1' })).json();
    const pending = { outcome: 'pending', status: 'processing', final: false };
    for (const answer of await Promise.all(Array.from({ length: 20 }, open))) {
      assert.deepEqual(answer, pending);
    }
    await Promise.all([
      ...Array.from({ length: 20 }, open),
      shop.webhook({ id, status: 'failed' }),
    ]);
    await shop.wallet.drain();
    assert.deepEqual(await open(), { outcome: 'failed', status: 'failed', final: true });
    const paths = shop.service.calls.slice(calls).map((call) => call.path);
    assert.deepEqual([...new Set(paths)], ['/v1/get-status']);
    assert.equal((await shop.stored())?.state, 'failed');
    assert.equal((await shop.post(path, { order: 'o-1', status: 'paid' })).status, 400);
  });

  it('is that of a webhook which came while the service did not answer', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    shop.service.on('/v1/get-status', async ({ body }, response) => {
      await shop.webhook({ id: body['session_id'], status: 'paid', amount: '199.90' });
      response.destroy();
      return null;
    });
    await shop.pay();
    assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
  });

  it('is the stored one when the service does not answer', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    shop.service.on('/v1/get-status', (_, response) => {
      response.writeHead(500).end();
      return null;
    });
    await shop.pay();
    const pending = { outcome: 'pending', status: 'processing', final: false };
    assert.deepEqual(await shop.status(), pending);
  });

  const statuses: readonly (readonly [string, string, boolean])[] = [
    ['paid', 'succeeded', true],
    ['paid_off', 'succeeded', true],
    ['refunded', 'refunded', true],
    ['voided', 'cancelled', true],
    ['holded', 'authorized', true],
    ['failed', 'failed', true],
    ['expired', 'expired', true],
    ['processing_void', 'pending', false],
    ['never_seen', 'pending', false],
  ];
  for (const [status, outcome, final] of statuses) {
    it(`is ${outcome} for the provider status ${status}`, async () => {
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
      shop.service.on('/v1/get-status', () => ({ status }));
      await shop.pay();
      assert.deepEqual(await shop.status(), { outcome, status, final });
    });
  }
});
