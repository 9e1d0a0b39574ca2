import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { chromium } from '../../../.ci/browsers.mjs';
import { snippetsOf } from '../src/snippets.ts';
import { openTerminal } from './programs.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The tests of the recipe, in the shop of the tutorial, with ports and a browser of this machine. */
it('the browser tests of the guide pass, and pass again', async () => {
  await using stack = new AsyncDisposableStack();
  const engine = chromium();
  if ('missing' in engine) throw new Error(engine.missing);
  mkdirSync(pathOf('../.cache'), { recursive: true });
  const folder = mkdtempSync(pathOf('../.cache/testing-'));
  stack.defer(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const [shop, service] = [String(await freePort()), String(await freePort())];
  const sandbox = `${process.execPath} ${pathOf('../../sandbox/dist/cli.js')} --port ${service}`;
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(`${folder}/${file}`), { recursive: true });
    const adaptedText = text
      .replace('npx @wallet-buttons/sandbox', sandbox)
      .replaceAll('3000', shop)
      .replaceAll('4010', service);
    writeFileSync(`${folder}/${file}`, adaptedText);
  };
  const pages = ['tutorial/first-payment', 'recipes/testing'];
  for (const { file, code } of pages.flatMap((page) => snippetsOf(page))) {
    if (file !== undefined) write(file, code);
  }
  write(
    'own.config.ts',
    `import config from './playwright.config.ts';
     const use = { launchOptions: ${JSON.stringify(engine.launchOptions)} };
     const [timeout, expect] = [180_000, { timeout: 60_000 }];
     const webServer = config.webServer.map((program) => ({ ...program, timeout }));
     export default { ...config, timeout, expect, webServer, use, workers: 1, reporter: 'line' };`,
  );
  const terminal = stack.use(openTerminal(folder));
  process.env['SANDBOX_URL'] = `http://127.0.0.1:${service}`;
  const playwright = pathOf('../../../node_modules/@playwright/test/cli.js');
  await terminal.run(playwright, 'test', '--config', 'own.config.ts');
  await terminal.run(playwright, 'test', '--config', 'own.config.ts');
  assert.equal(terminal.printed().match(/3 passed/g)?.length, 2);
});
