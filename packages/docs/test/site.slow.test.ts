import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from '@playwright/test';
import { walletSheet } from '@wallet-buttons/sandbox/playwright';
import { chromium as installed } from '../../../.ci/programs.mjs';
import { groups } from '../src/pages.ts';
import { snippets } from './pages.ts';
import { dist, serveSite, type Site } from '../src/site/serve.ts';

const live = snippets.filter(({ info }) => info === 'live');

describe('the site of the guide', () => {
  let browser: Browser;
  let site: Site;
  const urlOf = (page: string): string => `${site.url}/${page === 'README' ? '' : page}`;

  before(async () => {
    const engine = installed();
    if ('missing' in engine) throw new Error(engine.missing);
    browser = await chromium.launch(engine.launchOptions);
    site = await serveSite();
  });
  after(async () => {
    await browser.close();
    site.close();
  });

  it('loads every page without an error and without a request to another host', async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    watch(page, faults);
    for (const each of ['README', ...groups.flatMap(({ pages }) => pages)]) {
      await page.goto(urlOf(each));
      // Hydrated: a mismatch is on the console by now.
      await page.waitForFunction('document.querySelector("#app").__vue_app__');
      assert.deepEqual(faults, [], each);
      assert.ok(await page.locator('main h1').isVisible(), each);
    }
  });

  for (const { page: name, line, code } of live) {
    for (const wallet of ['A', 'B'] as const) {
      const tag = `wallet-${wallet.toLowerCase()}-button`;
      if (!code.includes(`<${tag}`)) continue;
      it(`pays with wallet ${wallet} in ${name}, at line ${String(line)}`, async () => {
        const page = await browser.newPage();
        const faults: string[] = [];
        watch(page, faults);
        await page.goto(urlOf(name));
        const index = live
          .filter((each) => each.page === name)
          .findIndex((each) => each.line === line);
        const example = page.locator('.live').nth(index);
        await example.locator(tag).getByRole('button').click();
        const sheet = walletSheet(page, wallet);
        await sheet.pay();
        await example.getByText(/^wallet-result succeeded/m).waitFor();
        assert.deepEqual(faults, []);
        await page.close();
      });
    }
  }

  it('works out the total for the delivery and the coupon that the reader chooses', async () => {
    const page = await browser.newPage();
    await page.goto(urlOf('recipes/shipping-and-coupons'));
    await page.locator('wallet-a-button').getByRole('button').click();
    const sheet = walletSheet(page, 'A');
    await sheet.chooseShippingOption('courier');
    await sheet.dialog.getByText('249.90').first().waitFor();
    await sheet.enterCoupon('SPRING');
    await sheet.dialog.getByText('229.90').first().waitFor();
    await page.close();
  });

  it('finds a word in its own search', async () => {
    const page = await browser.newPage();
    await page.goto(urlOf('README'));
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('amount_mismatch');
    await page.locator('#localsearch-list a').first().waitFor();
    await page.close();
  });

  it('has an anchor for each link to one', () => {
    const files = globSync('**/*.html', { cwd: dist });
    const dead = files.flatMap((file) => {
      const html = readFileSync(join(dist, file), 'utf8');
      const links = Array.from(html.matchAll(/href="(\/[^"#]*)?#([^"]+)"/g));
      return links.flatMap(([, path, anchor = '']) => {
        const target = path === undefined ? file : `${path.slice(1) || 'index'}.html`;
        const id = `id="${decodeURIComponent(anchor)}"`;
        const html = existsSync(join(dist, target)) && readFileSync(join(dist, target), 'utf8');
        return html && html.includes(id) ? [] : [`${file}: ${target}#${anchor}`];
      });
    });
    assert.deepEqual(dead, []);
  });

  it('has every page for programs that read', () => {
    const text = readFileSync(join(dist, 'llms.txt'), 'utf8');
    assert.match(text, /^# Wallet buttons\n\n> Take an .+\n\n## Tutorial\n/);
    const listedPages = Array.from(
      text.matchAll(/^- \[.+\]\((.+\.md)\): .{15,}$/gm),
      ([, page]) => page,
    );
    const all = groups.flatMap(({ pages }) => pages).map((page) => `${page}.md`);
    assert.deepEqual(listedPages, all);
    for (const page of all) assert.ok(existsSync(join(dist, page)), page);
  });
});

/** Notes errors of a page and what it asks of other hosts. */
function watch(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') faults.push(request.url());
  });
}
