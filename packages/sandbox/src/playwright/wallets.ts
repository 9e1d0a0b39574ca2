import type { BrowserContext, Page } from '@playwright/test';
import type { WalletCall } from '../settings/wallet-call.ts';
import { checkProfile } from '../settings/check-profile.ts';
import type { WalletProfile } from '../settings/wallet-settings.ts';
import { walletSheet, type WalletSheet } from './wallet-sheet.ts';

/** The wallets of one test, in every page of its browser context. */
export interface Wallets {
  /**
   * Waits until the sheet is open, in a page or in wallet B's popup.
   *
   * @param timeout milliseconds, 10,000 by default
   * @throws Error that names the calls of the page, if no sheet opens in time
   */
  sheet(wallet: 'A' | 'B', options?: { readonly timeout?: number }): Promise<WalletSheet>;
  /** What the pages have called in both wallets, oldest first; calls outlive a navigation. */
  calls(): Promise<readonly WalletCall[]>;
  /** Changes the wallets of a page that is open. Before the first `goto`, use the options instead. */
  configure(profile: WalletProfile): Promise<void>;
}

const paymentRequest =
  'PaymentRequest asks the wallets of the browser, which no stand-in replaces: the sandbox serves ApplePaySession and PaymentsClient.';

/** Listens to the wallets of a context; call it before its first page loads a document. */
export async function listenToWallets(context: BrowserContext, page: Page): Promise<Wallets> {
  const calls: WalletCall[] = [];
  await context.exposeFunction('walletSandboxReport', (call: WalletCall) => calls.push(call));
  return {
    async sheet(wallet, { timeout = 10_000 } = {}) {
      const sheetPage = await firstPageWithSheet(context, wallet, timeout);
      if (sheetPage !== undefined) return walletSheet(sheetPage, wallet);
      const callNames =
        calls.map(({ wallet: name, api }) => `${name} ${api}`).join(', ') || 'nothing';
      throw new Error(
        `The sheet of wallet ${wallet} did not open within ${timeout} ms. ` +
          [
            `What the page called: ${callNames}.`,
            ...(calls.some(({ api }) => api === 'PaymentRequest') ? [paymentRequest] : []),
            ...(await refusals(context)),
          ].join(' '),
      );
    },
    async calls() {
      // Reports arrive in the order in which they were sent, so an answer comes after all of them.
      await Promise.all(context.pages().map((one) => one.evaluate('0').catch(() => 0)));
      return [...calls];
    },
    async configure(profile) {
      checkProfile(profile);
      const isConfigured = await page.evaluate<boolean>(
        `'walletSandbox' in window && (walletSandbox.configure(${JSON.stringify(profile)}), true)`,
      );
      if (!isConfigured) {
        throw new Error('The page has loaded no wallet yet: use the options walletA and walletB.');
      }
    },
  };
}

/** What the scripts say on pages on which they do not run. */
async function refusals(context: BrowserContext): Promise<readonly string[]> {
  const script =
    '[...document.querySelectorAll("wallet-sandbox-notice")].map(({ shadowRoot }) => shadowRoot.lastChild.data)';
  const answers = context.pages().map((page) => page.evaluate<readonly string[]>(script));
  const texts = await Promise.all(answers.map((answer) => answer.catch(() => [])));
  return [...new Set(texts.flat())];
}

async function firstPageWithSheet(
  context: BrowserContext,
  wallet: 'A' | 'B',
  timeout: number,
): Promise<Page | undefined> {
  const firstPage = Promise.withResolvers<Page | undefined>();
  const look = (page: Page): void => {
    walletSheet(page, wallet)
      .dialog.waitFor({ timeout })
      .then(
        () => {
          firstPage.resolve(page);
        },
        // This page shows no sheet in time; the timer below reports it for all pages.
        () => undefined,
      );
  };
  const timer = setTimeout(() => {
    firstPage.resolve(undefined);
  }, timeout);
  context.on('page', look);
  for (const page of context.pages()) look(page);
  const page = await firstPage.promise;
  context.off('page', look);
  clearTimeout(timer);
  return page;
}
