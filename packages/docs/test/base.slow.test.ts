import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromium as installed } from '../../../.ci/programs.mjs';
import { siteAddress } from '../src/address.ts';
import { serveSite, type Site } from '../src/site/serve.ts';

const base = '/wallet-buttons/';
const docs = fileURLToPath(new URL('..', import.meta.url));
const vitepress = join(
  dirname(createRequire(import.meta.url).resolve('vitepress/package.json')),
  'bin/vitepress.js',
);

describe('the site below the name of its repository', () => {
  let folder: string;
  let browser: Browser;
  let site: Site;
  before(async () => {
    mkdirSync(`${docs}.cache`, { recursive: true });
    folder = mkdtempSync(`${docs}.cache/site-`);
    const { status, stderr } = spawnSync(
      process.execPath,
      [vitepress, 'build', docs, '--outDir', folder],
      { env: { ...process.env, GUIDE_BASE: base }, encoding: 'utf8' },
    );
    assert.equal(status, 0, stderr);
    const engine = installed();
    if ('missing' in engine) throw new Error(engine.missing);
    browser = await chromium.launch(engine.launchOptions);
    site = await serveSite(folder, base);
  });
  after(async () => {
    await browser.close();
    site.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

  it('has no address that begins at the root of the host', () => {
    const files = globSync(['**/*.{html,css}', 'llms.txt'], { cwd: folder });
    const rootAddresses = files.flatMap((file) =>
      Array.from(
        read(file).matchAll(/(?:(?:href|src|content|poster)="|url\(["']?|\]\()(\/[^")'\s]*)/g),
        ([, address = '']) => `${file}: ${address}`,
      ),
    );
    assert.deepEqual(
      rootAddresses.filter((line) => !line.includes(`: ${base}`)),
      [],
    );
    assert.ok(rootAddresses.length > files.length);
  });

  it('names its picture and each page by their whole address', () => {
    const address = siteAddress(base) ?? assert.fail();
    const html = read('recipes/react.html');
    assert.ok(html.includes(`<meta property="og:image" content="${address}card.png">`));
    assert.ok(html.includes(`<meta property="og:url" content="${address}recipes/react">`));
    assert.ok(existsSync(join(folder, 'card.png')));
  });

  it('loads pages, pictures, live tags and the search without a 404', async () => {
    const page = await browser.newPage();
    const faults = watch(page);
    for (const path of ['', 'recipes/looks', 'recipes/desk', 'reference/tags']) {
      await page.goto(`${site.url}/${path}`);
      await page.waitForFunction('document.querySelector("#app").__vue_app__');
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    }
    await page.goto(`${site.url}/`);
    await page.locator('.home-head wallet-a-button').getByRole('button').waitFor();
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('refund');
    await page.locator('#localsearch-list a').first().click();
    await page.waitForURL(`${site.url}/recipes/capture-and-refund**`);
    await page.getByRole('link', { name: 'Troubleshooting' }).first().click();
    await page.waitForURL(`${site.url}/lookup/troubleshooting`);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(faults, []);
    await page.close();
  });

  it('leads from an address that does not exist back into the guide', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/recipes/nowhere`);
    await page.getByRole('link', { name: 'A first payment' }).click();
    await page.waitForURL(`${site.url}/tutorial/first-payment`);
    await page.close();
  });
});

/** Collects what a page asks for in vain. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(response.url());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  return faults;
}
