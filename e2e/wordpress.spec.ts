import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import type { Page } from '@playwright/test';
import { serveWallets, walletSheet } from '@wallet-buttons/sandbox/playwright';
import { minify } from 'terser';
import { expect, test } from './test.ts';

const cdn = new URL('../packages/elements/dist/cdn/', import.meta.url);
const sri = JSON.parse(text('sri.json')) as Readonly<Record<string, string>>;
const names = Object.keys(sri);
const file = text('wallet-buttons.js');

function text(name: string): string {
  return readFileSync(new URL(name, cdn), 'utf8');
}

test(
  'a file without a bundler is a script and a module of ASCII, which a page may hold inline',
  { tag: '@chromium' },
  () => {
    expect(names).toContain('define.js');
    for (const name of names) {
      const code = text(name);
      expect(() => new vm.Script(code), name).not.toThrow();
      expect(code, name).not.toMatch(/\bimport\b|\bexport\b|import\.meta/);
      expect(code, name).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
      // A page of an older encoding reads a classic script in it.
      expect(code, name).toMatch(/^[\n\u0020-\u007e]*$/);
      expect(code, name).not.toMatch(/<!--|<\/?script/i);
    }
  },
);

/** What a plugin makes of the page: the scripts before the tags and behind them, and the files that they name. */
interface Rewrite {
  readonly head?: string;
  readonly end?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly policy?: string;
}

const script = '<script src="/theme/wallet-buttons.js?ver=0.1.0"></script>';
const other = '<script src="/theme/joined.js"></script>';
const files = { '/theme/wallet-buttons.js': file };
/** Files of other plugins: one ends in the middle of a statement, one leaves a comment open, one is not strict. */
const [before, comment, after] = [
  'window.theme = function () { return "theme" }',
  '// end of the theme',
  'lastScript = [typeof e, window.theme()].join();',
];

const rewrites: Readonly<Record<string, () => Rewrite | Promise<Rewrite>>> = {
  'in the head': () => ({ head: script, files }),
  deferred: () => ({ head: script.replace(' src', ' defer src'), files }),
  'loaded at any time': () => ({ head: script.replace(' src', ' async src'), files }),
  'at the end of the page': () => ({ end: script, files }),
  'in the page itself': () => ({ end: `<script>${file}</script>`, files: {} }),
  'joined with others': () => ({
    head: other,
    files: { '/theme/joined.js': `${before}\n${file}${after}` },
  }),
  'joined behind a comment': () => ({
    head: other,
    files: { '/theme/joined.js': `${before};${comment}${file}${after}` },
  }),
  'minified again': async () => {
    const { code = '' } = await minify(file);
    expect(code).not.toBe(file);
    return { head: script, files: { '/theme/wallet-buttons.js': code } };
  },
  'minified and joined': async () => {
    const { code = '' } = await minify(file);
    return { head: other, files: { '/theme/joined.js': `${before};${code};${after}` } };
  },
  'in try and catch': () => ({
    head: other,
    files: {
      '/theme/joined.js': `try{${before}}catch{}try{${file}}catch(error){throw error}try{${after}}catch{}`,
    },
  }),
  'loaded twice': () => ({ head: script, end: script, files }),
  'a script and a module at once': () => ({
    head: `${script}${script.replace(' src', ' type="module" src')}`,
    files,
  }),
  'a module and a script at once': () => ({
    head: script.replace(' src', ' type="module" src'),
    end: script,
    files,
  }),
  'with its hash, under a strict policy': () => ({
    head: `<script nonce="n" integrity="${sri['wallet-buttons.js'] ?? ''}" src="/theme/wallet-buttons.js"></script>`,
    files,
    policy: `script-src 'nonce-n'; style-src 'nonce-n'; base-uri 'none';
      require-trusted-types-for 'script'; trusted-types wallet-buttons goog#html`,
  }),
  'delayed until the first touch': () => ({
    head: `${script.replace(' src', ' type="delayed" data-src')}
      <script>
        addEventListener('pointermove', () => {
          for (const old of document.querySelectorAll('script[type="delayed"]')) {
            const script = document.createElement('script');
            script.src = old.dataset.src;
            old.replaceWith(script);
          }
        }, { once: true });
      </script>`,
    files,
  }),
};

const recipe = readFileSync(
  new URL('../packages/docs/recipes/wordpress.md', import.meta.url),
  'utf8',
);

/** What the shortcode of the recipe writes. */
function tagsOf(order: string): string {
  const [, markup = ''] = /'(<wallet-buttons [^]*?<\/wallet-buttons>)'/.exec(recipe) ?? [];
  const values = [order, '199.90', 'Levada'];
  return markup
    .replaceAll('%s', () => values.shift() ?? '')
    .replace('shop-1', 'exampleMerchant')
    .replaceAll(/<wallet-.-button/g, '$& nonce="n"');
}

/** The page of a shop in WordPress after its plugins. */
async function open(
  page: Page,
  order: string,
  { head = '', end = '', files, policy = '' }: Rewrite,
) {
  await page.route('/theme/*', (route) => {
    const body = files[new URL(route.request().url()).pathname];
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: 'text/javascript', body });
  });
  const body = `<!doctype html><html lang="en"><head><title>Checkout</title>
    <link rel="icon" href="data:,">
    <script nonce="n">
      window.endings = [];
      for (const name of ['result', 'redirect', 'cancel', 'error']) {
        addEventListener('wallet-' + name, (event) => endings.push([name, event.outcome]));
      }
    </script>
    ${head}</head><body><h1>Checkout</h1>
    ${tagsOf(order)}${end}</body></html>`;
  const headers = policy ? { 'content-security-policy': policy.replaceAll(/\s+/g, ' ') } : {};
  await page.route('/wordpress', (route) =>
    route.fulfill({ contentType: 'text/html', headers, body }),
  );
  await page.goto('/wordpress');
}

for (const [what, rewrite] of Object.entries(rewrites)) {
  test(
    `a classic script takes a payment: ${what}`,
    // In Firefox what a plugin does to a file most often; `test:e2e:all` takes them all there.
    { tag: what === 'minified and joined' ? ['@firefox'] : [] },
    async ({ page, request: shop }) => {
      const answer = await shop.post('/shop/orders', { data: { product: 'meadow' } });
      const { id } = (await answer.json()) as { readonly id: string };
      // Scripts of the providers that keep to a policy.
      await serveWallets(page, { walletA: { buttonStyle: 'adopted' }, walletB: { nonce: 'used' } });
      const providers: string[] = [];
      page.on('request', (request) => {
        if (/apple-pay-sdk|pay\.js/.test(request.url())) providers.push(request.url());
      });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      const { files: pageFiles, ...places } = await rewrite();
      await open(page, id, { files: pageFiles, ...places });
      await page.mouse.move(5, 5);
      await page.mouse.move(9, 9);
      for (const tag of ['wallet-a-button', 'wallet-b-button'])
        await expect(page.locator(tag).getByRole('button')).toBeEnabled();
      await page.locator('wallet-b-button').getByRole('button').click();
      await walletSheet(page, 'B').pay({ card: 'visa-approve' });
      await expect.poll(() => page.evaluate('window.endings')).toEqual([['result', 'succeeded']]);
      expect(providers, 'each script once').toHaveLength(2);
      expect(errors).toEqual([]);
      const lastScript = await page.evaluate('window.lastScript');
      expect(lastScript).toBe(pageFiles['/theme/joined.js'] ? 'undefined,theme' : undefined);
    },
  );
}
