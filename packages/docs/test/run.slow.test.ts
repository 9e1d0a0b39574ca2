import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { type Sandbox, startSandbox } from '@wallet-buttons/sandbox';
// eslint-disable-next-line no-restricted-imports -- the server's tests start the only MariaDB here
import { startMariadb } from '../../server/test/mariadb.ts';
// eslint-disable-next-line no-restricted-imports -- the server's tests start the only PostgreSQL here
import { startPostgres } from '../../server/test/postgres.ts';
import { filesOf, snippetsOf } from '../src/snippets.ts';
import { end } from './programs.ts';
import { agreed } from './shop.ts';

const cache = fileURLToPath(new URL('../.cache/', import.meta.url));
const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

describe('a program of the guide', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ merchantId: 'shop-1', merchantPublicKey: pair.publicKey });
  });
  after(async () => sandbox.close());

  for (const file of ['server.ts', 'express.ts', 'fastify.ts', 'proxy.ts']) {
    it(`answers as ${file} has it, and stops`, async () => {
      await using project = await open('recipes/servers', sandbox);
      const child = project.start(file);
      assert.deepEqual(await project.asked(child, 'A-1001'), [404, 'no_payment']);
      assert.deepEqual(await project.asked(child, 'A-1002'), [404, 'order_not_found']);
      child.kill('SIGTERM');
      assert.deepEqual(await once(child, 'exit'), [0, null]);
    });
  }

  it('is a whole shop on Express: the page, the tags, a payment and the way back', async () => {
    await using project = await open('recipes/servers', sandbox);
    for (const { file, code } of snippetsOf('tutorial/first-payment')) {
      const page = code.replaceAll('{order}', 'A-1001').replaceAll('{amount}', '199.90');
      if (file?.endsWith('.html'))
        project.write(`public/${file.replace('checkout', 'index')}`, page);
    }
    await project.asked(project.start('express.ts'), 'A-1001');
    const textOf = async (path: string): Promise<string> => {
      const answer = await project.get(path);
      return answer.ok ? answer.text() : assert.fail(`${path}: ${String(answer.status)}`);
    };
    assert.match(await textOf('/'), /<wallet-buttons\s+order="A-1001"/);
    assert.match(await textOf('/return'), /<wallet-payment-status>/);
    assert.match(await textOf('/tags.js'), /wallet-buttons/);
    const response = await project.get('/wallet/pay-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: JSON.stringify({ order: 'A-1001', ...(await agreed('wallet-b', 'visa-approve')) }),
    });
    assert.match(await response.text(), /"outcome":"succeeded"/);
  });

  it('answers under Hono', async () => {
    await using project = await open('recipes/servers', sandbox);
    const output = await project.run(
      'try.ts',
      `import app from './hono.ts';
       const headers = { 'content-type': 'application/json' };
       const init = { method: 'POST', headers, body: '{"order":"A-1001"}' };
       console.log((await app.request('http://localhost/wallet/status', init)).status);`,
    );
    assert.equal(output, '404\n');
  });

  it('asks about payments that are due', async () => {
    await using project = await open('recipes/servers', sandbox);
    sandbox.scenario({ result: 'processing', webhook: 'never' });
    await project.pay();
    const hasAsked = (): boolean => sandbox.calls().at(-1)?.path === '/v1/get-status';
    assert.equal(hasAsked(), false);
    project.start('reconcile.ts');
    while (!hasAsked()) await setTimeout(50);
    sandbox.scenario({});
  });

  it('answers on Lambda, and reconciles by a schedule', async () => {
    await using project = await open('recipes/servers', sandbox);
    const output = await project.run(
      'try.ts',
      `import { handler, reconcile } from './lambda.ts';
       import { wallet } from './wallet.ts';
       const event = {
         version: '2.0',
         rawPath: '/wallet/status',
         rawQueryString: '',
         headers: { host: 'shop.example', 'content-type': 'application/json' },
         requestContext: { http: { method: 'POST', sourceIp: '203.0.113.7' } },
         body: '{"order":"A-1001"}',
         isBase64Encoded: false,
       };
       const { statusCode, body } = await handler(event, {});
       console.log(statusCode, JSON.parse(body).code, await reconcile());
       await wallet.close();`,
    );
    assert.equal(output, '404 no_payment { asked: 0, delivered: 0 }\n');
  });

  it('backs up SQLite while the server runs, and shows orders as paid after a restore', async () => {
    await using project = await open('recipes/sqlite', sandbox);
    for (const { file, code } of snippetsOf('recipes/servers')) {
      if (file === 'wallet.ts') project.write(file, code);
    }
    await project.pay();
    const during = await project.run(
      'during.ts',
      `import { spawnSync } from 'node:child_process';
       import { wallet } from './wallet.ts';
       await wallet.start();
       console.log(spawnSync(process.execPath, ['backup.ts'], { stdio: 'inherit' }).status);
       await wallet.close();`,
    );
    assert.equal(during, '0\n');
    const output = await project.run(
      'try.ts',
      `import { paymentsOver } from '@wallet-buttons/server';
       import { sqliteStore } from '@wallet-buttons/server/sqlite';
       import { restored } from './restored.ts';
       const store = sqliteStore('backup.db');
       console.log((await paymentsOver(store.forMerchant('shop-1')).find({ order: 'A-1001' })).state);
       await store.close();
       const findOrder = restored(() => ({ amount: '1.00', currency: 'UAH' }));
       const choices = { request: new Request('http://localhost/') };
       console.log((await findOrder('A-1002', choices)).paid, (await findOrder('A-1003', choices)).paid);`,
    );
    assert.equal(output, 'paid\ntrue undefined\n');
  });

  it('keeps payments in PostgreSQL beside the queries of a shop by Drizzle, deletes what is over, and closes the pool', async () => {
    await using database = await startPostgres();
    const url = `postgres://postgres@127.0.0.1:${String(database.port)}/postgres`;
    await using project = await open('recipes/postgresql', sandbox, { DATABASE_URL: url });
    await project.pay();
    const output = await project.run(
      'try.ts',
      `import { sql } from 'drizzle-orm';
       import { db } from './drizzle.ts';
       import { pool } from './store.ts';
       import { wallet } from './wallet.ts';
       const { rows } = await db.transaction((tx) => tx.execute(sql\`SELECT * FROM wallet_order\`));
       console.log(rows.length, (await wallet.find('A-1001')).state);
       await wallet.close();
       await pool.end();`,
    );
    assert.equal(output, '1 paid\n');
    assert.equal(await project.run('prune.ts'), '0\n');
    const server = project.start('server.ts');
    assert.deepEqual(await project.asked(server, 'A-1001'), [200, undefined]);
    server.kill('SIGTERM');
    assert.deepEqual(await once(server, 'exit'), [0, null]);
  });

  it('keeps payments in MySQL, beside the queries of a shop by Drizzle', async () => {
    await using database = await startMariadb();
    await database.make('shop');
    const url = `mysql://root@localhost/shop?socketPath=${database.socketPath}`;
    await using project = await open('recipes/mysql', sandbox, { DATABASE_URL: url });
    for (const { file, code } of filesOf('recipes/postgresql')) {
      if (file === 'server.ts' || file === 'wallet.ts') project.write(file, code);
    }
    await project.pay();
    const output = await project.run(
      'try.ts',
      `import { sql } from 'drizzle-orm';
       import { db } from './drizzle.ts';
       import { pool } from './store.ts';
       import { wallet } from './wallet.ts';
       const orders = await db.transaction((tx) => tx.execute(sql\`SELECT * FROM wallet_order\`));
       console.log(orders[0].length, (await wallet.find('A-1001')).state);
       await wallet.close();
       await pool.end();`,
    );
    assert.equal(output, '1 paid\n');
    const server = project.start('server.ts');
    assert.deepEqual(await project.asked(server, 'A-1001'), [200, undefined]);
    server.kill('SIGTERM');
    assert.deepEqual(await once(server, 'exit'), [0, null]);
  });

  it('shows an order to its owner alone', async () => {
    await using project = await open('recipes/servers', sandbox);
    const output = await project.run(
      'try.ts',
      `import { findOrder } from './find-order.ts';
       const request = new Request('http://localhost/');
       console.log(findOrder('A-1001', { request, original: { user: 'ann' } })?.amount);
       console.log(findOrder('A-1001', { request, original: { user: 'bob' } }));`,
    );
    assert.equal(output, '199.90\nnull\n');
  });

  it('finds an order by its own reference', async () => {
    await using project = await open('recipes/servers', sandbox);
    const output = await project.run(
      'try.ts',
      `import { DatabaseSync } from 'node:sqlite';
       const shop = new DatabaseSync('shop.db');
       shop.exec('CREATE TABLE orders (reference TEXT, amount TEXT, currency TEXT)');
       shop.exec("INSERT INTO orders VALUES ('A-1001', '199.90', 'UAH')");
       const { findOrder } = await import('./own-reference.ts');
       const request = new Request('http://localhost/');
       console.log(findOrder('a-1001', { request })?.reference, findOrder('A-1002', { request }));`,
    );
    assert.equal(output, 'A-1001 null\n');
  });

  it('works out the total for what the payer chose', async () => {
    await using project = await open('recipes/shipping-and-coupons', sandbox);
    const output = await project.run(
      'try.ts',
      `import { findOrder } from './find-order.ts';
       const request = new Request('http://localhost/');
       const total = (choices) => findOrder('A-1001', { request, ...choices });
       console.log(total({ shippingOption: 'courier', couponCode: 'SPRING' }).amount);
       console.log(total({ shippingAddress: { country: 'PL' } }).errors[0].code);
       console.log(total({ shippingOption: 'constructor' }).errors?.[0].code);
       console.log(total({ couponCode: 'constructor' }).amount);`,
    );
    assert.equal(
      output,
      '229.90\nshipping_address_unserviceable\nshipping_option_invalid\n199.90\n',
    );
  });

  it('refunds an order in parts', async () => {
    await using project = await open('recipes/capture-and-refund', sandbox);
    await project.pay();
    const output = await project.run('back-office.ts');
    assert.match(output, /^paid \{[^}]*charged: '199\.90'/);
    assert.match(output, /^done$/m);
    assert.match(await project.run('twice.ts'), /^\S+ \w+ 199\.90$/m);
  });

  it('lists all payments', async () => {
    await using project = await open('recipes/capture-and-refund', sandbox);
    await project.pay();
    assert.equal(await project.run('list.ts'), 'A-1001 succeeded 199.90\n');
  });

  it('lists the holds that end', async () => {
    await using project = await open('recipes/capture-and-refund', sandbox);
    sandbox.scenario({ result: 'holded' });
    await project.pay();
    sandbox.scenario({});
    assert.match(await project.run('holds.ts'), /^A-1001 \S+Z 199\.90$/m);
  });

  it('captures what was delivered', async () => {
    await using project = await open('recipes/capture-and-refund', sandbox);
    sandbox.scenario({ result: 'holded' });
    await project.pay();
    sandbox.scenario({});
    const output = await project.run(
      'try.ts',
      `import { delivered } from './deliver.ts';
       import { wallet } from './wallet.ts';
       await delivered('A-1001', '150.00');
       console.log((await wallet.find('A-1001'))?.amounts.charged);
       await wallet.drain();
       await wallet.close();`,
    );
    assert.match(output, /^150\.00$/m);
  });

  it('lists what waits for a review', async () => {
    await using project = await open('explanation/failures', sandbox);
    await project.pay();
    assert.equal(await project.run('review.ts'), '');
  });

  it('verifies a webhook for a test', async () => {
    await using project = await open('recipes/webhooks', sandbox);
    assert.equal(await project.run('webhook.test.ts'), 'true\n');
  });

  it('counts a sale once the order is paid, and not again', async () => {
    await using project = await open('recipes/analytics', sandbox);
    const output = await project.run(
      'try.ts',
      `import { measure } from './measure.ts';
       globalThis.fetch = async (_, { body }) => console.log(body);
       const change = { id: '1', amount: '199.90', currency: 'UAH', outcome: 'succeeded' };
       await measure({ ...change, previous: 'pending' });
       await measure({ ...change, previous: 'succeeded' });
       await measure({ ...change, previous: 'pending', outcome: 'failed' });`,
    );
    const sale = { name: 'sale', id: '1', amount: '199.90', currency: 'UAH' };
    assert.equal(output, `${JSON.stringify(sale)}\n`);
  });

  it('records the calls of the service', async () => {
    await using project = await open('tutorial/going-live', sandbox);
    const output = await project.run(
      'try.ts',
      `import { readFileSync } from 'node:fs';
       import { createServiceClient, pemSigner } from '@wallet-buttons/service-client';
       import { record } from './record.ts';
       const signer = pemSigner(readFileSync('merchant-key.pem', 'utf8'));
       const { SERVICE_URL: baseUrl, MERCHANT_ID: merchantId } = process.env;
       await createServiceClient({ baseUrl, merchantId, signer, record }).session({
         callbackUrl: 'https://shop.example/wallet/webhook/v1',
       });
       console.log(JSON.parse(readFileSync('recording.jsonl', 'utf8')).operation);`,
    );
    assert.equal(output, 'session\n');
  });

  it('starts a service and a token of the sandbox', async () => {
    await using project = await open('reference/sandbox-service', sandbox);
    assert.match(await project.run('sandbox.ts'), /^http:.*\n-----BEGIN PUBLIC KEY-----/);
    await using tokens = await open('reference/sandbox-wallets', sandbox);
    assert.equal(await tokens.run('token.ts'), '4242420000004242\n');
  });

  it('is a test of the backend that passes', async () => {
    await using project = await open('recipes/testing', sandbox);
    assert.match(await project.run('payment.test.ts'), /pass 1\n/);
  });

  it('signs with the key of the day', async () => {
    await using project = await open('recipes/key-rotation', sandbox);
    const output = await project.run(
      'try.ts',
      `import { signer, verifier } from './keys.ts';
       const bytes = new TextEncoder().encode('{}');
       console.log(await verifier.verify(bytes, await signer.sign(bytes)));`,
    );
    assert.equal(output, 'true\n');
  });

  it('signs with a key that is elsewhere', async () => {
    await using project = await open('recipes/key-rotation', sandbox);
    const output = await project.run(
      'try.ts',
      `import { createPrivateKey, sign } from 'node:crypto';
       import { readFileSync } from 'node:fs';
       import { defaultProfile, pemVerifier } from '@wallet-buttons/server';
       import { signer } from './remote.ts';
       const key = createPrivateKey(readFileSync('merchant-key.pem', 'utf8'));
       globalThis.signRemotely = async (bytes, hash) => sign(hash, bytes, key);
       const bytes = new TextEncoder().encode('{}');
       const { signing } = defaultProfile;
       const verifier = pemVerifier(readFileSync('service-public.pem', 'utf8'));
       console.log(await verifier.verify(bytes, await signer.sign(bytes, signing), signing));`,
    );
    assert.equal(output, 'true\n');
  });

  it('keeps several shops apart by their hosts', async () => {
    await using project = await open('recipes/several-shops', sandbox);
    const child = project.start('shops.ts');
    assert.deepEqual(await project.asked(child, 'A-1001', 'honey.example'), [404, 'no_payment']);
    assert.deepEqual(await project.asked(child, 'A-1001', 'other.example'), [404, undefined]);
  });

  it('knows every operation of the service', async () => {
    await using project = await open('recipes/subscriptions', sandbox);
    const code = `import { operations } from './later.ts'; console.log('payToken' in operations);`;
    assert.equal(await project.run('try.ts', code), 'true\n');
  });

  it('is imported without settings, and names the one that is missing at the start', async () => {
    await using project = await open('recipes/servers', sandbox);
    const code = `import { wallet } from './wallet.ts';
      delete process.env.SERVICE_URL;
      await wallet.start().catch((error) => console.log(error.message));`;
    assert.match(await project.run('try.ts', code), /: Set SERVICE_URL\.$/m);
  });

  it('reads an override of the wire profile', async () => {
    await using project = await open('going-live/service', sandbox);
    const [json] = snippetsOf('going-live/service').filter(({ language }) => language === 'json');
    project.write('profile.json', json?.code ?? '');
    const code = `import { profile } from './profile.ts'; console.log(profile.signing.hash);`;
    assert.equal(await project.run('try.ts', code), 'SHA-512\n');
  });
});

