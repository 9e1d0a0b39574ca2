import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { main } from '../src/main.ts';
import { readSettings } from '../src/configuration/settings.ts';
import { createLog } from '../src/log.ts';
import { startSidecar } from '../src/sidecar.ts';
import { startProgram } from './program.ts';
import { call, pay, start, startService, until } from './running.ts';
import { secret, variables, variablesBeside } from './settings.ts';
import { startShop } from './shop.ts';

async function printed(...args: readonly string[]): Promise<readonly [number, string]> {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  const code = await main(args, {}, { out: write, err: write });
  return [code, text];
}

describe('the program', () => {
  it('prints its help', async () => {
    const [code, text] = await printed('--help');
    assert.equal(code, 0);
    assert.match(text, /--check/);
  });

  it('refuses a wrong option with 2', async () => {
    const [code, text] = await printed('--chek');
    assert.equal(code, 2);
    assert.match(text, /^error: Unknown option '--chek'/);
  });

  it('refuses to prune without a number of days', async () => {
    for (const days of ['0', 'x', '1.5', '-1']) {
      assert.equal((await printed(`--prune=${days}`))[0], 2);
    }
  });

  it('prunes what ended without money so long ago', async (test) => {
    const database = `${temporaryFolder()}/payments.db`;
    const running = await start(test, { WALLET_DATABASE: database });
    running.service.scenario({ result: 'failed' });
    await pay(running, 'A-1001');
    let text = '';
    const write = (part: string): void => {
      text += part;
    };
    const env = variables({ WALLET_DATABASE: database });
    assert.equal(await main(['--prune', '30'], env, { out: write, err: write }), 0);
    assert.equal(text, '0 payments were deleted or shrunk.\n');
    assert.equal((await call(running, 'GET', '/payments/A-1001')).status, 200);
  });

  it('refuses an order without --check, which would start it', async () => {
    const [code, text] = await printed('--order', 'A-1001');
    assert.deepEqual([code, text.split('\n')[0]], [2, 'error: --order belongs to --check.']);
  });

  it('ends with 2 and names each wrong entry before anything listens', async () => {
    const [code, text] = await printed();
    assert.equal(code, 2);
    assert.match(text, /^error: service\.baseUrl: is missing\. .*WALLET_SERVICE_BASE_URL\.$/m);
    assert.match(text, /^error: hooks\.findOrder: is missing\./m);
  });

  it('names an address that the server refuses', async () => {
    const more = { WALLET_CALLBACK_URL: 'http://shop.example/wallet/webhook/v1' };
    const settings = readSettings(
      null,
      variables({ ...more, WALLET_DATABASE: `${temporaryFolder()}/p.db` }),
    );
    await assert.rejects(startSidecar(settings, createLog('error')), {
      code: 'config_invalid',
      message: 'callbackUrl must be an absolute https URL.',
    });
  });

  it('names a port that is taken, and stops', async (test) => {
    const { sidecar, service, shop } = await start(test);
    const port = new URL(sidecar.privateUrl).port;
    const settings = readSettings(
      null,
      variables({
        WALLET_SERVICE_BASE_URL: service.url,
        WALLET_HOOKS_FIND_ORDER: shop.url,
        WALLET_PRIVATE_PORT: port,
        WALLET_DATABASE: `${temporaryFolder()}/payments.db`,
      }),
    );
    await assert.rejects(startSidecar(settings, createLog('error')), {
      code: 'config_invalid',
      message: `private.port: 127.0.0.1:${port} cannot be listened on (EADDRINUSE).`,
    });
  });

  it('keeps idle connections longer than a proxy does, which would send a request into a closed one', async (test) => {
    const { sidecar } = await start(test);
    for (const url of [sidecar.publicUrl, sidecar.privateUrl]) {
      const { headers } = await fetch(url);
      const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
      assert.ok(Number(seconds) > 120, String(headers.get('keep-alive')));
    }
  });

  it('answers a payment under way although the signal to stop comes twice', async (test) => {
    const service = await startService(test);
    const shop = await startShop(test);
    const program = await startProgram(test, {
      ...variables(),
      WALLET_SERVICE_BASE_URL: service.url,
      WALLET_HOOKS_FIND_ORDER: `${shop.url}/find-order`,
      WALLET_HOOKS_STATUS_CHANGE: `${shop.url}/status-change`,
      WALLET_DATABASE: join(temporaryFolder(), 'payments.db'),
    });
    const exit = once(program.child, 'exit');
    service.scenario({ answerOn: 'pay-token', answerDelay: 3000 });
    const payment = pay(program, 'A-1001');
    const isUnderWay = (): boolean =>
      service.ledger().sessions.some(({ attempts }) => attempts.length > 0);
    await until(isUnderWay, 60_000);
    program.child.kill('SIGINT');
    await sleep(200);
    program.child.kill('SIGINT');
    assert.equal((await payment).body['outcome'], 'succeeded');
    assert.deepEqual(await exit, [0, null]);
  });

  it('is checked while it runs, stops although a connection stays open, and keeps its payments', async (test) => {
    const service = await startService(test);
    const shop = await startShop(test);
    const env = {
      ...variables(),
      WALLET_SERVICE_BASE_URL: service.url,
      WALLET_SERVICE_WEBHOOK_KEY: service.webhookPublicKey,
      WALLET_HOOKS_FIND_ORDER: `${shop.url}/find-order`,
      WALLET_HOOKS_STATUS_CHANGE: `${shop.url}/status-change`,
      WALLET_DATABASE: join(temporaryFolder(), 'payments.db'),
    };
    const first = await startProgram(test, env);
    assert.equal((await pay(first, 'A-1001')).body['outcome'], 'succeeded');
    const idle = connect(Number(new URL(first.sidecar.privateUrl).port), '127.0.0.1');
    test.after(() => idle.destroy());
    idle.on('error', () => undefined);
    await once(idle, 'connect');
    const silent = { out: () => true, err: () => true };
    assert.equal(await main(['--check'], env, silent), 0);
    assert.equal((await pay(first, 'A-1002')).body['outcome'], 'succeeded');
    first.child.kill('SIGTERM');
    const [code] = (await once(first.child, 'exit')) as [number | null];
    assert.equal(code, 0);
    const second = await startProgram(test, env);
    const { body } = await call(second, 'GET', '/payments/A-1001');
    assert.equal(body['state'], 'paid');
  });
});

