import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import * as engines from '../../../../.ci/browsers.mjs';
import type { Contender } from './contenders.ts';
import { installBench } from './page/bench.ts';
import { nativeWalletA } from './page/providers.ts';
import { shop, type Site } from './site.ts';

/**
 * The headless shell where the machine has it: the full browser's headless mode doubles times and spread.
 * Every host of the page's world resolves to the site's port, so nothing leaves the machine.
 */
export async function launch(site: Site): Promise<{ browser: Browser; program: string }> {
  const found = engines.chromium();
  if ('missing' in found) throw new Error(found.missing);
  const shell = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium-headless-shell'))
    .find((path) => existsSync(path));
  const { launchOptions } = found;
  const browser = await chromium.launch({
    ...launchOptions,
    ...(shell && { executablePath: shell }),
    args: [
      ...(launchOptions.args ?? []),
      `--host-resolver-rules=MAP * 127.0.0.1:${site.port}`,
      '--js-flags=--expose-gc',
    ],
  });
  const program = `${shell ? 'chromium-headless-shell' : found.name} ${browser.version()}`;
  return { browser, program };
}

/** One page of a contender in a browser context of its own, which is to say with empty caches. */
export interface Tab extends AsyncDisposable {
  readonly page: Page;
  readonly cdp: CDPSession;
}

export interface TabOptions {
  /** The page mounts its button by itself. */
  readonly auto?: boolean;
  /** How many times slower than this machine. */
  readonly cpu?: number;
  /** Instead of the contender's own page. */
  readonly path?: string;
}

export async function openTab(
  browser: Browser,
  { id, wallet }: Contender,
  { auto = false, cpu = 1, path = auto ? id : `${id}/empty` }: TabOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 1_000, height: 800 },
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.addInitScript(`(${installBench.toString()})(${auto})`);
  if (wallet === 'A') await page.addInitScript(`(${nativeWalletA.toString()})()`);
  if (cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.goto(`${shop}/${path}`, { waitUntil: auto ? 'commit' : 'load' });
  return { page, cdp, [Symbol.asyncDispose]: () => context.close() };
}

/** Resolves to the promise's value, or rejects with the sentence after so many milliseconds. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${what} within ${ms} ms`));
    }, ms);
  });
  // Its own end comes too late to matter: the tab is closed by then.
  promise.catch(() => undefined);
  return Promise.race([promise, late]).finally(() => {
    clearTimeout(timer);
  });
}
