import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import * as engines from '../../../../.ci/programs.mjs';
import type { Contender } from './contenders.ts';
import { installBench } from './page/bench.ts';
import { nativeWalletA } from './page/providers.ts';
import { shop, type Site } from './site.ts';

/** Every host resolves to the site's port, so that nothing leaves the machine. */
export async function launch(site: Site): Promise<Browser> {
  const engine = engines.chromium();
  if ('missing' in engine) throw new Error(engine.missing);
  const { launchOptions } = engine;
  return chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      `--host-resolver-rules=MAP * 127.0.0.1:${String(site.port)}`,
    ],
  });
}

/** An empty tab of a contender in its own browser context, with empty caches. @param cpu the factor by which the CPU is slowed */
export async function openTab(
  browser: Browser,
  { wallet }: Contender,
  cpu = 1,
): Promise<AsyncDisposable & { readonly page: Page; readonly cdp: CDPSession }> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.addInitScript(`(${installBench.toString()})()`);
  if (wallet === 'A') await page.addInitScript(`(${nativeWalletA.toString()})()`);
  if (cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  return { page, cdp, [Symbol.asyncDispose]: async () => context.close() };
}

/** Opens the page of a contender, and presses its button as soon as that can be pressed. @returns the time until then */
export async function pressFirst(page: Page, { id }: Contender): Promise<number> {
  await page.goto(`${shop}/${id}/`, { waitUntil: 'commit' });
  const press = await page.evaluate(async () => window.bench.first);
  if (!press.isPressed) throw new Error('The button is there, and a press opens no sheet.');
  return press.at;
}
