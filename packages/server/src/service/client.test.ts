import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as https from 'node:https';
import * as net from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { merchantKey, startServiceStub } from '../../test/service-stub.ts';
import { createServiceClient, defaultProfile, defineProfile, pemSigner } from '../index.ts';
import type { ServiceClient, ServiceClientOptions, WireProfile } from '../index.ts';

const base: ServiceClientOptions = {
  baseUrl: 'https://service.example',
  merchantId: '1',
  signer: pemSigner(merchantKey),
};

const amount = { amount: '199.90', currency: 'UAH' };

/** Every call once, with what each one sends. */
async function callAll(client: ServiceClient): Promise<void> {
  await client.session({ callbackUrl: 'https://shop.example/hook' });
  await client.payment({ sessionId: 's', amount, externalId: 'o' });
  await client.validateMerchant({ sessionId: 's', validationUrl: 'https://v', domain: 'shop' });
  await client.payToken({
    sessionId: 's',
    wallet: 'wallet-a',
    token: 't',
    redirectUrl: 'https://r',
  });
  await client.getStatus({ sessionId: 's' });
}

/** What goes over the wire: path, headers, body. */
async function wireOf(profile?: WireProfile): Promise<string> {
  const sent: unknown[] = [];
  const client = createServiceClient({
    ...base,
    ...(profile && { profile }),
    fetch: async (url, { headers, body }) => {
      sent.push(url, Object.keys(headers ?? {}), Buffer.from(body as Uint8Array).toString());
      return Promise.resolve(Response.json({ id: 's', status: 'paid' }));
    },
  });
  await callAll(client);
  return JSON.stringify(sent);
}

