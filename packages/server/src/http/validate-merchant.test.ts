import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop, plainOptions } from '../../test/shop.ts';
import { createWalletServer, defaultProfile } from '../index.ts';

const gateway = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession';
const body = (validation_url: string, domain = 'shop.example'): object => ({
  order: 'o-1',
  validation_url,
  domain,
});

describe('validating the merchant', () => {
  it('answers byte for byte what the service gave', async () => {
    await using shop = await openShop();
    const session = '{ "epoch":1.0, "text":"\\u0456/\\/", "epoch2": 1e3 }\n';
    shop.service.on('/v1/walleta-pay/validate-merchant', (_, response) => {
      response.end(session);
      return null;
    });
    const response = await shop.post('/wallet/validate-merchant', body(gateway));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(await response.text(), session);
    const [call] = shop.service.to('/v1/walleta-pay/validate-merchant');
    assert.equal(call?.body['validation_url'], gateway);
    assert.equal(call.body['domain'], 'shop.example');
  });

  it('asks the service each time, in the one session of the order', async () => {
    await using shop = await openShop();
    await shop.post('/wallet/validate-merchant', body(gateway));
    await shop.post('/wallet/validate-merchant', body(gateway));
    assert.equal(shop.service.to('/v1/walleta-pay/validate-merchant').length, 2);
    assert.equal(shop.service.to('/v1/session').length, 1);
  });

  it('knows every gateway that the provider publishes', () => {
    const pods = ['nc-pod', 'pr-pod'].flatMap((pod) =>
      [1, 2, 3, 4, 5].map((number) => `-${pod}${number}`),
    );
    const chinese = ['sh-pod', 'tj-pod'].flatMap((pod) =>
      [1, 2, 3].map((number) => `-${pod}${number}`),
    );
    const all = [
      ...['', '-cert', ...pods].map((each) => `apple-pay-gateway${each}.apple.com`),
      ...['', '-cert', ...chinese].map((each) => `cn-apple-pay-gateway${each}.apple.com`),
    ];
    const gateways = defaultProfile.wallets['wallet-a']?.gateways ?? [];
    assert.deepEqual([...gateways].sort(), all.sort());
  });

  it('lets the shop see who asks, and opens no payment while the total may still change', async () => {
    const cookies: (string | null)[] = [];
    await using shop = await openShop({
      findOrder: (_, { request }) => {
        cookies.push(request.headers.get('cookie'));
        return { amount: '199.90', currency: 'UAH', estimated: true };
      },
    });
    const headers = { cookie: 'payer=1' };
    assert.equal(
      (await shop.post('/wallet/validate-merchant', body(gateway), headers)).status,
      200,
    );
    assert.deepEqual(cookies, ['payer=1']);
    assert.equal(shop.service.to('/v1/session').length, 1);
    assert.equal(shop.service.to('/v1/payment').length, 0);
  });

  const good: readonly string[] = [
    'https://apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway-cert.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway-nc-pod3.apple.com/paymentservices/startSession',
    'https://cn-apple-pay-gateway.apple.com/paymentservices/paymentSession',
    'https://cn-apple-pay-gateway-tj-pod1.apple.com/paymentservices/startSession',
  ];
  for (const url of good) {
    it(`takes ${url}`, async () => {
      await using shop = await openShop();
      assert.equal((await shop.post('/wallet/validate-merchant', body(url))).status, 200);
    });
  }

  const bad: readonly string[] = [
    'http://apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com@evil.example/paymentservices/startSession',
    'https://user@apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com.evil.example/paymentservices/startSession',
    'https://evil.example#.apple.com/paymentservices/startSession',
    'https://evil.example?apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://evil.example\\@apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com\\@evil.example/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com:8443/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com:443/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com./paymentservices/startSession',
    'https://xapple-pay-gateway.apple.com/paymentservices/startSession',
    'https://APPLE-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway。apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.%61pple.com/paymentservices/startSession',
    'https://ⓐpple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com/',
    'https://apple-pay-gateway.apple.com/paymentservices/startSession/',
    'https://apple-pay-gateway.apple.com/paymentservices/startSession?x',
    'https://apple-pay-gateway.apple.com/paymentservices/startSession#x',
    'https://apple-pay-gateway.apple.com/x/../paymentservices/startSession',
    'https://127.0.0.1/paymentservices/startSession',
    'https://2130706433/paymentservices/startSession',
    'https://[::ffff:7f00:1]/paymentservices/startSession',
    'https://169.254.169.254/paymentservices/startSession',
    'file:///etc/passwd',
    'gopher://apple-pay-gateway.apple.com/paymentservices/startSession',
    'apple-pay-gateway.apple.com',
  ];
  for (const url of bad) {
    it(`refuses ${url}, and sends nothing`, async () => {
      await using shop = await openShop();
      const response = await shop.post('/wallet/validate-merchant', body(url));
      const problem = await response.text();
      assert.deepEqual(saidIn(problem), [
        400,
        'validation_url_not_allowed',
        'Not a known gateway.',
        'validation_url',
      ]);
      assert.doesNotMatch(problem, /evil|passwd/);
      assert.equal(shop.service.calls.length, 0);
    });
  }

  it('takes another gateway where the profile names it', async () => {
    const url = 'https://gateway.test/paymentservices/startSession';
    const gateways = defaultProfile.wallets['wallet-a']?.gateways ?? [];
    const wallets = { 'wallet-a': { gateways: [...gateways, 'gateway.test'] } };
    await using shop = await openShop({ service: { profile: { wallets } } });
    assert.equal((await shop.post('/wallet/validate-merchant', body(url))).status, 200);
  });

  it('refuses the sixth in a minute for an order, and names how long to wait', async () => {
    await using shop = await openShop();
    shop.orders.set('o-2', { amount: '1.00', currency: 'UAH' });
    for (let index = 0; index < 5; index += 1) {
      assert.equal((await shop.post('/wallet/validate-merchant', body(gateway))).status, 200);
    }
    const response = await shop.post('/wallet/validate-merchant', body(gateway));
    assert.equal(response.status, 429);
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
    assert.deepEqual(saidIn(await response.text()), [
      429,
      'too_many',
      'Too many merchant sessions of this order.',
      undefined,
    ]);
    assert.equal(shop.service.to('/v1/walleta-pay/validate-merchant').length, 5);
    const other = { ...body(gateway), order: 'o-2' };
    assert.equal((await shop.post('/wallet/validate-merchant', other)).status, 200);
    shop.wait(61_000);
    assert.equal((await shop.post('/wallet/validate-merchant', body(gateway))).status, 200);
  });

  it('refuses a domain that is not registered', async () => {
    await using shop = await openShop();
    const response = await shop.post('/wallet/validate-merchant', body(gateway, 'evil.example'));
    assert.deepEqual(saidIn(await response.text()), [
      403,
      'domain_not_allowed',
      'Not a registered domain.',
      'domain',
    ]);
    assert.equal(shop.service.calls.length, 0);
  });

  it('refuses every domain where the shop registered none', async () => {
    const shop = createWalletServer(plainOptions);
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body(gateway)) };
    const request = new Request('https://shop.example/wallet/validate-merchant', init);
    assert.equal((await shop.handle(request)).status, 403);
  });

  it('refuses while a payment of the order is under way, and names its outcome', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    const response = await shop.post('/wallet/validate-merchant', body(gateway));
    assert.equal(response.status, 409);
    const { code, outcome, payment_status } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual([code, outcome, payment_status], ['in_progress', 'pending', 'processing']);
  });

  it('fails with a problem when the service gives no merchant session', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/walleta-pay/validate-merchant', () => ({}));
    const response = await shop.post('/wallet/validate-merchant', body(gateway));
    assert.equal(response.status, 502);
  });
});

/** What a problem document says: status, code, title, and the field that is wrong. */
function saidIn(problem: string): readonly unknown[] {
  const { status, code, title, field } = JSON.parse(problem) as Record<string, unknown>;
  return [status, code, title, field];
}
