// A merchant's whole server, as in the README, over a given store. It counts its calls to the store.
import { createWalletServer, type Records, type Store } from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';
import { postgresStore } from '@wallet-buttons/server/postgres';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
// eslint-disable-next-line no-restricted-imports -- a tool of the server's tests, in no entry
import { poolOf } from '../../../../server/test/postgres.ts';
import { merchantOptions, type ServiceGiven } from '../merchant-options.ts';
import { attend, handedOver, listen } from './attend.ts';

export interface MerchantGiven extends ServiceGiven {
  /** A file for SQLite, or a schema of PostgreSQL. */
  readonly store: { readonly file: string } | { readonly port: number; readonly schema: string };
}

const options = handedOver() as MerchantGiven;
let transactions = 0;
let statements = 0;
const wallet = createWalletServer(merchantOptions(options, counted(storeOf(options.store))));
const startTime = performance.now();
await wallet.start();
await wallet.reconcile();
const startDuration = performance.now() - startTime;
const port = await listen(toNodeListener(wallet, { reconcileEvery: false }));
attend({
  port: () => port,
  started: () => startDuration,
  drain: async () => wallet.drain(),
  reconcile: async () => wallet.reconcile(),
  transactions: () => transactions,
  statements: () => statements,
});

function storeOf(place: MerchantGiven['store']): Store {
  if ('file' in place) return sqliteStore(place.file);
  const pool = poolOf(place.port, place.schema);
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
