import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, openShop } from '../../test/shop.ts';
import type { Connection } from '../index.ts';

const order = { order: 'o-1' };
const json = 'application/json';

describe('the endpoints', () => {
  it('answer 404 to a path that is not theirs', async () => {
    await using shop = await openShop();
    const below = ['/wallet/status/o-1', '/wallet/pay-token/', '/wallet/returned'];
    const others = ['/', '/wallet', '/wallet/webhook/v4', '/wallet/webhook/..%2fstatus'];
    for (const path of [...others, ...below]) {
      assert.equal((await shop.post(path, order)).status, 404);
    }
  });

  it('answer 405 to another method, and say which is right', async () => {
    await using shop = await openShop();
    for (const method of ['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
      const request = new Request('https://shop.example/wallet/status', { method });
      const response = await shop.wallet.handle(request);
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'POST');
    }
  });

  it('are never cached, and have exactly the type that they name', async () => {
    await using shop = await openShop();
    const responses = [
      await shop.post('/wallet/prepare', order),
      await shop.post('/wallet/x', order),
    ];
    for (const { headers } of responses) {
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
    }
  });

  it('answer JSON, or nothing at all', async () => {
    await using shop = await openShop();
    const response = await shop.post('/wallet/prepare', order);
    assert.deepEqual([response.body, response.headers.get('content-type')], [null, null]);
    assert.equal((await shop.pay()).headers.get('content-type'), json);
  });

  it('take webhooks at three paths', async () => {
    await using shop = await openShop();
    for (const version of ['v1', 'v2', 'v3']) {
      const message = { id: 'other', status: 'paid' };
      assert.equal((await shop.webhook(message, version)).status, 200);
    }
  });

  it('hand the request on to findOrder, which decides who may see an order', async () => {
    const mine = { amount: '199.90', currency: 'UAH' };
    await using shop = await openShop({
      findOrder: (_, { request }) => (request.headers.get('cookie') === 'me' ? mine : null),
    });
    assert.equal((await shop.post('/wallet/prepare', order, { cookie: 'me' })).status, 204);
    assert.equal((await shop.post('/wallet/prepare', order, { cookie: 'you' })).status, 404);
  });

  it('move with basePath', async () => {
    await using shop = await openShop({ basePath: '/api/pay' });
    assert.equal((await shop.post('/api/pay/prepare', order)).status, 204);
    assert.equal(shop.wallet.matches('/api/pay/webhook/v2'), true);
    assert.equal(shop.wallet.matches('/wallet/prepare'), false);
  });

  it('turn every error into a problem that shows nothing of the inside', async () => {
    await using shop = await openShop({
      findOrder: () => {
        throw new Error('SELECT * FROM secrets');
      },
    });
    const response = await shop.post('/wallet/prepare', order);
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), {
      type: 'about:blank',
      title: 'The server failed.',
      status: 500,
      code: 'internal',
      detail: 'See the log of the server.',
    });
    const log = shop.logs.join('\n');
    assert.match(log, /^findOrder failed .*handler\.test\.ts/m);
    assert.match(log, /^a request failed .*"path":"\/wallet\/prepare".*"code":"internal"/m);
    assert.doesNotMatch(log, /secrets/);
  });

  it('log each request that failed', async () => {
    await using shop = await openShop({ findOrder: async () => Promise.reject(new Error('down')) });
    for (let times = 0; times < 2; times += 1) await shop.post('/wallet/prepare', order);
    assert.equal(shop.logs.filter((line) => line.startsWith('a request failed')).length, 2);
  });

  it('show a page nothing of a wrong configuration', async () => {
    const sign = async (): Promise<string> => Promise.reject(new Error('denied'));
    await using shop = await openShop({ service: { signer: { sign } } });
    const response = await shop.post('/wallet/prepare', order);
    assert.deepEqual(await response.json(), {
      type: 'about:blank',
      title: 'The server failed.',
      status: 503,
      code: 'signer_failed',
      detail: 'See the log of the server.',
    });
    assert.match(shop.logs.join('\n'), /a request failed .*Check the key/);
  });

  it('log where an unexpected error arose, and nothing of its text', async () => {
    await using shop = await openShop({
      webhookFrom: () => {
        throw new TypeError('secret');
      },
    });
    const init = { method: 'POST', body: '{}' };
    const request = new Request('https://shop.example/wallet/webhook/v1', init);
    assert.equal((await shop.wallet.handle(request, { clientAddress: '203.0.113.7' })).status, 500);
    const log = shop.logs.join('\n');
    assert.match(log, /^a request failed .*"text":"Something unexpected went wrong\."/m);
    assert.match(log, /"cause":\{"error":"TypeError","at":"[^"]*handler\.test\.ts/);
    assert.doesNotMatch(log, /secret/);
  });

  it('log no code and no name of an error that is more than one word', async () => {
    for (const key of ['code', 'name', 'errstr']) {
      await using shop = await openShop({
        findOrder: () => {
          throw Object.assign(new Error(), { [key]: 'no order of jane@shop.example' });
        },
      });
      await shop.post('/wallet/prepare', order);
      assert.match(shop.logs.join('\n'), /^findOrder failed .*"error":"Error"/m);
      assert.doesNotMatch(shop.logs.join('\n'), /jane/);
    }
  });

  it('answer with an error of the server while the store fails, and send nothing', async () => {
    const history = async (): Promise<never> => Promise.reject(new Error('SQLITE_BUSY'));
    await using shop = await openShop({ payments: () => ({ history }) });
    assert.ok((await shop.pay()).status >= 500);
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
  });
});

