import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import type * as http from 'node:http';
import * as net from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import * as tls from 'node:tls';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { giveUp, standStill } from '../testing/timeout.ts';
import { type Answer, merchantKey, startServiceStub } from '../testing/service-stub.ts';
import { untrusted, untrustedKey } from '../testing/untrusted.ts';
import {
  createServiceClient,
  defineProfile,
  type Fetch,
  pemSigner,
  type ServiceClientOptions,
  ServiceError,
} from './index.ts';
import { nodeFetch } from './node/fetch.ts';

const base: ServiceClientOptions = {
  baseUrl: 'https://service.example',
  merchantId: '1',
  signer: pemSigner(merchantKey),
  statusRetries: 0,
};

const amount = { amount: '199.90', currency: 'UAH' };
const payment = { sessionId: 's', wallet: 'wallet-b', token: 't', redirectUrl: 'r' } as const;
const kept = nodeFetch();
const transports: readonly (readonly [string, Fetch])[] = [
  ['the global fetch', fetch],
  ['nodeFetch', kept],
];

describe('a signed call', () => {
  it('signs the bytes that it sends, whatever is in them', async () => {
    const service = await startServiceStub();
    const client = createServiceClient({ ...base, baseUrl: service.baseUrl, fetch: kept });
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
    const client = createServiceClient({ ...base, baseUrl: service.baseUrl });
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
        let sent = '';
        const client = createServiceClient({
          ...base,
          fetch: async (_, { body }) => {
            sent = Buffer.from(body ?? []).toString();
            return Promise.resolve(Response.json({ id: '1' }));
          },
        });
        const money = { amount: text, currency: 'UAH' };
        await client.payment({ sessionId: 's', amount: money, externalId: 'o' });
        const written = /"amount":([\d.]+)/.exec(sent)?.[1] ?? '';
        const [whole = '', decimals = ''] = written.split('.');
        assert.equal(BigInt(whole + decimals.padEnd(2, '0')), BigInt(units));
      }),
      { numRuns: 200 },
    );
    const client = createServiceClient(base);
    // As a number the first would be 90071992547409.02.
    for (const amount of ['90071992547409.01', '0.00']) {
      const money = { amount, currency: 'UAH' };
      await assert.rejects(client.payment({ sessionId: 's', amount: money, externalId: 'o' }), {
        code: 'order_invalid',
        message: 'The amount has no exact form on the wire.',
      });
    }
  });
});

