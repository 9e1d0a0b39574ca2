import { createServer, type RequestListener } from 'node:http';
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createWalletServer, memoryStore, pemSigner } from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';
import { results, rsaPair, secure } from '../../test/doctor.ts';
import { listen, run } from '../../test/run.ts';

const page = 'https://shop.example/return';

/** The kit's own server. */
function server(test: TestContext): RequestListener {
  const wallet = createWalletServer({
    service: {
      baseUrl: 'https://service.example',
      merchantId: '17',
      signer: pemSigner(rsaPair().privateKey),
      webhooks: 'confirm',
    },
    store: memoryStore(),
    logger: { info: () => null, warn: () => null, error: () => null },
    findOrder: () => null,
    callbackUrl: 'https://shop.example/wallet/webhook/v1',
    redirectUrl: page,
  });
  test.after(async () => wallet.close());
  return toNodeListener(wallet);
}

/** Answers as the server does, but for what a test changes. */
function redirecting(
  change: (target: URL) => { status?: number; location?: string },
): RequestListener {
  return ({ url = '' }, response) => {
    const [order = '', receipt = ''] = url.split('/').slice(-2);
    const target = new URL(page);
    target.searchParams.set('order', Buffer.from(order, 'base64url').toString());
    target.searchParams.set('receipt', receipt);
    const { status = 303, location = target.href } = change(target);
    response.writeHead(status, { location }).end();
  };
}

/** A shop whose protection against CSRF is in front of its payments. */
function guarded(payments: RequestListener): RequestListener {
  return (request, response) => {
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
    const { origin, host = '' } = request.headers;
    if (isForm && origin !== `http://${host}`) response.writeHead(403).end();
    else payments(request, response);
  };
}

describe('doctor looks at the way back from the bank', () => {
  const check = async (id: string, url: string, ...args: readonly string[]): Promise<string[]> =>
    results(id, '--bank-return', `${url}/wallet/return`, '--local', ...args);

  it('and passes the server, by a link and by a form, to the page that is named', async (test) => {
    const url = await listen(test, createServer(server(test)));
    for (const id of ['ret.get', 'ret.post'])
      assert.deepEqual(await check(id, url, '--return', page), ['pass']);
  });

  it('and finds it beside the callback', async (test) => {
    const url = await listen(test, createServer(server(test)));
    const args = ['--callback', `${url}/wallet/webhook/v2`, '--local'];
    assert.deepEqual(await results('ret.get', ...args), ['pass']);
  });

  it('and finds a protection against CSRF that refuses the form alone', async (test) => {
    const url = await listen(test, createServer(guarded(server(test))));
    assert.deepEqual(await check('ret.get', url), ['pass']);
    assert.deepEqual(await check('ret.post', url), ['fail']);
  });

  const brokenServers: readonly (readonly [string, RequestListener])[] = [
    ['a path that is not there', (_, response) => response.writeHead(404).end()],
    ['a login', (_, response) => response.writeHead(303, { location: '/login' }).end()],
    ['a page in place of the 303', (_, response) => response.end('<h1>Thank you</h1>')],
    ['a 307, which sends the form on', redirecting(() => ({ status: 307 }))],
    ['a 303 that forgets the order', redirecting(() => ({ location: page }))],
    [
      'a 303 that forgets the receipt',
      redirecting((target) => {
        target.searchParams.delete('receipt');
        return { location: target.href };
      }),
    ],
    ['a 303 without an address', (_, response) => response.writeHead(303).end()],
    [
      'a 303 to another page',
      redirecting((target) => ({ location: `https://old.example/thanks${target.search}` })),
    ],
  ];
  for (const [what, listener] of brokenServers) {
    it(`and fails ${what}`, async (test) => {
      const url = await listen(test, createServer(listener));
      assert.deepEqual(await check('ret.get', url, '--return', page), ['fail']);
      assert.deepEqual(await check('ret.post', url, '--return', page), ['fail']);
    });
  }

  it('and fails a server that is not there, is private, or has a certificate that is not trusted', async (test) => {
    const { host, ca } = await secure(test, server(test));
    const trustOptions = ['--ca', ca];
    assert.deepEqual(await check('ret.get', `https://${host}`, ...trustOptions), ['pass']);
    assert.deepEqual(await check('ret.get', `https://${host}`), ['fail']);
    assert.deepEqual(await check('ret.get', 'https://127.0.0.1:1'), ['fail']);
    const open = ['--bank-return', `https://${host}/wallet/return`, ...trustOptions];
    assert.deepEqual(await results('ret.get', ...open), ['fail']);
  });

  it('and says what it saw, and what to do', async (test) => {
    const url = await listen(test, createServer(guarded(server(test))));
    const { out } = await run('doctor', '--bank-return', `${url}/wallet/return`, '--local');
    assert.match(out, /ret\.get +303 to the page of the shop\./);
    assert.match(out, /ret\.post +HTTP 403, not 303\.\n +Let a form of another site through/);
  });

  it('and skips it without an address, and for a backend that has none', async () => {
    assert.deepEqual(await results('ret.get', '--return', 'https://127.0.0.1:1'), ['skip']);
    const callback = ['--callback', 'https://127.0.0.1:1/wallet/webhook/v1'];
    assert.deepEqual(await results('ret.post', ...callback, '--no-bank-return'), ['skip']);
  });

  it('and says that it cannot find one beside a callback of another form', async () => {
    const { out } = await run('doctor', '--callback', 'http://127.0.0.1:1/wallet/webhook/v1/');
    assert.match(out, /with --bank-return: --callback does not end in \/webhook\/v1/);
  });

  it('and refuses an address that is not one', async () => {
    const { code, err } = await run('doctor', '--bank-return', 'shop.example/wallet/return');
    assert.equal(code, 2);
    assert.match(err, /shop\.example/);
  });
});
