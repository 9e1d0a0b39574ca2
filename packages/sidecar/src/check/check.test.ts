import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { listen } from '../../test/listen.ts';
import { startService } from '../../test/running.ts';
import { keys, price, secret, variables } from '../../test/settings.ts';
import { startShop, type Shop, usual } from '../../test/shop.ts';
import type { Variables } from '../configuration/configuration.ts';
import { main } from '../main.ts';

interface Checked {
  readonly code: number;
  /** Each result with its subject. */
  readonly results: readonly string[];
  readonly text: string;
}

async function check(more: Variables, ...args: readonly string[]): Promise<Checked> {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  const code = await main(['--check', ...args], variables(more), { out: write, err: write });
  const results = Array.from(
    text.matchAll(/^(\w+) +(\S+)/gm),
    ([, result, of]) => `${result} ${of}`,
  );
  return { code, results, text };
}

async function startAll(test: TestContext): Promise<{ shop: Shop; env: Variables }> {
  const service = await startService(test);
  const shop = await startShop(test);
  const env = {
    WALLET_SERVICE_BASE_URL: service.url,
    WALLET_SERVICE_WEBHOOK_KEY: service.webhookPublicKey,
    WALLET_HOOKS_FIND_ORDER: `${shop.url}/find-order`,
    WALLET_HOOKS_STATUS_CHANGE: `${shop.url}/status-change`,
    WALLET_DATABASE: `${temporaryFolder()}/payments.db`,
  };
  return { shop, env };
}

const good = [
  'pass database',
  'pass keys',
  'pass service',
  'pass find-order',
  'pass find-order',
  'warn find-order',
  'pass status-change',
  'pass status-change',
  'skip rest',
];

