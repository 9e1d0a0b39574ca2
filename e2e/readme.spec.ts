import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { serveWallets, walletCalls, walletSheet } from '@wallet-buttons/sandbox/playwright';

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = file('../README.md');
const [, tags = ''] = /```html\n([\s\S]*?)```/.exec(readme) ?? [];

/** The snippet as a page of its own: the scripts come from the providers' own addresses. */
test.beforeEach(async ({ page, request }) => {
  const created = await request.post('/shop/orders', { data: { product: 'meadow' } });
  const { id } = (await created.json()) as { readonly id: string };
  const imports = { imports: { '@wallet-buttons/elements/define.js': '/readme/define.js' } };
  await serveWallets(page);
  await page.route('/readme', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Checkout</title>
        <link rel="icon" href="data:,">
        <script type="importmap">${JSON.stringify(imports)}</script>
        <script>
          window.endings = [];
          for (const name of ['result', 'redirect', 'cancel', 'error']) {
            addEventListener('wallet-' + name, (event) => endings.push([name, event.outcome]));
          }
        </script>
        ${tags.replaceAll('A-1001', id)}`,
    }),
  );
  await page.route('/readme/define.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: file('../packages/elements/dist/cdn/define.js'),
    }),
  );
});

const scripts = {
  A: 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
  B: 'https://pay.google.com/gp/p/js/pay.js',
};

for (const wallet of ['A', 'B'] as const) {
  test(`the tags of the README load wallet ${wallet} from its provider and pay`, async ({
    page,
  }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto('/readme');
    const button = page.locator(`wallet-${wallet.toLowerCase()}-button`);
    await expect(button.getByRole('button')).toBeEnabled();
    await button.click();
    await walletSheet(page, wallet).pay({ card: 'visa-approve' });
    await expect.poll(() => page.evaluate('window.endings')).toEqual([['result', 'succeeded']]);
    expect(loaded.filter((url) => url === scripts[wallet])).toHaveLength(1);
    expect((await walletCalls(page)).some(({ sameTask }) => sameTask)).toBe(true);
  });
}
