import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import type { LedgerView } from '@wallet-buttons/sandbox';
// eslint-disable-next-line no-restricted-imports -- the server's tests start the only MariaDB here
import { startMariadb } from '../../../server/test/mariadb.ts';
// eslint-disable-next-line no-restricted-imports -- the server's tests start the only PostgreSQL here
import { login, startPostgres } from '../../../server/test/postgres.ts';
import { keys, merchantId, variablesBeside } from '../settings.ts';
import { type Part, processPart } from './part.ts';

export const engines = ['SQLite', 'PostgreSQL', 'MariaDB'] as const;
export type EngineName = (typeof engines)[number];

/** A change, as the shop received it. */
export interface ReceivedChange {
  readonly id: string;
  readonly order: string;
  readonly attempt: string;
  readonly outcome: string;
  readonly previous: string;
  readonly status: string;
  readonly refunded?: string;
}

/** A sidecar with its database, a shop and a payment service, each a process of its own. */
export interface World extends AsyncDisposable {
  readonly parts: readonly Part[];
  readonly publicUrl: string;
  readonly privateUrl: string;
  readonly serviceUrl: string;
  /** The logs of all processes are here. */
  readonly folder: string;
  /** What the shop received, in the order in which it came. */
  readonly changes: () => readonly ReceivedChange[];
  readonly ledger: () => Promise<LedgerView>;
}

export async function openWorld(engine: EngineName): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-chaos-'));
  const pathOf = (name: string): string => join(folder, name);
  const ports = { service: await freePort(), shop: await freePort() };
  const [port, privatePort] = [await freePort(), await freePort()];
  const urlOf = (number: number): string => `http://127.0.0.1:${String(number)}`;
  const [serviceUrl, shopUrl] = [urlOf(ports.service), urlOf(ports.shop)];
  const [publicUrl, privateUrl] = [urlOf(port), urlOf(privatePort)];
  writeFileSync(pathOf('merchant.pem'), keys.publicKey);
  const data = ['--data', pathOf('service'), '--merchant-key', pathOf('merchant.pem')];
  const service = processPart({
    name: 'service',
    env: {},
    log: pathOf('service.log'),
    url: `${serviceUrl}/control/setup`,
    command: [
      new URL('../../../sandbox/src/cli.ts', import.meta.url),
      ...['--port', String(ports.service), '--merchant-id', merchantId, ...data],
    ],
  });
  const shop = processPart({
    name: 'shop',
    log: pathOf('shop.log'),
    url: shopUrl,
    command: [new URL('shop-process.ts', import.meta.url)],
    env: { PORT: String(ports.shop), JOURNAL: pathOf('changes.jsonl') },
  });
  const database = await openDatabase(engine, folder);
  await service.start();
  const webhookPublicKey = readFileSync(pathOf('service/service-public.pem'), 'utf8');
  const place = { service: { url: serviceUrl, webhookPublicKey }, shopUrl, port };
  const sidecar = processPart({
    name: 'sidecar',
    log: pathOf('sidecar.log'),
    url: `${privateUrl}/healthz`,
    command: [new URL('../../src/bin.ts', import.meta.url)],
    env: {
      ...variablesBeside({ ...place, database: database.address }),
      WALLET_PRIVATE_PORT: String(privatePort),
    },
  });
  await shop.start();
  await sidecar.start();
  const processes = [sidecar, shop, service];
  return {
    publicUrl,
    privateUrl,
    serviceUrl,
    folder,
    parts: [...processes, ...(database.part ? [database.part] : [])],
    changes: () => {
      const text = existsSync(pathOf('changes.jsonl'))
        ? readFileSync(pathOf('changes.jsonl'), 'utf8')
        : '';
      // Half a line was not acknowledged.
      const whole = text.split('\n').slice(0, -1);
      return whole.map((line) => JSON.parse(line) as ReceivedChange);
    },
    ledger: async () => {
      const response = await fetch(`${serviceUrl}/control/ledger`);
      return (await response.json()) as LedgerView;
    },
    [Symbol.asyncDispose]: async () => {
      for (const part of processes) await part.kill();
      await database.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface ChaosDatabase {
  readonly address: string;
  /** SQLite is a part of the sidecar. */
  readonly part: Part | null;
  readonly end: () => Promise<void>;
}

async function openDatabase(engine: EngineName, folder: string): Promise<ChaosDatabase> {
  if (engine === 'SQLite') {
    return { address: join(folder, 'payments.db'), part: null, end: async () => Promise.resolve() };
  }
  if (engine === 'PostgreSQL') {
    const server = await startPostgres();
    const { host, user, database } = login;
    return {
      address: `postgres://${user}@${host}:${String(server.port)}/${database}`,
      part: { name: 'database', kill: server.kill, start: server.restart },
      end: async () => server[Symbol.asyncDispose](),
    };
  }
  const server = await startMariadb();
  await server.make('shop');
  return {
    address: `mysql://root@localhost/shop?socketPath=${encodeURIComponent(server.socketPath)}`,
    part: { name: 'database', kill: server.kill, start: server.restart },
    end: async () => server[Symbol.asyncDispose](),
  };
}
