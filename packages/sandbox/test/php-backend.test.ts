import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { ensureKeys } from '../src/cli/keys.ts';
import { runConformance } from '../src/conformance/run.ts';
import { startSandbox } from '../src/index.ts';

const backend = fileURLToPath(new URL('../examples/backend.php', import.meta.url));
const modules = String(spawnSync('php', ['-m']).stdout);
const present = ['curl', 'openssl', 'sqlite3'].every((name) => modules.includes(name));

describe('the PHP backend of the examples', () => {
  it(
    'passes the conformance run',
    { skip: !present && 'PHP is missing: install php-cli, php-curl and php-sqlite3.' },
    async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'wallet-php-'));
      t.after(() => rm(folder, { recursive: true }));
      const keys = ensureKeys(folder);
      const webhookKey = readFileSync(keys.servicePrivate, 'utf8');
      const service = await startSandbox({
        merchantId: 'shop-1',
        merchantPublicKey: readFileSync(keys.merchantPublic, 'utf8'),
        webhookKey,
      });
      t.after(() => service.close());
      const url = await startPhp(t, {
        SERVICE_URL: service.url,
        MERCHANT_ID: 'shop-1',
        MERCHANT_KEY: keys.merchantPrivate,
        SERVICE_KEY: keys.servicePublic,
        DATABASE: join(folder, 'payments.db'),
        PHP_CLI_SERVER_WORKERS: '4',
      });
      const results = await runConformance({
        backend: `${url}/wallet`,
        service,
        merchantId: 'shop-1',
        amount: '199.90',
        currency: 'UAH',
        domain: '127.0.0.1',
        timeout: 10_000,
        orderOf: (n) => `conformance-${String(n)}`,
      });
      assert.deepEqual(
        results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`),
        [],
      );
    },
  );
});

/** PHP's own server, with its workers, until the test ends. */
async function startPhp(t: TestContext, env: NodeJS.ProcessEnv): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');

  const address = `127.0.0.1:${String(port)}`;
  // A group of its own, so that the workers end with it.
  const options = { detached: true, stdio: 'ignore', env: { ...process.env, ...env } } as const;
  const child = spawn('php', ['-S', address, backend], options);
  t.after(() => {
    if (child.pid !== undefined) process.kill(-child.pid);
  });
  const end = Date.now() + 10_000;
  for (;;) {
    try {
      await fetch(`http://${address}/wallet/`);
      return `http://${address}`;
    } catch {
      assert.ok(Date.now() < end, 'PHP did not start within 10 seconds.');
      await sleep(50);
    }
  }
}
