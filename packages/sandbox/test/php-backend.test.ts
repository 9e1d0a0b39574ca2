import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { ensureKeys } from '../src/cli/keys.ts';
import { runConformance } from '../src/conformance/run.ts';
import { tokenFor } from '../src/conformance/payer.ts';
import { type Sandbox, startSandbox } from '../src/index.ts';

const backend = fileURLToPath(new URL('../examples/backend.php', import.meta.url));
const modules = String(spawnSync('php', ['-m']).stdout);
const present = ['curl', 'openssl', 'sqlite3'].every((name) => modules.includes(name));

const skip = !present && 'PHP is missing: install php-cli, php-curl and php-sqlite3.';

describe('the PHP backend of the examples', { skip }, () => {
  it('passes the conformance run', async (t) => {
    const { backend, service } = await startShop(t);
    const results = await runConformance({
      backend,
      service,
      ...{ merchantId, ...price, domain: '127.0.0.1', timeout: 10_000 },
      orderOf: (n) => `conformance-${String(n)}`,
    });
    assert.deepEqual(
      results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`),
      [],
    );
  });

  it('keeps the session of the token where a slow prepare opens another', async (t) => {
    const { backend, service } = await startShop(t);
    const ask = async (path: string, fields: object, key = ''): Promise<Response> =>
      fetch(`${backend}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ order: 'conformance-slow', ...fields }),
      });
    service.scenario({ answerOn: 'session', answerDelay: 2000 });
    const prepared = ask('prepare', {});
    while (service.ledger().sessions.length === 0) await sleep(20);
    service.scenario({ answerDelay: 0, result: 'processing' });
    const token = await tokenFor({
      wallet: 'wallet-b',
      card: 'visa-approve',
      merchantId,
      ...price,
    });
    await ask('pay-token', { wallet: 'wallet-b', token, shown: price }, 'a-key');
    assert.equal((await prepared).status, 204);
    const paid = service.ledger().sessions.find(({ attempts }) => attempts.length > 0);
    await service.status({ session_id: paid?.id ?? assert.fail(), status: 'paid' });
    const { outcome } = (await (await ask('status', {})).json()) as { readonly outcome: unknown };
    assert.equal(outcome, 'succeeded');
  });
});

const merchantId = 'shop-1';
const price = { amount: '199.90', currency: 'UAH' };

async function startShop(t: TestContext): Promise<{ backend: string; service: Sandbox }> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-php-'));
  t.after(() => rm(folder, { recursive: true }));
  const keys = ensureKeys(folder);
  const service = await startSandbox({
    merchantId,
    merchantPublicKey: readFileSync(keys.merchantPublic, 'utf8'),
    webhookKey: readFileSync(keys.servicePrivate, 'utf8'),
  });
  t.after(() => service.close());
  const url = await startPhp(t, {
    SERVICE_URL: service.url,
    MERCHANT_ID: merchantId,
    MERCHANT_KEY: keys.merchantPrivate,
    SERVICE_KEY: keys.servicePublic,
    DATABASE: join(folder, 'payments.db'),
    PHP_CLI_SERVER_WORKERS: '4',
  });
  return { backend: `${url}/wallet`, service };
}

/** PHP's own server, with its workers, until the test ends. */
async function startPhp(t: TestContext, env: NodeJS.ProcessEnv): Promise<string> {
  const address = `127.0.0.1:${String(await freePort())}`;
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
