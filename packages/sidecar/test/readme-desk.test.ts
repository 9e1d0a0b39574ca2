import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { fencesOf } from './fences.ts';
import { until } from './running.ts';
import { keys, operateToken } from './settings.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const wallet = `import { createWalletServer, memoryStore, pemSigner } from '@wallet-buttons/server';
export const wallet = createWalletServer({
  service: {
    baseUrl: 'https://service.example',
    merchantId: '1',
    signer: pemSigner(process.env['KEY'] ?? ''),
    webhooks: 'confirm',
  },
  store: memoryStore(),
  findOrder: () => null,
  callbackUrl: 'https://shop.example/wallet/webhook/v1',
  redirectUrl: 'https://shop.example/return',
});
`;

describe('the desk over a Node backend, as the README has it', () => {
  it('answers under its path', async (test) => {
    const [code = ''] = fencesOf(readme, 'ts');
    const port = String(await freePort());
    // Inside the package, where its own name is found.
    const place = mkdtempSync(fileURLToPath(new URL('.readme-', import.meta.url)));
    writeFileSync(join(place, 'wallet.ts'), wallet);
    writeFileSync(join(place, 'office.ts'), code.replace('3001', port));
    const child = spawn(
      process.execPath,
      ['--conditions=@wallet-buttons/source', join(place, 'office.ts')],
      { env: { ...process.env, KEY: keys.privateKey, DESK_TOKEN: operateToken }, stdio: 'inherit' },
    );
    const exit = once(child, 'exit');
    test.after(async () => {
      child.kill();
      await exit;
      rmSync(place, { recursive: true, force: true });
    });
    const ask = async (path: string) =>
      fetch(`http://127.0.0.1:${port}/office/${path}`, {
        headers: { authorization: `Bearer ${operateToken}` },
      });
    await until(async () =>
      ask('payments').then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    assert.deepEqual(await (await ask('payments')).json(), { payments: [] });
    assert.notEqual((await ask('desk/')).status, 404);
    assert.equal((await ask('../payments')).status, 404);
  });
});