describe('a refusal', () => {
  const problem = { type: 'about:blank' };
  const refusals: readonly (readonly [string, string, object | string, object])[] = [
    [
      'nothing more than that there is nothing',
      '/wallet/x',
      order,
      {
        title: 'There is nothing at this path.',
        status: 404,
        code: 'not_found',
        detail: 'See the contract for the paths.',
      },
    ],
    [
      'which field is wrong',
      '/wallet/prepare',
      { ...order, amount: '0.01' },
      {
        title: 'amount is not part of the contract.',
        status: 400,
        code: 'unknown_field',
        detail: 'Send only the fields that the contract names.',
        field: 'amount',
      },
    ],
  ];
  for (const [what, path, body, said] of refusals) {
    it(`is a problem document that says ${what}`, async () => {
      await using shop = await openShop();
      const response = await shop.post(path, body);
      assert.equal(response.headers.get('content-type'), 'application/problem+json');
      assert.deepEqual(await response.json(), { ...problem, ...said });
    });
  }

  it('names the outcome of the payment under way, and the bank’s page', async () => {
    await using shop = await openShop();
    const acs_url = 'https://bank.example/acs?id=1';
    shop.service.on('/v1/pay-token', () => ({ status: 'processing', acs_url }));
    await shop.pay();
    assert.deepEqual(await (await shop.pay()).json(), {
      ...problem,
      title: 'A payment of this order is under way.',
      status: 409,
      code: 'in_progress',
      detail: 'Do not pay again; ask the status endpoint.',
      outcome: 'pending',
      payment_status: 'processing',
      acs_url,
    });
  });

  it('says what the payer can correct, as findOrder named it', async () => {
    const errors = [{ code: 'coupon_expired', message: 'It is over.' }] as const;
    await using shop = await openShop({ findOrder: () => ({ errors }) });
    assert.deepEqual(await (await shop.post('/wallet/prepare', order)).json(), {
      ...problem,
      title: 'The shop cannot take these choices.',
      status: 422,
      code: 'choices_refused',
      detail: 'Let the payer correct what `errors` names.',
      errors,
    });
  });

  it('keeps the shop’s own configuration in its log', async () => {
    const signer = { sign: async () => Promise.reject(new Error('denied')) };
    await using firstShop = await openShop();
    await firstShop.post('/wallet/prepare', order);
    await using shop = await openShop({ store: firstShop.store, service: { signer } });
    assert.deepEqual(await (await shop.pay()).json(), {
      ...problem,
      title: 'The server failed.',
      status: 503,
      code: 'signer_failed',
      detail: 'See the log of the server.',
    });
    assert.ok(shop.logs.some((line) => line.includes('The signer failed.')));
  });

  it('names how long to wait where waiting helps, and only there', async () => {
    await using shop = await openShop();
    const validation_url = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession';
    const body = { ...order, validation_url, domain: 'shop.example' };
    for (let index = 0; index < 5; index += 1) await shop.post('/wallet/validate-merchant', body);
    const response = await shop.post('/wallet/validate-merchant', body);
    assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '60']);
    const { headers } = await shop.post('/wallet/x', order);
    assert.deepEqual([headers.get('retry-after'), headers.get('allow')], [null, null]);
  });

  it('names the fix for a body that something else has read', async () => {
    await using shop = await openShop();
    const init = { method: 'POST', headers: { 'content-type': json }, body: '{}' };
    const request = new Request('https://shop.example/wallet/prepare', init);
    await request.text();
    const response = await shop.wallet.handle(request);
    const { status, title, code, detail } = (await response.json()) as Record<string, string>;
    const internal = 'The server failed.';
    assert.deepEqual([status, title, code], [500, internal, 'body_already_parsed']);
    assert.match(detail ?? '', /^Keep body parsers away/);
    assert.ok(shop.logs.some((line) => line.includes('Something read the body before.')));
  });
});

