/** A shop with the server of the packages, before the sandbox's service; every message between them is noted. */
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sandboxToken, startSandbox, testCards } from '@wallet-buttons/sandbox';
import { createWalletServer, memoryStore, pemSigner, pemVerifier } from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';

const merchantId = 'shop-1';
const total = { amount: '199.90', currency: 'UAH' };

export interface Shop extends AsyncDisposable {
  /** Messages as Mermaid has them, without what stands behind path and status. */
  readonly messages: string[];
  /** The page asks an endpoint of the server. */
  readonly ask: (endpoint: string, body: object) => Promise<Readonly<Record<string, unknown>>>;
  /** Resolves when that many webhooks have been answered. */
  readonly webhooks: (count: number) => Promise<void>;
}

export async function openShop(): Promise<Shop> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const service = await startSandbox({ merchantId, merchantPublicKey: publicKey });
  const messages: string[] = [];
  let notedCount = 0;
  /** The server's calls since the last look. */
  const note = (message: string): void => {
    const calls = service.calls();
    messages.push(
      ...calls.slice(notedCount).map(({ path }) => `Server->>Service: POST ${path}`),
      message,
    );
    notedCount = calls.length;
  };
  let answerCount = 0;
  let waiting = Promise.withResolvers<undefined>();
  const server = createServer((request, response) => {
    const sender = request.url?.includes('/webhook/') ? 'Service' : 'Page';
    note(`${sender}->>Server: ${request.method ?? ''} ${request.url ?? ''}`);
    response.once('finish', () => {
      note(`Server-->>${sender}: ${String(response.statusCode)}`);
      if (sender === 'Page') return;
      answerCount += 1;
      waiting.resolve(undefined);
      waiting = Promise.withResolvers();
    });
    payments(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const wallet = createWalletServer({
    service: {
      baseUrl: service.url,
      merchantId,
      signer: pemSigner(privateKey),
      webhooks: { verifier: pemVerifier(service.webhookPublicKey) },
    },
    store: memoryStore(),
    findOrder: () => total,
    callbackUrl: `${url}/wallet/webhook/v1`,
    redirectUrl: `${url}/return`,
    walletA: { domains: ['localhost'] },
  });
  const payments = toNodeListener(wallet);
  return {
    messages,
    ask: async (endpoint, body) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const init = { method: 'POST', headers, body: JSON.stringify({ order: 'A-1001', ...body }) };
      const text = await (await fetch(`${url}/wallet/${endpoint}`, init)).text();
      return text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
    },
    webhooks: async (count) => {
      while (answerCount < count) await waiting.promise;
    },
    [Symbol.asyncDispose]: async () => {
      await payments.close(server);
      await service.close();
    },
  };
}

/** What the page sends when the payer has agreed with that card. */
export async function agreed(wallet: 'wallet-a' | 'wallet-b', cardId: string): Promise<object> {
  const card = testCards.find(({ id }) => id === cardId);
  assert.ok(card);
  const merchantIdHash = createHash('sha256').update(merchantId).digest('hex');
  const token =
    wallet === 'wallet-a'
      ? JSON.stringify(await sandboxToken({ wallet, card, ...total, merchantIdHash }))
      : await sandboxToken({
          wallet,
          card,
          recipientId: 'gateway:examplegateway',
          gatewayMerchantId: merchantId,
        });
  return { wallet, token, shown: total };
}
