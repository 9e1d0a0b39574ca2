import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { createWalletServer, memoryStore, pemSigner } from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';
import { file, results, rsaPair, secure } from '../../test/doctor.ts';
import { payInto } from '../../test/paid.ts';
import { jsonFrom, listen, run } from '../../test/run.ts';
import { checkIds } from './finding.ts';
import { isPrivate } from './look.ts';

const { privateKey } = rsaPair();

const unknown: RequestListener = (_, response) => {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end('{"code":"SessionNotFoundError"}');
};

async function service(
  test: TestContext,
  id: string,
  listener: RequestListener,
): Promise<string[]> {
  const url = await listen(test, createServer(listener));
  const key = await file('key.pem', privateKey);
  return results(id, '--service', url, '--merchant-id', '17', '--key', key);
}

describe('doctor looks at the payment service', () => {
  for (const id of ['base.answer', 'base.auth', 'base.ip', 'clock.skew']) {
    it(`and passes ${id} where it knows the merchant but not the session`, async (test) => {
      assert.deepEqual(await service(test, id, unknown), ['pass']);
    });
  }

  const answer =
    (status: number, headers: Readonly<Record<string, string>> = {}): RequestListener =>
    (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}');
  const page =
    (status: number): RequestListener =>
    (_, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html>');
  const ago = (seconds: number) => ({ date: new Date(Date.now() - seconds * 1000).toUTCString() });
  const faults: readonly (readonly [string, string, string, RequestListener])[] = [
    ['base.answer', 'a failing service', 'fail', answer(500)],
    ['base.answer', 'a web page in its place', 'fail', page(200)],
    ['base.answer', 'a web page that is not there', 'fail', page(404)],
    ['base.answer', 'a text in its place', 'fail', (_, response) => response.end('Welcome')],
    ['base.ip', 'the allow-list of a firewall, with a page', 'fail', page(403)],
    ['base.answer', 'a connection that is cut', 'fail', ({ socket }) => socket.destroy()],
    ['base.auth', 'a refused signature', 'fail', answer(401)],
    ['base.auth', 'an answer that shows nothing', 'warn', answer(400)],
    ['base.ip', 'the allow-list', 'fail', answer(403)],
    ['clock.skew', 'a clock ten minutes late', 'fail', answer(404, ago(600))],
    ['clock.skew', 'a clock one minute late', 'warn', answer(404, ago(60))],
    ['clock.skew', 'a Date that cannot be read', 'skip', answer(404, { date: 'soon' })],
  ];
  for (const [id, what, result, listener] of faults) {
    it(`and finds ${what}`, async (test) => {
      assert.deepEqual(await service(test, id, listener), [result]);
    });
  }
});

describe('doctor looks at a payment service with a certificate of a private authority', () => {
  it('and trusts the authority of --ca', async (test) => {
    const { host, ca } = await secure(test, unknown);
    const key = await file('key.pem', privateKey);
    const args = ['--service', `https://${host}`, '--merchant-id', '17', '--key', key];
    assert.deepEqual(await results('base.answer', ...args, '--ca', ca), ['pass']);
    const { out } = await run('doctor', ...args);
    assert.match(
      out,
      /fail {2}base\.answer +the certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.\n.*--ca/,
    );
  });
});

describe('doctor has the merchant validated', () => {
  const paths: Readonly<Record<string, object>> = {
    '/v1/session': { id: 's-1' },
    '/v1/payment': { id: '77', session_id: 's-1' },
    '/v1/walleta-pay/validate-merchant': { epochTimestamp: 1, merchantSessionIdentifier: 'm' },
  };

  async function validated(
    test: TestContext,
    ...args: readonly string[]
  ): Promise<{ readonly result: string[]; readonly called: readonly string[] }> {
    const calledPaths: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      calledPaths.push(url);
      const answer =
        args.includes('unknown.example') && url.includes('validate') ? null : paths[url];
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { code: 'DomainNotRegisteredError' }));
    });
    const key = await file('key.pem', privateKey);
    const service = ['--service', await listen(test, server), '--merchant-id', '17', '--key', key];
    return { result: await results('a.session', ...service, ...args), called: calledPaths };
  }

  it('in a session that it ends', async (test) => {
    const { result, called } = await validated(test, '--open-session', '--domain', '127.0.0.1:9');
    assert.deepEqual(result, ['pass']);
    assert.deepEqual(called.slice(1), [...Object.keys(paths), '/v1/expire']);
  });

  it('and finds a domain that is not registered', async (test) => {
    const { result, called } = await validated(
      test,
      '--open-session',
      '--domain',
      'unknown.example',
    );
    assert.deepEqual([result, called.at(-1)], [['fail'], '/v1/expire']);
  });

  it('only when it may open one, for a domain', async (test) => {
    const outcome = await validated(test, '--domain', '127.0.0.1:9');
    assert.deepEqual([outcome.result, outcome.called], [['skip'], ['/v1/get-status']]);
    assert.deepEqual((await validated(test, '--open-session')).result, ['skip']);
  });
});

