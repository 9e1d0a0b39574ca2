import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { serveWallets, walletCalls, walletSheet } from '@wallet-buttons/sandbox/playwright';

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = file('../README.md');
const elements = file('../packages/elements/README.md');
const looks = file('../packages/docs/recipes/looks.md');
const snippet = (text: string, language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';
const sri = JSON.parse(file('../packages/elements/dist/cdn/sri.json')) as Record<string, string>;
/** With the hash of the file that is built: the one in the README is of the version that it names. */
const tags = snippet(readme, 'html').replace(
  /integrity="sha384-[\w+/]{64}"/,
  `integrity="${sri['wallet-buttons.js'] ?? ''}"`,
);

/** Where the README has the script from. */
const cdn = /src="(https:[^"]+)"/.exec(tags)?.[1] ?? '';
const pageOf = (head: string, body: string): string => `<!doctype html><html lang="en">
  <title>Checkout</title>
  <link rel="icon" href="data:,">
  ${head}
  ${body}`;

/** The snippet as a page of its own: the scripts come from the providers' own addresses. */
test.beforeEach(async ({ page, request }) => {
  const answer = await request.post('/shop/orders', { data: { product: 'meadow' } });
  const { id } = (await answer.json()) as { readonly id: string };
  await serveWallets(page);
  await page.route('/readme', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: pageOf(
        `<script>
          window.endings = [];
          for (const name of ['result', 'redirect', 'cancel', 'error']) {
            addEventListener('wallet-' + name, (event) => endings.push([name, event.outcome]));
          }
        </script>`,
        tags.replaceAll('A-1001', id),
      ),
    }),
  );
  await page.route(cdn, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: file('../packages/elements/dist/cdn/wallet-buttons.js'),
    }),
  );
});

const scripts = {
  A: 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
  B: 'https://pay.google.com/gp/p/js/pay.js',
};

for (const wallet of ['A', 'B'] as const) {
  test(
    `the tags of the README load wallet ${wallet} from its provider, once with its preload line, and pay`,
    { tag: '@chromium' },
    async ({ page }) => {
      const urls: string[] = [];
      page.on('request', (request) => urls.push(request.url()));
      await page.goto('/readme');
      const button = page.locator(`wallet-${wallet.toLowerCase()}-button`);
      await expect(button.getByRole('button')).toBeEnabled();
      await button.click();
      await walletSheet(page, wallet).pay({ card: 'visa-approve' });
      await expect.poll(() => page.evaluate('window.endings')).toEqual([['result', 'succeeded']]);
      expect(urls.filter((url) => url === scripts[wallet])).toHaveLength(1);
      expect((await walletCalls(page)).some(({ sameTask }) => sameTask)).toBe(true);
    },
  );
}

test(
  'the looks of the guide keep the place of what has not loaded yet, and shift nothing',
  { tag: '@chromium' },
  async ({ page }) => {
    const arrival = Promise.withResolvers<undefined>();
    await page.route(cdn, async (route) => {
      await arrival.promise;
      await route.fallback();
    });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as Shift).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.route('/readme', async (route) => {
      const styles = `<style>${snippet(looks, 'css')}</style>`;
      const body = pageOf(styles, `${tags}<h1>Checkout</h1>`);
      await route.fulfill({ contentType: 'text/html', body });
    });
    await page.goto('/readme', { waitUntil: 'commit' });
    const heights = async () =>
      page
        .locator('wallet-a-button, wallet-b-button')
        .evaluateAll((tags) => tags.map((each) => each.getBoundingClientRect().height));
    await expect.poll(heights).toEqual([48, 48]);
    arrival.resolve(undefined);
    for (const button of [page.getByRole('button').first(), page.getByRole('button').last()]) {
      await expect(button).toBeEnabled();
    }
    await expect(page.getByRole('button')).toHaveCount(2);
    expect(await heights()).toEqual([48, 48]);
    expect(await page.evaluate('window.shifts')).toEqual([]);
  },
);

test(
  'its return page needs one script, asks until it knows, and says it in the shop’s words',
  { tag: '@chromium' },
  async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const answers = [
      { outcome: 'pending', status: 'processing', final: false },
      { outcome: 'succeeded', status: 'paid', final: true },
    ];
    await page.route('/wallet/status', (route) => {
      expect(route.request().postDataJSON()).toEqual({ order: 'A-1001' });
      return route.fulfill({ json: answers.shift() });
    });
    await page.route('/readme/wallet-payment-status.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: file('../packages/elements/dist/cdn/wallet-payment-status.js'),
      }),
    );
    await page.route('/readme?order=A-1001', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: pageOf(
          '<script type="module" src="/readme/wallet-payment-status.js"></script>',
          snippet(elements.slice(elements.indexOf('## The return page')), 'html'),
        ),
      }),
    );
    await page.goto('/readme?order=A-1001');
    await expect(page.getByRole('status')).toContainText('is being checked');
    await expect(page.getByText('We post your seeds tomorrow.')).toBeVisible();
    expect(answers).toEqual([]);
    expect(scripts).toEqual(['/readme/wallet-payment-status.js']);
  },
);

/** As much of the browser's `LayoutShift` as is asked here. */
interface Shift extends PerformanceEntry {
  readonly value: number;
}
