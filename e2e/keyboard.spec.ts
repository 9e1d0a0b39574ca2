import type { Locator } from '@playwright/test';
import { Bank } from './bank.ts';
import { paidOnce, untouched } from './checkout.ts';
import { expect, oneEngine, test, wallets } from './test.ts';

for (const { wallet } of wallets) {
  test.describe(`wallet ${wallet} by keyboard alone`, { tag: oneEngine[wallet] }, () => {
    test('pays', async ({ checkout }) => {
      const { keyboard } = checkout.page;
      await checkout.open({});
      await tabTo(checkout.button(wallet));
      await keyboard.press('Enter');
      await expect(checkout.sheet(wallet).dialog.getByRole('radio').first()).toBeFocused();
      await expect(checkout.payButton(wallet)).toBeEnabled();
      await keyboard.press('Enter');

      await checkout.expectThanks();
      await checkout.expectEndings('wallet-result succeeded');
      await checkout.expectBooks(paidOnce);
    });

    test('chooses a card and approves at the bank', async ({ checkout, ledger }) => {
      const { keyboard } = checkout.page;
      await checkout.open({});
      await tabTo(checkout.button(wallet));
      await keyboard.press('Space');
      const cards = checkout.sheet(wallet).dialog.getByRole('radio');
      await expect(cards.first()).toBeFocused();
      await keyboard.press('ArrowDown');
      await expect(cards.nth(1)).toBeChecked();
      await expect(checkout.payButton(wallet)).toBeEnabled();
      await keyboard.press('Enter');
      const bank = new Bank(checkout.page);
      await bank.expectQuestion();
      await tabTo(bank.approve);
      await keyboard.press('Enter');

      await checkout.expectThanks();
      await checkout.expectEndings('wallet-redirect');
      await checkout.expectBooks(paidOnce);
      expect((await ledger.sessions(checkout.order))[0]?.attempts).toMatchObject([
        { card: { id: 'mastercard-challenge' } },
      ]);
    });

    test('closes the sheet, and finds the button where it was', async ({ checkout }) => {
      const { keyboard } = checkout.page;
      await checkout.open({});
      await tabTo(checkout.button(wallet));
      await keyboard.press('Enter');
      await expect(checkout.sheet(wallet).dialog).toBeVisible();
      await keyboard.press('Escape');

      await checkout.expectOffer('You closed the wallet. Nothing was paid.');
      await expect(checkout.button(wallet)).toBeFocused();
      expect(checkout.endings()).toEqual([expect.stringMatching(/^wallet-cancel/)]);
      await checkout.expectBooks(untouched);
    });
  });
}

/** Goes there as a payer does who has no mouse. */
async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  const isThere = (): Promise<boolean> =>
    target.evaluate((element) => (element.getRootNode() as Document).activeElement === element);
  for (let steps = 0; steps < 30 && !(await isThere()); steps += 1) {
    await target.page().keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
