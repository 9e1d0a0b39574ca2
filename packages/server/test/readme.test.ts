import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { merchantKey, serviceKey, type ServiceStub, startServiceStub } from './service-stub.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const readme = readFileSync(here('../README.md'), 'utf8');

/** The files of the README by their names, which stand in their first lines. */
const files = new Map(
  [...readme.matchAll(/```ts\n\/\/ (\S+\.ts).*\n([\s\S]*?)```/g)].map(
    ([, name = '', code = '']) => [name, code],
  ),
);

const root = readFileSync(here('../../../README.md'), 'utf8');
const [, rootServer = ''] = /```ts\n(import [\s\S]*?listen\(3000\);\n)```/.exec(root) ?? [];
files.set('root.ts', rootServer);
// Next's compiler refuses the name with its ending, Node the name without it.
const route = 'app/wallet/[...path]/route.ts';
files.set(route, files.get(route)?.replace("/wallet'", "/wallet.ts'") ?? '');

/** A merchant's project that holds the files of the README, with the service behind it. */
interface Project extends AsyncDisposable {
  readonly service: ServiceStub;
  readonly url: string;
  /** Starts a file; what it prints is inherited. */
  readonly start: (file: string) => ChildProcess;
  /** Runs a file, or code, to its end; answers what it printed. */
  readonly run: (file: string, code?: string) => Promise<string>;
}

describe('a server of the README', () => {
  for (const file of ['server.ts', 'express.ts', 'fastify.ts']) {
    it(`answers and stops as ${file} has it`, async () => {
      await using project = await open();
      const child = project.start(file);
      assert.deepEqual(await askedOf(project, child, 'A-1001'), [404, 'no_payment']);
      assert.deepEqual(await askedOf(project, child, 'A-1002'), [404, 'order_not_found']);
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      if (file !== 'fastify.ts') assert.deepEqual(await gone, [0, null]);
    });
  }

  it('answers as the root of the repository has it', async () => {
    await using project = await open();
    const child = project.start('root.ts');
    assert.deepEqual(await askedOf(project, child, 'A-1001'), [404, 'no_payment']);
  });

  it('is the route handler of Next', async () => {
    await using project = await open();
    const printed = await project.run(
      'try.ts',
      `import { GET, OPTIONS, POST } from './${route}';
       const url = 'https://shop.example/wallet/prepare';
       const headers = { 'content-type': 'application/json' };
       const { status } = await POST(new Request(url, { method: 'POST', headers, body: '{"order":"A-1001"}' }));
       console.log(status, (await GET(new Request(url))).status, (await OPTIONS(new Request(url))).status);`,
    );
    assert.equal(printed, 'after\nafter\nafter\n204 405 405\n');
  });
});

describe('a script of the README', () => {
  it('shows and refunds a payment', async () => {
    await using project = await open();
    await paid(project);
    const printed = await project.run('back-office.ts');
    assert.match(printed, /^paid \{[^}]*charged: '199\.90'/);
    assert.match(printed, /^done$/m);
    assert.equal(project.service.to('/v1/void').length, 3);
  });

  it('ends what waits for a manual review', async () => {
    await using project = await open();
    project.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '1.00' }));
    await paid(project);
    assert.match(await project.run('review.ts'), /^A-1001 \S+ mismatch \S+$/m);
    const state = "console.log((await wallet.find('A-1001'))?.state)";
    assert.equal(
      await project.run('try.ts', `import { wallet } from './wallet.ts'; ${state}`),
      'paid\n',
    );
  });

  it('deletes what may go', async () => {
    await using project = await open();
    await paid(project);
    assert.equal(await project.run('prune.ts'), '0\n');
  });

  it('reconciles every second', async () => {
    await using project = await open();
    project.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await paid(project);
    const asked = Promise.withResolvers<undefined>();
    project.service.on('/v1/get-status', () => {
      asked.resolve(undefined);
      return { status: 'paid', amount: '199.90' };
    });
    project.start('reconcile.ts');
    await asked.promise;
  });

  it('makes the signed calls', async () => {
    await using project = await open();
    assert.match(await project.run('client.ts'), /^created /);
    const paths = project.service.calls.map(({ path }) => path);
    assert.deepEqual(paths, ['/v1/session', '/v1/get-status', '/v1/expire']);
    assert.ok(project.service.calls.every(({ signed }) => signed));
  });

  it('signs a webhook for a test', async () => {
    await using project = await open();
    assert.equal(await project.run('webhook.test.ts'), 'true\n');
  });

  it('changes the wire profile', async () => {
    await using project = await open();
    assert.equal(await project.run('profile.ts'), 'assumed configured\n');
  });

  it('rotates keys', async () => {
    await using project = await open();
    const code = `import { signer, verifier } from './keys.ts';
      const bytes = new TextEncoder().encode('{}');
      console.log(typeof (await signer.sign(bytes)), await verifier.verify(bytes, 'AAAA'));`;
    assert.equal(await project.run('try.ts', code), 'string false\n');
  });
});

