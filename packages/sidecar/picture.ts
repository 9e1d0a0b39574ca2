/** `pnpm --filter @wallet-buttons/sidecar picture`: the guide's pictures of the desk, as it is built. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import playwright, { type Page } from '@playwright/test';
import { chromium } from '../../.ci/programs.mjs';
import { payAnotherAmount } from './test/another-amount.ts';
import { call, pay, startBeside, startService } from './test/running.ts';
import { operateToken } from './test/settings.ts';
import { startShop } from './test/shop.ts';

type Result = 'paid' | 'holded' | 'failed';

const amounts = ['199.90', '1249.00', '89.50', '640.00', '312.40', '75.00', '2180.00', '54.90'];
const folder = fileURLToPath(new URL('../docs/recipes/', import.meta.url));
const engine = chromium();
if ('missing' in engine) throw new Error(engine.missing);

const ends: (() => unknown)[] = [];
const test = { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext;
const data = mkdtempSync(join(tmpdir(), 'wallet-desk-'));
try {
  const url = await fill();
  const browser = await playwright.chromium.launch(engine.launchOptions);
  ends.push(async () => browser.close());
  const desktop = { viewport: { width: 1180, height: 760 }, deviceScaleFactor: 2 };
  const light = await browser.newPage({ ...desktop, colorScheme: 'light', locale: 'en' });
  await logIn(light, url);
  await take(light, 'desk-list');
  await open(light, 'A-1004');
  await take(light, 'desk-payment');
  await light.getByRole('button', { name: 'Refund' }).click();
  await light.getByRole('dialog').getByLabel('Amount').fill('50.00');
  await light.getByLabel('Reason').fill('wrong size');
  await take(light, 'desk-refund');
  const dark = await browser.newPage({ ...desktop, colorScheme: 'dark', locale: 'en' });
  await logIn(dark, url);
  await open(dark, 'A-1006');
  await take(dark, 'desk-review-dark');
  const phone = { viewport: { width: 360, height: 720 }, deviceScaleFactor: 2 };
  const small = await browser.newPage({ ...phone, colorScheme: 'light', locale: 'en' });
  await logIn(small, url);
  await take(small, 'desk-phone');
} finally {
  for (const end of ends.toReversed()) await end();
  rmSync(data, { recursive: true, force: true });
}

/** Payments that ended in different ways; the shop is down since the last ones. */
async function fill(): Promise<string> {
  const service = await startService(test);
  const shop = await startShop(test);
  shop.findOrder = (response, order) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ reference: order, amount: amountOf(order), currency: 'UAH' }));
  };
  const report = join(data, 'report.json');
  writeFileSync(report, '{"isGood": true, "differences": []}');
  const running = await startBeside(test, service, shop.url, {
    WALLET_RECONCILE_REPORT: report,
    WALLET_ORDER_URL: 'https://shop.example/admin/orders/{order}',
  });
  const payWith = async (order: string, result: Result, cardId: string): Promise<void> => {
    service.scenario({ external_id: order, result });
    const total = { amount: amountOf(order), currency: 'UAH' };
    await pay(running, order, {}, { shown: total, cardId });
  };
  await payWith('A-1001', 'paid', 'visa-approve');
  await payWith('A-1002', 'failed', 'visa-decline');
  await payWith('A-1003', 'holded', 'amex-approve');
  await payWith('A-1004', 'paid', 'visa-approve');
  await payWith('A-1005', 'paid', 'amex-approve');
  const shownTotal = { amount: amountOf('A-1006'), currency: 'UAH' };
  await payAnotherAmount({ ...running, service }, 'A-1006', {}, { shown: shownTotal });
  await call(running, 'POST', '/payments/A-1005/refund', { key: '1', body: { amount: '54.90' } });
  const body = { reason: 'sent back' };
  await call(running, 'POST', '/payments/A-1001/refund', { key: '1', body });
  shop.statusChange = (response) => void response.writeHead(500).end();
  await payWith('A-1007', 'holded', 'visa-approve');
  await payWith('A-1008', 'paid', 'visa-approve');
  return `${running.sidecar.privateUrl}/desk/`;
}

function amountOf(order: string): string {
  return amounts[Number(order.slice(2)) % amounts.length] ?? '';
}

async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Token').fill(operateToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('row').nth(1).waitFor();
}

async function open(page: Page, order: string): Promise<void> {
  await page.getByRole('link', { name: order }).click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  console.log(path);
}
