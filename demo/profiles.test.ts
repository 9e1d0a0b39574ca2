import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  exampleProfiles,
  type LedgerSession,
  type Sandbox,
  sandboxToken,
  startSandbox,
  testCards,
} from '@wallet-buttons/sandbox';
import {
  createWalletServer,
  memoryStore,
  pemSigner,
  pemVerifier,
  type WalletServer,
} from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';

const [merchant, service] = [keyPair(), keyPair()];
const money = { amount: '199.90', currency: 'UAH' };

for (const [name, profile] of Object.entries({ default: {}, ...exampleProfiles })) {
  describe(`server and service with the profile ${name}`, () => {
    it('take a payment of wallet A, and give it back in two parts', async (t) => {
      const shop = await openShop(t, profile);
      const validation = {
        validation_url: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
        domain: 'shop.test',
      };
      const session = await shop.post('validate-merchant', { order: 'o-1', ...validation });
      assert.equal(session['domainName'], 'shop.test');
      const token = await walletAToken();
      const answer = await shop.post('pay-token', {
        order: 'o-1',
        wallet: 'wallet-a',
        token,
        shown: money,
      });
      assert.equal(answer['outcome'], 'succeeded');
      await shop.wallet.refund('o-1', { amount: '50.00' });
      assert.equal(shop.session('o-1').refunded, '50.00');
      await shop.wallet.refund('o-1');
      assert.equal(shop.session('o-1').refunded, '199.90');
    });

    it('take a payment of wallet B by way of the bank, which a webhook reports', async (t) => {
      const shop = await openShop(t, profile);
      const token = await walletBToken();
      const answer = await shop.post('pay-token', {
        order: 'o-1',
        wallet: 'wallet-b',
        token,
        shown: money,
      });
      const body = new URLSearchParams({ decision: 'approve' });
      const back = await fetch(String(answer['acs_url']), {
        method: 'POST',
        body,
        redirect: 'manual',
      });
      const address = back.headers.get('location') ?? '';
      const page = (await fetch(address, { redirect: 'manual' })).headers.get('location');
      assert.match(page ?? '', /^https:\/\/shop\.test\/return\?order=o-1&receipt=/);
      assert.equal((await shop.post('status', { order: 'o-1' }))['outcome'], 'succeeded');
      await until(() => shop.session('o-1').webhooks[0]?.delivered === true);
    });
  });
}

interface Shop {
  readonly wallet: WalletServer;
  readonly post: (path: string, body: object) => Promise<Record<string, unknown>>;
  readonly session: (order: string) => LedgerSession;
}

async function openShop(t: TestContext, profile: object): Promise<Shop> {
  const options = {
    merchantId: 'm-1',
    merchantPublicKey: merchant.publicKey,
    webhookKey: service.privateKey,
    profile,
  };
  const sandbox = await startSandbox(options);
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`;
  const wallet = createWalletServer({
    service: {
      baseUrl: sandbox.url,
      merchantId: 'm-1',
      signer: pemSigner(merchant.privateKey),
      webhooks: { verifier: pemVerifier(sandbox.webhookPublicKey) },
      profile,
    },
    store: memoryStore(),
    findOrder: () => money,
    callbackUrl: `${url}/wallet/webhook/v1`,
    redirectUrl: 'https://shop.test/return',
    walletA: { domains: ['shop.test'] },
  });
  const listener = toNodeListener(wallet);
  http.on('request', (request, response) => {
    listener(request, response);
  });
  t.after(async () => {
    await listener.close(http);
    await sandbox.close();
  });
  const post: Shop['post'] = async (path, body) => {
    const response = await fetch(`${url}/wallet/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
    return { ...((await response.json()) as object) };
  };
  return { wallet, post, session: (order) => sessionOf(sandbox, order) };
}

function sessionOf(sandbox: Sandbox, order: string): LedgerSession {
  const session = sandbox.ledger().sessions.find((one) => one.external_id === order);
  assert.ok(session);
  return session;
}

async function walletAToken(): Promise<string> {
  const [card] = testCards;
  assert.ok(card);
  const merchantIdHash = createHash('sha256').update('m-1').digest('hex');
  return JSON.stringify(await sandboxToken({ wallet: 'wallet-a', card, ...money, merchantIdHash }));
}

async function walletBToken(): Promise<string> {
  const card = testCards.find(({ id }) => id === 'pan-visa-challenge');
  assert.ok(card);
  const recipientId = 'gateway:examplegateway';
  return sandboxToken({ wallet: 'wallet-b', card, recipientId, gatewayMerchantId: 'm' });
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error('it did not become true within 20 seconds');
    await sleep(20);
  }
}

function keyPair(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
