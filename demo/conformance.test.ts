import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { startSandbox, type Sandbox } from '@wallet-buttons/sandbox';
import { runConformance, type CheckResult } from '@wallet-buttons/sandbox/conformance';
import {
  createWalletServer,
  defineProfile,
  type JsonObject,
  memoryStore,
  pemSigner,
  pemVerifier,
} from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';
import { ensureKeys } from './keys.ts';

// One after the other: twenty checks at a time are load enough for one process.
describe('our own server', () => {
  for (const [mode, verifies] of [
    ['verifies webhooks', true],
    ['takes webhooks as hints', false],
  ] as const) {
    it(`passes the conformance run when it ${mode}`, async (t) => {
      assert.deepEqual(await failuresOf(t, { verifies }), []);
    });
  }
});

describe('our own server with a profile that asks by other names', () => {
  for (const [name, fields] of [
    ['the order', { sessionId: null, externalId: 'external_id' }],
    ['the payment', { sessionId: null, paymentId: 'payment_id' }],
  ] as const) {
    it(`finds out by ${name} what became of a lost answer`, async (t) => {
      const profile = { operations: { getStatus: { fields } } };
      assert.deepEqual(await failuresOf(t, { profile, only: ['lost.cut', 'pay.late-result'] }), []);
    });
  }
});

describe('our own server in a process that is killed', () => {
  it('passes the checks of what survives', async (t) => {
    const folder = temporaryFolder();
    ensureKeys(folder);
    const service = await startService(t, folder);
    const port = await freePort();
    const args = [String(port), service.url, folder, join(folder, 'payments.db')];
    let child: ChildProcess | undefined;
    const kill = async (): Promise<void> => {
      if (child?.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    };
    t.after(kill);
    const restart = async (): Promise<void> => {
      await kill();
      const options = [
        '--conditions=@wallet-buttons/source',
        '--disable-warning=ExperimentalWarning',
      ];
      child = spawn(process.execPath, [...options, program, ...args], { stdio: 'inherit' });
      await listening(port);
    };
    await restart();
    const results = await runConformance({
      backend: `http://127.0.0.1:${String(port)}/wallet`,
      service,
      restart,
      only: ['durable'],
      ...subject,
    });
    assert.deepEqual(failures(results), []);
    assert.equal(results.length, 3);
  });
});

const program = fileURLToPath(new URL('restarted-server.ts', import.meta.url));

const subject = {
  merchantId: 'shop-1',
  amount: '199.90',
  currency: 'UAH',
  domain: '127.0.0.1',
  timeout: 15_000,
  orderOf: (n: number) => `conformance-${String(n)}`,
};

function failures(results: readonly CheckResult[]): readonly string[] {
  return results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`);
}

async function startService(
  t: TestContext,
  folder: string,
  profile: JsonObject = {},
): Promise<Sandbox> {
  const service = await startSandbox({
    merchantId: 'shop-1',
    merchantPublicKey: readFileSync(join(folder, 'merchant-public.pem'), 'utf8'),
    webhookKey: readFileSync(join(folder, 'service-private.pem'), 'utf8'),
    profile,
  });
  t.after(() => service.close());
  return service;
}

async function listening(port: number): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${String(port)}/wallet/`);
      return;
    } catch {
      assert.ok(Date.now() < end, 'The server did not listen within 20 seconds.');
      await sleep(50);
    }
  }
}

interface Run {
  readonly verifies?: boolean;
  /** What differs from the default profile, at both ends. */
  readonly profile?: JsonObject;
  readonly only?: readonly string[];
}

async function failuresOf(
  t: TestContext,
  { verifies = true, profile = {}, ...run }: Run,
): Promise<readonly string[]> {
  const folder = temporaryFolder();
  ensureKeys(folder);
  const key = (name: string): string => readFileSync(join(folder, `${name}.pem`), 'utf8');
  const service = await startService(t, folder, profile);

  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/wallet`;
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const listener = toNodeListener(
    createWalletServer({
      service: {
        baseUrl: service.url,
        merchantId: 'shop-1',
        signer: pemSigner(key('merchant-private')),
        profile: defineProfile(profile),
        webhooks: verifies ? { verifier: pemVerifier(key('service-public')) } : 'confirm',
      },
      store: memoryStore(),
      findOrder: (order) =>
        order.startsWith('conformance-') ? { amount: '199.90', currency: 'UAH' } : null,
      callbackUrl: `${url}/webhook/v1`,
      redirectUrl: 'http://localhost/return',
      walletA: { domains: ['127.0.0.1'] },
      logger: quiet,
    }),
  );
  server.on('request', listener);
  t.after(() => listener.close(server));

  const confirmsWebhooks = !verifies;
  const options = { backend: url, service, confirmsWebhooks, ...subject, ...run };
  return failures(await runConformance(options));
}
