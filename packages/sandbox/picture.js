/** `pnpm --filter @wallet-buttons/sandbox picture`: the README's picture of the sandbox's page, as it is built. */
import { fileURLToPath } from 'node:url';
import playwright from '@playwright/test';
import { chromium } from '../../.ci/programs.mjs';
import { applePayToken, Merchant } from './test/merchant.ts';

const file = fileURLToPath(new URL('./page.png', import.meta.url));
const engine = chromium();
if ('missing' in engine) throw new Error(engine.missing);

/** @type {(() => unknown)[]} */
const ends = [];
const merchant = await Merchant.open({ after: (end) => ends.push(end) });
try {
  await fill(merchant);
  await picture(`${merchant.sandbox.url}/`, engine.launchOptions);
  console.log(file);
} finally {
  for (const end of ends) await end();
}

/** Orders that ended in different ways; one was charged twice. */
async function fill(shop) {
  const order = (external_id, amount, more = {}) => shop.order({ external_id, amount, ...more });
  const token = await applePayToken('visa-approve', { amount: '199.90' });
  await shop.pay(await order('A-1001', 199.9), '', { token, fields: { paytype: 'apple_pay' } });
  await shop.pay(await order('A-1002', 549), 'mastercard-challenge');
  await shop.pay(await order('A-1003', 89.5), 'visa-decline');
  const repeatedOrder = await order('A-1004', 1250);
  await shop.pay(repeatedOrder, 'amex-approve');
  await shop.pay(repeatedOrder, 'amex-approve');
  await shop.pay(await order('A-1005', 70, { use_hold: true }));
}

/** Light, at twice the pixels; the order that was charged twice is open. */
async function picture(url, options) {
  const browser = await playwright.chromium.launch(options);
  try {
    const page = await browser.newPage({
      viewport: { width: 1180, height: 960 },
      colorScheme: 'light',
    });
    await page.goto(url);
    await page.getByRole('link', { name: /A-1004/ }).click();
    await page.getByText('delivered').nth(1).waitFor();
    await page.mouse.move(0, 0);
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
  }
}
