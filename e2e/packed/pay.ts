import { expect, type Page } from '@playwright/test';
import { walletSheet } from '@wallet-buttons/sandbox/playwright';
import type { Shop } from './shop.ts';

/** Pays the order of the checkout that `init` writes: its page leads to the return page, which has the status. */
export async function payAndReturn(
  page: Page,
  { url, charges }: Pick<Shop, 'url' | 'charges'>,
  wallet: 'A' | 'B',
): Promise<void> {
  const wrong: string[] = [];
  page.on('pageerror', ({ message }) => wrong.push(message));
  await page.goto(url);
  await page.locator(`wallet-${wallet.toLowerCase()}-button`).getByRole('button').click();
  await walletSheet(page, wallet).pay({ card: 'visa-approve' });
  await page.waitForURL(/\/return\?order=A-1001$/);
  await page.locator('wallet-payment-status:state(succeeded)').waitFor();
  expect(await charges('A-1001')).toBe(1);
  expect(wrong).toEqual([]);
}
