import type { Locator, Page } from '@playwright/test';
import type { WalletCall } from '../settings/wallet-call.ts';

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
  /** The error of a field in the sheet. */
  problem(field: 'card' | 'address' | 'shippingOption' | 'couponCode' | 'contact'): Locator;
  /** Presses Cancel. */
  cancel(): Promise<void>;
}

/** A page may offer what it has to look up first. */
const choiceTimeout = 5000;

const fieldNames: Readonly<Record<string, string>> = { shippingOption: 'way of delivery' };

/**
 * The sheet of wallet A or B on a page, or of wallet B in its popup (`page.waitForEvent('popup')`); each
 * action waits until the sheet allows it.
 */
export function walletSheet(page: Page, wallet: 'A' | 'B'): WalletSheet {
  const dialog = page.getByRole('dialog', { name: `Wallet ${wallet}`, exact: true });
  const choose = async (field: string, id: string): Promise<void> => {
    const choices = dialog.locator(`input[name="${field}"]`);
    const choice = choices.and(dialog.locator(`input[value=${JSON.stringify(id)}]`));
    try {
      await choice.waitFor({ state: 'attached', timeout: choiceTimeout });
    } catch {
      const all = await choices.all();
      const ids = await Promise.all(all.map(async (one) => one.getAttribute('value')));
      const label = fieldNames[field] ?? field;
      throw new Error(
        ids.length === 0
          ? `The sheet asks for no ${label}.`
          : `The sheet has no ${label} "${id}". It has: ${ids.join(', ')}.`,
      );
    }
    await choice.check();
  };
  const press = async (name: string): Promise<void> => {
    try {
      await dialog.getByRole('button', { name, exact: true }).click();
    } catch (error) {
      // Wallet B's popup closes with the press, sometimes before the driver has finished it.
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