describe('a call that proves that nothing was sent', () => {
  const nothing = { code: 'service_unreachable', retryable: true };
  const status = { sessionId: 's' };

  it('finds no such host', async () => {
    const client = createServiceClient({
      ...base,
      baseUrl: 'https://service.invalid',
      fetch: kept,
    });
    await assert.rejects(client.getStatus(status), nothing);
  });

  it('finds no server listening', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const baseUrl = `http://127.0.0.1:${String(port)}`;
    const client = createServiceClient({ ...base, baseUrl, fetch: kept });
    await assert.rejects(client.getStatus(status), nothing);
  });

  it('finds a certificate that it does not trust', async () => {
    let received = 0;
    const server = tls.createServer({ key: untrustedKey, cert: untrusted }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data: Buffer) => {
        received += data.length;
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `https://localhost:${String((server.address() as AddressInfo).port)}`;
    const client = createServiceClient({ ...base, baseUrl, fetch: kept });
    await assert.rejects(client.getStatus(status), nothing);
    server.close();
    assert.equal(received, 0);
  });

  it('times out while it connects', async () => {
    const server = net.createServer((socket) => socket.on('error', () => undefined));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const client = createServiceClient({ ...base, baseUrl, fetch: kept, timeout: 200 });
    await assert.rejects(client.getStatus(status), nothing);
    server.close();
  });

  const signers: readonly (() => Promise<string>)[] = [
    async () => Promise.reject(new Error('The key service is down.')),
    () => {
      throw new Error('at once');
    },
    async () => Promise.resolve('two\r\nlines'),
    async () => new Promise(() => undefined),
    async () => Promise.resolve(undefined as never),
    async () => Promise.resolve(Buffer.from('signature') as never),
  ];
  for (const [at, sign] of signers.entries()) {
    it(`has a signer that fails, in way ${String(at + 1)}, and names it`, async () => {
      // The time limit alone does not keep a process alive.
      using _ = alive();
      const client = createServiceClient({ ...base, signer: { sign }, timeout: 50 });
      await assert.rejects(client.getStatus(status), {
        code: 'signer_failed',
        origin: 'configuration',
        status: 503,
        retryable: false,
        suggestion: /nothing was sent/,
      });
    });
  }

  it('is ended by its caller while it is signed', async () => {
    const leaving = new AbortController();
    const signature = Promise.withResolvers<string>();
    const sign = async (): Promise<string> => {
      leaving.abort();
      return signature.promise;
    };
    let sent = 0;
    // Not every fetch heeds a signal.
    const fetch: Fetch = async () => Promise.resolve(Response.json({ status: String(++sent) }));
    const client = createServiceClient({ ...base, signer: { sign }, fetch });
    await assert.rejects(client.payToken(payment, { signal: leaving.signal }), nothing);
    signature.resolve('late');
    await new Promise(setImmediate);
    assert.equal(sent, 0);
  });

  const bodies: readonly (readonly [string, unknown])[] = [
    ['a promise', Promise.resolve({})],
    ['nothing', undefined],
    ['what is not JSON', { amount: 1n }],
  ];
  for (const [name, body] of bodies) {
    it(`is reshaped to ${name}`, async () => {
      const reshape = { request: () => body };
      const client = createServiceClient({ ...base, reshape });
      await assert.rejects(client.getStatus(status), {
        code: 'config_invalid',
      });
    });
  }

  it('is aborted before it begins', async () => {
    const client = createServiceClient(base);
    const signal = AbortSignal.abort();
    await assert.rejects(client.getStatus(status, { signal }), nothing);
  });

  for (const name of ['initSecureDelivery', 'exportOperations'] as const) {
    it(`has no path for ${name}, and says which entry to set`, async () => {
      await assert.rejects(createServiceClient(base).call(name), {
        code: 'config_invalid',
        message: new RegExp(`operations\\.${name}\\.path`),
      });
    });
  }
});

