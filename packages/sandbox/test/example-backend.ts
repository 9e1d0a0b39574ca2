/** Starts a backend of the examples: its server and its job, with a sandbox and a database of their own. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { ensureKeys } from '../src/cli/keys.ts';
import { type Sandbox, startSandbox } from '../src/index.ts';

/** How an example is started. */
export interface Example {
  readonly program: string;
  /** The arguments of each process. @param port where the server has to listen */
  readonly processes: (port: number) => readonly (readonly string[])[];
}

/** A running example. */
export interface RunningExample {
  /** Base URL of its endpoints. */
  readonly backend: string;
  readonly service: Sandbox;
  /** The file of its database. */
  readonly database: string;
  /** Kills its processes, and starts them again. */
  readonly restart: () => Promise<void>;
}

export const merchantId = 'shop-1';
export const price = { amount: '199.90', currency: 'UAH' };

export async function startExample(t: TestContext, example: Example): Promise<RunningExample> {
  const folder = temporaryFolder();
  const keys = ensureKeys(folder);
  const service = await startSandbox({
    merchantId,
    merchantPublicKey: readFileSync(keys.merchantPublic, 'utf8'),
    webhookKey: readFileSync(keys.servicePrivate, 'utf8'),
  });
  t.after(() => service.close());
  const port = await freePort();
  const database = join(folder, 'payments.db');
  const env = {
    ...process.env,
    SERVICE_URL: service.url,
    MERCHANT_ID: merchantId,
    MERCHANT_KEY: keys.merchantPrivate,
    SERVICE_KEY: keys.servicePublic,
    DATABASE: database,
    PORT: String(port),
    PHP_CLI_SERVER_WORKERS: '4',
  };
  let children: readonly ChildProcess[] = [];
  const start = async (): Promise<void> => {
    // Each in a group of its own, so that its workers end with it.
    children = example
      .processes(port)
      .map((args) => spawn(example.program, args, { detached: true, stdio: 'ignore', env }));
    await listening(port);
  };
  const kill = async (): Promise<void> => {
    await Promise.all(children.map(killGroup));
  };
  t.after(kill);
  await start();
  return {
    backend: `http://127.0.0.1:${port}/wallet`,
    service,
    database,
    restart: async () => {
      await kill();
      await start();
    },
  };
}

/**
 * Asserts that an order is free again although its process ended between the intent and the session: no token had left.
 * @param order whose intent was written long ago
 */
export async function assertFreed(
  { backend, database }: RunningExample,
  order: string,
): Promise<void> {
  const askStatus = async (): Promise<unknown> => {
    const response = await fetch(`${backend}/status`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    });
    return ((await response.json()) as { readonly outcome?: unknown }).outcome;
  };
  // The first request makes the table.
  await askStatus();
  using payments = new DatabaseSync(database, { timeout: 10_000 });
  const intent = 'REPLACE INTO payment (order_ref, key, outcome, seen) VALUES (?, ?, ?, 1)';
  payments.prepare(intent).run(order, 'a-key', 'unknown');
  while ((await askStatus()) !== 'failed') await sleep(200);
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await exit;
}

async function listening(port: number): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${port}/wallet/`);
      return;
    } catch {
      assert.ok(Date.now() < end, 'The example did not listen within 20 seconds.');
      await sleep(50);
    }
  }
}
