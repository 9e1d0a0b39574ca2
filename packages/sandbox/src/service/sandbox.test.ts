import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { Merchant, until } from '../../test/merchant.ts';
import { type SandboxOptions, startSandbox } from '../index.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const merchantPublicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe('the server', () => {
  it('is alive', async (t) => {
    const merchant = await Merchant.open(t);
    assert.match(merchant.sandbox.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(`${merchant.sandbox.url}/healthz`);
    assert.deepEqual(await response.json(), { ok: true });
  });

  it('keeps a connection for longer than a client has it without use', async (t) => {
    const { sandbox } = await Merchant.open(t);
    const { headers } = await fetch(`${sandbox.url}/healthz`);
    const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
    assert.ok(Number(seconds) > 90, String(headers.get('keep-alive')));
  });

  it('serves the wallets’ scripts, or says how to build them', async (t) => {
    const merchant = await Merchant.open(t);
    const response = await fetch(`${merchant.sandbox.url}/wallet-a.js`);
    const types = { 200: 'text/javascript; charset=utf-8', 503: 'text/plain; charset=utf-8' };
    assert.equal(response.headers.get('content-type'), types[response.status as 200 | 503]);
    assert.match(await response.text(), /ApplePaySession|pnpm build/);
    // A page that names the script with `crossorigin` gets it, as from the providers.
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
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
    const previousEnv = process.env['NODE_ENV'];
    t.after(() => {
      if (previousEnv === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = previousEnv;
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

  it('refuses an option that does not exist, and a merchant without an id', async () => {
    const misspelt = { merchantId: 'm-1', merchantPublicKey, gatway: 'examplegateway' };
    await assert.rejects(startSandbox(misspelt), {
      name: 'TypeError',
      message: /^There is no option "gatway"\. There are: merchantId, .*, gateway, /,
    });
    for (const merchantId of ['', 17, undefined]) {
      const options = { merchantId, merchantPublicKey } as unknown as SandboxOptions;
      await assert.rejects(startSandbox(options), /^TypeError: merchantId is missing/);
    }
  });

  it('signs webhooks with the key it is given', async () => {
    const webhookKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const sandbox = await startSandbox({ merchantId: 'm-1', merchantPublicKey, webhookKey });
    assert.equal(sandbox.webhookPublicKey, merchantPublicKey);
    await sandbox.close();
    await assert.rejects(
      startSandbox({ merchantId: 'm-1', merchantPublicKey, webhookKey: merchantPublicKey }),
      /webhookKey has to be a PEM with an RSA key/,
    );
  });
});
