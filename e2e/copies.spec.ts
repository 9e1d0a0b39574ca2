import { readFileSync } from 'node:fs';
import { serveWallets } from '@wallet-buttons/sandbox/playwright';
import { paidOnce } from './checkout.ts';
import { expect, test, wallets } from './test.ts';

const bundle = readFileSync(
  new URL('../packages/elements/dist/cdn/define.js', import.meta.url),
  'utf8',
);

/** The demo has one copy of the package in its own bundle; a second comes as from a CDN. */
for (const { wallet, approved } of wallets) {
  test(
    `two copies on a page load wallet ${wallet} once and pay one at a time`,
    { tag: '@chromium' },
    async ({ checkout }) => {
      const { page } = checkout;
      const tag = `wallet-${wallet.toLowerCase()}-button`;
      const urls: string[] = [];
      page.on('request', (request) => urls.push(request.url()));
      await serveWallets(page);
      await page.route(/\/sandbox\/wallet-.\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      await page.route('/copy.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: bundle }),
      );
      await checkout.open({});
      await page.evaluate(
        async ({ name, address }) => {
          const define = customElements.define.bind(customElements);
          // The copy finds no tag of the first one, and registers its own under other names.
          Object.assign(customElements, {
            get: () => undefined,
            define(tag: string, element: CustomElementConstructor) {
              define(`copy-${tag}`, element);
            },
          });
          await import(address);
          const first = document.querySelector(name);
          const second = document.createElement(`copy-${name}`);
          for (const { name: key, value } of first?.attributes ?? [])
            second.setAttribute(key, value);
          document.querySelector('#buttons')?.append(second);
        },
        { name: tag, address: '/copy.js' },
      );
      const copy = page.locator(`copy-${tag}`);
      await expect(copy.getByRole('button')).toBeEnabled();

      await page.locator(tag).getByRole('button').click();
      await expect(checkout.sheet(wallet).dialog).toBeVisible();
      await copy.evaluate((element: HTMLElement) => {
        element.click();
      });
      await checkout.sheet(wallet).pay({ card: approved });
      await checkout.expectThanks();
      await checkout.expectEndings('wallet-result succeeded');
      await checkout.expectBooks(paidOnce);
      const scripts = urls.filter((url) => /apple-pay-sdk|pay\.js$/.test(url));
      expect(new Set(scripts).size, 'each script once').toBe(scripts.length);
    },
  );
}