describe('a call that may have been processed', () => {
  const answered = async (response: Response): Promise<ServiceError> => {
    const fetch = async (): Promise<Response> => Promise.resolve(response);
    const error: unknown = await createServiceClient({ ...base, fetch })
      .getStatus({ sessionId: 's' })
      .catch((thrown: unknown) => thrown);
    return error instanceof ServiceError ? error : assert.fail('It was no error of this package.');
  };

  it('says which code of the service refused it, and never its text', async () => {
    const body = {
      uuid: '6f1c',
      type: 'processing',
      code: 'SessionNotFoundError',
      error: 'для 4111111111111111',
    };
    const error = await answered(Response.json(body, { status: 400 }));
    assert.deepEqual(error.details, {
      serviceStatus: 400,
      serviceCode: 'SessionNotFoundError',
      requestId: '6f1c',
    });
    assert.doesNotMatch(inspect(error, { depth: 10 }), /4111/);
  });

  const generations: readonly object[] = [
    { path: 'client_phone', message: '4111', code: 'invalid' },
    { instancePath: 'client_phone', message: '4111' },
    { dataPath: 'client_phone', message: '4111' },
  ];
  for (const item of generations) {
    it(`names the field that was refused, as ${Object.keys(item).join(' and ')}`, async () => {
      const body = { type: 'validation', errors: [item, null, { path: 'a b' }] };
      const error = await answered(Response.json(body, { status: 400 }));
      assert.deepEqual(error.details, {
        serviceStatus: 400,
        serviceCode: 'validation',
        serviceFields: ['client_phone'],
      });
    });
  }

  it('takes the id of the call from a header where the body has none', async () => {
    const headers = { 'x-request-id': 'r-1' };
    const error = await answered(new Response('<html>', { status: 502, headers }));
    assert.equal(error.details.requestId, 'r-1');
  });

  it('has the id of the body before that of the header, and neither when it is not an id', async () => {
    const idOf = async (uuid: unknown, header = ''): Promise<string | undefined> => {
      const headers = { 'x-request-id': header };
      return (await answered(Response.json({ uuid }, { status: 400, headers }))).details.requestId;
    };
    assert.equal(await idOf('b', 'h'), 'b');
    assert.equal(await idOf(undefined, 'h'), 'h');
    assert.equal(await idOf('b c'), undefined);
    assert.equal(await idOf('a'.repeat(65)), undefined);
    assert.equal(await idOf(undefined, 'h:1'), undefined);
  });

  it('names ten fields at most, and none that may be personal data', async () => {
    const fieldsOf = async (errors: unknown): Promise<readonly string[] | undefined> =>
      (await answered(Response.json({ errors }, { status: 400 }))).details.serviceFields;
    const many = Array.from({ length: 11 }, (_, at) => ({ path: `f${String(at)}` }));
    assert.equal((await fieldsOf(many))?.length, 10);
    const strange = ['a b', '4111 1111', 'é', 'a'.repeat(65), '', null].map((path) => ({ path }));
    const more = [...strange, null, 'text', { path: 'a.b[0]' }];
    assert.deepEqual(await fieldsOf(more), ['a.b[0]']);
    assert.equal(await fieldsOf({ length: 1 }), undefined);
    assert.equal(await fieldsOf([{ path: { of: 'x' } }]), undefined);
    const odd = await answered(Response.json({ code: { of: 'x' } }, { status: 400 }));
    assert.equal(odd.details.serviceCode, undefined);
  });

  it('points to the IP allow-list after a 403', async () => {
    const error = await answered(new Response('', { status: 403 }));
    assert.equal(error.code, 'service_refused');
    assert.match(error.suggestion, /IP allow-list/);
  });

  it('keeps of a foreign error its name and code alone', async () => {
    const secret = new TypeError('body {"token":"4111"}', {
      cause: Object.assign(new Error('4111'), { code: 'ECONNRESET' }),
    });
    const fetch = async (): Promise<never> => Promise.reject(secret);
    const call = createServiceClient({ ...base, fetch }).getStatus({ sessionId: 's' });
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    const shown = inspect(error, { depth: 10, showHidden: true });
    assert.match(shown, /service_no_answer/);
    assert.match(shown, /TypeError/);
    assert.match(shown, /ECONNRESET/);
    assert.doesNotMatch(shown, /4111/);
  });

  const kinds: readonly (readonly [number, string])[] = [
    [300, 'service_failed'],
    [301, 'service_failed'],
    [307, 'service_failed'],
    [400, 'service_refused'],
    [404, 'service_refused'],
    [499, 'service_refused'],
    [403, 'service_refused'],
    [408, 'service_failed'],
    [429, 'service_failed'],
    [500, 'service_failed'],
    [503, 'service_failed'],
    [200, 'service_answer_invalid'],
  ];
  for (const [status, code] of kinds) {
    it(`is ${code} after ${String(status)} with HTML`, async () => {
      assert.equal((await answered(new Response('<html>', { status }))).code, code);
    });
  }

  for (const [name, fetch] of transports) {
    it(`never follows a redirect, by ${name}`, async () => {
      const service = await startServiceStub();
      const elsewhere = await startServiceStub();
      service.on('/v1/get-status', (_, response) => {
        response.writeHead(307, { location: `${elsewhere.baseUrl}/v1/get-status` }).end();
        return null;
      });
      const client = createServiceClient({ ...base, baseUrl: service.baseUrl, fetch });
      await assert.rejects(client.getStatus({ sessionId: 's' }), { code: 'service_failed' });
      assert.equal(elsewhere.calls.length, 0);
      await Promise.all([service.close(), elsewhere.close()]);
    });

    const endings: readonly (readonly [string, Answer, 'stalls'?])[] = [
      ['is reset', (_, response) => ended(response.destroy())],
      ['never comes', giveUp, 'stalls'],
      ['stops in the middle', (_, response) => stopAfter(response, '{"st'), 'stalls'],
      ['is a mebibyte too long', (_, response) => drip(response, ' '.repeat(64 * 1024))],
    ];
    for (const [ending, answer, stalls] of endings) {
      it(`has no answer when it ${ending}, by ${name}`, async (context) => {
        if (stalls) standStill(context);
        const service = await startServiceStub();
        service.on('/v1/pay-token', answer);
        const { baseUrl } = service;
        const client = createServiceClient({ ...base, baseUrl, fetch });
        await assert.rejects(client.payToken(payment), { code: 'service_no_answer' });
        assert.equal(service.calls.length, 1);
        await service.close();
      });
    }

    it(`ends when its caller says so, by ${name}`, async () => {
      const service = await startServiceStub();
      const leaving = new AbortController();
      service.on('/v1/get-status', () => {
        leaving.abort();
        return null;
      });
      const client = createServiceClient({ ...base, baseUrl: service.baseUrl, fetch });
      const { signal } = leaving;
      const asked = client.getStatus({ sessionId: 's' }, { signal });
      await assert.rejects(asked, { code: 'service_no_answer' });
      assert.equal(getEventListeners(signal, 'abort').length, 0);
      await service.close();
    });
  }
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
      const client = createServiceClient({ ...base, baseUrl, statusRetries: 1 });
      assert.equal((await client.getStatus({ sessionId: 's' })).status, 'paid');
      assert.deepEqual(await client.call('checkoutStatus'), { status: 'paid' });
      assert.equal(service.calls.length, 4);
      await service.close();
    });
  }

  it('is not sent again after a refusal, and no other call ever is', async () => {
    const service = await startServiceStub();
    const { baseUrl } = service;
    service.on('/v1/get-status', (_, response) => ended(response.writeHead(400)));
    service.on('/v1/void', (_, response) => ended(response.writeHead(503)));
    const client = createServiceClient({ ...base, baseUrl, statusRetries: 1 });
    await assert.rejects(client.getStatus({ sessionId: 's' }), { code: 'service_refused' });
    await assert.rejects(client.void({ sessionId: 's' }), { code: 'service_failed' });
    assert.equal(service.calls.length, 2);
    await service.close();
  });
});

