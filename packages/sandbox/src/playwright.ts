/**
 * Stands the wallets in for the providers' own scripts in a Playwright test: the page under test keeps
 * its real script URLs and nothing of it knows that it is tested.
 */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Locator, Page, Route } from '@playwright/test';
import type { WalletCall } from './wallet-call.ts';
import type { WalletProfile } from './wallet-settings.ts';

export type { WalletCall } from './wallet-call.ts';
export type {
  WalletASettings,
  WalletBSettings,
  WalletProfile,
  WalletSettings,
} from './wallet-settings.ts';
export { WALLET_A_PROFILES } from './wallet-a-profiles.ts';
export { WALLET_B_PROFILES } from './wallet-b-profiles.ts';

/** Where the providers serve their scripts. */
export const PROVIDER_SCRIPTS: { readonly walletA: RegExp; readonly walletB: RegExp } = {
  walletA: /^https:\/\/applepay\.cdn-apple\.com\/jsapi\/.+\/apple-pay-sdk\.js(\?.*)?$/,
  walletB: /^https:\/\/pay\.google\.com\/gp\/p\/js\/pay\.js(\?.*)?$/,
};

/**
 * Answers both providers' script URLs with the stand-ins, in every page of the context (or in one
 * page), and lays `profile` over their settings before any script of a page runs, reloads included.
 * With `walletA.platform: 'native'` the page has `ApplePaySession` before any script, as in the
 * provider's own browser. Call it before the first `goto`. A pinned script with an `integrity`
 * attribute cannot be replaced.
 */
export async function serveWallets(
  target: BrowserContext | Page,
  profile: WalletProfile = {},
): Promise<void> {
  const [walletA, walletB] = await Promise.all([builtScript('wallet-a'), builtScript('wallet-b')]);
  const settings = `window.walletSandboxConfig = ${JSON.stringify(profile)};`;
  const native = profile.walletA?.platform === 'native' ? await builtScript('wallet-a-native') : '';
  // One script: the order of several is nobody's promise.
  await target.addInitScript({ content: `${settings}\n${native}` });
  await target.route(PROVIDER_SCRIPTS.walletA, answer(walletA));
  await target.route(PROVIDER_SCRIPTS.walletB, answer(walletB));
}

/** The sheet of a wallet, worked as a payer works it. */
export interface WalletSheet {
  /** The dialog itself, for assertions. */
  readonly dialog: Locator;
  /** Chooses a test card by its id, or leaves the one that is chosen, and presses Pay. */
  pay(options?: { readonly card?: string }): Promise<void>;
  /** Signs in with another account of wallet B: `olena` or `taras`. */
  chooseAccount(id: string): Promise<void>;
  /** Chooses an address: `home`, `work`, `abroad`, or `page` for the page's own. */
  chooseAddress(id: string): Promise<void>;
  /** Chooses a way of delivery by the id that the page gave it. */
  chooseShippingOption(id: string): Promise<void>;
  /** Types a coupon code and applies it. */
  enterCoupon(code: string): Promise<void>;
  /** What the sheet says is wrong with a field. */
  problem(field: 'card' | 'address' | 'shippingOption' | 'couponCode' | 'contact'): Locator;
  /** Presses Cancel. */
  cancel(): Promise<void>;
}

/**
 * The sheet of wallet A or B on a page, or of wallet B in its popup (`page.waitForEvent('popup')`); each
 * action waits until the sheet allows it.
 */
export function walletSheet(page: Page, wallet: 'A' | 'B'): WalletSheet {
  const dialog = page.getByRole('dialog', { name: `Wallet ${wallet}`, exact: true });
  const choose = async (field: string, id: string): Promise<void> => {
    await dialog.locator(`input[name="${field}"][value="${id}"]`).check();
  };
  const press = async (name: string): Promise<void> => {
    try {
      await dialog.getByRole('button', { name, exact: true }).click();
    } catch (error) {
      // Wallet B's popup goes with the press, sometimes before the driver has seen the press through.
      if (!page.isClosed()) throw error;
    }
  };
  return {
    dialog,
    chooseAccount: async (id) => choose('account', id),
    chooseAddress: async (id) => choose('address', id),
    chooseShippingOption: async (id) => choose('shippingOption', id),
    async enterCoupon(code) {
      await dialog.getByRole('textbox', { name: 'Coupon code' }).fill(code);
      await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
    },
    problem: (field) => dialog.locator(`[data-field="${field}"] .problem`),
    async pay({ card } = {}) {
      if (card !== undefined) await choose('card', card);
      await press('Pay');
    },
    async cancel() {
      await press('Cancel');
    },
  };
}

/** What the page has called in both wallets since it was loaded, oldest first. */
export async function walletCalls(page: Page): Promise<readonly WalletCall[]> {
  return page.evaluate<readonly WalletCall[]>('window.walletSandbox?.calls ?? []');
}

/** From `src` and from `dist` alike, the scripts lie in `dist/wallets`. */
async function builtScript(name: string): Promise<string> {
  const file = new URL(`../dist/wallets/${name}.js`, import.meta.url);
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
