import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { Merchant, until } from '../../test/merchant.ts';
import { startSandbox } from '../index.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const merchantPublicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe('the control API', () => {
  it('shows the ledger and the calls', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    const { sessions } = (await control(merchant, 'GET', 'ledger')).body;
    const { calls } = (await control(merchant, 'GET', 'calls')).body;
    const [session] = sessions as readonly Record<string, unknown>[];
    assert.equal(session?.['id'], id);
    assert.equal(session['external_id'], 'order-1');
    assert.equal(session['callback_url'], merchant.callbackUrl);
    assert.equal(session['charges'], 1);
    assert.deepEqual(
      (calls as readonly Record<string, unknown>[]).map((call) => call['path']),
      ['/v1/session', '/v1/payment', '/v1/pay-token'],
    );
  });

  it('sends a webhook out of turn and leaves the ledger as it is', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const sent = await control(merchant, 'POST', 'webhook', {
      session_id: id,
      version: 'v3',
      status: 'refunded',
      count: 2,
    });
    assert.deepEqual(sent.body, { sent: 2 });
    assert.equal(merchant.received.length, 2);
    assert.equal(merchant.received[0]?.body['status'], 'refunded');
    assert.ok('payments' in merchant.received[0].body);
    assert.equal(await merchant.statusOf(id), 'created');
  });

  it('finds the newest session of an order', async (t) => {
    const merchant = await Merchant.open(t);
    await merchant.order();
    const second = await merchant.order();
    await merchant.sandbox.webhook({ external_id: 'order-1', status: 'paid' });
    assert.equal(merchant.received[0]?.body['id'], second);
  });

  it('changes the truth itself, and tells the merchant', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id, 'visa-approve', { scenario: { webhook: 'never' } });
    await control(merchant, 'POST', 'status', { session_id: id, status: 'refunded' });
    assert.equal(await merchant.statusOf(id), 'refunded');
    await until(() => merchant.received.length === 1);
    assert.equal(merchant.received[0]?.body['status'], 'refunded');
  });

  it('says what is wrong with a request', async (t) => {
    const merchant = await Merchant.open(t);
    const lost = await control(merchant, 'POST', 'webhook', { session_id: 'nope' });
    const nobody = await control(merchant, 'POST', 'webhook', {});
    const field = await control(merchant, 'POST', 'webhook', { session_id: 'x', versoin: 'v1' });
    const word = await control(merchant, 'POST', 'status', { session_id: 'x', status: 'gone' });
    assert.deepEqual([lost.status, nobody.status, field.status, word.status], [400, 400, 400, 400]);
    assert.match(String(field.body['error']), /versoin: Unrecognized key/);
    const text = await fetch(`${merchant.sandbox.url}/control/scenario`, {
      method: 'POST',
      body: '{}',
    });
    assert.equal(text.status, 415);
  });
});

describe('the setup', () => {
  it('says where the service is, whose it is and which keys it has', async (t) => {
    const keyFiles = { merchantPrivate: '/keys/merchant.pem' };
    const merchant = await Merchant.open(t, { keyFiles, merchantName: 'Tea & Co' });
    const { body } = await control(merchant, 'GET', 'setup');
    assert.equal(body['url'], merchant.sandbox.url);
    assert.equal(body['merchantName'], 'Tea & Co');
    assert.deepEqual(body['keyFiles'], keyFiles);
    assert.equal(body['webhookPublicKey'], merchant.sandbox.webhookPublicKey);
    assert.equal(body['profile'], 'default');
  });

  it('puts another profile in force while the service runs', async (t) => {
    const merchant = await Merchant.open(t);
    const names = (await control(merchant, 'GET', 'setup')).body['profiles'];
    assert.ok(Array.isArray(names) && names.includes('moved-paths'));
    await control(merchant, 'POST', 'profile', { name: 'moved-paths' });
    const session = { merchant_id: 'm-1', callback_url: merchant.callbackUrl };
    assert.equal((await merchant.call('/v1/session', session)).status, 404);
    assert.equal((await merchant.call('/api/v2/sessions', session)).status, 200);
    const path = '/v9/session';
    const profile = { operations: { session: { path } } };
    await control(merchant, 'POST', 'profile', { profile });
    assert.equal((await merchant.call(path, session)).status, 200);
    const { operations } = (await control(merchant, 'GET', 'operations')).body;
    assert.equal((operations as { path: string }[])[0]?.path, path);
  });

  it('names what is wrong with a profile, and keeps the one in force', async (t) => {
    const merchant = await Merchant.open(t);
    const name = await control(merchant, 'POST', 'profile', { name: 'nope' });
    const profile = { signing: { hash: 'MD5' } };
    const entry = await control(merchant, 'POST', 'profile', { profile });
    assert.match(String(name.body['error']), /name: there are default, renamed-fields/);
    assert.match(String(entry.body['error']), /signing\.hash/);
    assert.equal((await control(merchant, 'GET', 'setup')).body['profile'], 'default');
  });
});

