import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import {
  applePayToken,
  googlePayToken,
  Merchant,
  publicPem,
  until,
  webhookKey,
} from '../../../test/merchant.ts';
import { at, ProfileClient } from '../../../test/profile-client.ts';
import { type Sandbox, startSandbox } from '../../index.ts';
import { exampleProfiles } from './example-profiles.ts';

interface Shop {
  readonly sandbox: Sandbox;
  readonly client: ProfileClient;
  readonly callbackUrl: string;
  readonly received: { readonly raw: Buffer; readonly signed: boolean }[];
}

for (const [name, profile] of Object.entries({ default: {}, ...exampleProfiles })) {
  describe(`the profile ${name}`, () => {
    it('takes a payment of wallet A, with its merchant session', async (t) => {
      const shop = await open(t, profile);
      const { client } = shop;
      const sessionId = await order(shop);
      const validation = await client.call('validateMerchant', {
        sessionId,
        validationUrl: 'https://gateway.test/session',
        domain: 'shop.test',
      });
      assert.equal(merchantSession(client, validation.body)['domainName'], 'shop.test');
      const text = await applePayToken();
      const token = client.token('wallet-a', text);
      const wallet = client.profile.wallets['wallet-a']?.name;
      const answer = await client.call('payToken', { sessionId, 'token wallet-a': token, wallet });
      assert.equal(answer.status, 200, answer.bytes.toString());
      assert.equal(answer.read('status'), 'renamed-fields' === name ? 'SUCCESS' : 'paid');
      assert.equal(shop.sandbox.ledger().sessions[0]?.charges, 1);
      assert.ok(!isKept(shop.sandbox, text, /"data":"(.{40})/));
    });

    it('takes a payment of wallet B by way of the bank, and reports it in a signed webhook', async (t) => {
      const shop = await open(t, profile);
      const { client } = shop;
      const sessionId = await order(shop);
      const text = await googlePayToken('pan-visa-challenge');
      const token = client.token('wallet-b', text);
      const wallet = client.profile.wallets['wallet-b']?.name;
      const fields = {
        sessionId,
        'token wallet-b': token,
        wallet,
        redirectUrl: 'https://shop.test/',
      };
      const answer = await client.call('payToken', fields);
      assert.ok(!isKept(shop.sandbox, text, /"signature":"(.{40})/));
      const acsUrl = String(answer.read('acsUrl'));
      const body = new URLSearchParams({ decision: 'approve' });
      const back = await fetch(acsUrl, { method: 'POST', body, redirect: 'manual' });
      assert.equal(back.headers.get('location'), 'https://shop.test/');
      const statusAnswer = await client.call('getStatus', { sessionId });
      assert.equal(statusAnswer.read('sessionId'), sessionId);
      assert.equal(statusAnswer.read('amount'), name === 'base64url' ? 19990 : '199.90');
      await until(() => shop.received.length === 1);
      const [webhook] = shop.received;
      assert.equal(webhook?.signed, true);
      const { message: sharedPlaces, versions } = client.profile.webhook;
      const places = { ...sharedPlaces, ...versions['v1'] };
      const message: unknown = JSON.parse(webhook.raw.toString());
      assert.equal(at(message, places['sessionId']?.[0] ?? ''), sessionId);
    });

    it('is not understood by a client of another profile', async (t) => {
      const { sandbox, callbackUrl } = await open(t, profile);
      const other = name === 'default' ? { signing: { hash: 'SHA-512' } } : {};
      const client = new ProfileClient(sandbox, other);
      const session = await client.call('session', { callbackUrl });
      const sessionId = session.read('sessionId');
      const wallet = client.profile.wallets['wallet-a']?.name;
      const token = await applePayToken();
      const answer = await client.call('payToken', { sessionId, 'token wallet-a': token, wallet });
      assert.notEqual(answer.read('status'), 'paid');
    });
  });
}

describe('a merchant’s id that is a number', () => {
  it('is taken as a number alone', async (t) => {
    const profile = { forms: { merchantId: 'number' } };
    const merchant = await Merchant.open(t, { merchantId: '7', profile });
    const session = { callback_url: merchant.callbackUrl };
    const text = await merchant.call('/v1/session', { merchant_id: '7', ...session });
    const number = await merchant.call('/v1/session', { merchant_id: 7, ...session });
    assert.deepEqual([text.status, number.status], [400, 200]);
  });
});

describe('an operation that is a GET', () => {
  for (const get of ['empty', 'query', 'path']) {
    it(`has its fields in the query, and is signed as ${get}`, async (t) => {
      const profile = { operations: { getStatus: { method: 'GET' } }, signing: { get } };
      const shop = await open(t, profile);
      const sessionId = await order(shop);
      const statusAnswer = await shop.client.call('getStatus', { sessionId });
      assert.equal(statusAnswer.read('status'), 'created', statusAnswer.bytes.toString());
    });
  }
});

describe('constants and headers of a profile', () => {
  it('are demanded: a constant in its place, the merchant’s id in its header', async (t) => {
    const session = {
      fields: { merchantId: null },
      headers: { merchantId: 'x-shop' },
      constants: { 'channel.name': 'web' },
    };
    const merchant = await Merchant.open(t, { profile: { operations: { session } } });
    const body = { callback_url: merchant.callbackUrl, channel: { name: 'web' } };
    const call = async (fields: object, shop: string): Promise<unknown> => {
      const answer = await merchant.call('/v1/session', fields, { headers: { 'x-shop': shop } });
      return answer.body['code'] ?? answer.body['type'] ?? answer.status;
    };
    assert.equal(await call(body, 'm-1'), 200);
    assert.equal(await call(body, 'm-2'), 'NotFoundError');
    assert.equal(await call({ ...body, channel: { name: 'app' } }, 'm-1'), 'validation');
    assert.equal(await call({ ...body, merchant_id: 'm-1' }, 'm-1'), 'validation');
  });
});

describe('a profile that cannot be', () => {
  it('is refused, and the entry named', async () => {
    const options = { merchantId: 'm-1', merchantPublicKey: publicPem };
    const hash = { ...options, profile: { signing: { hash: 'MD5' } } };
    const name = { ...options, profile: { operations: { payToken: { paths: '/x' } } } };
    await assert.rejects(startSandbox(hash), /signing\.hash/);
    await assert.rejects(startSandbox(name), /operations\.payToken\.paths is not an entry/);
  });
});

async function open(t: TestContext, profile: object): Promise<Shop> {
  const webhooks: Shop['received'] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sandbox = await startSandbox({
    merchantId: 'm-1',
    merchantPublicKey: publicPem,
    webhookKey,
    profile,
  });
  const client = new ProfileClient(sandbox, profile);
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const isSigned = client.isSigned(raw, (header) => String(request.headers[header]));
      webhooks.push({ raw, signed: isSigned });
      response.end();
    });
  });
  t.after(async () => {
    await sandbox.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { sandbox, client, received: webhooks, callbackUrl: `http://127.0.0.1:${port}/hook` };
}

/** Opens a session with one payment. @returns the session’s id */
async function order({ client, callbackUrl }: Shop): Promise<string> {
  const redirectUrl = 'https://shop.test/';
  const session = await client.call('session', { callbackUrl, redirectUrl });
  const sessionId = String(session.read('sessionId'));
  const payment = { sessionId, amount: '199.90', externalId: 'order-1' };
  const answer = await client.call('payment', payment);
  assert.equal(answer.status, 200, answer.bytes.toString());
  return sessionId;
}

/** Whether the calls hold a part of the token, as it is or in base64. */
function isKept(sandbox: Sandbox, token: string, part: RegExp): boolean {
  const secret = part.exec(token)?.[1];
  assert.ok(secret);
  const record = JSON.stringify([sandbox.calls(), sandbox.ledger()]);
  const base64 = Buffer.from(token).toString('base64').slice(100, 200);
  return [secret, encodeURIComponent(secret), base64].some((text) => record.includes(text));
}

function merchantSession(client: ProfileClient, body: unknown): Record<string, unknown> {
  const { path, as } = client.profile.operations['validateMerchant']?.merchantSession ?? {};
  const value = path == null ? body : at(body, path);
  const text = as === 'base64-json' ? Buffer.from(String(value), 'base64').toString() : undefined;
  return (text === undefined ? value : JSON.parse(text)) as Record<string, unknown>;
}
