import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tokenFor } from '../src/conformance/payer.ts';
import { runConformance } from '../src/conformance/run.ts';
import {
  assertFreed,
  merchantId,
  price,
  type RunningExample,
  startExample,
} from './example-backend.ts';

const backend = fileURLToPath(new URL('../examples/backend.php', import.meta.url));
const modules = String(spawnSync('php', ['-m']).stdout);
const present = ['curl', 'openssl', 'sqlite3'].every((name) => modules.includes(name));

const skip = !present && 'PHP is missing: install php-cli, php-curl and php-sqlite3.';

describe('the PHP backend of the examples', { skip }, () => {
  it('passes the conformance run', async (t) => {
    const results = await runConformance({
      ...(await startShop(t)),
      merchantId,
      ...price,
      domain: '127.0.0.1',
      timeout: 15_000,
      orderOf: (n) => `conformance-${n}`,
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
    const token = await tokenFor({
      wallet: 'wallet-b',
      card: 'visa-approve',
      merchantId,
      ...price,
    });
    service.scenario({ answerOn: 'session', answerDelay: 2000 });
    const preparation = ask('prepare', {});
    while (service.ledger().sessions.length === 0) await sleep(20);
    service.scenario({ answerDelay: 0, result: 'processing' });
    await ask('pay-token', { wallet: 'wallet-b', token, shown: price }, 'a-key');
    assert.equal((await preparation).status, 204);
    const session = service.ledger().sessions.find(({ attempts }) => attempts.length > 0);
    await service.status({ session_id: session?.id ?? assert.fail(), status: 'paid' });
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

describe('an intent whose process ended before a token left', { skip }, () => {
  it('does not close its order for ever', { timeout: 60_000 }, async (t) => {
    await assertFreed(await startShop(t), 'conformance-1');
  });
});

describe('an error where PHP shows errors', { skip }, () => {
  it('takes no webhook that is not stored', async (t) => {
    const { backend, service, database } = await startShop(t, '-ddisplay_errors=1');
    const body = JSON.stringify({ id: 'session-1', status: 'paid' });
    const headers = { 'content-type': 'application/json', ...service.signWebhook(body) };
    const deliver = async (): Promise<number> =>
      (await fetch(`${backend}/webhook/v1`, { method: 'POST', headers, body })).status;
    assert.equal(await deliver(), 200);
    writeFileSync(database, 'This is not a database any more.'.repeat(100));
    assert.equal(await deliver(), 500);
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
  const body = { wallet: 'wallet-b', token, shown: price };
  return (await post(`${backend}/pay-token`, body)).body['outcome'];
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

async function startShop(t: TestContext, ...settings: string[]): Promise<RunningExample> {
  const processes = (port: number) => [
    [...settings, '-S', `127.0.0.1:${port}`, backend],
    [...settings, backend],
  ];
  return startExample(t, { program: 'php', processes });
}
