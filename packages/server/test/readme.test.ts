import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const documents = ['../../../README.md', '../README.md'];

/** What the snippets take for granted. */
const imports = `
import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import fastify from 'fastify';
import * as server from '@wallet-buttons/server';
import { nodeFetch, toNodeListener } from '@wallet-buttons/server/node';
import { signTestWebhook } from '@wallet-buttons/server/testing';
const {
  createServiceClient, createWalletServer, defaultProfile, defineProfile, describeProfile, olderWebhookSignature,
  memoryStore, pemSigner, pemVerifier, remoteSigner, rotatingSigner, rotatingVerifier,
} = server;
const newPair = () => crypto.generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const { privateKey: pem, publicKey } = newPair();
const bytes = new TextEncoder().encode('{}');
`;

/** A shop whose payments are not answered, until get-status says that all of them are paid. */
const wallet = `
  const told = [];
  const wallet = createWalletServer({
    service: {
      baseUrl: 'https://service.example',
      merchantId: '1',
      signer: pemSigner(pem),
      webhooks: 'confirm',
      fetch: async (url) => {
        if (url.endsWith('/pay-token')) throw new Error('No answer.');
        return Response.json({ id: crypto.randomUUID(), status: 'paid' });
      },
    },
    store: memoryStore(),
    findOrder: () => ({ amount: '199.90', currency: 'UAH' }),
    callbackUrl: 'https://shop.example/wallet/webhook/v1',
    redirectUrl: 'https://shop.example/return',
    allowedOrigins: ['https://www.shop.example'],
    walletA: { domains: ['shop.example'], domainAssociation: 'association' },
    onStatusChange: ({ order, outcome }) => void told.push(outcome + ' ' + order),
    logger: { info() {}, warn() {}, error() {} },
  });
  const post = (path, body, headers) => new Request('https://shop.example/wallet/' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const pay = (order) => post(
    'pay-token',
    { order, wallet: 'wallet-b', token: 't-' + order, shown: { amount: '199.90', currency: 'UAH' } },
    { 'idempotency-key': 'k-' + order },
  );`;