const numbered = defineProfile({ forms: { merchantId: 'number' } });

/** Nothing more comes, and nothing else is to be answered. */
function ended(response: http.ServerResponse): null {
  response.end();
  return null;
}

/** A beginning, and nothing more for as long as the client waits. */
function stopAfter(response: http.ServerResponse, text: string): null {
  response.writeHead(200).write(text, () => setImmediate(giveUp));
  return null;
}

/** Chunk after chunk, until the client leaves. */
function drip(response: http.ServerResponse, chunk: string): null {
  const more = (): void => {
    if (!response.destroyed) response.write(chunk, more);
  };
  response.writeHead(200);
  more();
  return null;
}

describe('a client', () => {
  const refused: readonly (readonly [string, Partial<ServiceClientOptions>])[] = [
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
    ['a merchant that is not a number', { merchantId: 'shop', profile: numbered }],
    ['a merchant that begins as a number', { merchantId: '17a', profile: numbered }],
    ['a merchant that ends as a number', { merchantId: 'a17', profile: numbered }],
    ['a merchant of zeros', { merchantId: '0', profile: numbered }],
    ['a merchant that is not text', { merchantId: 1 as never }],
    ['no signer', { signer: undefined as never }],
    ['the promise of a signer', { signer: Promise.resolve(base.signer) as never }],
    ['a profile with an unknown entry', { profile: { paths: {} } as never }],
    ['a timeout that is not a number', { timeout: NaN }],
    ['a timeout that is text', { timeout: '30000' as never }],
    ['a timeout that never ends', { timeout: Infinity }],
    ['no timeout', { timeout: 0 }],
    ['a count that is not a number', { statusRetries: NaN }],
    ['a count below none', { statusRetries: -1 }],
  ];
  for (const [name, options] of refused) {
    it(`is not made with ${name}, and names the option`, () => {
      const [option = ''] = Object.keys(options);
      assert.throws(() => createServiceClient({ ...base, ...options }), {
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
      let called = '';
      const fetch = async (url: string): Promise<Response> => {
        called = url;
        return Promise.resolve(Response.json({ status: 'paid' }));
      };
      await createServiceClient({ ...base, baseUrl, fetch }).getStatus({ sessionId: 's' });
      assert.equal(called, `${origin}/v1/get-status`);
    });
  }

  it('is not made in a browser', () => {
    Object.assign(globalThis, { window: {}, document: {} });
    try {
      assert.throws(() => createServiceClient(base), /must not run in a browser/);
    } finally {
      Reflect.deleteProperty(globalThis, 'window');
      Reflect.deleteProperty(globalThis, 'document');
    }
  });
});

function alive(): Disposable {
  const timer = setInterval(() => undefined, 1000);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
    },
  };
}
