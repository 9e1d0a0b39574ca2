import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import * as engines from '../../../.ci/programs.mjs';
import { snippetsOf } from '../src/snippets.ts';
import { openTerminal } from './programs.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A folder of the reader with the files of these pages, in which the tests run in one engine, with this machine's ports. */
async function follow(
  stack: AsyncDisposableStack,
  engineName: 'chromium' | 'firefox',
  files: readonly { readonly file: string | undefined; readonly code: string }[],
): Promise<() => Promise<string>> {
  const engine = engines[engineName]();
  if ('missing' in engine) throw new Error(engine.missing);
  mkdirSync(pathOf('../.cache'), { recursive: true });
  const folder = mkdtempSync(pathOf('../.cache/testing-'));
  stack.defer(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const [shop, service] = [String(await freePort()), String(await freePort())];
  const sandbox = `${process.execPath} ${pathOf('../../sandbox/dist/cli.js')} --port ${service}`;
  for (const { file, code } of files) {
    if (file === undefined) continue;
    const adaptedText = code
      .replace('npx @wallet-buttons/sandbox', sandbox)
      .replaceAll('3000', shop)
      .replaceAll('4010', service);
    mkdirSync(dirname(`${folder}/${file}`), { recursive: true });
    writeFileSync(`${folder}/${file}`, adaptedText);
  }
  const hasConfig = files.some(({ file }) => file === 'playwright.config.ts');
  writeFileSync(
    `${folder}/own.config.ts`,
    `${hasConfig ? "import config from './playwright.config.ts';" : 'const config = { webServer: [] };'}
     const use = { browserName: '${engineName}', launchOptions: ${JSON.stringify(engine.launchOptions)} };
     const [timeout, expect] = [180_000, { timeout: 60_000 }];
     const webServer = config.webServer.map((program) => ({ ...program, timeout }));
     export default { ...config, timeout, expect, webServer, use, workers: 1, reporter: 'line' };`,
  );
  const terminal = stack.use(openTerminal(folder));
  process.env['SANDBOX_URL'] = `http://127.0.0.1:${service}`;
  const playwright = pathOf('../../../node_modules/@playwright/test/cli.js');
  return async () => {
    await terminal.run(playwright, 'test', '--config', 'own.config.ts');
    return terminal.printed();
  };
}

const [page, shopPage] = ['recipes/testing', 'tutorial/first-payment'] as const;

for (const engine of ['chromium', 'firefox'] as const) {
  it(`the test of any page passes in ${engine} in a folder with nothing else`, async () => {
    await using stack = new AsyncDisposableStack();
    const files = snippetsOf(page).filter(({ file }) => file?.includes('own-button'));
    const run = await follow(stack, engine, files);
    assert.match(await run(), /1 passed/);
  });

  it(`the browser tests of the guide pass in ${engine}, and pass again`, async () => {
    await using stack = new AsyncDisposableStack();
    const files = [shopPage, page].flatMap((each) => snippetsOf(each));
    const run = await follow(stack, engine, files);
    await run();
    assert.equal((await run()).match(/4 passed/g)?.length, 2);
  });
}
