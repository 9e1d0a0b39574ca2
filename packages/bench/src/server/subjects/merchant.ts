// A merchant's whole server, as in the README, over a given store. It counts its calls to the store.
import { generateKeyPairSync } from 'node:crypto';
import {
  createWalletServer,
  type Records,
  pemSigner,
  pemVerifier,
  type Store,
} from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';
import { postgresStore } from '@wallet-buttons/server/postgres';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
// eslint-disable-next-line no-restricted-imports -- a tool of the server's tests, in no entry
import { poolOf } from '../../../../server/test/postgres.ts';
import { attend, handedOver, listen } from './attend.ts';

export interface MerchantGiven {
  /** The service's port. */
  readonly service: number;
  readonly webhookKey: string;
  /** A file for SQLite, or a schema of PostgreSQL. */
  readonly store: { readonly file: string } | { readonly port: number; readonly schema: string };
}

const { service, webhookKey, store } = handedOver() as MerchantGiven;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
let transactions = 0;
let statements = 0;
const wallet = createWalletServer({
  service: {
    baseUrl: `http://127.0.0.1:${String(service)}`,
    merchantId: '1',
    signer: pemSigner(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    webhooks: { verifier: pemVerifier(webhookKey) },
  },
  store: counted(storeOf(store)),
  // A shop checks the caller, so it needs the Request.
  findOrder: (_, { request }) =>
    request.headers.has('authorization') ? null : { amount: '199.90', currency: 'UAH' },
  callbackUrl: 'https://shop.example/wallet/webhook/v1',
  redirectUrl: 'https://shop.example/return',
  onStatusChange: () => undefined,
  walletA: { domains: ['shop.example'] },
  // More than ever wait at once in a measure.
  maxInFlight: 2_000,
});
const from = performance.now();
await wallet.start();
await wallet.reconcile();
const started = performance.now() - from;
const port = await listen(toNodeListener(wallet, { reconcileEvery: false }));
attend({
  port: () => port,
  started: () => started,
  drain: async () => wallet.drain(),
  reconcile: async () => wallet.reconcile(),
  transactions: () => transactions,
  statements: () => statements,
});

function storeOf(where: MerchantGiven['store']): Store {
  if ('file' in where) return sqliteStore(where.file);
  const pool = poolOf(where.port, where.schema);
  return postgresStore({
    query: async (text, values) => {
      statements += 1;
      return pool.query(text, values);
    },
  });
}

/** Each method of a store is one transaction, and each call reads its method once. */
function counted(inner: Store): Store {
  const count = (records: Records): Records =>
    new Proxy(records, {
      get: (target, name: keyof Records) => {
        transactions += 1;
        return target[name];
      },
    });
  return { ...inner, forMerchant: (merchant) => count(inner.forMerchant(merchant)) };
}
