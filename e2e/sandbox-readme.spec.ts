import { expect, test } from '@playwright/test';
import { walletSheet } from '@wallet-buttons/sandbox/playwright';
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const text = (relative: string): string => readFileSync(path(relative), 'utf8');
const readme = text('../packages/sandbox/README.md');
const port = Number(process.env['E2E_PORT'] ?? 5273) + 7;

test('the README begins with the test of this folder', { tag: '@chromium' }, () => {
  const [, first = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(first.trimEnd().split('\n')).toHaveLength(8);
  expect(text('./sandbox-fixture.spec.ts').startsWith(first)).toBe(true);
});

test('the README shows the example as it is', { tag: '@chromium' }, () => {
  expect(readme).toContain(text('../packages/sandbox/examples/shop.mjs'));
});

test.describe('the example that joins page, backend, wallets, service and bank', () => {
  // One shop, and one order in it: one test after the other.
  test.describe.configure({ mode: 'default' });
  let shop: ChildProcess;

  test.beforeAll(async () => {
    // In the demo's folder, where the packages are found as in a project of their user.
    const copy = path('../demo/.data/sandbox-example.mjs');
    mkdirSync(path('../demo/.data'), { recursive: true });
    copyFileSync(path('../packages/sandbox/examples/shop.mjs'), copy);
    const env = { ...process.env, PORT: String(port), NODE_ENV: 'development' };
    const args = ['--conditions=@wallet-buttons/source', copy];
    shop = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve, reject) => {
      shop.stdout?.once('data', resolve);
      shop.once('exit', () => {
        reject(new Error('The shop has ended.'));
      });
    });
  });

  test.afterAll(() => {
    shop.kill();
  });

  // The second one pays what the first one could not.
  for (const [wallet, card, decision, outcome] of [
    ['A', 'mastercard-challenge', 'Decline', 'failed'],
    ['B', 'pan-visa-challenge', 'Approve', 'succeeded'],
  ] as const) {
    const title = `opens the bank's page for wallet ${wallet} and comes back ${outcome}`;
    test(title, { tag: '@chromium' }, async ({ page }) => {
      await page.goto(`http://localhost:${String(port)}/`);
      await page.locator(`wallet-${wallet.toLowerCase()}-button`).getByRole('button').click();
      await walletSheet(page, wallet).pay({ card });
      await page.getByRole('button', { name: decision }).click();
      await expect(page).toHaveURL(/\/return/);
      await expect(page.locator(`wallet-payment-status:state(${outcome})`)).toBeAttached();
    });
  }
});
