import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { walletSheet } from '@wallet-buttons/sandbox/playwright';
import { chromium as installed } from '../../../.ci/programs.mjs';
import { textOf } from '../src/pages.ts';
import { snippetsOf } from '../src/snippets.ts';
import { openTerminal, type Terminal } from './programs.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const text = textOf('tutorial/first-payment');

/** The tutorial, word for word: its files, its commands, its clicks, and what it says comes of them. */
describe('the tutorial', () => {
  let browser: Browser;
  let folder: string;
  let port: number;
  let terminal: Terminal;

  const open = async (order: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${String(port)}/?order=${order}`);
    return page;
  };
  const pay = async (page: Page, wallet: 'A' | 'B'): Promise<void> => {
    await page.locator(`wallet-${wallet.toLowerCase()}-button`).getByRole('button').click();
    await walletSheet(page, wallet).pay();
  };

  before(async () => {
    const engine = installed();
    if ('missing' in engine) throw new Error(engine.missing);
    browser = await chromium.launch(engine.launchOptions);
    mkdirSync(pathOf('../.cache'), { recursive: true });
    folder = mkdtempSync(pathOf('../.cache/tutorial-'));
    port = await freePort();
    terminal = openTerminal(folder);
    const service = await freePort();
    for (const { file, code } of snippetsOf('tutorial/first-payment')) {
      const adaptedCode = code.replaceAll('3000', String(port)).replaceAll('4010', String(service));
      if (file !== undefined) writeFileSync(`${folder}/${file}`, adaptedCode);
    }
    terminal.start(pathOf('../../sandbox/src/cli.ts'), '--port', String(service));
    await terminal.says(/Ctrl-C/);
    const settings = /Give your backend:\n([^]*?)```/
      .exec(text)?.[1]
      ?.replaceAll('4010', String(service));
    assert.ok(settings !== undefined && terminal.printed().includes(settings));
    terminal.start('shop.ts');
    await terminal.says(/order=A-1001/);
  });
  after(async () => {
    await browser.close();
    await terminal[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it('pays an order, which then cannot be paid again', async () => {
    const page = await open('A-1001');
    await pay(page, 'B');
    await page.getByText('The payment: succeeded').waitFor();
    await terminal.says(/^A-1001: succeeded, 199\.90$/m);
    await page.reload();
    await page.getByText('The payment: succeeded').waitFor();
    await page.locator('wallet-b-button:state(done)').waitFor({ state: 'attached' });
  });

  it('goes to the bank and comes back', async () => {
    const page = await open('A-1002');
    await pay(page, 'A');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Thank you. We post your seeds tomorrow.').waitFor();
  });

  it('does not read a lost answer as a failure', async () => {
    const page = await open('A-1003');
    await pay(page, 'A');
    await page.getByText('The payment: ').waitFor();
    assert.doesNotMatch((await page.locator('#says').textContent()) ?? '', /failed/);
    await terminal.says(/^A-1003: succeeded, 199\.66$/m);
    await terminal.run(pathOf('../../cli/src/bin.ts'), 'explain', 'A-1003', '--db', 'payments.db');
    assert.match(terminal.printed(), /Now: paid, charged 199\.66 UAH/);
  });

  it('gives money back', async () => {
    await terminal.run('refund.ts');
    assert.match(terminal.printed(), /^done 50\.00$/m);
    await terminal.says(/^A-1001: succeeded, 149\.90$/m);
    assert.equal(terminal.printed().match(/^A-1001: /gm)?.length, 2);
  });
});
