import assert from 'node:assert/strict';
import type * as http from 'node:http';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clientOptions, sharedFetch } from '../test/client-options.ts';
import { startServiceStub } from '../testing/service-stub.ts';
import { createServiceClient, defineProfile, type ServiceClientOptions } from './index.ts';

describe('a signed call', () => {
  const amount = { amount: '199.90', currency: 'UAH' };

  it('signs the bytes that it sends, whatever is in them', async () => {
    const service = await startServiceStub();
    const client = createServiceClient({
      ...clientOptions,
      baseUrl: service.baseUrl,
      fetch: sharedFetch,
    });
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('Замовлення/1', 'a\u2028b', '👩‍👩‍👧', '\\"/', 'e\u0301', '\ud800'),
    );
    await fc.assert(
      fc.asyncProperty(texts, texts, async (externalId, products) => {
        await client.payment({ sessionId: 's', amount, externalId, extra: { products } });
        const call = service.calls.pop();
        assert.equal(call?.signed, true);
        assert.equal(call.length, String(call.raw.length));
        assert.equal(call.body['external_id'], externalId);
        assert.equal(call.body['products'], products);
      }),
      { numRuns: 500 },
    );
    await service.close();
  });

  it('passes the token on character for character', async () => {
    const service = await startServiceStub();
    const client = createServiceClient({ ...clientOptions, baseUrl: service.baseUrl });
    const token = '{"signature":"MEUCIQ\\u003d","n":1.0}';
    await client.payToken({ sessionId: 's', wallet: 'wallet-b', token, redirectUrl: 'https://r' });
    assert.equal(service.calls[0]?.body['token'], token);
    await service.close();
  });

  it('writes an amount exactly, or refuses it', async () => {
    const minor = fc.integer({ min: 1, max: 10 ** 14 });
    await fc.assert(
      fc.asyncProperty(minor, async (units) => {
        const digits = String(units).padStart(3, '0');
        const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        let requestBody = '';
        const client = createServiceClient({
          ...clientOptions,
          fetch: async (_, { body }) => {
            requestBody = Buffer.from(body ?? []).toString();
            return Promise.resolve(Response.json({ id: '1' }));
          },
        });
        const money = { amount: text, currency: 'UAH' };
        await client.payment({ sessionId: 's', amount: money, externalId: 'o' });
        const amountText = /"amount":([\d.]+)/.exec(requestBody)?.[1] ?? '';
        const [whole = '', decimals = ''] = amountText.split('.');
        assert.equal(BigInt(whole + decimals.padEnd(2, '0')), BigInt(units));
      }),
      { numRuns: 200 },
    );
    const client = createServiceClient(clientOptions);
    // As a number the first would be 90071992547409.02.
    for (const text of ['90071992547409.01', '0.00']) {
      const money = { amount: text, currency: 'UAH' };
      await assert.rejects(client.payment({ sessionId: 's', amount: money, externalId: 'o' }), {
        code: 'order_invalid',
        message: 'The amount has no exact form on the wire.',
      });
    }
  });
});

describe('get-status', () => {
  const silences: readonly (readonly [string, (response: http.ServerResponse) => unknown])[] = [
    ['a server error', (response) => response.writeHead(503).end()],
    ['a connection that breaks', (response) => response.destroy()],
  ];
  for (const [what, fail] of silences) {
    it(`is sent once more after ${what}, as is its like for checkout sessions`, async () => {
      const service = await startServiceStub();
      const { baseUrl } = service;
      service.on('/v1/get-status', (_, response) => {
        if (service.calls.length % 2 === 0) return { status: 'paid' };
        fail(response);
        return null;
      });
      const client = createServiceClient({ ...clientOptions, baseUrl, statusRetries: 1 });
      assert.equal((await client.getStatus({ sessionId: 's' })).status, 'paid');
      assert.deepEqual(await client.call('checkoutStatus'), { status: 'paid' });
      assert.equal(service.calls.length, 4);
      await service.close();
    });
  }

  it('is not sent again after a refusal, and no other call ever is', async () => {
    const service = await startServiceStub();
    const { baseUrl } = service;
    service.on('/v1/get-status', (_, response) => answerEmpty(response.writeHead(400)));
    service.on('/v1/void', (_, response) => answerEmpty(response.writeHead(503)));
    const client = createServiceClient({ ...clientOptions, baseUrl, statusRetries: 1 });
    await assert.rejects(client.getStatus({ sessionId: 's' }), { code: 'service_refused' });
    await assert.rejects(client.void({ sessionId: 's' }), { code: 'service_failed' });
    assert.equal(service.calls.length, 2);
    await service.close();
  });
});

