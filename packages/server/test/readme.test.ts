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

describe('the server of the README', () => {
  for (const document of documents) {
    test(`starts and answers as ${document} has it`, async () => {
      await using shop = await start(snippetOf(document));
      assert.deepEqual(await shop.status('A-1001'), [404, 'no_payment']);
      assert.deepEqual(await shop.status('A-1002'), [404, 'order_not_found']);
    });
  }
});

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
