import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fetch } from '@wallet-buttons/service-client';
import {
  type Payments,
  paymentsOver,
  pemSigner,
  pemVerifier,
  type Records,
  type StatusChange,
  type Store,
} from '../../src/index.ts';
import { walletServerOver } from '../../src/server.ts';
import { nodeFetch, toNodeListener } from '../../src/node/listener.ts';
import { sqliteStore } from '../../src/store/sqlite.ts';
import { openShared, type SharedDatabase } from '../shared-database.ts';
import { type Fault, Injector } from './injector.ts';
import { type Mutant, type MutantName, mutants } from './mutants.ts';
import {
  around,
  faultyCommits,
  faultyFetch,
  faultyReply,
  faultyPayments,
  faultyVerifier,
} from './seams.ts';

/** Where payments are kept. */
export type Database = { readonly file: string } | SharedDatabase;

/** What one life of the server is given; JSON, so that it can be lived in another process. */
export interface LifeOptions {
  /** The database, which outlives it: a file of SQLite, or one that servers share. */
  readonly database: Database;
  /** The payment service. */
  readonly baseUrl: string;
  /** Where the stand-in listens, if the way to the service is a longer one. */
  readonly ledgerUrl?: string;
  readonly merchantKey: string;
  readonly serviceKey: string;
  readonly fault?: Fault | null;
  readonly mutant?: MutantName | null;
  /** For one signed call, in milliseconds. */
  readonly timeout?: number;
  /** How often it asks about what is due; never by itself unless it is said. */
  readonly reconcileEvery?: number;
}

/** A server between its start and its end. */
export interface Life {
  readonly url: string;
  /** How often its fault happened. */
  readonly hits: () => number;
  /** The graceful stop, or the end that the fault made. */
  readonly end: () => Promise<void>;
}

/** A life in this process, whose clock can be moved. */
export interface LifeHere extends Life {
  readonly wait: (time: number) => void;
  /** One pass, and what it set going. */
  readonly reconcile: () => Promise<void>;
}

/** What a life has around it beside its options. */
export interface Instrumentation {
  readonly onHit?: () => void;
  /** Nothing else is in the process, so its runtime may be tampered with. */
  readonly alone?: boolean;
  readonly fetch?: Fetch;
}

export async function startLife(
  options: LifeOptions,
  { onHit, alone = false, fetch = nodeFetch() }: Instrumentation = {},
): Promise<LifeHere & { readonly injector: Injector }> {
  const { baseUrl, ledgerUrl = baseUrl, timeout = 3000, reconcileEvery = false } = options;
  const mutant: Mutant = options.mutant ? mutants[options.mutant] : {};
  let hits = 0;
  let offset = 0;
  const injector = new Injector(options.fault ?? null, () => {
    hits += 1;
    onHit?.();
  });
  const tell = async (change: StatusChange): Promise<void> => {
    const body = JSON.stringify(change);
    const answer = await globalThis.fetch(`${ledgerUrl}/delivered`, { method: 'POST', body });
    if (!answer.ok) throw new Error('The merchant was not reached.');
  };
  const now = (): number => Date.now() + offset;
  const openPayments = (records: Records): Payments => {
    const storedPayments = paymentsOver(records);
    const bare = alone ? faultyCommits(storedPayments, injector) : storedPayments;
    const payments = faultyPayments(bare, injector);
    return { ...payments, ...mutant.payments?.(payments) };
  };
  const transport = faultyFetch(fetch, injector, ledgerUrl);
  const wallet = walletServerOver(openPayments, {
    findOrder: async () =>
      around('findOrder', injector, async () =>
        Promise.resolve({ amount: '199.90', currency: 'UAH' }),
      ),
    callbackUrl: 'https://shop.example/wallet/webhook/v1',
    redirectUrl: 'https://shop.example/return',
    walletA: { domains: ['shop.example'], validationsPerMinute: 1000 },
    onStatusChange: async (change) => around('onStatusChange', injector, async () => tell(change)),
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    store: storeOf(options.database, now),
    // The lives of one shop reach the service in several ways.
    merchant: 'shop',
    paymentsPerMinute: 1000,
    service: {
      baseUrl,
      merchantId: '1',
      signer: pemSigner(options.merchantKey),
      webhooks: { verifier: faultyVerifier(pemVerifier(options.serviceKey), injector) },
      fetch: mutant.fetch?.(transport) ?? transport,
      timeout,
      statusRetries: 0,
      ...(mutant.profile && { profile: mutant.profile }),
    },
  });
  const listener = toNodeListener(wallet, { reconcileEvery });
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace('/wallet/', '');
    if (injector.isFor(`within reply ${name}`)) faultyReply(response, name, injector);
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    injector,
    hits: () => hits,
    wait: (time) => {
      offset += time;
    },
    reconcile: async () => {
      await wallet.reconcile();
      await wallet.drain();
    },
    end: async () => listener.close(server),
  };
}

function storeOf(database: Database, now: () => number): Store {
  if ('file' in database) return sqliteStore(database.file, { now });
  return openShared(database, now).store;
}