describe('doctor looks at the callback and the return page', () => {
  const answer =
    (status: number): RequestListener =>
    (_, response) =>
      response.writeHead(status, { location: '/other' }).end();
  const callbacks: readonly (readonly [string, string, string, number])[] = [
    ['hook.reach', 'pass', 'a refusal', 401],
    ['hook.refuse', 'pass', 'a refusal', 401],
    ['hook.reach', 'fail', 'a redirect', 301],
    ['hook.reach', 'fail', 'a path that is not there', 404],
    ['hook.refuse', 'fail', 'a backend that takes any signature', 200],
  ];
  for (const [id, result, what, status] of callbacks) {
    it(`and says ${result} for ${id} with ${what}`, async (test) => {
      const { host, ca } = await secure(test, answer(status));
      const args = ['--callback', `https://${host}/wallet/webhook/v1`, '--ca', ca, '--local'];
      assert.deepEqual(await results(id, ...args), [result]);
    });
  }

  it('and takes a proxy that asks for a login for no refusal', async (test) => {
    const { host, ca } = await secure(test, (_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Basic realm="staging"' }).end(),
    );
    const args = ['--callback', `https://${host}/wallet/webhook/v1`, '--ca', ca, '--local'];
    assert.deepEqual(await results('hook.reach', ...args), ['fail']);
    assert.deepEqual(await results('hook.refuse', ...args), ['skip']);
  });

  it('and lets a backend that confirms webhooks take any', async (test) => {
    const { host, ca } = await secure(test, answer(200));
    const args = ['--callback', `https://${host}/`, '--ca', ca, '--confirm-webhooks'];
    assert.deepEqual(await results('hook.refuse', ...args), ['pass']);
  });

  const confirms = 'a server that confirms webhooks';
  const addressList = { webhookFrom: () => false };
  for (const [what, more, options, refusal] of [
    [confirms, {}, ['--confirm-webhooks'], 'pass'],
    [confirms, {}, [], 'fail'],
    ['a server that takes them from listed addresses alone', addressList, [], 'pass'],
  ] as const) {
    it(`and says ${refusal} for ${what} with "${options.join('')}"`, async (test) => {
      const wallet = createWalletServer({
        service: {
          baseUrl: 'https://service.example',
          merchantId: '17',
          signer: pemSigner(privateKey),
          webhooks: 'confirm',
        },
        store: memoryStore(),
        logger: { info: () => null, warn: () => null, error: () => null },
        findOrder: () => null,
        callbackUrl: 'https://shop.example/wallet/webhook/v1',
        redirectUrl: 'https://shop.example/return',
        ...more,
      });
      test.after(async () => wallet.close());
      const url = await listen(test, createServer(toNodeListener(wallet)));
      const args = ['--callback', `${url}/wallet/webhook/v1`, '--local', ...options];
      assert.deepEqual(await results('hook.reach', ...args), ['pass']);
      assert.deepEqual(await results('hook.refuse', ...args), [refusal]);
    });
  }

  it('and does not take a name for a private address because it begins like one', () => {
    const hosts = ['10.shop.example', '127.shop.example', '10.0.0.1', '127.0.0.1'];
    const privateHosts = hosts.filter((host) => isPrivate(new URL(`https://${host}`)));
    assert.deepEqual(privateHosts, ['10.0.0.1', '127.0.0.1']);
  });

  it('and finds a private address', async (test) => {
    const { host, ca } = await secure(test, answer(401));
    const args = ['--callback', `https://${host}/wallet/webhook/v1`, '--ca', ca];
    assert.deepEqual(await results('hook.reach', ...args), ['fail']);
  });

  for (const [status, result] of [
    [200, 'pass'],
    [404, 'fail'],
  ] as const) {
    it(`and says ${result} for a return page with ${String(status)}`, async (test) => {
      const { host, ca } = await secure(test, answer(status));
      assert.deepEqual(await results('ret.url', '--return', `https://${host}/`, '--ca', ca), [
        result,
      ]);
    });
  }

  it('and finds a return page whose certificate is not trusted', async (test) => {
    const { host } = await secure(test, answer(200));
    assert.deepEqual(await results('ret.url', '--return', `https://${host}/`), ['fail']);
  });

  it('and waits for no answer that comes byte by byte', async (test) => {
    const url = await listen(
      test,
      createServer((_, response) => {
        let chunkCount = 0;
        const drip = setInterval(() => {
          chunkCount += 1;
          if (chunkCount < 60) response.write('.');
          else response.end();
        }, 20);
        response.on('close', () => {
          clearInterval(drip);
        });
      }),
    );
    const shortTimeout = AbortSignal.timeout(200);
    const limit = test.mock.method(AbortSignal, 'timeout', () => shortTimeout);
    const { out } = await run('doctor', '--return', url, '--local');
    assert.match(out, /ret\.url +No answer \(ETIMEDOUT\)\./);
    assert.deepEqual(limit.mock.calls[0]?.arguments, [10_000]);
  });

  it('and finds a return page without https', async (test) => {
    const url = await listen(test, createServer(answer(200)));
    assert.deepEqual(await results('ret.url', '--return', url), ['fail']);
  });
});

describe('doctor looks at the settings', () => {
  const right = ['--wallet-a-id', 'merchant.ua.example', '--wallet-b-id', 'BCR2DN4T'];
  const rows = [
    ['a.merchant', 'pass', right],
    ['b.id', 'pass', right],
    ['b.swap', 'pass', right],
    ['a.merchant', 'warn', ['--wallet-a-id', 'shop']],
    ['b.id', 'warn', ['--wallet-b-id', '123456']],
    ['b.swap', 'fail', ['--wallet-a-id', 'merchant.x', '--wallet-b-id', 'merchant.x']],
    ['store.kind', 'fail', ['--db', ':memory:']],
    ['profile.assumed', 'warn', ['--wallet-a-id', 'merchant.x']],
  ] as const;
  for (const [id, result, args] of rows) {
    it(`and says ${result} for ${id} with "${args.join(' ')}"`, async () => {
      assert.deepEqual(await results(id, ...args), [result]);
    });
  }

  it('and finds payments that wait for a review', async () => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1');
    assert.deepEqual(await results('store.review', '--db', db), ['pass']);
    assert.deepEqual(await results('store.kind', '--db', db), ['pass']);
    await payInto(db, 'A-2', { status: 'paid', amount: '1.00' });
    assert.deepEqual(await results('store.review', '--db', db), ['warn']);
  });
});