describe('--check', () => {
  it('passes where everything is right', async (test) => {
    const { env } = await startAll(test);
    const { code, results } = await check(env);
    assert.deepEqual([code, results], [0, good]);
  });

  it('says that no real order was tried, and names a wrong type of one that was', async (test) => {
    const { shop, env } = await startAll(test);
    const { text } = await check(env);
    assert.match(text, /^warn {2}find-order +No real order was tried: .* Name one with --order\./m);
    assert.match(text, /^skip {2}rest +Not tried: a payment, an operation, a webhook /m);
    const find = shop.findOrder;
    shop.findOrder = (response, reference) => {
      if (reference !== 'A-1001') find(response, reference);
      else response.end('{"reference":"A-1001","amount":199.9,"currency":"UAH"}');
    };
    const wrong = await check(env, '--order', 'A-1001');
    assert.equal(wrong.code, 1);
    assert.match(wrong.text, /^FAIL {2}find-order +.*amount must be string/m);
    assert.doesNotMatch(wrong.text, /No real order was tried/);
  });

  it('warns of a variable that sets no entry', async (test) => {
    const { env } = await startAll(test);
    const { code, text } = await check({ ...env, WALLET_DATABASE_URL: 'postgres://db/shop' });
    assert.equal(code, 0);
    assert.match(text, /^warn {2}configuration WALLET_DATABASE_URL is ignored: /m);
  });

  it('finds an order that is named', async (test) => {
    const { env } = await startAll(test);
    const { code, text } = await check(env, '--order', 'A-1001');
    assert.equal(code, 0);
    assert.match(text, /^pass {2}find-order +The shop finds the order A-1001\.$/m);
  });

  it('names an order that is paid, and fails where paid is neither true nor false', async (test) => {
    const { shop, env } = await startAll(test);
    const checkWith = async (paid: unknown) => {
      shop.findOrder = (response, reference) => {
        if (reference === 'A-1001') response.end(JSON.stringify({ reference, ...price, paid }));
        else usual(response, reference);
      };
      return check(env, '--order', 'A-1001');
    };
    const { code, text } = await checkWith(true);
    assert.equal(code, 0);
    assert.match(text, /^pass {2}find-order +The shop finds the order A-1001, which is paid\.$/m);
    assert.match((await checkWith(false)).text, /finds the order A-1001\.$/m);
    for (const paid of [1, '1', null]) {
      const wrong = await checkWith(paid);
      assert.equal(wrong.code, 1);
      assert.match(wrong.text, /^FAIL {2}find-order +.*unusable order: paid must be boolean/m);
    }
  });

  it('fails where the shop does not know the order, or answers another', async (test) => {
    const { shop, env } = await startAll(test);
    assert.match(
      (await check(env, '--order', 'unknown-1')).text,
      /does not know the order unknown-1/,
    );
    shop.findOrder = (response) => response.end(JSON.stringify({ reference: 'B-1', ...price }));
    const { code, text } = await check(env, '--order', 'A-1001');
    assert.equal(code, 1);
    assert.match(text, /^FAIL {2}find-order +The hook find-order answered about another order/m);
  });

  it('fails where the shop finds whatever it is asked for', async (test) => {
    const { shop, env } = await startAll(test);
    shop.findOrder = (response, reference) => response.end(JSON.stringify({ reference, ...price }));
    const { code, text } = await check(env);
    assert.equal(code, 1);
    assert.match(text, /^FAIL {2}find-order +The shop finds an order that is made up\./m);
  });

  it('fails where the secrets differ', async (test) => {
    const { env } = await startAll(test);
    const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const { code, text } = await check({ ...env, WALLET_HOOKS_SECRETS: other });
    assert.equal(code, 1);
    assert.match(
      text,
      /^FAIL {2}find-order +The shop answers 401\. Give the shop the same secret/m,
    );
    assert.ok(!text.includes(secret) && !text.includes(other));
  });

  it('leaves no order behind, and names the one that the shop has made out of a change', async (test) => {
    const { shop, env } = await startAll(test);
    const { text } = await check(env);
    assert.match(text, /^pass {2}status-change +.* keeps no such order\.$/m);
    const orders = new Set<string>();
    shop.statusChange = (response) => {
      orders.add(String(shop.received.at(-1)?.body['order']));
      response.writeHead(204).end();
    };
    const find = shop.findOrder;
    shop.findOrder = (response, reference) => {
      if (!orders.has(reference)) find(response, reference);
      else response.end(JSON.stringify({ reference, ...price }));
    };
    const { code, text: careless } = await check(env);
    assert.equal(code, 1);
    const [order = ''] = orders;
    assert.ok(
      careless.includes(`The shop finds the order ${order}, which was made up for the change.`),
    );
  });

  it('fails where the shop answers a change with a page', async (test) => {
    const { shop, env } = await startAll(test);
    shop.statusChange = (response) => response.end('<!doctype html><title>Shop');
    const { code, text } = await check(env);
    assert.equal(code, 1);
    assert.match(
      text,
      /^FAIL {2}status-change +The shop answers a change with "<!doctype html><title>Shop", which is no acknowledgement\. Answer \{"received"/m,
    );
  });

  it('fails where the shop verifies nothing', async (test) => {
    const { env } = await startAll(test);
    const careless = await listen(
      test,
      createServer(({ url }, response) => {
        response.writeHead(url === '/find-order' ? 404 : 204).end();
      }),
    );
    const { code, results } = await check({
      ...env,
      WALLET_HOOKS_FIND_ORDER: `${careless}/find-order`,
      WALLET_HOOKS_STATUS_CHANGE: `${careless}/status-change`,
    });
    assert.equal(code, 1);
    assert.deepEqual(results.slice(3), [
      'pass find-order',
      'FAIL find-order',
      'warn find-order',
      'pass status-change',
      'FAIL status-change',
      'skip rest',
    ]);
  });

  it('fails where the shop, the service and the database are missing', async () => {
    const nothing = `http://127.0.0.1:${String(await freePort())}`;
    const { code, text } = await check({
      WALLET_SERVICE_BASE_URL: nothing,
      WALLET_HOOKS_FIND_ORDER: nothing,
      WALLET_HOOKS_STATUS_CHANGE: nothing,
      WALLET_DATABASE: `${temporaryFolder()}/missing/payments.db`,
    });
    assert.equal(code, 1);
    assert.match(text, /^FAIL {2}database /m);
    assert.match(text, /^warn {2}keys +service\.webhookKeyFile is missing/m);
    assert.match(text, /^FAIL {2}service +/m);
    assert.match(
      text,
      /^FAIL {2}find-order +.*cannot be reached, or broke off \(ECONNREFUSED\)\. Start the shop/m,
    );
  });

  it('fails where the service knows another key', async (test) => {
    const { env } = await startAll(test);
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const { code, text } = await check({ ...env, WALLET_SERVICE_KEY: privateKey });
    assert.equal(code, 1);
    assert.match(text, /^FAIL {2}service +The payment service refused the signature/m);
  });

  it('fails where the key is not one, without its text', async (test) => {
    const { env } = await startAll(test);
    const { code, text } = await check({ ...env, WALLET_SERVICE_KEY: 'Pa55word' });
    assert.equal(code, 1);
    assert.match(text, /^FAIL {2}keys /m);
    assert.doesNotMatch(text, /Pa55word/);
    assert.ok(!text.includes(keys.privateKey));
  });
});