describe('what is logged and traced', () => {
  it('has no field that hides the message in a logger that spreads fields', async () => {
    const names = new Set<string>();
    const note = (_: string, fields: object): void => {
      for (const name of Object.keys(fields)) names.add(name);
    };
    const sign = async (): Promise<string> => Promise.reject(new Error('denied'));
    await using shop = await openShop({
      logger: { info: note, warn: note, error: note },
      service: { signer: { sign } },
    });
    await shop.pay();
    await shop.post('/wallet/webhook/v1', '{}');
    assert.ok(names.has('code') && names.has('text'));
    for (const name of ['message', 'msg', 'level', 'time']) assert.ok(!names.has(name), name);
  });

  it('of a request is its route, method, status, code and time, and nothing of its content', async () => {
    const lines: object[] = [];
    const note = (message: string, fields: object): void => void lines.push({ message, ...fields });
    const startTime = performance.now();
    await using shop = await openShop({ logger: { info: note, warn: note, error: note } });
    await shop.post('/wallet/prepare?secret=1', order, { cookie: 'secret', 'x-id': 'secret' });
    await shop.post('/secret', 'secret');
    const requests = lines.filter((line) => 'path' in line).map((line) => ({ ...line, ms: 0 }));
    const times = lines.flatMap((line) => ('ms' in line ? [line.ms as number] : []));
    assert.ok(times.every((ms) => ms >= 0 && ms <= Math.ceil(performance.now() - startTime)));
    const request = { message: 'request', method: 'POST', ms: 0 };
    assert.deepEqual(requests, [
      { ...request, path: '/wallet/prepare', status: 204 },
      { ...request, path: 'other', status: 404, code: 'not_found' },
    ]);
    assert.doesNotMatch(JSON.stringify(lines), /secret/);
  });

  it('are the request and the signed calls in it', async () => {
    const spans: string[] = [];
    await using shop = await openShop({
      trace: async (name, fields, work) => {
        spans.push(`${name} ${JSON.stringify(fields)}`);
        return work();
      },
    });
    await shop.pay();
    assert.deepEqual(spans, [
      'request {"method":"POST","path":"/wallet/pay-token"}',
      'call {"operation":"session"}',
      'call {"operation":"payment"}',
      'call {"operation":"payToken"}',
    ]);
  });
});

