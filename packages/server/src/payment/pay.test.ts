import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from '../../test/shop.ts';

describe('a payment', () => {
  test('opens session and payment, sends the token once, and answers with the service’s word', async () => {
    await using shop = await openShop();
    const response = await shop.pay();
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { outcome: 'succeeded', status: 'paid' });
    const paths = shop.service.calls.map(({ path }) => path);
    assert.deepEqual(paths, ['/v1/session', '/v1/payment', '/v1/pay-token']);
    assert.ok(shop.service.calls.every(({ signed }) => signed));
    const [session, payment, token] = shop.service.calls.map(({ raw }) => raw.toString());
    assert.equal(
      session,
      '{"merchant_id":"1","callback_url":"https://shop.example/wallet/webhook/v1"}',
    );
    assert.match(payment ?? '', /"amount":199.9,"external_id":"o-1"/);
    assert.match(
      token ?? '',
      /"paytype":"google_pay","redirect_url":"https:\/\/shop.example\/return\?order=o-1"/,
    );
  });
});
