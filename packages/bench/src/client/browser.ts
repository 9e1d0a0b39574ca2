import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import * as engines from '../../../../.ci/browsers.mjs';
import type { Contender } from './contenders.ts';
import { installBench } from './page/bench.ts';
import { nativeWalletA } from './page/providers.ts';
import { shop, type Site } from './site.ts';

/** Every host resolves to the site's port, so that nothing leaves the machine. */
export async function launch(site: Site): Promise<Browser> {
  const found = engines.chromium();
  if ('missing' in found) throw new Error(found.missing);
  const { launchOptions } = found;
  return chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      `--host-resolver-rules=MAP * 127.0.0.1:${String(site.port)}`,
    ],
  });
}

/** One page of a contender in a browser context of its own: with empty caches. */
export interface Tab extends AsyncDisposable {
  readonly page: Page;
  readonly cdp: CDPSession;
}

export interface TabOptions {
  /** The page mounts its button by itself. */
  readonly isAuto?: boolean;
  /** How many times slower than this machine. */
  readonly cpu?: number;
}

export async function openTab(
  browser: Browser,
  { id, wallet }: Contender,
  { isAuto = false, cpu = 1 }: TabOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.addInitScript(`(${installBench.toString()})(${String(isAuto)})`);
  if (wallet === 'A') await page.addInitScript(`(${nativeWalletA.toString()})()`);
  if (cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const path = isAuto ? id : `${id}/empty`;
  await page.goto(`${shop}/${path}`, { waitUntil: isAuto ? 'commit' : 'load' });
  return { page, cdp, [Symbol.asyncDispose]: async () => context.close() };
}

/** Resolves to the promise's value, or rejects with the sentence after so many milliseconds. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${what} within ${String(ms)} ms`));
    }, ms);
  });
  // Its own end comes too late to matter: the tab is closed by then.
  promise.catch(() => undefined);
  return Promise.race([promise, late]).finally(() => {
    clearTimeout(timer);
  });
}
