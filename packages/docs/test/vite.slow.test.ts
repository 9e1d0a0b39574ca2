import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { walletSheet } from '@wallet-buttons/sandbox/playwright';
import { chromium as installed } from '../../../.ci/programs.mjs';
import { snippetsOf } from '../src/snippets.ts';
import { openTerminal } from './programs.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The recipe, word for word, but for its ports. */
describe('the recipe for Vite', () => {
  for (const wallet of ['A', 'B'] as const) {
    it(`pays with wallet ${wallet}`, async () => {
      await using stack = new AsyncDisposableStack();
      const engine = installed();
      if ('missing' in engine) throw new Error(engine.missing);
      const browser = stack.use(await chromium.launch(engine.launchOptions));
      mkdirSync(pathOf('../.cache'), { recursive: true });
      const folder = mkdtempSync(pathOf('../.cache/vite-'));
      stack.defer(() => {
        rmSync(folder, { recursive: true, force: true });
      });
      const [shop, backend, service] = [await freePort(), await freePort(), await freePort()];
      const write = (file: string, text: string): void => {
        const adaptedText = text
          .replaceAll('5173', String(shop))
          .replaceAll('3000', String(backend))
          .replaceAll('4010', String(service));
        mkdirSync(dirname(`${folder}/${file}`), { recursive: true });
        writeFileSync(`${folder}/${file}`, adaptedText);
      };
      for (const { file, code } of snippetsOf('recipes/vite')) if (file) write(file, code);

      const terminal = stack.use(openTerminal(folder));
      terminal.start(pathOf('../../sandbox/src/cli.ts'), '--port', String(service));
      await terminal.says(/Ctrl-C/);
      terminal.start('server.ts');
      await terminal.says(/The backend listens/);
      const vite = pathOf('../../../node_modules/vite/bin/vite.js');
      terminal.start(vite, '--port', String(shop), '--strictPort');
      await terminal.says(/ready in/);

      const page = await browser.newPage();
      await page.goto(`http://localhost:${String(shop)}`);
      await page.locator(`wallet-${wallet.toLowerCase()}-button`).getByRole('button').click();
      await walletSheet(page, wallet).pay();
      await page.getByText('The payment: succeeded').waitFor();
      await terminal.says(/^A-1001: succeeded, 199\.90$/m);
      await page.goto(`http://localhost:${String(shop)}/return.html?order=A-1001`);
      await page.locator('wallet-payment-status:state(succeeded)').waitFor();
      await terminal.run(vite, 'build', '--logLevel', 'error');
    });
  }
});
