import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { merchantKey, serviceKey } from '@wallet-buttons/service-client/testing/service-stub.js';
import { createWalletServer, pemSigner, pemVerifier, type Store } from '../../src/index.ts';
import { toNodeListener } from '../../src/node/listener.ts';
import { check, readThrough, type Violation } from '../faults/checker.ts';
import { type Ledger, openLedger } from '../faults/ledger.ts';
import { openShopper } from '../faults/shopper.ts';
import type { Client } from '../shared-database.ts';
import { until } from './program.ts';

/** A shop with several servers, each with a store of its own, and payers who race over two of them. */
export interface Shop extends AsyncDisposable {
  readonly ledger: Ledger;
  /** Lets payers come until {@link Race.end}. */
  readonly race: () => Race;
  /** Pays one new order, by one press after the other, and resolves once it is paid. */
  readonly pay: () => Promise<void>;
  /** Waits until everything is decided and delivered, and holds that against the database. */
  readonly check: (client: Pick<Client, 'query'>, schema: string) => Promise<readonly Violation[]>;
}

export interface Race {
  /** Sends no more payers, and waits until each has paid. */
  readonly end: () => Promise<void>;
}

const payers = 4;

export async function openShop(stores: readonly Store[]): Promise<Shop> {
  const ledger = await openLedger();
  const shopper = openShopper(ledger);
  // Shops of one cluster share its database, and get no change of each other.
  const name = randomUUID().slice(0, 8);
  const start = async (store: Store) => startServer(store, ledger, name);
  const servers = await Promise.all(stores.map(start));
  let count = 0;
  let presses = 0;
  const press = async (order: string, server: number): Promise<number> => {
    const url = servers[server % servers.length]?.url ?? '';
    presses += 1;
    return shopper.press(url, order, `k${String(presses)}`);
  };
  /** Presses at two servers at once, until the order is paid. */
  const payOrder = async (): Promise<void> => {
    const order = `${name}-${String((count += 1))}`;
    await until(`${order} is paid`, 90, async () => {
      const first = presses;
      const answers = await Promise.all([press(order, first), press(order, first + 1)]);
      // An outcome that could not be written is found by a later question.
      const isPaid = answers.includes(200) || ledger.charges(order) > 0;
      if (!isPaid) throw new Error(`The answers are ${answers.join(' and ')}.`);
    });
  };
  return {
    ledger,
    pay: payOrder,
    race: () => {
      let isOver = false;
      const come = async (): Promise<void> => {
        while (!isOver) {
          await payOrder();
          await sleep(20);
        }
      };
      const all = Promise.all(Array.from({ length: payers }, come));
      all.catch(() => undefined);
      return {
        end: async () => {
          isOver = true;
          await all;
        },
      };
    },
    check: async (client, schema) => {
      let violations: readonly Violation[] = [];
      await until('everything is decided and delivered', 90, async () => {
        const stored = await readThrough(client, schema);
        violations = check(ledger.entries, stored);
        if (violations.length > 0) throw new Error(JSON.stringify(violations));
      }).catch(() => undefined);
      return violations;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map(async ({ end }) => end()));
      await ledger[Symbol.asyncDispose]();
    },
  };
}

async function startServer(store: Store, ledger: Ledger, merchant: string) {
  const wallet = createWalletServer({
    findOrder: () => ({ amount: '199.90', currency: 'UAH' }),
    callbackUrl: 'https://shop.example/wallet/webhook/v1',
    redirectUrl: 'https://shop.example/return',
    onStatusChange: (change) => {
      ledger.entries.push({ kind: 'delivered', order: change.order, change });
    },
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    store,
    merchant,
    paymentsPerMinute: 1000,
    service: {
      baseUrl: ledger.stub.baseUrl,
      merchantId: '1',
      // What is sent and has no stored outcome is asked about once it has passed, and 15 seconds more.
      timeout: 5000,
      signer: pemSigner(merchantKey),
      webhooks: { verifier: pemVerifier(serviceKey) },
    },
  });
  const listener = toNodeListener(wallet, { reconcileEvery: 200 });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    end: async () => {
      server.closeAllConnections();
      await listener.close(server);
    },
  };
}

/** The number of tokens that the service has got. */
export function sentTokens({ entries }: Ledger): number {
  return entries.filter(({ kind }) => kind === 'sent').length;
}

/** The orders that two changes have called paid. */
export function notifiedTwice({ entries }: Ledger): readonly string[] {
  const ids = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (entry.kind !== 'delivered' || entry.change.outcome !== 'succeeded') continue;
    ids.set(entry.order, (ids.get(entry.order) ?? new Set()).add(entry.change.id));
  }
  return [...ids].filter(([, each]) => each.size > 1).map(([order]) => order);
}
