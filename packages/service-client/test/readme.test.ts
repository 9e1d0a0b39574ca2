import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  merchantKey,
  serviceKey,
  type ServiceStub,
  signAsService,
  startServiceStub,
} from '../testing/service-stub.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const readme = readFileSync(pathOf('../README.md'), 'utf8');

/** The files of the README by their names, which stand in their first lines. */
const files = new Map(
  [...readme.matchAll(/```ts\n\/\/ (\S+\.ts).*\n([\s\S]*?)```/g)].map(
    ([, name = '', code = '']) => [name, code],
  ),
);

/** A merchant's project that holds the files of the README, with the service behind it. */
interface Project extends AsyncDisposable {
  readonly service: ServiceStub;
  /** Runs a file, or code, to its end; answers what it printed. */
  readonly run: (file: string, code?: string) => Promise<string>;
}

describe('a script of the README', () => {
  it('pays with a token', async () => {
    await using project = await open();
    assert.equal(await project.run('pay.ts'), 'paid null\n');
    const { calls } = project.service;
    assert.deepEqual(
      calls.map(({ path }) => path),
      ['/v1/session', '/v1/payment', '/v1/pay-token', '/v1/get-status'],
    );
    assert.ok(calls.every(({ signed }) => signed));
    assert.equal(calls[1]?.body['external_id'], 'A-1001');
  });

  it('says what a charge proves', async () => {
    await using project = await open();
    const code = `import { createServiceClient, pemSigner } from '@wallet-buttons/service-client';
      import { readFileSync } from 'node:fs';
      import { charge } from './charge.ts';
      const { SERVICE_URL: baseUrl = '', MERCHANT_ID: merchantId = '' } = process.env;
      const signer = pemSigner(readFileSync('merchant-key.pem', 'utf8'));
      const client = createServiceClient({ baseUrl, merchantId, signer });
      console.log(await charge(client, 's-1', 't'));`;
    assert.equal(await project.run('try.ts', code), 'status\n');
    project.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
    assert.equal(await project.run('try.ts', code), 'unknown\n');
  });

  it('reads a webhook that the service signed, and no other', async () => {
    await using project = await open();
    const body = '{"id":"s-1","status":"paid"}';
    const code = `import { webhookOf } from './webhook.ts';
      for (const signature of ['${signAsService(body)}', 'forged']) {
        const headers = { 'x-sign-v2': signature };
        const init = { method: 'POST', headers, body: '${body}' };
        const message = await webhookOf(new Request('https://shop.example/hook', init));
        console.log(message?.sessionId, message?.answer?.status);
      }`;
    assert.equal(await project.run('try.ts', code), 's-1 paid\nundefined undefined\n');
  });
});

describe('every TypeScript of the README', () => {
  it('is a file that runs above', () => {
    const source = readFileSync(pathOf('readme.test.ts'), 'utf8');
    assert.equal(files.size, readme.match(/```ts\n/g)?.length);
    const idle = [...files.keys()].filter((name) => !source.includes(name));
    assert.deepEqual(idle, []);
  });
});

async function open(): Promise<Project> {
  const service = await startServiceStub();
  mkdirSync(pathOf('../.cache'), { recursive: true });
  const folder = mkdtempSync(pathOf('../.cache/readme-'));
  const write = (name: string, text: string): void => {
    writeFileSync(`${folder}/${name}`, text);
  };
  for (const [name, code] of files) write(name, code);
  write('merchant-key.pem', merchantKey);
  write('service-public.pem', serviceKey);
  const settings = { SERVICE_URL: service.baseUrl, MERCHANT_ID: 'shop', TOKEN: 't' };
  return {
    service,
    run: async (file, code) => {
      if (code !== undefined) write(file, code);
      const child = spawn(process.execPath, ['--conditions=@wallet-buttons/source', file], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, FORCE_COLOR: '0', ...settings },
      });
      const output = child.stdout.setEncoding('utf8').toArray() as Promise<string[]>;
      const [exitCode] = (await once(child, 'exit')) as [number];
      assert.equal(exitCode, 0);
      return (await output).join('');
    },
    [Symbol.asyncDispose]: async () => {
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}
