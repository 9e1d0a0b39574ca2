import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { startSandbox } from '@wallet-buttons/sandbox';
import { runConformance } from '@wallet-buttons/sandbox/conformance';
import { createWalletServer, memoryStore, pemSigner, pemVerifier } from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';
import { ensureKeys } from './keys.ts';

// Both wait for half a minute, each with a sandbox of its own.
describe('our own server', { concurrency: true }, () => {
  for (const [mode, verifies] of [
    ['verifies webhooks', true],
    ['takes webhooks as hints', false],
  ] as const) {
    it(`passes the conformance run when it ${mode}`, async (t) => {
      assert.deepEqual(await failuresOf(t, verifies), []);
    });
  }
});

async function failuresOf(t: TestContext, verifies: boolean): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-conformance-'));
  t.after(() => rm(folder, { recursive: true }));
  ensureKeys(folder);
  const key = (name: string): string => readFileSync(join(folder, `${name}.pem`), 'utf8');
  const service = await startSandbox({
    merchantId: 'shop-1',
    merchantPublicKey: key('merchant-public'),
    webhookKey: key('service-private'),
  });
  t.after(() => service.close());

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

  const results = await runConformance({
    backend: url,
    service,
    merchantId: 'shop-1',
    amount: '199.90',
    currency: 'UAH',
    domain: '127.0.0.1',
    timeout: 15_000,
    confirmsWebhooks: !verifies,
    orderOf: (n) => `conformance-${String(n)}`,
  });
  return results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`);
}
