import { readFileSync } from 'node:fs';
import { serveWallets } from '@wallet-buttons/sandbox/playwright';
import type { Page } from '@playwright/test';
import { paidOnce } from './checkout.ts';
import { expect, test, wallets } from './test.ts';

/** Builds of the wallets' scripts that honour the policy; those that were seen do not. */
const honouring = {
  walletA: { buttonStyle: 'adopted' },
  walletB: { nonce: 'used' },
} as const;

/** What the policy stopped on any document of the page. */
const violations: string[] = [];

test.beforeEach(async ({ page }) => {
  violations.length = 0;
  await page.exposeFunction('violated', (violation: string) => violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violated } = window as unknown as { violated: (violation: string) => unknown };
      void violated(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
});

test(
  'the page has a strict policy, and a nonce of its own in each answer',
  { tag: '@chromium' },
  async ({ request }) => {
    const nonces = new Set<string>();
    for (const response of [await request.get('/strict-csp'), await request.get('/strict-csp')]) {
      const policy = response.headers()['content-security-policy'] ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*|strict-dynamic/);
      const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
      expect(await response.text()).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  },
);

test(
  'the policy of the guide allows the sources of other hosts that the guide names, and no others',
  { tag: '@chromium' },
  async ({ request }) => {
    const response = await request.get('/strict-csp');
    const policy = response.headers()['content-security-policy'] ?? '';
    const others = (text: string): readonly string[] =>
      [...new Set(text.match(/https:[^\s`,;]+|goog#html|wallet-buttons\b/g))].sort();
    const rows = new Map(
      readFileSync(new URL('../packages/docs/recipes/strict-csp.md', import.meta.url), 'utf8')
        .split('## What each wallet needs')[1]
        ?.split('\n')
        .filter((line) => /^\| `[a-z]+-[a-z]+`/.test(line))
        .map((line) => [line.split('`')[1] ?? '', others(line)]),
    );
    // There the nonce stands for the origins.
    expect(rows.get('script-src')).toEqual([
      'https://applepay.cdn-apple.com',
      'https://pay.google.com',
    ]);
    rows.delete('script-src');
    const directives = policy
      .split('; ')
      .map((each) => [each.split(' ')[0] ?? '', others(each)] as const);
    for (const [directive, sources] of directives) {
      expect(rows.get(directive) ?? [], directive).toEqual(sources);
      rows.delete(directive);
    }
    expect([...rows]).toEqual([]);
  },
);

for (const { wallet, approved } of wallets) {
  test(`wallet ${wallet} pays, and the policy stops nothing`, async ({ checkout }) => {
    await checkout.open({}, undefined, '/strict-csp');
    await checkout.pay(wallet, approved);
    await checkout.expectThanks();
    await checkout.expectEndings('wallet-result succeeded');
    await checkout.expectBooks(paidOnce);
    expect(violations).toEqual([]);
  });

  test(
    `wallet ${wallet} pays with the script that its tag loads from the provider`,
    { tag: '@chromium' },
    async ({ checkout }) => {
      await onlyFromProviders(checkout.page);
      await checkout.open({}, undefined, '/strict-csp');
      await checkout.pay(wallet, 'visa-approve');
      await checkout.expectThanks();
      await checkout.expectEndings('wallet-result succeeded');
      expect(violations).toEqual([]);
    },
  );
}

test(
  'the button of wallet A keeps its size where the policy takes the SDK’s own styles',
  { tag: '@chromium' },
  async ({ checkout }) => {
    await serveWallets(checkout.page, { walletB: honouring.walletB });
    checkout.provokes(/style|TrustedHTML/i);
    await checkout.open({}, undefined, '/strict-csp');
    const [a, b] = [
      await checkout.button('A').boundingBox(),
      await checkout.button('B').boundingBox(),
    ];
    expect([a?.width, a?.height]).toEqual([b?.width, b?.height]);
    await checkout.pay('A', 'visa-approve');
    await checkout.expectThanks();
    expect(new Set(violations.map((violation) => violation.split(' ')[0]))).toEqual(
      new Set(['style-src-elem', 'require-trusted-types-for']),
    );
  },
);

/** The page's own script lines bring nothing, so the tags load the providers' scripts themselves. */
async function onlyFromProviders(page: Page): Promise<void> {
  await serveWallets(page, honouring);
  await page.route(/\/sandbox\/wallet-.\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
}
