import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import {
  merchantKey,
  serviceKey,
  type ServiceStub,
  startServiceStub,
} from '@wallet-buttons/service-client/testing/service-stub.js';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const readme = readFileSync(pathOf('../README.md'), 'utf8');
const failures = readFileSync(pathOf('../../docs/explanation/failures.md'), 'utf8');

/** The files of the README by their names, which stand in their first lines. */
const files = new Map(
  [...readme.matchAll(/```ts\n\/\/ (\S+\.ts).*\n([\s\S]*?)```/g)].map(
    ([, name = '', code = '']) => [name, code],
  ),
);

const root = readFileSync(pathOf('../../../README.md'), 'utf8');
const [, rootServer = ''] = /```ts\n(import [\s\S]*?listen\(3000\);\n)```/.exec(root) ?? [];
files.set('root.ts', rootServer);

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
  it('answers and stops', async () => {
    await using project = await open();
    const child = project.start('server.ts');
    assert.deepEqual(await askedOf(project, child, 'A-1001'), [404, 'no_payment']);
    assert.deepEqual(await askedOf(project, child, 'A-1002'), [404, 'order_not_found']);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exit, [0, null]);
  });

  it('answers as the root of the repository has it', async () => {
    await using project = await open();
    const child = project.start('root.ts');
    assert.deepEqual(await askedOf(project, child, 'A-1001'), [404, 'no_payment']);
  });
});

describe('a script of the README', () => {
  it('pays from code', async () => {
    await using project = await open();
    const output = await project.run('app.ts');
    assert.match(output, /^succeeded undefined$/m);
    assert.equal(project.service.to('/v1/pay-token').length, 1);
  });

  it('shows and refunds a payment', async () => {
    await using project = await open();
    await paid(project);
    const output = await project.run('back-office.ts');
    assert.match(output, /^paid \{[^}]*charged: '199\.90'/);
    assert.match(output, /^done$/m);
    assert.equal(project.service.to('/v1/void').length, 3);
  });

  it('ends what waits for a manual review, as the guide has it', async () => {
    await using project = await open();
    project.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '1.00' }));
    await paid(project);
    const [, review] = /```ts\n\/\/ review\.ts\n([\s\S]*?)```/.exec(failures) ?? [];
    assert.match(await project.run('review.ts', review), /^A-1001 \S+ mismatch \S+$/m);
    const state = "console.log((await wallet.find('A-1001'))?.state)";
    assert.equal(
      await project.run('try.ts', `import { wallet } from './wallet.ts'; ${state}`),
      'paid\n',
    );
  });

  it('finds an order by its own reference', async () => {
    await using project = await open();
    const output = await project.run(
      'try.ts',
      `import { DatabaseSync } from 'node:sqlite';
       const shop = new DatabaseSync('shop.db');
       shop.exec('CREATE TABLE orders (reference TEXT, amount TEXT, currency TEXT)');
       shop.exec("INSERT INTO orders VALUES ('A-1001', '199.90', 'UAH')");
       const { findOrder } = await import('./find-order.ts');
       console.log(findOrder('a-1001')?.reference, findOrder('A-1002'));`,
    );
    assert.equal(output, 'A-1001 null\n');
  });

  it('changes the wire profile', async () => {
    await using project = await open();
    assert.equal(await project.run('profile.ts'), 'assumed configured\n');
  });
});

describe('every TypeScript of the README', () => {
  it('is a file that runs above', () => {
    const source = readFileSync(pathOf('readme.test.ts'), 'utf8');
    const count = readme.match(/```ts\n/g)?.length;
    assert.equal(files.size - 1, count);
    // Every other one imports wallet.ts.
    const names = [...files.keys()].filter((name) => name !== 'wallet.ts');
    const idle = names.filter((name) => !source.includes(name));
    assert.deepEqual(idle, []);
  });
});

describe('the table of alarms in the guide', () => {
  it('has each alarm of the code, and no other', () => {
    const sources = ['../src', '../../sidecar/src'].flatMap((folder) =>
      globSync(`${pathOf(folder)}/**/*.ts`, { exclude: ['**/*.test.ts'] }),
    );
    const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
    const [, union = ''] = /type Alarm =([^;]+);/.exec(code) ?? [];
    const unionAlarms = [...union.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
    const otherAlarms = [
      'change_not_acknowledged',
      'delivery_failing',
      'operation_dropped',
      'order_changed',
      'redirect_refused',
      'too_many_attempts',
    ];
    assert.ok(otherAlarms.every((name) => code.includes(`'${name}'`)));
    const [, table = ''] = /## Alarms\n([\s\S]*?)\n## /.exec(failures) ?? [];
    const tableAlarms = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, name = '']) => name);
    assert.deepEqual(tableAlarms.toSorted(), [...unionAlarms, ...otherAlarms].toSorted());
  });
});

describe('a picture of the README', () => {
  it('is in the package', () => {
    const manifest = JSON.parse(readFileSync(pathOf('../package.json'), 'utf8')) as {
      readonly files: readonly string[];
    };
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(\.\/([^)]+)\)/g)].map(
      ([, file = '']) => file,
    );
    assert.deepEqual(pictures, ['attempt.svg']);
    assert.ok(pictures.every((file) => manifest.files.includes(file)));
  });
});

async function open(): Promise<Project> {
  const service = await startServiceStub();
  service.on('/v1/void', (_, response) => (response.end('null'), null));
  mkdirSync(pathOf('../.cache'), { recursive: true });
  const folder = mkdtempSync(pathOf('../.cache/readme-'));
  const port = String(await freePort());
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(`${folder}/${name}`), { recursive: true });
    writeFileSync(`${folder}/${name}`, text);
  };
  for (const [name, code] of files) write(name, code.replace(/\b3000\b/, port));
  write('merchant-key.pem', merchantKey);
  write('service-public.pem', serviceKey);
  const children: ChildProcess[] = [];
  const spawnFile = (file: string, output: 'inherit' | 'pipe'): ChildProcess => {
    const child = spawn(process.execPath, ['--conditions=@wallet-buttons/source', file], {
      cwd: folder,
      stdio: ['ignore', output, 'inherit'],
      env: {
        ...process.env,
        FORCE_COLOR: '0',
        SERVICE_URL: service.baseUrl,
        MERCHANT_ID: 'shop',
        TOKEN: 't',
      },
    });
    children.push(child);
    return child;
  };
  return {
    service,
    url: `http://127.0.0.1:${port}`,
    start: (file) => spawnFile(file, 'inherit'),
    run: async (file, code) => {
      if (code !== undefined) write(file, code);
      const child = spawnFile(file, 'pipe');
      const output = child.stdout?.setEncoding('utf8').toArray() as Promise<string[]>;
      const [exitCode] = (await once(child, 'exit')) as [number];
      assert.equal(exitCode, 0);
      return (await output).join('');
    },
    [Symbol.asyncDispose]: async () => {
      for (const child of children.filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      )) {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A payer pays the order of the README. */
async function paid({ run }: Project): Promise<void> {
  const output = await run(
    'pay.ts',
    `import { wallet } from './wallet.ts';
     const shown = { amount: '199.90', currency: 'UAH' };
     const body = JSON.stringify({ order: 'A-1001', wallet: 'wallet-b', token: 't', shown });
     const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
     const request = new Request('https://shop.example/wallet/pay-token', { method: 'POST', headers, body });
     console.log((await wallet.handle(request)).ok);
     await wallet.close();`,
  );
  assert.match(output, /^true$/m);
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
