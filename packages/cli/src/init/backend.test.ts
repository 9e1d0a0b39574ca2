import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { type Sandbox, sandboxToken, startSandbox, testCards } from '@wallet-buttons/sandbox';
import { createServer } from 'vite';
import {
  type Files,
  frameworks,
  link,
  packageJson,
  projects,
  server,
  vite,
  write,
} from '../../test/projects.ts';
import { run } from '../../test/run.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** The tags are bundled by a build, which a test of the source does without. */
const tags = {
  'node_modules/@wallet-buttons/elements/package.json': '{"exports":{"./cdn/*":"./cdn/*"}}',
  'node_modules/@wallet-buttons/elements/cdn/define.js': 'customElements;',
};

/** Starts what a project is started with; answers its URL once it listens. */
async function start(test: TestContext, place: string, program: string): Promise<string> {
  const port = String(await freePort());
  const args = ['--conditions=@wallet-buttons/source', '--env-file=.env', program];
  const env = { ...process.env, PORT: port };
  const child: ChildProcess = spawn(process.execPath, args, { cwd: place, env });
  test.after(() => child.kill('SIGKILL'));
  let log = '';
  child.stderr?.on('data', (text: Buffer) => (log += text.toString()));
  const url = `http://localhost:${port}`;
  const end = Date.now() + 30_000;
  while (Date.now() < end && child.exitCode === null) {
    const answer = await fetch(`${url}/wallet-demo`).catch(() => null);
    await answer?.text();
    if (answer) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${program} does not listen: ${log}`);
}

async function sandboxFor(test: TestContext, place: string): Promise<Sandbox> {
  const sandbox = await startSandbox({ merchantId: 'shop-1', merchantPublicKey: publicKey });
  test.after(async () => sandbox.close());
  const example = await readFile(join(place, '.env.example'), 'utf8');
  await write(place, {
    '.wallet-sandbox/merchant-private.pem': privateKey,
    '.wallet-sandbox/service-public.pem': sandbox.webhookPublicKey,
    '.env': example.replaceAll('http://127.0.0.1:4010', sandbox.url),
  });
  return sandbox;
}

/** Asks for a path as it is: `fetch` repairs it. */
async function sendPath(url: string, path: string): Promise<void> {
  await new Promise((resolve) => {
    const clientRequest = request(url, { path }, (response) =>
      response.resume().on('close', resolve),
    );
    clientRequest.on('error', resolve).end();
  });
}

/** What the tag sends once the payer has agreed. */
async function pay(url: string): Promise<unknown> {
  const [card = assert.fail()] = testCards;
  const token = await sandboxToken({
    wallet: 'wallet-b',
    card,
    recipientId: 'gateway:examplegateway',
    gatewayMerchantId: 'exampleMerchant',
  });
  const shownAmount = { amount: '199.90', currency: 'UAH' };
  const answer = await fetch(`${url}/wallet/pay-token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'key-of-this-payment',
      origin: url,
    },
    body: JSON.stringify({ order: 'A-1001', wallet: 'wallet-b', token, shown: shownAmount }),
  });
  return answer.json();
}

const bankForm = {
  method: 'POST',
  headers: { origin: 'https://bank.example', 'sec-fetch-site': 'cross-site' },
  body: new URLSearchParams({ status: 'approved' }),
};

/** Comes back from the bank, by a link and by a form: both lead to the shop's page, with order and receipt. */
async function comeBack(url: string, place: string): Promise<void> {
  const example = await readFile(join(place, '.env.example'), 'utf8');
  const [, shop = assert.fail(example)] = /^SHOP_URL=(\S+)$/m.exec(example) ?? [];
  const receipt = 'a-receipt-of-24-letters-';
  const path = `/wallet/return/${Buffer.from('A-1001').toString('base64url')}/${receipt}`;
  for (const [how, init] of Object.entries({ 'a link': {}, 'a form': bankForm })) {
    const answer = await fetch(`${url}${path}`, { ...init, redirect: 'manual' });
    assert.equal(answer.status, 303, how);
    const location = `${shop}/wallet-demo/return?order=A-1001&receipt=${receipt}`;
    assert.equal(answer.headers.get('location'), location, how);
  }
}