describe('a signed call', () => {
  test('signs the bytes that it sends, whatever is in them', async () => {
    const service = await startServiceStub();
    const client = createServiceClient({ ...base, baseUrl: service.baseUrl });
    for (const externalId of ['Замовлення/1', 'a\u2028b', '👩‍👩‍👧', '\\"/', 'e\u0301']) {
      await client.payment({ sessionId: 's', amount, externalId });
      assert.equal(service.calls.at(-1)?.signed, true);
      assert.equal(service.calls.at(-1)?.body['external_id'], externalId);
    }
    await service.close();
  });

  test('passes the token on character for character', async () => {
    const service = await startServiceStub();
    const client = createServiceClient({ ...base, baseUrl: service.baseUrl });
    const token = '{"signature":"MEUCIQ\\u003d","n":1.0}';
    await client.payToken({ sessionId: 's', wallet: 'wallet-b', token, redirectUrl: 'https://r' });
    assert.equal(service.calls[0]?.body['token'], token);
    await service.close();
  });

  test('writes an amount exactly, or refuses it', async () => {
    const minor = fc.integer({ min: 1, max: 10 ** 14 });
    await fc.assert(
      fc.asyncProperty(minor, async (units) => {
        const digits = String(units).padStart(3, '0');
        const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        let sent = '';
        const client = createServiceClient({
          ...base,
          fetch: async (_, { body }) => {
            sent = Buffer.from(body as Uint8Array).toString();
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
    const huge = { amount: '9999999999999.9999', currency: 'UYW' };
    await assert.rejects(client.payment({ sessionId: 's', amount: huge, externalId: 'o' }), {
      name: /WalletServerError|ProtocolError/,
    });
  });
});

describe('a call that proves that nothing was sent', () => {
  const nothing = { code: 'service_unreachable', retryable: true };
  const status = { sessionId: 's' };

  test('finds no such host', async () => {
    const client = createServiceClient({ ...base, baseUrl: 'https://service.invalid' });
    await assert.rejects(client.getStatus(status), nothing);
  });

  test('finds nobody listening', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const baseUrl = `http://127.0.0.1:${String(port)}`;
    await assert.rejects(createServiceClient({ ...base, baseUrl }).getStatus(status), nothing);
  });

  test('finds a certificate that it does not trust', async () => {
    let requests = 0;
    const server = https.createServer({ key: untrustedKey, cert: untrusted }, (_, response) => {
      requests += 1;
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `https://localhost:${String((server.address() as AddressInfo).port)}`;
    await assert.rejects(createServiceClient({ ...base, baseUrl }).getStatus(status), nothing);
    assert.equal(requests, 0);
    server.close();
  });

  const signers: readonly (() => Promise<string>)[] = [
    async () => Promise.reject(new Error('The key service is down.')),
    () => {
      throw new Error('at once');
    },
    async () => Promise.resolve('two\r\nlines'),
  ];
  for (const [at, sign] of signers.entries()) {
    test(`has a signer that fails, in way ${String(at + 1)}`, async () => {
      const client = createServiceClient({ ...base, signer: { sign } });
      await assert.rejects(client.getStatus(status), nothing);
    });
  }
});

describe('a call that may have been processed', () => {
  const answered = async (response: Response): Promise<unknown> =>
    createServiceClient({ ...base, fetch: async () => Promise.resolve(response) })
      .getStatus({ sessionId: 's' })
      .catch((error: unknown) => error);

  test('says which code of the service refused it, and never its text', async () => {
    const body = {
      type: 'processing',
      code: 'SessionNotFoundError',
      error: 'для 4111111111111111',
    };
    const error = await answered(Response.json(body, { status: 400 }));
    assert.ok(error instanceof Error && 'details' in error);
    assert.deepEqual(error.details, { serviceStatus: 400, serviceCode: 'SessionNotFoundError' });
    assert.doesNotMatch(inspect(error, { depth: 10 }), /4111/);
  });

  const kinds: readonly (readonly [number, string])[] = [
    [301, 'service_failed'],
    [307, 'service_failed'],
    [400, 'service_refused'],
    [403, 'service_refused'],
    [408, 'service_failed'],
    [429, 'service_failed'],
    [500, 'service_failed'],
    [503, 'service_failed'],
    [200, 'service_answer_invalid'],
  ];
  for (const [status, code] of kinds) {
    test(`is ${code} after ${String(status)} with HTML`, async () => {
      const error = await answered(new Response('<html>', { status }));
      assert.equal((error as { code: string }).code, code);
    });
  }

  test('never follows a redirect', async () => {
    const service = await startServiceStub();
    const elsewhere = await startServiceStub();
    service.on('/v1/get-status', (_, response) => {
      response.writeHead(307, { location: `${elsewhere.baseUrl}/v1/get-status` }).end();
      return null;
    });
    const client = createServiceClient({ ...base, baseUrl: service.baseUrl });
    await assert.rejects(client.getStatus({ sessionId: 's' }), { code: 'service_failed' });
    assert.equal(elsewhere.calls.length, 0);
    await Promise.all([service.close(), elsewhere.close()]);
  });
});

describe('a client', () => {
  const refused: readonly (readonly [string, Partial<ServiceClientOptions>])[] = [
    ['a relative base', { baseUrl: '/api' }],
    ['plain http', { baseUrl: 'http://service.example' }],
    ['credentials', { baseUrl: 'https://user:pass@service.example' }],
    ['a query', { baseUrl: 'https://service.example/?x' }],
    ['a base that ends in the version', { baseUrl: 'https://service.example/v1/' }],
    ['no merchant', { merchantId: '' }],
  ];
  for (const [name, options] of refused) {
    test(`is not made with ${name}`, () => {
      assert.throws(() => createServiceClient({ ...base, ...options }), { code: 'config_invalid' });
    });
  }

  test('is not made in a browser', () => {
    Object.assign(globalThis, { window: {}, document: {} });
    try {
      assert.throws(() => createServiceClient(base), /must not run in a browser/);
    } finally {
      Reflect.deleteProperty(globalThis, 'window');
      Reflect.deleteProperty(globalThis, 'document');
    }
  });
});

describe('the wire profile', () => {
  for (const field of Object.keys(defaultProfile.fields)) {
    test(`names ${field} on the wire`, async () => {
      const renamed = defineProfile(defaultProfile, { fields: { [field]: 'renamed_here' } });
      assert.match(await wireOf(renamed), /renamed_here/);
      assert.doesNotMatch(await wireOf(), /renamed_here/);
    });
  }

  test('names the paths, the header and the words for the wallets', async () => {
    const wire = await wireOf(
      defineProfile(defaultProfile, {
        paths: { payToken: '/v9/token' },
        signatureHeader: 'x-other',
        walletWords: { 'wallet-a': 'word-a' },
      }),
    );
    assert.match(wire, /service\.example\/v9\/token/);
    assert.match(wire, /x-other/);
    assert.match(wire, /word-a/);
  });

  test('takes new status words, and no other name that it does not have', () => {
    const { statuses } = defineProfile(defaultProfile, { statuses: { toBePaid: 'pending' } });
    assert.equal(statuses['toBePaid'], 'pending');
    assert.equal(statuses['paid'], 'paid');
    for (const wrong of [{ pats: {} }, { paths: { paytoken: '/x' } }, { fields: 'x' }]) {
      const overrides = wrong as unknown as Parameters<typeof defineProfile>[1];
      assert.throws(() => defineProfile(defaultProfile, overrides), { code: 'config_invalid' });
    }
  });
});

/** Signed by itself; it protects nothing. */
const untrusted = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUKnMpGrKCNLGWB22PwQ9hiy4uWg4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEwMTcwMloYDzIxMjYxMDI4
MTAxNzAyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASZXn1o2LHfzuqNhdKkLVLhnPnvfwiMmHSatx0/tj+x13TXLTlH3/kO
Xi4Zs9F64zpaSLjmtFikAggnQlPdA+gho1MwUTAdBgNVHQ4EFgQUrJCZa2xPVvgG
0uvsO8Ut3DQauR8wHwYDVR0jBBgwFoAUrJCZa2xPVvgG0uvsO8Ut3DQauR8wDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEArWVhkd5jufE48ZE+OFxZ
IY1OCB5nmPSsVSJEhvMSnmACIHfotZGaNzCyZZ84dZYhtWdrJxVQ7CJEv/v3inyG
9Ebu
-----END CERTIFICATE-----
`;
const untrustedKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJ785PLWd4q0d47gp
TeqrD6W/VIEMHVDmBVNTUKtKZiWhRANCAASZXn1o2LHfzuqNhdKkLVLhnPnvfwiM
mHSatx0/tj+x13TXLTlH3/kOXi4Zs9F64zpaSLjmtFikAggnQlPdA+gh
-----END PRIVATE KEY-----
`;
