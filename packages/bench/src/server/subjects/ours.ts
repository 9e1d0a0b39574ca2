// A merchant's whole server, as the README has it, over the store that it is told.
import { generateKeyPairSync } from 'node:crypto';
import { createWalletServer, pemSigner, pemVerifier } from '@wallet-buttons/server';
import type { Store } from '@wallet-buttons/server';
import { nodeFetch, toNodeListener } from '@wallet-buttons/server/node';
import { postgresStore } from '@wallet-buttons/server/postgres';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
import { poolOf } from '../../../../server/test/postgres.ts';
import { attend, handedOver, listen } from './attend.ts';

export interface OursGiven {
  /** The stand-in's port. */
  readonly service: number;
  readonly webhookKey: string;
  /** A file of SQLite's, or a schema of PostgreSQL's. */
  readonly store: string | { readonly port: number; readonly schema: string };
}

const { service, webhookKey, store } = handedOver() as OursGiven;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const wallet = createWalletServer({
  service: {
    baseUrl: `http://127.0.0.1:${String(service)}`,
    merchantId: '1',
    signer: pemSigner(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    webhooks: { verifier: pemVerifier(webhookKey) },
    fetch: nodeFetch(),
  },
  store: storeOf(store),
  // A shop looks who asks, so it pays for the Request.
  findOrder: (_, { request }) =>
    request.headers.has('authorization') ? null : { amount: '199.90', currency: 'UAH' },
  callbackUrl: 'https://shop.example/wallet/webhook/v1',
  redirectUrl: 'https://shop.example/return',
  onStatusChange: () => undefined,
  walletA: { domains: ['shop.example'] },
});
const port = await listen(toNodeListener(wallet));
attend({ port: () => port, drain: async () => wallet.drain() });

function storeOf(where: OursGiven['store']): Store {
  if (typeof where === 'string') return sqliteStore(where);
  return postgresStore(poolOf(where.port, where.schema));
}
