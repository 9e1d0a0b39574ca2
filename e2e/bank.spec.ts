import { Bank } from './bank.ts';
import { paidOnce, type Books } from './checkout.ts';
import { expect, oneEngine, test, wallets } from './test.ts';

const declinedThere: Books = { charges: 0, ledger: ['failed'], store: ['failed'], shop: 'failed' };
/** The payer is still at the bank, and the shop knows no outcome. */
const pendingBooks: Books = {
  charges: 0,
  ledger: ['processing'],
  store: ['awaiting_bank'],
  shop: 'pending',
};

for (const { wallet, approved, challenged } of wallets) {
  test.describe(`wallet ${wallet}`, { tag: oneEngine[wallet] }, () => {
    test('pays over the bank’s page', async ({ checkout, ledger }) => {
      await checkout.open();
      // The choice that a newcomer has in the page itself.
      await checkout.page.getByRole('radio', { name: 'The bank asks' }).check();
      await checkout.pay(wallet, approved);
      const bank = new Bank(checkout.page);
      await bank.expectQuestion();
      await checkout.expectBooks(pendingBooks);
      await bank.approve.click();

      await checkout.expectThanks();
      await checkout.expectEndings('wallet-redirect');
      await expect.poll(() => checkout.statusEvents()).toContain('wallet-result succeeded');
      await checkout.expectBooks(paidOnce);
      const [session] = await ledger.sessions(checkout.order);
      expect(session?.attempts).toMatchObject([{ bank: 'approved' }]);
    });

    test('says that the bank holds the money', { tag: '@chromium' }, async ({ checkout }) => {
      await checkout.open({ result: 'holded', bankCheck: 'always' });
      await checkout.pay(wallet, approved);
      await new Bank(checkout.page).approve.click();

      await checkout.expectThanks();
      await expect(checkout.page.locator('.stamp').filter({ visible: true })).toHaveText('Held');
      await checkout.expectEndings('wallet-redirect');
    });

    test(
      'offers another try after the payer has declined at the bank',
      { tag: '@chromium' },
      async ({ checkout }) => {
        await checkout.open({});
        await checkout.pay(wallet, challenged);
        await new Bank(checkout.page).decline.click();

        const { page } = checkout;
        await expect(
          page.getByRole('heading', { name: 'The payment did not go through' }),
        ).toBeVisible();
        await expect(page.getByText('You were not charged.').filter({ visible: true })).toHaveCount(
          1,
        );
        await checkout.expectEndings('wallet-redirect');
        await checkout.expectBooks(declinedThere);

        await page.getByRole('link', { name: 'Try again' }).click();
        await checkout.pay(wallet, approved);
        await checkout.expectThanks();
        await checkout.expectEndings('wallet-redirect', 'wallet-result succeeded');
        await checkout.expectBooks({
          ...paidOnce,
          ledger: ['failed', 'paid'],
          store: ['failed', 'paid'],
        });
      },
    );
  });
}

/** The way there and back knows no wallet. */
const [, b] = wallets;

test('leaves the bank’s page by the back button, comes forward and approves', async ({
  checkout,
}) => {
  await checkout.open({});
  await checkout.pay(b.wallet, b.challenged);
  const bank = new Bank(checkout.page);
  await bank.expectQuestion();
  await checkout.page.goBack();
  await checkout.expectChecking();
  await checkout.expectBooks(pendingBooks);
  await checkout.page.goForward();
  await bank.expectQuestion();
  await bank.approve.click();

  await checkout.expectThanks();
  await checkout.expectEndings('wallet-redirect');
  await checkout.expectBooks(paidOnce);
});

test('leaves the bank’s page by its link, opens it again and approves', async ({
  checkout,
  newTab,
}) => {
  await checkout.open({});
  await checkout.pay(b.wallet, b.challenged);
  const bank = new Bank(checkout.page);
  await bank.expectQuestion();
  await bank.leave.click();
  // The receipt has left the address.
  await expect(checkout.page).toHaveURL(`/return?order=${checkout.order}`);
  await checkout.expectChecking();
  // A payer who returns to the shop meanwhile must not be able to pay the order twice.
  const otherTab = await newTab();
  await otherTab.open(undefined, checkout.order);
  await otherTab.expectChecking();
  await checkout.expectBooks(pendingBooks);
  await checkout.page.getByRole('link', { name: 'Continue at your bank' }).click();
  await bank.approve.click();

  await Promise.all([checkout.expectThanks(), otherTab.expectThanks()]);
  await checkout.expectEndings('wallet-redirect');
  await checkout.expectBooks(paidOnce);
});
