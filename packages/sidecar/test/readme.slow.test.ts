import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { chromium, type Page } from '@playwright/test';
import { walletSheet } from '@wallet-buttons/sandbox/playwright';
import { chromium as installed } from '../../../.ci/browsers.mjs';
import { fencesOf } from './fences.ts';
import { folder } from './folder.ts';
import { until } from './running.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const readme = readFileSync(here('../README.md'), 'utf8');
const [json = ''] = fencesOf(readme, 'json');
const [install = '', sandbox = '', copy = '', php = '', python = '', run = '', refund = ''] =
  fencesOf(readme, 'sh');
const [checkCommand = '', startCommand = ''] = run.trim().split('\n');

/** A terminal in the folder of the reader, with ports that are free, and this checkout in place of the packages. */
async function terminal(test: TestContext) {
  const place = folder(test);
  const ports = new Map<string, string>();
  for (const port of ['4010', '8080', '8700', '8701']) ports.set(port, String(await freePort()));
  const own = (text: string): string =>
    text.replaceAll(/\b(4010|8080|8700|8701)\b/g, (port) => ports.get(port) ?? port);
  const node = `${process.execPath} --conditions=@wallet-buttons/source`;
  const real = (command: string): string =>
    own(command)
      .replace(
        'npx @wallet-buttons/sandbox',
        `${node} ${here('../../sandbox/src/cli.ts')} --port 4010`,
      )
      .replace('npx @wallet-buttons/sidecar', `${node} ${here('../src/bin.ts')}`)
      .replace('--port 4010', `--port ${ports.get('4010') ?? ''}`);
  return {
    place,
    own,
    /** Runs a command to its end. */
    run: (command: string): string =>
      execFileSync('bash', ['-c', real(command)], { cwd: place, encoding: 'utf8' }),
    /** Starts a command, and waits until its port answers. */
    start: async (command: string, port: string): Promise<void> => {
      const child = spawn('bash', ['-c', `exec env ${real(command)}`], {
        ...{ cwd: place, detached: true, stdio: 'ignore' },
      });
      test.after(async () => end(child));
      const url = own(`http://127.0.0.1:${port}/`);
      await until(async () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      );
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

describe('the page that pays, as the README has it', () => {
  for (const [language, shop] of Object.entries({ PHP: php, Python: python })) {
    it(`is paid and refunded in part in ${language}`, { timeout: 60_000 }, async (test) => {
      const { place, own, run, start } = await terminal(test);
      const [npm = '', ...secrets] = install.trim().split('\n');
      assert.match(npm, /^npm install @wallet-buttons\/sidecar @wallet-buttons\/sandbox$/);
      for (const command of secrets) run(command);
      await start(sandbox, '4010');
      assert.equal(copy, 'cp node_modules/@wallet-buttons/sidecar/examples/* .\n');
      cpSync(here('../examples'), place, { recursive: true });
      const html = readFileSync(join(place, 'page.html'), 'utf8');
      writeFileSync(join(place, 'page.html'), own(html));
      await start(shop.replace('HOOK_SECRET', `PORT=${own('8080')} HOOK_SECRET`), '8080');
      writeFileSync(join(place, 'wallet.json'), ownJson(own));
      const checked = run(checkCommand);
      assert.doesNotMatch(checked, /FAIL|warn/);
      assert.match(checked, /The shop finds the order A-1001\./);
      await start(startCommand, '8701');
      await using page = await pageAt(own('http://localhost:8080'));
      await page.locator('wallet-b-button').getByRole('button').click();
      await walletSheet(page, 'B').pay();
      await page.locator('wallet-payment-status:state(succeeded)').waitFor();
      const answer = JSON.parse(run(refund)) as Readonly<Record<string, unknown>>;
      assert.deepEqual([answer['state'], answer['amount']], ['done', '50.00']);
    });
  }
});

/** The configuration, with the ports of its private and public part, which are the defaults. */
function ownJson(own: (text: string) => string): string {
  const config = JSON.parse(own(json)) as Readonly<Record<'public' | 'private', object>>;
  const ports = { public: Number(own('8700')), private: Number(own('8701')) };
  return JSON.stringify({
    ...config,
    public: { ...config.public, port: ports.public },
    private: { ...config.private, port: ports.private },
  });
}

/** A page in a browser of its own. */
async function pageAt(url: string): Promise<Page> {
  const engine = installed();
  if ('missing' in engine) throw new Error(engine.missing);
  const browser = await chromium.launch(engine.launchOptions);
  const page = await browser.newPage();
  page.once('close', () => void browser.close());
  await page.goto(url);
  return page;
}