describe('doctor', () => {
  it('names every check, and skips what was not named', async () => {
    const { findings } = jsonFrom(await run('doctor', '--json'));
    const ids = (findings as readonly { readonly id: string }[]).map(({ id }) => id);
    assert.deepEqual([...new Set(ids)].sort(), [...checkIds].sort());
  });

  it('says what was seen, what to do and where to read more', async () => {
    const { code, out, err } = await run('doctor', '--db', ':memory:');
    assert.equal(code, 1);
    assert.match(
      out,
      /fail {2}store\.kind +The payments are in memory\.\n +Name the database of sqliteStore.*\n +https:/,
    );
    assert.match(out, /\d+ pass, \d+ warn, 1 fail, \d+ skip\n$/);
    assert.match(err, /Checking the key/);
  });

  it('colours results in a terminal', async (test) => {
    const previousValue = process.env['FORCE_COLOR'];
    test.after(() => {
      if (previousValue === undefined) delete process.env['FORCE_COLOR'];
      else process.env['FORCE_COLOR'] = previousValue;
    });
    process.env['FORCE_COLOR'] = '1';
    const { out } = await run('doctor', '--wallet-a-id', 'shop');
    const plainText = stripVTControlCharacters(out);
    assert.notEqual(out, plainText);
    assert.match(plainText, /^warn {2}a\.merchant {7}shop$/m);
    assert.doesNotMatch(plainText, /\ufffd/);
  });

  it('watches, and prints what changed', async (test) => {
    const key = await file('key.pem', privateKey);
    const bin = fileURLToPath(new URL('../bin.ts', import.meta.url));
    const condition = '--conditions=@wallet-buttons/source';
    const args = [condition, bin, 'doctor', '--key', key, '--watch', '1'];
    const watching = spawn(process.execPath, args);
    test.after(() => watching.kill('SIGKILL'));
    const exit = new Promise((resolve) => watching.once('exit', resolve));
    let output = '';
    for await (const text of watching.stdout.setEncoding('utf8')) {
      output += String(text);
      if (/warn {2}key\.mode/.test(output)) watching.kill('SIGTERM');
      if (/pass {2}key\.mode/.test(output)) await chmod(key, 0o644);
    }
    assert.match(
      output,
      /pass {2}key\.mode[^]*warn {2}key\.mode +Mode 644\.\n.*\n.*\n0 pass, 1 warn, 0 fail, 0 skip/,
    );
    assert.equal(await exit, 0, 'the exit code is that of the last look');
  });

  it('ends with 2 for a file that is missing', async () => {
    assert.equal((await run('doctor', '--key', '/missing.pem')).code, 2);
    assert.equal((await run('doctor', '--watch', 'often')).code, 2);
  });
});