/** Each snippet by a word in it, with what stands around it in a merchant's code. */
const stages: readonly { readonly has: string; readonly before: string; readonly after: string }[] =
  [
    {
      has: 'createServiceClient({',
      before: `
        const called = [];
        const service = createServer((request, response) => {
          called.push(request.url);
          request.resume().on('end', () => response.end('{"id":"s-1","status":"paid"}'));
        }).listen(0, '127.0.0.1');
        await once(service, 'listening');
        const baseUrl = 'http://127.0.0.1:' + service.address().port;
        const merchantId = '1';
        const callbackUrl = 'https://shop.example/wallet/webhook/v1';`,
      after: `
        assert.deepEqual(called, ['/v1/session', '/v1/payment', '/v1/get-status', '/v1/print-express-waybill']);
        assert.deepEqual([status, raw], ['paid', { id: 's-1', status: 'paid' }]);
        assert.ok(waybill.length > 0);
        service.close();
        service.closeAllConnections();`,
    },
    {
      has: 'export const POST',
      before: wallet,
      after: `
        assert.equal((await POST(pay('o-1'))).status, 202);
        assert.equal((await GET(new Request('https://shop.example/wallet/nothing'))).status, 404);
        const headers = { origin: 'https://www.shop.example', 'access-control-request-method': 'POST' };
        const preflight = await OPTIONS(new Request(pay('o-1').url, { method: 'OPTIONS', headers }));
        assert.equal(preflight.headers.get('access-control-allow-origin'), headers.origin);`,
    },
    {
      has: 'removeAllContentTypeParsers()',
      before: `${wallet}
        const app = fastify();
        const listener = toNodeListener(wallet, { reconcileEvery: false });`,
      after: `
        app.post('/cart', async (request) => request.body);
        const url = await app.listen({ port: 0, host: '127.0.0.1' });
        const { headers, body } = pay('o-1');
        const paid = await fetch(url + '/wallet/pay-token', { method: 'POST', headers, body, duplex: 'half' });
        assert.equal(paid.status, 202);
        const file = await fetch(url + '/.well-known/apple-developer-merchantid-domain-association');
        assert.equal(await file.text(), 'association');
        const cart = await app.inject({ method: 'POST', url: '/cart', payload: { of: 'mine' } });
        assert.deepEqual(cart.json(), { of: 'mine' });
        await app.close();`,
    },
    {
      has: 'log.info(fields, message)',
      before: `
        const lines = [];
        const { log } = fastify({ logger: { stream: { write: (line) => lines.push(JSON.parse(line)) } } });`,
      after: `${wallet.replace(/logger: .*/, 'logger,')}
        await wallet.handle(pay('o-1'));
        const [unanswered] = lines.filter(({ level }) => level === 40);
        assert.deepEqual([unanswered.msg, unanswered.order], ['pay-token was not answered', 'o-1']);
        const { msg, path, status } = lines.at(-1);
        assert.deepEqual([msg, path, status], ['request', '/wallet/pay-token', 202]);`,
    },
    {
      has: 'wallet.reconcile({',
      before: `${wallet}
        const orders = Array.from({ length: 80 }, (_, at) => 'o-' + at);
        for (const order of orders) await wallet.handle(pay(order));
        await wallet.recover();`,
      after: `assert.deepEqual(told.toSorted(), orders.map((order) => 'succeeded ' + order).toSorted());`,
    },
    {
      has: 'asymmetricSign',
      // A key service signs a digest: the padded DigestInfo of RFC 8017 9.2, encrypted by the key.
      before: `
        const prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex');
        const signDigest = (digest) => crypto.privateEncrypt(pem, Buffer.concat([prefix, digest]));
        const [KeyId, name, key] = ['k', 'k', 'k'];
        class SignCommand { constructor(input) { this.input = input; } }
        const kms = { send: async ({ input }) => ({ Signature: signDigest(input.Message) }) };
        const keys = { asymmetricSign: async ({ digest }) => [{ signature: signDigest(digest.sha256) }] };
        const vault = { sign: async (_, digest) => ({ result: signDigest(digest) }) };
        const session = { createSign: () => ({ once: (data) => crypto.sign('sha256', data, pem) }) };`,
      after: `
        const verifier = pemVerifier(publicKey);
        for (const signer of [aws, google, azure, hsm]) {
          assert.ok(await verifier.verify(bytes, await signer.sign(bytes)));
        }`,
    },
    {
      has: 'rotatingSigner([',
      before: `
        const other = newPair();
        const [oldKey, newKey] = [pem, other.privateKey];
        const keysOfTheService = [publicKey, other.publicKey];`,
      after: 'assert.ok(await verifier.verify(bytes, await signer.sign(bytes)));',
    },
    {
      has: 'olderWebhookSignature',
      before: '',
      after: `assert.deepEqual(profile.webhookSignatures.map(({ header }) => header), ['x-sign-v2', 'x-sign']);`,
    },
    {
      has: 'signTestWebhook',
      before: `
        const [sessionId, testKey] = ['s-1', pem];
        const hooks = createServer(async (request, response) => {
          const parts = await request.toArray();
          const bytes = new Uint8Array(Buffer.concat(parts));
          const headers = new Headers(request.headers);
          const good = await server.isSigned(headers, bytes, pemVerifier(publicKey), defaultProfile);
          console.assert(good);
          globalThis.told = good && server.readWebhook(bytes, defaultProfile);
          response.end();
        }).listen(0, '127.0.0.1');
        await once(hooks, 'listening');
        const shop = 'http://127.0.0.1:' + hooks.address().port;`,
      after: `
        assert.equal(told.sessionId, 's-1');
        hooks.close();
        hooks.closeAllConnections();`,
    },
    {
      has: 'describeProfile(profile)',
      before: '',
      after: `assert.equal(profile.fields.domain, null);`,
    },
  ];