describe('init writes a shop that is paid in the sandbox', { concurrency: 2 }, () => {
  const programs = {
    node: 'wallet/start.mjs',
    express: 'index.js',
    'express in CommonJS': 'index.js',
    fastify: 'server.js',
    hono: 'start.js',
    koa: 'index.js',
  } as const;
  for (const [name, program] of Object.entries(programs)) {
    it(`with ${name}`, async (test) => {
      const place = temporaryFolder();
      await write(place, projects[name as keyof typeof projects]);
      const ran = await run('init', place, '--yes', '--json');
      assert.equal(ran.code, 0, ran.err);
      await write(place, tags);
      await link(place, { ...server, ...frameworks });
      const sandbox = await sandboxFor(test, place);
      const url = await start(test, place, program);
      const page = await fetch(`${url}/wallet-demo`);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
      const html = await page.text();
      assert.match(html, /<wallet-b-button gateway="examplegateway"/);
      assert.ok(html.includes(`${sandbox.url}/wallet-a.js`));
      const script = await fetch(`${url}/wallet-demo/tags.js`);
      assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
      assert.equal(await script.text(), 'customElements;');
      assert.match(
        await (await fetch(`${url}/wallet-demo/return`)).text(),
        /<wallet-payment-status>/,
      );
      // A path that is no URL ends no server.
      await sendPath(url, '//');
      assert.deepEqual(await pay(url), { outcome: 'succeeded', status: 'paid' });
      assert.equal(sandbox.ledger().sessions[0]?.charges, 1);
      await comeBack(url, place);
    });
  }
});

describe('init writes endpoints that take a payment', () => {
  for (const name of ['next', 'nuxt', 'sveltekit', 'react-router', 'astro'] as const) {
    it(`into ${name}`, async (test) => {
      const place = temporaryFolder();
      await write(place, projects[name]);
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 0, ran.err);
      await link(place, server);
      await sandboxFor(test, place);
      const url = await start(test, place, 'start.js');
      assert.deepEqual(await pay(url), { outcome: 'succeeded', status: 'paid' });
      await comeBack(url, place);
    });
  }

  for (const name of ['sveltekit', 'astro'] as const) {
    it(`into ${name}, and refuse a form of another site to any other path`, async (test) => {
      const place = temporaryFolder();
      await write(place, projects[name]);
      await run('init', place, '--yes');
      await link(place, server);
      await sandboxFor(test, place);
      const url = await start(test, place, 'start.js');
      const send = async (origin: string, type: string): Promise<number> => {
        const headers = { origin, 'content-type': type };
        return (await fetch(`${url}/account`, { method: 'POST', headers, body: 'a=1' })).status;
      };
      const form = 'application/x-www-form-urlencoded';
      assert.equal(await send('https://bank.example', form), 403);
      assert.equal(await send('https://bank.example', 'Text/Plain;charset=utf-8'), 403);
      assert.equal(await send('null', 'multipart/form-data; boundary=a'), 403);
      assert.equal(await send(url, form), 200);
      assert.equal(await send('https://bank.example', 'application/json'), 200);
    });
  }
});

describe('a page pays through the proxy that init writes', () => {
  const rows: readonly (readonly [string, Files, string, string])[] = [
    [
      'for Vite',
      {
        'package.json': vite({ react: '19' }),
        'vite.config.js': 'export default {\n  plugins: [],\n};\n',
      },
      'server/start.js',
      'vite.config.js',
    ],
    [
      "for Angular, whose server is Vite's",
      {
        'package.json': packageJson({ '@angular/core': '22' }),
        'vite.config.js': `import proxy from './proxy.conf.json' with { type: 'json' };
export default { server: { proxy } };
`,
      },
      'server/start.js',
      'proxy.conf.json',
    ],
  ];
  for (const [name, files, program, configured] of rows) {
    it(name, async (test) => {
      const place = temporaryFolder();
      await write(place, files);
      await run('init', place, '--yes');
      await link(place, server);
      await sandboxFor(test, place);
      const backend = await start(test, place, program);
      const config = await readFile(join(place, configured), 'utf8');
      await write(place, { [configured]: config.replace('http://localhost:3000', backend) });
      const dev = await createServer({
        root: place,
        configFile: join(place, 'vite.config.js'),
        logLevel: 'silent',
        optimizeDeps: { noDiscovery: true },
      });
      test.after(async () => dev.close());
      await dev.listen(0);
      const [page = ''] = dev.resolvedUrls?.local ?? [];
      const { origin } = new URL(page);
      assert.deepEqual(await pay(origin), { outcome: 'succeeded', status: 'paid' });
      await comeBack(origin, place);
    });
  }
});