describe('a recorded call', () => {
  it('has the operation, the answer as sent and what is wrong', async (t) => {
    const merchant = await Merchant.open(t);
    const good = await merchant.call('/v1/session', { merchant_id: 'm-1' });
    await merchant.call('/v1/expire', { merchant_id: 'm-1', session_id: 'x' });
    await merchant.call('/v1/session', { merchant_id: 'm-1' }, { signatures: ['AAAA'] });
    const [first, second, third] = merchant.sandbox.calls();
    assert.deepEqual([first?.id, first?.operation], [1, 'session']);
    assert.equal(first?.answerBody, good.text);
    assert.deepEqual([second?.operation, second?.error], ['expire', 'session not found']);
    assert.equal(third?.signature.result, 'wrong-length');
    assert.match(third.signature.explanation, /has 3 bytes; the registered key makes 256/);
  });
});

describe('the ledger with a dataFile', () => {
  it('survives a restart', async (t) => {
    const dataFile = join(temporary(t), 'ledger.json');
    const first = await Merchant.open(t, { dataFile });
    const id = await first.order();
    const waiting = await first.order();
    await first.pay(id);
    const paid = await first.pay(waiting, 'pan-visa-challenge');
    await until(() => first.received.length === 1);
    await until(() => first.ledger(id).webhooks[0]?.delivered === true);
    const before = first.sandbox.ledger();
    await first.sandbox.close();

    const second = await Merchant.open(t, { dataFile });
    assert.deepEqual(second.sandbox.ledger(), before);
    const acsUrl = String(paid.body['acs_url']).replace(first.sandbox.url, second.sandbox.url);
    assert.equal((await second.decide(acsUrl, 'approve')).status, 303);
    assert.equal(second.ledger(waiting).charges, 1);
  });

  it('takes up results that were due and webhooks that did not arrive', async (t) => {
    const dataFile = join(temporary(t), 'ledger.json');
    const first = await Merchant.open(t, { dataFile, webhookRetries: [60_000] });
    first.replies.push(500);
    const undelivered = await first.order();
    const due = await first.order();
    await first.pay(undelivered, 'visa-approve', { scenario: { webhook: 'before' } });
    await first.pay(due, 'visa-approve', { scenario: { settleAfter: 100 } });
    await first.sandbox.close();

    const second = await Merchant.open(t, { dataFile, webhookRetries: [1] });
    await until(() => second.ledger(due).status === 'paid');
    await until(() => second.ledger(undelivered).webhooks[0]?.attempts === 2);
  });

  it('is not overwritten when it is something else', async (t) => {
    const dataFile = join(temporary(t), 'ledger.json');
    writeFileSync(dataFile, '[]');
    await assert.rejects(Merchant.open(t, { dataFile }), /is not a ledger/);
  });
});

describe('the server', () => {
  it('is alive', async (t) => {
    const merchant = await Merchant.open(t);
    assert.match(merchant.sandbox.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(`${merchant.sandbox.url}/healthz`);
    assert.deepEqual(await response.json(), { ok: true });
  });

  it('serves the wallets’ scripts, or says how to build them', async (t) => {
    const merchant = await Merchant.open(t);
    const response = await fetch(`${merchant.sandbox.url}/wallet-a.js`);
    const expected = { 200: 'text/javascript; charset=utf-8', 503: 'text/plain; charset=utf-8' };
    assert.equal(response.headers.get('content-type'), expected[response.status as 200 | 503]);
    assert.match(await response.text(), /ApplePaySession|pnpm build/);
  });

  it('knows no other address and answers a large body with 413', async (t) => {
    const merchant = await Merchant.open(t);
    assert.equal((await fetch(`${merchant.sandbox.url}/nothing`)).status, 404);
    assert.equal((await merchant.call('/v1/nothing', {})).status, 404);
    const large = `{"merchant_id":"${'x'.repeat(1024 * 1024)}"}`;
    assert.equal((await merchant.call('/v1/session', large)).status, 413);
    assert.equal((await merchant.call('/v1/session', { merchant_id: 'm-1' })).status, 200);
  });

  it('does not start in production', async (t) => {
    const before = process.env['NODE_ENV'];
    t.after(() => {
      if (before === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = before;
    });
    process.env['NODE_ENV'] = 'production';
    await assert.rejects(
      startSandbox({ merchantId: 'm-1', merchantPublicKey }),
      /does not start with NODE_ENV=production/,
    );
  });

  it('closes while calls, results and webhooks are under way', async (t) => {
    const merchant = await Merchant.open(t, { webhookRetries: [60_000] });
    merchant.replies.push(500);
    await merchant.pay(await merchant.order(), 'visa-approve', { scenario: { webhook: 'before' } });
    await merchant.pay(await merchant.order(), 'visa-approve', {
      scenario: { settleAfter: 60_000 },
    });
    const id = await merchant.order();
    const slow = merchant.pay(id, 'visa-approve', { scenario: { answerDelay: 60_000 } });
    const hungUp = assert.rejects(slow);
    await until(() => merchant.ledger(id).charges === 1);
    await merchant.sandbox.close();
    await hungUp;
    await assert.rejects(fetch(`${merchant.sandbox.url}/healthz`));
  });

  it('signs webhooks with the key it is given', async () => {
    const webhookKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const sandbox = await startSandbox({ merchantId: 'm-1', merchantPublicKey, webhookKey });
    assert.equal(sandbox.webhookPublicKey, merchantPublicKey);
    await sandbox.close();
  });
});

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

async function control(
  merchant: Merchant,
  method: string,
  name: string,
  body?: unknown,
): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> {
  const response = await fetch(`${merchant.sandbox.url}/control/${name}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const parsed: unknown = await response.json();
  assert.ok(typeof parsed === 'object');
  return { status: response.status, body: { ...parsed } };
}