describe('the public part', () => {
  it('serves the tags to pages of every origin', async (test) => {
    const file = join(temporaryFolder(), 'tags.js');
    writeFileSync(file, 'export {};');
    const settings = readSettings(
      null,
      variables({ WALLET_DATABASE: `${temporaryFolder()}/payments.db` }),
    );
    const tags = pathToFileURL(file);
    const { publicUrl, close } = await startSidecar(settings, createLog('error'), { tags });
    test.after(close);
    const response = await fetch(`${publicUrl}/wallet/tags.js?v=1`);
    assert.deepEqual([response.status, await response.text()], [200, 'export {};']);
    assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
    assert.equal((await fetch(`${publicUrl}/wallet/tags.js`, { headers })).status, 304);
  });

  it('serves the domain-association file byte by byte', async (test) => {
    const { sidecar } = await start(test, { WALLET_WALLET_A_DOMAIN_ASSOCIATION: 'abc\n' });
    const path = '/.well-known/apple-developer-merchantid-domain-association';
    const response = await fetch(`${sidecar.publicUrl}${path}`);
    assert.deepEqual([response.status, await response.text()], [200, 'abc\n']);
  });

  it('has neither the API nor health and metrics', async (test) => {
    const { sidecar } = await start(test);
    for (const path of ['/payments', '/healthz', '/readyz', '/metrics']) {
      assert.equal((await fetch(`${sidecar.publicUrl}${path}`)).status, 404);
    }
  });

  it('takes changed keys and secrets at SIGHUP', async (test) => {
    const [first, second] = [pair(), pair()];
    const merchantPublicKey = first.publicKey;
    const service = await startService(test, { merchantPublicKey });
    const shop = await startShop(test, [secret, nextSecret]);
    const folder = temporaryFolder();
    const write = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const hookSecrets = write('hook-secret.txt', secret);
    const program = await startProgram(test, {
      ...variablesBeside({
        service,
        shopUrl: shop.url,
        port: await freePort(),
        database: join(folder, 'payments.db'),
      }),
      WALLET_SERVICE_KEY: '',
      WALLET_SERVICE_KEY_FILE: write('key.pem', second.privateKey),
      WALLET_HOOKS_SECRETS: '',
      WALLET_HOOKS_SECRETS_FILE: hookSecrets,
    });
    assert.equal((await pay(program, 'A-1001')).status, 503);
    write('key.pem', first.privateKey);
    write('hook-secret.txt', `${secret}\n${nextSecret}\n`);
    program.child.kill('SIGHUP');
    const signatures = () => String(shop.received.at(-1)?.headers['webhook-signature']).split(' ');
    await until(async () => {
      const { status } = await pay(program, 'A-1002');
      return status === 200 && signatures().length === 2;
    });
  });
});

const nextSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

function pair() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}
