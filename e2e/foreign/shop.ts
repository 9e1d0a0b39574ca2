import { expect, test as walletTest } from '@wallet-buttons/sandbox/playwright';
import type { Page } from '@playwright/test';
import { bundle, type ClientPage } from './bundle.ts';

export { expect };

/** Both wallets, in a browser for which no network exists: everything else that a page asks for is `{}`. */
export const test = walletTest.extend({
  context: async ({ context }, use) => {
    await context.route('**/*', (route) => route.fulfill({ json: {} }));
    await use(context);
  },
});

/** Opens a page of a shop, whose backend accepts every payment. */
export async function openShop(page: Page, body: string): Promise<void> {
  await page.route('https://shop.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body>${body}`,
    }),
  );
  await page.route('https://shop.test/payments', (route) =>
    route.fulfill({ json: { resultCode: 'Authorised' } }),
  );
  await page.goto('https://shop.test/');
}

/** Opens the page of a shop that uses a client of others, after the scripts that the page loads itself. */
export async function openClient(page: Page, client: ClientPage, scripts = ''): Promise<void> {
  await openShop(page, `${scripts}<script type="module">${await bundle(client)}</script>`);
}

/** The shop's backend refuses the next payment. */
export async function refuseOnce(page: Page): Promise<void> {
  await page.route(
    'https://shop.test/payments',
    (route) => route.fulfill({ json: { resultCode: 'Refused' } }),
    { times: 1 },
  );
}
