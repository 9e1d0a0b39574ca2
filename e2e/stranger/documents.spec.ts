import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { walletSheet } from '@wallet-buttons/sandbox/playwright';
import { snippetsOf } from '../../packages/docs/src/snippets.ts';
import { payAndReturn } from '../packed/pay.ts';
import { serves } from '../packed/shop.ts';
import { openReader } from './reader.ts';

test('the README leads to a paid order', async ({ page }) => {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## A first shop$([^]*?)^## /m.exec(text) ?? [];
  const [write = '', sandbox = '', shop = ''] = commandsOf('README', section);
  const [, address = ''] = /Open `(\S+)`/.exec(section) ?? [];
  await using reader = await openReader();
  for (const line of write.split('\n')) {
    await test.step(line, async () => reader.type(line));
  }
  await reader.open(sandbox);
  const url = reader.own(address);
  await serves(await reader.open(shop), url);
  await payAndReturn(page, { url, charges: reader.charges }, 'B');
});

test('the tutorial leads to a paid, a confirmed, a lost and a refunded payment', async ({
  page,
}) => {
  const tutorial = 'tutorial/first-payment';
  const snippets = snippetsOf(tutorial);
  const printedBy = snippets.filter(({ language }) => language === 'text');
  const [settings = '', paid = ''] = printedBy.map(({ code }) => code.trim());
  const [folder = '', sandbox = '', shop = '', explain = '', refund = ''] = commandsOf(tutorial);
  await using reader = await openReader();
  const { own } = reader;
  const open = async (order: string): Promise<void> => {
    await page.goto(own(`http://localhost:3000/?order=${order}`));
  };
  await test.step('installs', async () => reader.type(folder));
  const service = await reader.open(sandbox);
  expect(service.output()).toContain(own(settings).split('\n').slice(1).join('\n'));
  for (const { file, code } of snippets) {
    if (file !== undefined) writeFileSync(join(reader.folder(), file), own(code));
  }
  const backend = await reader.open(shop);
  await serves(backend, own('http://localhost:3000'));
  await test.step('pays', async () => {
    await open('A-1001');
    await pay(page, 'B');
    await expect(page.getByText('The payment: succeeded')).toBeVisible();
    await expect.poll(backend.output).toContain(paid);
  });
  await test.step('goes to the bank and comes back', async () => {
    await open('A-1002');
    await pay(page, 'A');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Thank you. We post your seeds tomorrow.')).toBeVisible();
  });
  await test.step('explains an answer that is lost', async () => {
    await open('A-1003');
    await pay(page, 'A');
    await expect.poll(backend.output).toContain('A-1003: succeeded');
    expect(await reader.type(explain)).toContain('charged 199.66 UAH');
  });
  await test.step('gives it back', async () => {
    expect(await reader.type(refund)).toContain('done 50.00');
  });
});

test('the page on tests leads from an empty folder to a green test of any page', async () => {
  const document = 'recipes/testing';
  const text = readFileSync(new URL(`../../packages/docs/${document}.md`, import.meta.url), 'utf8');
  const [, begin = ''] = /In an empty folder, begin with `(.*?)`/.exec(text) ?? [];
  const [installation = '', run = ''] = commandsOf(document);
  await using reader = await openReader();
  // The browser is the one that this test runs in.
  const [install = '', ...browser] = installation.split('\n');
  expect(browser).toEqual(['npx playwright install chromium']);
  for (const line of [begin, install]) await test.step(line, async () => reader.type(line));
  const { launchOptions } = test.info().project.use;
  const config = `export default { use: ${JSON.stringify({ launchOptions })} };`;
  writeFileSync(join(reader.folder(), 'playwright.config.mjs'), config);
  for (const { file, code } of snippetsOf(document)) {
    if (file?.includes('own-button') !== true) continue;
    mkdirSync(dirname(join(reader.folder(), file)), { recursive: true });
    writeFileSync(join(reader.folder(), file), code);
  }
  await test.step(run, async () => {
    expect(await reader.type(run)).toContain('1 passed');
  });
});

async function pay(page: Page, wallet: 'A' | 'B'): Promise<void> {
  await page.locator(`wallet-${wallet.toLowerCase()}-button`).getByRole('button').click();
  await walletSheet(page, wallet).pay();
}

/** The commands of a document, one text for each fence. */
function commandsOf(page: string, text?: string): string[] {
  return snippetsOf(page, text)
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code.trim());
}
