import type { Locator, Page } from '@playwright/test';
import type { WalletCall } from '../settings/wallet-call.ts';

/** The sheet of a wallet, worked as a payer works it. */
export interface WalletSheet {
  /** The dialog itself, for assertions. */
  readonly dialog: Locator;
  /**
   * Chooses a test card by its id, or leaves the one that is chosen, and presses Pay.
   *
   * @throws Error that names what the page has not answered, if the sheet does not let the payer press within `timeout`
   *   milliseconds, 10,000 by default
   */
  pay(options?: { readonly card?: string; readonly timeout?: number }): Promise<void>;
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
/** Longer than a page takes for an answer to the sheet. */
const pressTimeout = 10_000;

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
    await within(`choose ${id}`, choiceTimeout, async (timeout) => choice.check({ timeout }));
  };
  /** What the payer does. @throws Error that says what the sheet waits for, if it cannot be done in time */
  const within = async (
    action: string,
    timeout: number,
    act: (timeout: number) => Promise<unknown>,
  ): Promise<void> => {
    try {
      await act(timeout);
    } catch (cause) {
      // Wallet B's popup closes with the press, sometimes before the driver has finished it.
      if (page.isClosed()) return;
      const state = await stateOf(page, dialog);
      throw new Error(
        `The payer could not ${action} within ${timeout} ms: the sheet of wallet ${wallet} ${state}`,
        { cause },
      );
    }
  };
  const press = async (name: string, timeout = pressTimeout): Promise<void> =>
    within(`press ${name}`, timeout, async (limit) =>
      dialog.getByRole('button', { name, exact: true }).click({ timeout: limit }),
    );
  return {
    dialog,
    chooseAccount: async (id) => choose('account', id),
    chooseAddress: async (id) => choose('address', id),
    chooseShippingOption: async (id) => choose('shippingOption', id),
    async enterCoupon(code) {
      const coupon = dialog.getByRole('textbox', { name: 'Coupon code' });
      await within('type a coupon code', choiceTimeout, async (timeout) =>
        coupon.fill(code, { timeout }),
      );
      await press('Apply', choiceTimeout);
    },
    problem: (field) => dialog.locator(`[data-field="${field}"] .problem`),
    async pay({ card, timeout } = {}) {
      if (card !== undefined) await choose('card', card);
      await press('Pay', timeout);
    },
    async cancel() {
      await press('Cancel');
    },
  };
}

/** What a sheet waits for, and what the page called last. */
async function stateOf(page: Page, dialog: Locator): Promise<string> {
  const [first] = await dialog.all();
  const [awaited, message] = first
    ? await Promise.all([
        first.getAttribute('data-awaits').catch(() => null),
        first.getByRole('status').allInnerTexts(),
      ])
    : [null, []];
  const says = message.join(' ').trim();
  const why = awaited === null ? `says "${says}"` : `waits for ${awaited} of the page`;
  const calls = await walletCalls(page).catch(() => []);
  const last = calls.findLast(({ api }) => !api.startsWith('event '))?.api ?? 'nothing';
  return `${first ? why : 'is closed'}. The page called last: ${last}.`;
}

/** What the page has called in both wallets since it was loaded, oldest first. */
export async function walletCalls(page: Page): Promise<readonly WalletCall[]> {
  return page.evaluate<readonly WalletCall[]>('window.walletSandbox?.calls ?? []');
}
