import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromium as installed } from '../../../.ci/programs.mjs';
import { groups, parts, writtenGroups } from '../src/pages.ts';
import { version } from '../src/repository.ts';
import { dist, serveSite, type Site } from '../src/site/serve.ts';

const phone = { width: 320, height: 700 };

describe('the face of the site', () => {
  let browser: Browser;
  let site: Site;
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
  const open = async (path: string, viewport?: typeof phone): Promise<Page> => {
    const page = await browser.newPage(viewport ? { viewport } : {});
    await page.goto(`${site.url}/${path}`);
    await page.waitForFunction('document.querySelector("#app").__vue_app__');
    return page;
  };

  it('begins with the tags and the way to a first payment', async () => {
    const page = await open('');
    const start = page.getByRole('link', { name: 'Get started' });
    assert.match((await start.getAttribute('href')) ?? '', /tutorial\/first-payment$/);
    await page.locator('.home-head wallet-a-button').getByRole('button').waitFor();
    await page.close();
  });

  it('names the version, which leads to what it changes', async () => {
    const page = await open('');
    await page.getByRole('link', { name: `v${version}` }).click();
    await page.getByRole('heading', { name: 'Changes', level: 1 }).waitFor();
    await page.close();
  });

  it('has a navigation that fits, however wide the window is', async () => {
    const page = await open('recipes/react');
    for (const width of [768, 960, 1024, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      const menu = await page.locator('.VPNavBarMenu').boundingBox();
      const search = await page.locator('.VPNavBarSearch button').first().boundingBox();
      assert.ok(menu && search && menu.x >= search.x + search.width, String(width));
    }
    await page.close();
  });

  it('describes each page for search engines and messengers', () => {
    for (const page of groups.flatMap(({ pages }) => pages)) {
      const html = readFileSync(join(dist, `${page}.html`), 'utf8');
      assert.match(html, /<meta name="description" content="[^"]{15,}">/, page);
      assert.match(html, /<meta property="og:title" content="[^"]+">/, page);
      assert.match(html, /<meta property="og:description" content="[^"]{15,}">/, page);
    }
  });

  it('has a link to change each page that is written by hand', () => {
    for (const page of writtenGroups.flatMap(({ pages }) => pages)) {
      const html = readFileSync(join(dist, `${page}.html`), 'utf8');
      assert.ok(html.includes(`/edit/main/packages/docs/${page}.md`), page);
    }
  });

  it('fits a phone of 320 pixels, each page', async () => {
    const page = await open('', phone);
    for (const each of ['', ...groups.flatMap(({ pages }) => pages)]) {
      await page.goto(`${site.url}/${each}`);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, phone.width, each);
    }
    await page.close();
  });

  it('shows the heading of a column beside each cell on a phone', async () => {
    const page = await open('lookup/troubleshooting', phone);
    const cell = page.locator('td[data-label="likely cause"]').first();
    const content = await cell.evaluate(
      (element) => element.ownerDocument.defaultView?.getComputedStyle(element, '::before').content,
    );
    assert.equal(content, '"likely cause"');
    await page.close();
  });

  it('has each block of code at the same place on a phone', async () => {
    const page = await open('tutorial/first-payment', phone);
    const blocks = await page.locator('main div[class*="language-"]:visible').all();
    const boxes = await Promise.all(blocks.map(async (block) => block.boundingBox()));
    assert.ok(boxes.length > 5);
    assert.equal(new Set(boxes.map((box) => Math.round(box?.width ?? 0))).size, 1);
    await page.close();
  });

  it('gives the sentences of a reference table a third of its width', async () => {
    const page = await open('reference/tags', { width: 1280, height: 800 });
    const row = page.locator('tbody tr').first();
    const [whole, sentence] = [
      await row.boundingBox(),
      await row.locator('td').last().boundingBox(),
    ];
    assert.ok(whole && sentence && sentence.width > whole.width / 3);
    await page.close();
  });

  it('has a line in the side bar for each server and object-relational mapper', async () => {
    const page = await open('recipes/servers');
    const bar = page.locator('.VPSidebar');
    for (const name of [...Object.values(parts).flat(), 'Vue, Svelte, Angular, Solid, Qwik']) {
      assert.ok(await bar.getByRole('link', { name, exact: true }).isVisible(), name);
    }
    await bar.getByRole('link', { name: 'Koa' }).click();
    await page.waitForURL('**/recipes/servers#koa');
    await page.close();
  });

  it('shows the name of a file above its code, which a copy does not contain', async () => {
    const page = await open('recipes/react');
    const file = page.locator('.code-file', { hasText: 'Checkout.tsx' }).first();
    assert.equal(await file.locator('.code-file-name').textContent(), 'Checkout.tsx');
    assert.doesNotMatch((await file.locator('code').textContent()) ?? '', /Checkout\.tsx/);
    await page.close();
  });

  it('shows an installation for the package manager that the reader chooses', async () => {
    const page = await open('recipes/react');
    const group = page.locator('.vp-code-group').first();
    await group.getByText('pnpm', { exact: true }).first().click();
    await group.getByText('pnpm add @wallet-buttons/elements').waitFor();
    await page.close();
  });

  it('keeps the chosen package manager for all tabs, on the next pages too', async () => {
    const page = await open('recipes/servers');
    await page.locator('.vp-code-group').nth(1).locator('label', { hasText: 'bun' }).click();
    await page.getByText('bun add @wallet-buttons/server', { exact: true }).first().waitFor();
    await page.getByText('bun add @wallet-buttons/server pg serverless-http').waitFor();
    await page.getByRole('link', { name: 'React', exact: true }).click();
    await page.getByText('bun add @wallet-buttons/elements').waitFor();
    await page.reload();
    await page.getByText('bun add @wallet-buttons/elements').waitFor();
    await page.close();
  });

  it('opens the search from the page for an address that does not exist', async () => {
    const page = await open('recipes/refunds');
    await page.getByRole('button', { name: 'Search the guide' }).click();
    await page.getByRole('searchbox').fill('refund');
    const first = page.locator('#localsearch-list a').first();
    await first.waitFor();
    assert.match((await first.getAttribute('href')) ?? '', /capture-and-refund/);
    await page.close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`can be read by everybody, in ${colorScheme} colours`, async () => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      for (const each of ['', 'recipes/react', 'lookup/troubleshooting', 'nowhere']) {
        await page.goto(`${site.url}/${each}`);
        await page.waitForFunction('document.querySelector("#app").__vue_app__');
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        const faults = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${id}: ${html}`),
        );
        assert.deepEqual(faults, [], each);
      }
      await context.close();
    });
  }

  it('prints without menus', async () => {
    const page = await open('recipes/react');
    await page.emulateMedia({ media: 'print' });
    for (const menu of ['.VPNav', '.VPSidebar', '.VPDocFooter']) {
      assert.equal(await page.locator(menu).isVisible(), false, menu);
    }
    assert.ok(await page.locator('main h1').isVisible());
    await page.close();
  });
});
