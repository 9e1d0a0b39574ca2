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
      ...{ merchantId, ...price, domain: '127.0.0.1', timeout: 15_000 },
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

describe('an answer of 200 that is no success', { skip }, () => {
  it('opens no session and hands on no merchant session', async (t) => {
    const { backend, service } = await startShop(t);
    const url = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
    for (const answer of ['html', 'success-false', 'empty'] as const) {
      for (const answerOn of ['session', 'payment', 'validate-merchant'] as const) {
        service.scenario({ answer, answerOn });
        const path = answerOn === 'validate-merchant' ? answerOn : 'prepare';
        const order = `conformance-${answer}-${answerOn}`;
        const { status } = await post(`${backend}/${path}`, { order, validation_url: url });
        assert.equal(status, 502, `${answer} of ${answerOn}`);
      }
    }
  });

  for (const answer of [
    'other-session',
    'other-order',
    'success-false',
    'pending-status',
  ] as const) {
    it(`pays nothing where the token is answered ${answer}`, async (t) => {
      const { backend, service } = await startShop(t);
      service.scenario({ answer, processed: false, webhook: 'never' });
      const outcome = String(await pay(backend));
      assert.ok(outcome === 'unknown' || outcome === 'pending', outcome);
    });
  }
});

describe('a request that the browser repeats', { skip }, () => {
  it('sends a declined token no second time', async (t) => {
    const { backend, service } = await startShop(t);
    service.scenario({ result: 'failed' });
    assert.equal(await pay(backend), 'failed');
    assert.equal(await pay(backend), 'failed');
    const tokens = service.calls().filter(({ operation }) => operation === 'payToken');
    assert.equal(tokens.length, 1);
  });
});

describe('a part of a payment that is given back', { skip }, () => {
  it('leaves its order succeeded, whatever the status is called', async (t) => {
    const { backend, service } = await startShop(t);
    await pay(backend);
    const session_id = service.ledger().sessions[0]?.id ?? assert.fail();
    const isDelivered = (): boolean =>
      service.ledger().sessions[0]?.webhooks.every(({ delivered }) => delivered) === true;
    for (const [refunded, outcome] of [
      ['50.00', 'succeeded'],
      ['199.90', 'refunded'],
    ] as const) {
      await service.status({ session_id, status: 'refunded', refunded });
      while (!isDelivered()) await sleep(20);
      assert.equal((await post(`${backend}/status`)).body['outcome'], outcome);
    }
  });
});

/** Pays the order with a token of its own, always under the same key. @returns the outcome */
async function pay(backend: string): Promise<unknown> {
  const token = await tokenFor({ wallet: 'wallet-b', card: 'visa-approve', merchantId, ...price });
  const sent = { wallet: 'wallet-b', token, shown: price };
  return (await post(`${backend}/pay-token`, sent)).body['outcome'];
}

async function post(
  url: string,
  fields: object = {},
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a-key' },
    body: JSON.stringify({ order: 'conformance-1', ...fields }),
  });
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
  return { status: response.status, body };
}

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
  const env = {
    SERVICE_URL: service.url,
    MERCHANT_ID: merchantId,
    MERCHANT_KEY: keys.merchantPrivate,
    SERVICE_KEY: keys.servicePublic,
    DATABASE: join(folder, 'payments.db'),
    PHP_CLI_SERVER_WORKERS: '4',
  };
  const url = await startPhp(t, env);
  startGroup(t, [backend], env);
  return { backend: `${url}/wallet`, service };
}

/** PHP's own server, with its workers, until the test ends. */
async function startPhp(t: TestContext, env: NodeJS.ProcessEnv): Promise<string> {
  const address = `127.0.0.1:${String(await freePort())}`;
  startGroup(t, ['-S', address, backend], env);
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

/** PHP in a group of its own, so that its workers end with it. */
function startGroup(t: TestContext, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const options = { detached: true, stdio: 'ignore', env: { ...process.env, ...env } } as const;
  const child = spawn('php', args, options);
  t.after(() => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
  });
}