/** A folder with the programs of a page, the sandbox's service behind them. */
interface Project extends AsyncDisposable {
  readonly write: (file: string, text: string) => void;
  readonly start: (file: string) => ChildProcess;
  /** Runs a file, or code, to its end; answers what it printed. */
  readonly run: (file: string, code?: string) => Promise<string>;
  /** Status and code of the answer about an order, from the server that was started. */
  readonly asked: (
    child: ChildProcess,
    order: string,
    host?: string,
  ) => Promise<readonly unknown[]>;
  /** The answer of the server that was started. */
  readonly get: (path: string, init?: RequestInit) => Promise<Response>;
  /** A payer pays the order A-1001. */
  readonly pay: () => Promise<void>;
}

async function open(
  page: string,
  sandbox: Sandbox,
  settings: Readonly<Record<string, string>> = {},
): Promise<Project> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(`${cache}run-`);
  const port = await freePort();
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(`${folder}/${file}`), { recursive: true });
    const isProgram = file.endsWith('.ts');
    writeFileSync(`${folder}/${file}`, isProgram ? text.replaceAll('3000', String(port)) : text);
  };
  const files = filesOf(page);
  const hasPool = files.some(({ file }) => file === 'store.ts');
  for (const { file, code, language } of files) {
    if (file !== undefined && language === 'ts') write(file, code);
  }
  for (const name of ['merchant-key', 'next/merchant-private', 'shop-1', 'shop-2']) {
    write(`${name}.pem`, pair.privateKey);
  }
  for (const name of ['service-public', 'next-service-public', 'merchant-public'])
    write(`${name}.pem`, pair.publicKey);
  const children: ChildProcess[] = [];
  const spawnProgram = (file: string, stdout: 'ignore' | 'pipe'): ChildProcess => {
    // A program that is a test reports to its own output.
    const variables = {
      SERVICE_URL: sandbox.url,
      MERCHANT_ID: 'shop-1',
      MERCHANT_KEY_FILE: 'merchant-key.pem',
      SERVICE_KEY_FILE: 'service-public.pem',
      SHOP_URL: 'https://shop.example',
      NODE_TEST_CONTEXT: '',
    };
    const env = { ...process.env, ...variables, ...settings };
    const args = ['--conditions=@wallet-buttons/source', file];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env,
      stdio: ['ignore', stdout, 'inherit'],
    });
    children.push(child);
    return child;
  };
  const run = async (file: string, code?: string): Promise<string> => {
    if (code !== undefined) write(file, code);
    const child = spawnProgram(file, 'pipe');
    const output = child.stdout?.setEncoding('utf8').toArray() as Promise<string[]>;
    const [exitCode] = (await once(child, 'exit')) as [number];
    assert.equal(exitCode, 0, (await output).join(''));
    return (await output).join('');
  };
  return {
    write,
    run,
    start: (file) => spawnProgram(file, 'ignore'),
    asked: async (child, order, host = 'localhost') => {
      const headers = { 'content-type': 'application/json', host };
      for (;;) {
        try {
          return await ask(port, headers, JSON.stringify({ order }));
        } catch (error) {
          if (child.exitCode !== null || child.signalCode !== null) throw error;
          await setTimeout(50);
        }
      }
    },
    get: async (path, init) => fetch(`http://localhost:${String(port)}${path}`, init),
    pay: async () => {
      const body = { order: 'A-1001', ...(await agreed('wallet-b', 'visa-approve')) };
      const output = await run(
        'pay.ts',
        `import { wallet } from './wallet.ts';
         const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
         const init = { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify(body))} };
         const answer = await wallet.handle(new Request('https://shop.example/wallet/pay-token', init));
         if (!answer.ok) console.log(await answer.text());
         await wallet.close();
         ${hasPool ? "await (await import('./store.ts')).pool.end();" : ''}`,
      );
      assert.doesNotMatch(output, /"code"/);
    },
    [Symbol.asyncDispose]: async () => {
      await end(children);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `fetch` does not let a host be named. */
async function ask(
  port: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<readonly unknown[]> {
  const call = request({
    port,
    host: 'localhost',
    path: '/wallet/status',
    method: 'POST',
    headers,
  });
  call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const text = (await response.setEncoding('utf8').toArray()).join('');
  const { code } = JSON.parse(text || '{}') as { readonly code?: string };
  return [response.statusCode, code];
}
