import { generateKeyPairSync } from 'node:crypto';
import {
  createWalletServer,
  pemSigner,
  type Store,
  type WalletServer,
} from '@wallet-buttons/server';
import { sqliteStore } from '@wallet-buttons/server/sqlite';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** Sends a request about an order to a real server, whose payments are in the SQLite file. */
export async function sendInto(
  file: string,
  order: string,
  path: 'prepare' | 'report',
  body: object = {},
): Promise<number> {
  const store = sqliteStore(file);
  const wallet = serverOver(store, order, { status: 'paid', amount: '199.90' }, '17');
  const { status } = await post(wallet, path, order, body);
  await wallet.close();
  await store.close();
  return status;
}

/** Pays an order of 199.90 UAH through a real server, whose payments are in the SQLite file or the store. */
export async function payInto(
  into: string | Store,
  order: string,
  answer: object = { status: 'paid', amount: '199.90' },
  merchantId = '17',
): Promise<void> {
  const store = typeof into === 'string' ? sqliteStore(into) : into;
  const wallet = serverOver(store, order, answer, merchantId);
  const token = `token-of-${order}`;
  const shownAmount = { amount: '199.90', currency: 'UAH' };
  await post(wallet, 'pay-token', order, { wallet: 'wallet-b', token, shown: shownAmount });
  await wallet.close();
  await store.close();
}

/** Asks the service about an order of the SQLite file, which answers this. */
export async function askInto(file: string, order: string, answer: object): Promise<void> {
  const store = sqliteStore(file);
  const wallet = serverOver(store, order, answer, '17');
  await wallet.find(order, { fresh: true });
  await wallet.close();
  await store.close();
}

async function post(
  wallet: WalletServer,
  path: string,
  order: string,
  body: object,
): Promise<Response> {
  const answer = await wallet.handle(
    new Request(`https://shop.example/wallet/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `key-of-${order}` },
      body: JSON.stringify({ ...body, order }),
    }),
  );
  await wallet.drain();
  return answer;
}

function serverOver(store: Store, order: string, answer: object, merchantId: string): WalletServer {
  const answers: Readonly<Record<string, object>> = {
    '/v1/session': { id: `session-of-${order}` },
    '/v1/payment': { id: '77' },
    '/v1/pay-token': answer,
    '/v1/get-status': answer,
  };
  return createWalletServer({
    service: {
      baseUrl: 'https://service.example',
      merchantId,
      signer: pemSigner(privateKey),
      webhooks: 'confirm',
      fetch: async (url) => Promise.resolve(Response.json(answers[new URL(url).pathname] ?? {})),
    },
    store,
    logger: { info: () => null, warn: () => null, error: () => null },
    findOrder: () => ({ amount: '199.90', currency: 'UAH' }),
    callbackUrl: 'https://shop.example/wallet/webhook/v1',
    redirectUrl: 'https://shop.example/return',
  });
}