describe('the server of the README', () => {
  for (const document of documents) {
    test(`starts and answers as ${document} has it`, async () => {
      await using shop = await start(snippetOf(document));
      assert.deepEqual(await shop.status('A-1001'), [404, 'no_payment']);
      assert.deepEqual(await shop.status('A-1002'), [404, 'order_not_found']);
    });
  }
});

describe('a picture of the README', () => {
  test('is in the package', () => {
    const readme = readFileSync(here('../README.md'), 'utf8');
    const { files } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as {
      readonly files: readonly string[];
    };
    const shown = [...readme.matchAll(/!\[[^\]]*\]\(\.\/([^)]+)\)/g)].map(([, file = '']) => file);
    assert.deepEqual(shown, ['attempt.svg']);
    assert.ok(shown.every((file) => files.includes(file)));
  });
});

describe('a snippet of the README', () => {
  const readme = readFileSync(here('../README.md'), 'utf8');
  const snippets = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);

  test('is a server, or is run below', () => {
    const unknown = snippets.filter(
      (code) => !code.includes('createServer(') && !stages.some(({ has }) => code.includes(has)),
    );
    assert.deepEqual(unknown, []);
  });

  for (const { has, before, after: then } of stages) {
    test(`with ${has} does what it shows`, async () => {
      const code = snippets.find((each) => each.includes(has)) ?? assert.fail('It is gone.');
      await runModule(`${imports}\n${before}\n${code}\n${then}`);
    });
  }
});

/** Runs a module where the package finds itself by name; it throws where something is not as shown. */
async function runModule(code: string): Promise<void> {
  mkdirSync(here('../.cache'), { recursive: true });
  const folder = mkdtempSync(here('../.cache/snippet-'));
  try {
    writeFileSync(`${folder}/snippet.mts`, code);
    const args = ['--conditions=@wallet-buttons/source', 'snippet.mts'];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said = child.stderr.toArray() as Promise<Buffer[]>;
    const [code_] = (await once(child, 'exit')) as [number];
    assert.equal(code_, 0, Buffer.concat(await said).toString());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The first TypeScript that starts a server, to the letter. */
function snippetOf(document: string): string {
  const text = readFileSync(here(document), 'utf8');
  const [, code] = /```ts\n(import \{ createServer[\s\S]*?)```/.exec(text) ?? [];
  return code ?? assert.fail(`${document} shows no server.`);
}

/** Runs it where the package finds itself by name, with a shop that has one order. */
async function start(code: string) {
  mkdirSync(here('../.cache'), { recursive: true });
  const folder = mkdtempSync(here('../.cache/readme-'));
  const port = await freePort();
  const orders = `const orders = {
    find: (order) => (order === 'A-1001' ? { amount: '199.90', currency: 'UAH' } : null),
    setStatus: () => undefined,
  };`;
  assert.match(code, /\.listen\(3000\)/);
  const listening = code.replace('.listen(3000)', `.listen(${String(port)}, '127.0.0.1')`);
  writeFileSync(`${folder}/server.ts`, `${orders}\n${listening}`);
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const child = spawn(process.execPath, ['--conditions=@wallet-buttons/source', 'server.ts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      SERVICE_URL: 'https://service.example',
      MERCHANT_ID: 'shop',
      MERCHANT_KEY: keys.privateKey,
      SERVICE_KEY: keys.publicKey,
    },
  });
  const ask = async (order: string): Promise<readonly [number, unknown]> => {
    const response = await fetch(`http://127.0.0.1:${String(port)}/wallet/status`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    });
    const { code: problem } = (await response.json()) as { readonly code?: unknown };
    return [response.status, problem];
  };
  return {
    status: async (order: string) => retried(async () => ask(order), child),
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Until the server listens, or has died. */
async function retried<T>(ask: () => Promise<T>, child: { exitCode: number | null }): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (child.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : assert.fail();
}
