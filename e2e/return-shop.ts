/** A shop with logins of its own, which shows an order to its payer alone: what a payer meets who comes from the bank. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Sandbox, sandboxToken, startSandbox, testCards } from '@wallet-buttons/sandbox';
import {
  createWalletServer,
  memoryStore,
  pemSigner,
  pemVerifier,
  type WalletServer,
} from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';

const merchantId = 'shop-1';
const total = { amount: '199.90', currency: 'UAH' };
const tag = readFileSync(
  new URL('../packages/elements/dist/cdn/wallet-payment-status.js', import.meta.url),
);

export interface ReturnShop extends AsyncDisposable {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly wallet: WalletServer;
  /** A new order of a payer. @returns the address that logs the payer in and shows the checkout. */
  readonly newOrder: (payer: Payer) => { readonly order: string; readonly checkout: string };
}

/** A payer, and how the shop's cookie is set for them. */
export interface Payer {
  readonly account: 'guest' | 'customer';
  readonly sameSite: 'Lax' | 'Strict' | 'None';
}

export async function openReturnShop(): Promise<ReturnShop> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const sandbox = await startSandbox({ merchantId, merchantPublicKey: publicKey });
  /** The owner of each session and of each order. */
  const sessions = new Map<string, string>();
  const orders = new Map<string, string>();
  const ownerOf = (cookies: string | null | undefined): string | undefined =>
    sessions.get(/\bsession=([\w-]+)/.exec(cookies ?? '')?.[1] ?? '');

  const server = createServer((request, response) => {
    payments(request, response, () => void answer(request, response));
  }).listen(0);
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  // The bank is on 127.0.0.1, which is another site than localhost.
  const url = `http://localhost:${port}`;
  const wallet = createWalletServer({
    service: {
      baseUrl: sandbox.url,
      merchantId,
      signer: pemSigner(privateKey),
      webhooks: { verifier: pemVerifier(sandbox.webhookPublicKey) },
    },
    store: memoryStore(),
    findOrder: (order, { request }) => {
      const owner = ownerOf(request.headers.get('cookie'));
      return owner !== undefined && orders.get(order) === owner ? total : null;
    },
    callbackUrl: `http://127.0.0.1:${port}/wallet/webhook/v1`,
    redirectUrl: `${url}/return`,
    returnUrl: `${url}/wallet/return`,
    logger: { info: () => undefined, warn: () => undefined, error: console.error },
  });
  const payments = toNodeListener(wallet);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const page = async (): Promise<string> => {
      if (pathname === '/return') return returnPage;
      if (pathname === '/checkout') return checkoutPage(searchParams.get('order') ?? '');
      return '<h1>Log in</h1>';
    };
    if (pathname === '/tag.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(tag);
    } else if (pathname === '/start') {
      const [session, sameSite] = [searchParams.get('session'), searchParams.get('sameSite')];
      const secure = sameSite === 'None' ? '; Secure' : '';
      const cookie = `session=${String(session)}; Path=/; HttpOnly; SameSite=${String(sameSite)}`;
      const location = `/checkout?order=${searchParams.get('order') ?? ''}`;
      response.writeHead(303, { location, 'set-cookie': `${cookie}${secure}` }).end();
    } else if (pathname === '/checkout' && ownerOf(request.headers.cookie) === undefined) {
      response.writeHead(303, { location: '/login' }).end();
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><html lang="en"><title>Shop</title>
        <link rel="icon" href="data:,">${await page()}</html>`);
    }
  };

  return {
    url,
    sandbox,
    wallet,
    newOrder: ({ account, sameSite }) => {
      const order = `A-${randomUUID().slice(0, 8)}`;
      const session = randomUUID();
      const owner = account === 'guest' ? session : 'customer';
      sessions.set(session, owner);
      orders.set(order, owner);
      const query = new URLSearchParams({ order, session, sameSite });
      return { order, checkout: `${url}/start?${query.toString()}` };
    },
    [Symbol.asyncDispose]: async () => {
      await payments.close(server);
      await sandbox.close();
    },
  };
}

/** It needs no login: the tag shows the outcome by the receipt. */
const returnPage = `<script type="module" src="/tag.js"></script>
  <wallet-payment-status></wallet-payment-status>`;

/** Pays with a token of the sandbox, as if the payer had agreed in the sheet. */
async function checkoutPage(order: string): Promise<string> {
  const card = testCards.find(({ id }) => id === 'pan-visa-challenge');
  if (!card) throw new Error('The sandbox has no such card.');
  const token = await sandboxToken({
    wallet: 'wallet-b',
    card,
    recipientId: 'gateway:examplegateway',
    gatewayMerchantId: merchantId,
  });
  const body = JSON.stringify({ order, wallet: 'wallet-b', token, shown: total });
  return `<button>Pay</button><script type="application/json">${body}</script><script>
    document.querySelector('button').onclick = async () => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      const body = document.querySelector('[type="application/json"]').textContent;
      const answer = await fetch('/wallet/pay-token', { method: 'POST', headers, body });
      location.assign((await answer.json()).acs_url);
    };
  </script>`;
}
