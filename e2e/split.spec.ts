import { expect, test, type Page } from '@playwright/test';
import { serveWallets, walletSheet } from '@wallet-buttons/sandbox/playwright';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputChunk } from 'rolldown';

const shop = 'https://shop.example/';
const script = 'https://pay.google.com/gp/p/js/pay.js';
const entry = fileURLToPath(
  new URL('../packages/elements/dist/providers/wallet-b/define.js', import.meta.url),
);

/** What a bundler makes of a page that imports one button. */
let files: readonly OutputChunk[];
test.beforeAll(async () => {
  // The script of a page exports nothing.
  const bundle = await rolldown({ input: { shop: entry }, preserveEntrySignatures: false });
  const { output } = await bundle.generate({ minify: true, entryFileNames: '[name].js' });
  files = output.filter((file) => file.type === 'chunk');
  await bundle.close();
});

const html = `<!doctype html><script type="module" src="/shop.js"></script>
  <wallet-b-button order="A-1001" amount="199.90" currency="UAH" country="UA" label="Honey shop"
    gateway="examplegateway" gateway-merchant-id="exampleMerchant"></wallet-b-button>`;

/** Opens the page of a shop, whose network answers a second file of the bundle only if it is up. */
async function open(page: Page, network = { isUp: true }): Promise<readonly string[]> {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.route(`${shop}**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    const file = files.find(({ fileName }) => fileName === path);
    if (!file) {
      return path
        ? route.fulfill({ status: 204 })
        : route.fulfill({ contentType: 'text/html', body: html });
    }
    return file.isEntry || network.isUp
      ? route.fulfill({ contentType: 'text/javascript', body: file.code })
      : route.fulfill({ status: 503 });
  });
  await serveWallets(page, { allowedHosts: ['shop.example'] });
  await page.goto(shop);
  return urls;
}

const control = (page: Page) => page.locator('wallet-b-button').getByRole('button');

test(
  'a bundler makes two files of a button, and the second is requested after the provider’s script',
  { tag: '@firefox' },
  async ({ page }) => {
    const urls = await open(page);
    await expect(control(page)).toBeEnabled();
    expect(files).toHaveLength(2);
    const secondFile = files.find(({ isEntry }) => !isEntry)?.fileName ?? '';
    const order = [`${shop}shop.js`, script, shop + secondFile].map((url) => urls.indexOf(url));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    await control(page).click();
    await expect(walletSheet(page, 'B').dialog).toBeVisible();
  },
);

test(
  'a second file that does not load makes the wallet unavailable, until it loads',
  { tag: '@chromium' },
  async ({ page }) => {
    const network = { isUp: false };
    await page.addInitScript(() => {
      addEventListener('wallet-unavailable', (event) => {
        const { reason, error } = event as Event & { reason?: string; error?: Error };
        document.title = `${reason ?? ''}: ${error?.message ?? ''}`;
      });
    });
    await open(page, network);
    await expect(page).toHaveTitle('script-load: @wallet-buttons/elements');
    network.isUp = true;
    await page.locator('wallet-b-button').evaluate((tag) => {
      (tag as HTMLElement & { reload(): void }).reload();
    });
    await expect(control(page)).toBeEnabled();
  },
);
