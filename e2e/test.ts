import { test as base } from '@playwright/test';
import { Checkout, type WalletName } from './checkout.ts';
import { demo, type Demo } from './demos.ts';
import { Ledger } from './ledger.ts';
import { Store } from './store.ts';

/** What a test of the checkout is given. */
export interface CheckoutFixtures {
  /** The shop that it buys in. */
  readonly shop: Demo;
  readonly ledger: Ledger;
  readonly store: Store;
  readonly checkout: Checkout;
  /** Opens another tab of the same browser, in front of the first. */
  readonly newTab: () => Promise<Checkout>;
}

export const test = base.extend<CheckoutFixtures>({
  shop: [demo, { option: true }],
  baseURL: async ({ shop }, use) => use(shop.url),
  ledger: async ({ request }, use) => use(new Ledger(request)),
  store: async ({ shop }, use) => use(new Store(shop.data)),
  checkout: async ({ page, ledger, store }, use) => {
    const checkout = new Checkout(page, ledger, store);
    await use(checkout);
    await checkout.expectNothingWrong();
  },
  newTab: async ({ context, ledger, store }, use) => {
    const tabs: Checkout[] = [];
    await use(async () => {
      const tab = new Checkout(await context.newPage(), ledger, store);
      tabs.push(tab);
      return tab;
    });
    for (const tab of tabs) await tab.expectNothingWrong();
  },
});

export { expect } from '@playwright/test';

/** Where an engine may matter but not with which wallet: Firefox, the slower one, sees one of them. */
export const oneEngine: Readonly<Record<WalletName, string[]>> = { A: ['@chromium'], B: [] };

/** Both wallets, each with a card for every way that a payment can go. */
export const wallets = [
  {
    wallet: 'A',
    approved: 'visa-approve',
    challenged: 'mastercard-challenge',
    declined: 'visa-decline',
  },
  {
    wallet: 'B',
    approved: 'visa-approve',
    challenged: 'pan-visa-challenge',
    declined: 'pan-visa-decline',
  },
] as const;