/** Nothing more comes, and nothing else is to be answered. */
function answerEmpty(response: http.ServerResponse): null {
  response.end();
  return null;
}

const numberProfile = defineProfile({ forms: { merchantId: 'number' } });

describe('a client', () => {
  const refusals: readonly (readonly [string, Partial<ServiceClientOptions>])[] = [
    ['a relative base', { baseUrl: '/api' }],
    ['no base', { baseUrl: '' }],
    ['another protocol', { baseUrl: 'ftp://localhost' }],
    ['a host that looks like loopback', { baseUrl: 'http://localhost.evil.example' }],
    ['a fragment', { baseUrl: 'https://service.example#a' }],
    ['plain http', { baseUrl: 'http://service.example' }],
    ['credentials', { baseUrl: 'https://user:pass@service.example' }],
    ['a query', { baseUrl: 'https://service.example/?x' }],
    ['a base that ends in the version', { baseUrl: 'https://service.example/v1/' }],
    ['a base that ends in a later version', { baseUrl: 'https://service.example/v10' }],
    ['no merchant', { merchantId: '' }],
    ['a merchant with a line end', { merchantId: '1\n' }],
    [
      'a base of the comfort group without TLS',
      { baseUrls: { comfort: 'http://service.example' } },
    ],
    ['a merchant that is not a number', { merchantId: 'shop', profile: numberProfile }],
    ['a merchant that begins as a number', { merchantId: '17a', profile: numberProfile }],
    ['a merchant that ends as a number', { merchantId: 'a17', profile: numberProfile }],
    ['a merchant of zeros', { merchantId: '0', profile: numberProfile }],
    ['a merchant that is not text', { merchantId: 1 as never }],
    ['no signer', { signer: undefined as never }],
    ['the promise of a signer', { signer: Promise.resolve(clientOptions.signer) as never }],
    ['a profile with an unknown entry', { profile: { paths: {} } as never }],
    ['a timeout that is not a number', { timeout: NaN }],
    ['a timeout that is text', { timeout: '30000' as never }],
    ['a timeout that never ends', { timeout: Infinity }],
    ['no timeout', { timeout: 0 }],
    ['a count that is not a number', { statusRetries: NaN }],
    ['a count below none', { statusRetries: -1 }],
  ];
  for (const [name, options] of refusals) {
    it(`is not made with ${name}, and names the option`, () => {
      const [option = ''] = Object.keys(options);
      assert.throws(() => createServiceClient({ ...clientOptions, ...options }), {
        code: 'config_invalid',
        message: new RegExp(option),
      });
    });
  }

  const bases: readonly (readonly [string, string])[] = [
    ['https://service.example/', 'https://service.example'],
    ['https://service.example/api//', 'https://service.example/api'],
    ['https://service.example/v1/api', 'https://service.example/v1/api'],
    ['https://SERVICE.example:443', 'https://service.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:1', 'http://[::1]:1'],
  ];
  for (const [baseUrl, origin] of bases) {
    it(`calls paths below ${baseUrl}`, async () => {
      let calledUrl = '';
      const fetch = async (url: string): Promise<Response> => {
        calledUrl = url;
        return Promise.resolve(Response.json({ status: 'paid' }));
      };
      await createServiceClient({ ...clientOptions, baseUrl, fetch }).getStatus({ sessionId: 's' });
      assert.equal(calledUrl, `${origin}/v1/get-status`);
    });
  }

  it('is not made in a browser', () => {
    Object.assign(globalThis, { window: {}, document: {} });
    try {
      const message = /must not run in a browser.*@vitest-environment node/s;
      assert.throws(() => createServiceClient(clientOptions), { code: 'config_invalid', message });
    } finally {
      Reflect.deleteProperty(globalThis, 'window');
      Reflect.deleteProperty(globalThis, 'document');
    }
  });
});