describe('what findOrder gets of a request', () => {
  const passRequest = async (connection?: Connection): Promise<readonly [unknown, Request]> => {
    const originals: unknown[] = [];
    await using shop = await openShop({
      findOrder: (_, { original }) => {
        originals.push(original);
        return null;
      },
    });
    const init = { method: 'POST', headers: { 'content-type': json }, body: '{"order":"o-1"}' };
    const request = new Request('https://shop.example/wallet/prepare', init);
    await shop.wallet.handle(request, connection);
    return [originals[0], request];
  };

  it('is the framework’s own request', async () => {
    const original = { session: { user: 7 } };
    assert.equal((await passRequest({ original }))[0], original);
  });

  it('is the platform’s request where a framework has no other', async () => {
    const [original, request] = await passRequest();
    assert.equal(original, request);
  });
});

describe('a request of a framework, in place of the platform’s', () => {
  const others: readonly (readonly [string, object])[] = [
    ['of node:http', { method: 'POST', url: '/wallet/prepare', headers: { host: 'shop.example' } }],
    ['of Express, by its whole URL', { url: 'https://shop.example/wallet/prepare', headers: {} }],
    ['that is the context of Hono', { req: { raw: new Request('https://shop.example/') } }],
  ];
  for (const [name, other] of others) {
    it(`such as one ${name} is answered, and the log says what to pass`, async () => {
      await using shop = await openShop();
      const response = await shop.wallet.handle(other as Request);
      assert.equal(response.status, 500);
      assert.equal(((await response.json()) as { code: string }).code, 'config_invalid');
      const [line = ''] = shop.logs;
      assert.match(line, /^a request failed .*wallet\.handle takes the platform’s Request/);
      assert.match(line, /toNodeListener\(wallet\).*c\.req\.raw/);
    });
  }

  it('is read where it has no stream of its body, as the one of a polyfill', async () => {
    await using shop = await openShop();
    const { url } = new Request('https://shop.example/wallet/prepare');
    const body = new TextEncoder().encode(JSON.stringify(order));
    const request = {
      url,
      method: 'POST',
      headers: new Headers({ 'content-type': json }),
      bodyUsed: false,
      arrayBuffer: async () => Promise.resolve(body.buffer),
    };
    assert.equal((await shop.wallet.handle(request as unknown as Request)).status, 204);
    const usedRequest = { ...request, bodyUsed: true } as unknown as Request;
    assert.equal(await codeOf(await shop.wallet.handle(usedRequest)), 'body_already_parsed');
  });
});

describe('the answer to a webhook', () => {
  it('is what the profile says', async () => {
    const answer = { status: 202, body: 'OK', contentType: 'text/plain' };
    await using shop = await openShop({ service: { profile: { webhook: { answer } } } });
    const response = await shop.webhook({ id: 'other', status: 'paid' });
    const type = response.headers.get('content-type');
    assert.deepEqual([response.status, await response.text(), type], [202, 'OK', 'text/plain']);
  });

  it('has no type where the profile says none', async () => {
    const answer = { body: 'OK', contentType: null };
    await using shop = await openShop({ service: { profile: { webhook: { answer } } } });
    const response = await shop.webhook({ id: 'other', status: 'paid' });
    const type = response.headers.get('content-type');
    assert.deepEqual([response.status, await response.text(), type], [200, 'OK', null]);
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
    it(`as in ${JSON.stringify(headers).slice(0, 40)} is refused`, async () => {
      await using shop = await openShop();
      const response = await shop.post('/wallet/pay-token', order, headers);
      const { code, title } = (await response.json()) as Record<string, string>;
      const problem = ['invalid_idempotency_key', 'The Idempotency-Key is missing or malformed.'];
      assert.deepEqual([code, title], problem);
    });
  }
});