describe('every TypeScript of the README', () => {
  it('is a file that runs above', () => {
    const source = readFileSync(here('readme.test.ts'), 'utf8');
    const count = readme.match(/```ts\n/g)?.length;
    assert.equal(files.size - 1, count);
    // Every one of them imports wallet.ts; e2e/packed runs worker.ts.
    const names = [...files.keys()].filter((name) => !/^(wallet|worker)\.ts$/.test(name));
    const idle = names.filter((name) => !source.includes(name));
    assert.deepEqual(idle, []);
  });
});

describe('the table of alarms', () => {
  it('has each alarm of the code, and no other', () => {
    const code = ['transition', 'outbox', 'pay'].map((name) =>
      readFileSync(here(`../src/payment/${name}.ts`), 'utf8'),
    );
    const [, union = ''] = /type Alarm =([^;]+);/.exec(code[0] ?? '') ?? [];
    const raised = [...union.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
    const logged = ['delivery_failing', 'order_changed', 'redirect_refused'];
    assert.ok(logged.every((name) => code.join('').includes(`'${name}'`)));
    const [, table = ''] = /## Manual review\n([\s\S]*?)\n## /.exec(readme) ?? [];
    const named = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, name = '']) => name);
    assert.deepEqual(named.toSorted(), [...raised, ...logged].toSorted());
  });
});

describe('a picture of the README', () => {
  it('is in the package', () => {
    const manifest = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as {
      readonly files: readonly string[];
    };
    const shown = [...readme.matchAll(/!\[[^\]]*\]\(\.\/([^)]+)\)/g)].map(([, file = '']) => file);
    assert.deepEqual(shown, ['attempt.svg']);
    assert.ok(shown.every((file) => manifest.files.includes(file)));
  });
});

async function open(): Promise<Project> {
  const service = await startServiceStub();
  service.on('/v1/void', () => ({}));
  service.on('/v1/expire', () => ({}));
  mkdirSync(here('../.cache'), { recursive: true });
  const folder = mkdtempSync(here('../.cache/readme-'));
  const port = String(await freePort());
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(`${folder}/${name}`), { recursive: true });
    writeFileSync(`${folder}/${name}`, text);
  };
  for (const [name, code] of files) write(name, code.replace(/\b3000\b/, port));
  const next = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  write('merchant-key.pem', merchantKey);
  write('service-public.pem', serviceKey);
  write('next-key.pem', next.privateKey);
  write(
    'node_modules/next/package.json',
    '{ "type": "module", "exports": { "./server": "./server.js" } }',
  );
  write('node_modules/next/server.js', "export const after = () => console.log('after');");
  const children: ChildProcess[] = [];
  const spawned = (file: string, output: 'inherit' | 'pipe'): ChildProcess => {
    const child = spawn(process.execPath, ['--conditions=@wallet-buttons/source', file], {
      cwd: folder,
      stdio: ['ignore', output, 'inherit'],
      env: { ...process.env, SERVICE_URL: service.baseUrl, MERCHANT_ID: 'shop' },
    });
    children.push(child);
    return child;
  };
  return {
    service,
    url: `http://127.0.0.1:${port}`,
    start: (file) => spawned(file, 'inherit'),
    run: async (file, code) => {
      if (code !== undefined) write(file, code);
      const child = spawned(file, 'pipe');
      const printed = child.stdout?.setEncoding('utf8').toArray() as Promise<string[]>;
      const [exitCode] = (await once(child, 'exit')) as [number];
      assert.equal(exitCode, 0);
      return (await printed).join('');
    },
    [Symbol.asyncDispose]: async () => {
      for (const child of children.filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      )) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A payer pays the order of the README. */
async function paid({ run }: Project): Promise<void> {
  const printed = await run(
    'pay.ts',
    `import { wallet } from './wallet.ts';
     const shown = { amount: '199.90', currency: 'UAH' };
     const body = JSON.stringify({ order: 'A-1001', wallet: 'wallet-b', token: 't', shown });
     const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
     const request = new Request('https://shop.example/wallet/pay-token', { method: 'POST', headers, body });
     console.log((await wallet.handle(request)).ok);
     await wallet.close();`,
  );
  assert.match(printed, /^true$/m);
}

/** Asks for the status of an order, until the server listens or has ended. */
async function askedOf(
  { url }: Project,
  child: ChildProcess,
  order: string,
): Promise<readonly [number, unknown]> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ order }) };
  for (;;) {
    try {
      const response = await fetch(`${url}/wallet/status`, init);
      return [response.status, ((await response.json()) as { readonly code?: unknown }).code];
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
