import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import playwright, { type Browser, expect, type Page } from '@playwright/test';
import type { TestContext } from 'node:test';
import { chromium } from '../../../.ci/programs.mjs';
import { bundledDesk } from './bundled-desk.ts';
import { type Running, start } from './running.ts';
import { operateToken } from './settings.ts';

export const patient = expect.configure({ timeout: 15_000 });

let launch: Promise<Browser> | undefined;

/** One browser for all tests of a process. */
async function browser(): Promise<Browser> {
  const engine = chromium();
  if ('missing' in engine) throw new Error(engine.missing);
  return (launch ??= playwright.chromium.launch(engine.launchOptions));
}

export async function closeBrowser(): Promise<void> {
  await (await launch)?.close();
  launch = undefined;
}

/** A sidecar with the page of the desk. */
export async function startDesk(
  test: TestContext,
  ...[more, options]: Partial<
    Parameters<typeof start> extends [unknown, ...infer Rest] ? Rest : never
  >
): Promise<Running> {
  return start(test, more, { ...options, desk: await bundledDesk() });
}

/** A clerk at a browser of their own. */
export async function openDesk(
  test: TestContext,
  { sidecar }: Pick<Running, 'sidecar'>,
  options: playwright.BrowserContextOptions = {},
): Promise<Page> {
  const context = await (await browser()).newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (line) => {
    // A refused request is logged by the browser itself.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) {
      errors.push(line.text());
    }
  });
  test.after(async () => {
    await context.close();
    assert.deepEqual(errors, []);
  });
  await page.goto(`${sidecar.privateUrl}/desk/`);
  return page;
}

export async function logIn(page: Page, token = operateToken): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** A clerk who has logged in. */
export async function openLoggedIn(
  test: TestContext,
  running: Pick<Running, 'sidecar'>,
  { token = operateToken, ...options }: playwright.BrowserContextOptions & { token?: string } = {},
): Promise<Page> {
  const page = await openDesk(test, running, options);
  await logIn(page, token);
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  return page;
}

/** Opens a payment from the list. */
export async function openPayment(page: Page, order: string): Promise<void> {
  await page.getByRole('link', { name: order }).click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
}

/** Asserts that nothing of the page is beside the screen. */
export async function fitsTheScreen(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(width <= 0, `${String(width)} px are beside the screen.`);
}

/** The lines of the CSV file that the page saves. */
export async function savedLines(page: Page): Promise<readonly string[]> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  return readFileSync(await saved.path(), 'utf8')
    .trim()
    .split('\r\n');
}
