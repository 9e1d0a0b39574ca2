import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from '../test/shop.ts';

const order = { order: 'o-1' };
const json = 'application/json';

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}

describe('the endpoints', () => {
  test('answer 404 to a path that is not theirs', async () => {
    await using shop = await openShop();
    for (const path of ['/', '/wallet', '/wallet/webhook/v4', '/wallet/webhook/..%2fstatus']) {
      assert.equal((await shop.post(path, order)).status, 404);
    }
  });

  test('answer 405 to another method, and say which is right', async () => {
    await using shop = await openShop();
    for (const method of ['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
      const request = new Request('https://shop.example/wallet/status', { method });
      const response = await shop.wallet.handle(request);
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'POST');
    }
  });

  test('are never cached', async () => {
    await using shop = await openShop();
    const responses = [
      await shop.post('/wallet/prepare', order),
      await shop.post('/wallet/x', order),
    ];
    for (const { headers } of responses) assert.equal(headers.get('cache-control'), 'no-store');
  });

  test('move with basePath', async () => {
    await using shop = await openShop({ basePath: '/api/pay' });
    assert.equal((await shop.post('/api/pay/prepare', order)).status, 204);
    assert.equal(shop.wallet.matches('/api/pay/webhook/v2'), true);
    assert.equal(shop.wallet.matches('/wallet/prepare'), false);
  });

  test('turn anything that is thrown into a problem, which says nothing of the inside', async () => {
    await using shop = await openShop({
      findOrder: () => {
        throw new Error('SELECT * FROM secrets');
      },
    });
    const response = await shop.post('/wallet/prepare', order);
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /secrets/);
    assert.ok(shop.logs.some((line) => line.includes('SELECT * FROM secrets')));
  });

  test('answer 503 while the store fails', async () => {
    await using shop = await openShop();
    await using broken = await openShop({
      store: { ...shop.store, find: async () => Promise.reject(new Error('SQLITE_BUSY')) },
    });
    assert.ok((await broken.pay()).status >= 500);
    assert.equal(broken.service.to('/v1/pay-token').length, 0);
  });
});

describe('a body', () => {
  const bodies: readonly (readonly [string, string, number, string])[] = [
    ['is empty', '', 400, 'invalid_json'],
    ['is cut', '{', 400, 'invalid_json'],
    ['is null', 'null', 400, 'invalid_field'],
    ['is a list', '[]', 400, 'invalid_field'],
    ['is a string', '"x"', 400, 'invalid_field'],
    ['is a number', '1', 400, 'invalid_field'],
    ['begins with a byte order mark', '\uFEFF{"order":"o-1"}', 400, 'invalid_json'],
    ['holds a lone surrogate', '{"order":"\\ud800"}', 400, 'invalid_field'],
    ['holds a NUL', '{"order":"o\\u0000"}', 400, 'invalid_field'],
    ['has __proto__', '{"order":"o-1","__proto__":{"admin":1}}', 400, 'unknown_field'],
    ['has a field too many', '{"order":"o-1","amount":"0.01"}', 400, 'unknown_field'],
    ['has no order', '{}', 400, 'missing_field'],
    ['has a number as order', '{"order":1}', 400, 'invalid_field'],
    [
      'is nested without end',
      `{"order":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      400,
      'invalid_field',
    ],
    ['is over 64 KiB', `{"order":"${'x'.repeat(70_000)}"}`, 413, 'too_large'],
  ];
  for (const [name, body, status, code] of bodies) {
    test(`that ${name} is ${code}, and not echoed`, async () => {
      await using shop = await openShop();
      const response = await shop.post('/wallet/prepare', body);
      assert.equal(response.status, status);
      const text = await response.text();
      assert.equal((JSON.parse(text) as { code: string }).code, code);
      assert.ok(text.length < 500);
      assert.equal(shop.service.calls.length, 0);
    });
  }

  test('that is not UTF-8 is invalid_json', async () => {
    await using shop = await openShop();
    const request = new Request('https://shop.example/wallet/prepare', {
      method: 'POST',
      headers: { 'content-type': json },
      body: new Uint8Array([...new TextEncoder().encode('{"order":"'), 0xff, 0x22, 0x7d]),
    });
    assert.equal(await codeOf(await shop.wallet.handle(request)), 'invalid_json');
  });

  test('that never ends is cut off', async () => {
    await using shop = await openShop();
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const init = {
      method: 'POST',
      headers: { 'content-type': json },
      body,
      duplex: 'half',
    } as const;
    const response = await shop.wallet.handle(
      new Request('https://shop.example/wallet/prepare', init),
    );
    assert.equal(response.status, 413);
    assert.ok(sent < 10);
  });

  const types: readonly Record<string, string>[] = [
    { 'content-type': '' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/json\tx' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json, application/json' },
    { 'content-type': json, 'content-encoding': 'gzip' },
  ];
  for (const headers of types) {
    test(`of ${JSON.stringify(headers)} is not read`, async () => {
      await using shop = await openShop();
      const response = await shop.post('/wallet/prepare', order, headers);
      assert.equal(response.status, 415);
    });
  }

  test('may name its encoding, which is UTF-8', async () => {
    await using shop = await openShop();
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    assert.equal((await shop.post('/wallet/prepare', order, headers)).status, 204);
  });
});

describe('a call from another site', () => {
  const foreign: readonly Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://shop.example.evil.example' },
    { origin: 'https://shop.example:8443' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    test(`with ${JSON.stringify(headers)} is refused at every endpoint of the page`, async () => {
      await using shop = await openShop();
      for (const path of ['prepare', 'validate-merchant', 'pay-token', 'status']) {
        const response = await shop.post(`/wallet/${path}`, order, headers);
        assert.equal(response.status, 403);
      }
      assert.equal(shop.service.calls.length, 0);
    });
  }

  test('is served from the shop itself, and from an origin that is listed', async () => {
    await using shop = await openShop({ allowedOrigins: ['https://www.shop.example'] });
    const origins = ['https://shop.example', 'http://shop.example', 'https://www.shop.example'];
    for (const origin of origins) {
      assert.equal((await shop.post('/wallet/prepare', order, { origin })).status, 204);
    }
  });

  test('may be the service’s webhook', async () => {
    await using shop = await openShop();
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const response = await shop.post('/wallet/webhook/v1', '{}', headers);
    assert.equal(response.status, 401);
  });
});

describe('an Idempotency-Key', () => {
  const keys: readonly Record<string, string>[] = [
    {},
    { 'idempotency-key': '' },
    { 'idempotency-key': 'a b' },
    { 'idempotency-key': 'x'.repeat(256) },
  ];
  for (const headers of keys) {
    test(`as in ${JSON.stringify(headers).slice(0, 40)} is refused`, async () => {
      await using shop = await openShop();
      const response = await shop.post('/wallet/pay-token', order, headers);
      assert.equal(await codeOf(response), 'invalid_idempotency_key');
    });
  }
});

describe('the domain-association file', () => {
  const path = '/.well-known/apple-developer-merchantid-domain-association';

  test('is served as it is, as text, without a redirect', async () => {
    await using shop = await openShop({ walletA: { domains: [], domainAssociation: '7B22\n' } });
    const response = await shop.wallet.handle(new Request(`https://shop.example${path}`));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(await response.text(), '7B22\n');
  });

  test('is absent where none is configured', async () => {
    await using shop = await openShop({ walletA: { domains: [] } });
    assert.equal(
      (await shop.wallet.handle(new Request(`https://shop.example${path}`))).status,
      404,
    );
  });
});
