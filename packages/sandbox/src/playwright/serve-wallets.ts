/** Answers the providers' script URLs in a Playwright test with emulators of the wallets. */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { checkProfile } from '../settings/check-profile.ts';
import type { WalletProfile } from '../settings/wallet-settings.ts';

/** Where the providers serve their scripts. */
export const providerScripts: { readonly walletA: RegExp; readonly walletB: RegExp } = {
  walletA: /^https:\/\/applepay\.cdn-apple\.com\/jsapi\/.+\/apple-pay-sdk\.js(\?.*)?$/,
  walletB: /^https:\/\/pay\.google\.com\/gp\/p\/js\/pay\.js(\?.*)?$/,
};

/**
 * Answers both providers' script URLs with the emulators, in every page of the context (or in one
 * page), and lays `profile` over their settings before any script of a page runs, reloads included.
 * With `walletA.platform: 'native'` the page has `ApplePaySession` before any script, as in the
 * provider's own browser. Call it before the first `goto`. A pinned script with an `integrity`
 * attribute cannot be replaced.
 */
export async function serveWallets(
  target: BrowserContext | Page,
  profile: WalletProfile = {},
): Promise<void> {
  checkProfile(profile);
  const [walletA, walletB] = await Promise.all([builtScript('wallet-a'), builtScript('wallet-b')]);
  const settings = `window.walletSandboxConfig = ${JSON.stringify(profile)};`;
  const native = profile.walletA?.platform === 'native' ? await builtScript('wallet-a-native') : '';
  // One script: Playwright does not promise the order of several.
  await target.addInitScript({ content: `${settings}\n${native}` });
  await target.route(providerScripts.walletA, answer(walletA));
  await target.route(providerScripts.walletB, answer(walletB));
}

/** From `src` and from `dist` alike, the scripts lie in `dist/wallets`. */
async function builtScript(name: string): Promise<string> {
  const file = new URL(`../../dist/wallets/${name}.js`, import.meta.url);
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new Error(
      `${file.pathname} is missing. Build it: pnpm --filter @wallet-buttons/sandbox bundle`,
      { cause },
    );
  }
}

function answer(body: string): (route: Route) => Promise<void> {
  return async (route) => {
    await route.fulfill({
      contentType: 'text/javascript; charset=utf-8',
      headers: { 'access-control-allow-origin': '*' },
      body,
    });
  };
}
