/** Answers the providers' script URLs in a Playwright test with emulators of the wallets. */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { checkProfile } from '../settings/check-profile.ts';
import type { WalletCall } from '../settings/wallet-call.ts';
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
  // The scripts of a page find it as it is, but for a report.
  const requests = `(${reportPaymentRequests.toString()})();`;
  const settings = `window.walletSandboxConfig = ${JSON.stringify(profile)};`;
  const native = profile.walletA?.platform === 'native' ? await builtScript('wallet-a-native') : '';
  // One script: Playwright does not promise the order of several.
  await target.addInitScript({ content: `${settings}\n${requests}\n${native}` });
  await target.route(providerScripts.walletA, answer(walletA));
  await target.route(providerScripts.walletB, answer(walletB));
}

/** Reports each `PaymentRequest` of a page for one of the wallets: the browser answers it, and no stand-in. Runs in the page. */
function reportPaymentRequests(): void {
  const page = globalThis as ReportingPage;
  const { PaymentRequest: Original } = page;
  if (Original === undefined) return;
  page.PaymentRequest = new Proxy(Original, {
    construct(target, args: unknown[], newTarget: typeof Original) {
      const methods = JSON.stringify(args[0]);
      if (/apple\.com|google\.com/.test(methods)) {
        page.walletSandboxReport?.({
          wallet: methods.includes('apple.com') ? 'wallet-a' : 'wallet-b',
          api: 'PaymentRequest',
          args: [],
          at: performance.now(),
          userActivation: false,
          sameTask: false,
        });
      }
      return Reflect.construct<unknown[], object>(target, args, newTarget);
    },
  });
}

/** As much of a page as the report needs. */
interface ReportingPage {
  PaymentRequest?: new (...args: readonly unknown[]) => object;
  readonly walletSandboxReport?: (call: WalletCall) => unknown;
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
