import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from '../../test/shop.ts';

const hour = 3_600_000;

test('a round of so many questions that it is no number asks none, and says so', async () => {
  await using shop = await openShop();
  await assert.rejects(shop.wallet.reconcile({ limit: NaN }), { code: 'config_invalid' });
});

describe('what becomes of a payment, asked of the service', () => {
  test('is asked at once when a hint comes while the last question is under way', async () => {
    await using shop = await openShop({ service: { webhooks: 'confirm' } });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
    await shop.pay();
    // By then the next question would come in an hour.
    for (let rounds = 0; rounds < 12; rounds += 1) {
      shop.wait(1.3 * hour);
      await shop.wallet.reconcile();
    }
    const attempt = await shop.store.find({ order: 'o-1' });
    shop.wait(1.3 * hour);
    shop.service.on('/v1/get-status', async () => {
      const body = { id: attempt?.sessionId, status: 'paid' };
      const hint = await shop.post('/wallet/webhook/v1', body);
      assert.equal(hint.status, 200);
      return { status: 'processing' };
    });
    await shop.wallet.reconcile();
    shop.service.on('/v1/get-status', () => ({ status: 'paid' }));
    shop.wait(2000);
    await shop.wallet.reconcile();
    assert.equal((await shop.store.find({ order: 'o-1' }))?.state, 'paid');
  });

  test('is raised where nobody knows the word, also after the payment', async () => {
    await using shop = await openShop();
    await shop.pay();
    const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    shop.service.statuses.set(sessionId ?? '', { status: 'chargeback' });
    assert.equal((await shop.webhook({ session_id: sessionId, status: 'chargeback' })).status, 200);
    await shop.wallet.drain();
    assert.match(
      shop.logs.join('\n'),
      /^unknown_status .*"state":"paid".*"heard":\{"status":"chargeback"/m,
    );
    assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
  });

  test('in an amount that was not agreed to is raised with that amount, and left to nobody', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.91' }));
    assert.equal((await shop.pay()).status, 202);
    const attempt = await shop.store.find({ order: 'o-1' });
    assert.deepEqual([attempt?.state, attempt?.flag], ['unknown', 'mismatch']);
    assert.match(
      shop.logs.join('\n'),
      /^amount_mismatch .*"heard":\{"status":"paid","amount":"199.91"\}/m,
    );
  });

  test('is none before a token was sent: the order can be paid', async () => {
    await using shop = await openShop();
    await shop.post('/wallet/prepare', { order: 'o-1' });
    const { sessionId } = (await shop.store.find({ order: 'o-1' })) ?? assert.fail();
    for (const status of ['preprocessing', 'unheard_of']) {
      assert.equal((await shop.webhook({ session_id: sessionId, status })).status, 200);
    }
    await shop.wallet.drain();
    assert.equal((await shop.pay()).status, 200);
  });
});
