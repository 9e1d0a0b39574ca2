import { Checkout, paidOnce, untouched } from './checkout.ts';
import { expect, oneEngine, test, wallets } from './test.ts';

/** The shop asks for the status of an order that it did not open itself and that has no payment yet. */
const noPayment = /status of 404/;

/** What holds an order knows no wallet. */
const [, { wallet, approved }] = wallets;

test.describe('an order in two tabs', () => {
  test('is offered in the second only when the first has closed its sheet', async ({
    checkout,
    newTab,
  }) => {
    await checkout.open({});
    const other = await newTab();
    other.provokes(noPayment);
    await other.open(undefined, checkout.order);
    await other.expectOffer('');
    await checkout.page.bringToFront();
    await checkout.button(wallet).click();
    await expect(checkout.sheet(wallet).dialog).toBeVisible();

    await comeTo(other);
    await expectElsewhere(other);
    await checkout.page.bringToFront();
    await checkout.sheet(wallet).cancel();
    await other.expectOffer('');
    await checkout.expectBooks(untouched);

    await other.page.bringToFront();
    await other.pay(wallet, approved);
    await other.expectThanks();
    await other.expectBooks(paidOnce);
  });

  test('is offered in the second when the first is gone', async ({ checkout, newTab }) => {
    await checkout.open({});
    checkout.losesThePress();
    const other = await openWhilePaying(checkout, newTab);

    await checkout.page.close();
    await other.expectOffer('');
    await other.pay(wallet, approved);
    await other.expectThanks();
    await other.expectBooks(paidOnce);
  });

  test('is paid in the second as soon as it is in the first', async ({ checkout, newTab }) => {
    await checkout.open({});
    const other = await openWhilePaying(checkout, newTab);

    await checkout.page.bringToFront();
    await checkout.sheet(wallet).pay({ card: approved });
    await checkout.expectThanks();
    await other.expectThanks();
    await other.expectBooks(paidOnce);
  });
});

for (const { wallet: phoneWallet, approved: card } of wallets) {
  test(
    `an order that was paid on another device is shown as paid in the sheet of wallet ${phoneWallet}, and charged once`,
    { tag: oneEngine[phoneWallet] },
    async ({ checkout, browser, ledger, store }) => {
      await checkout.open({});
      await using otherDevice = await browser.newContext();
      const phone = new Checkout(await otherDevice.newPage(), ledger, store);
      phone.provokes(noPayment, /status of 409/);
      await phone.open(undefined, checkout.order);
      await phone.button(phoneWallet).click();
      await expect(phone.payButton(phoneWallet)).toBeEnabled();
      await checkout.pay(wallet, approved);
      await checkout.expectThanks();

      await phone.sheet(phoneWallet).pay({ card });
      await phone.expectThanks();
      await phone.expectEndings('wallet-result succeeded');
      await phone.expectNothingWrong();
      await checkout.expectBooks(paidOnce);
      expect(await ledger.calls(checkout.order, 'pay-token')).toHaveLength(1);
    },
  );
}

/** The order in a second tab, while its sheet is up in the first. */
async function openWhilePaying(
  checkout: Checkout,
  newTab: () => Promise<Checkout>,
): Promise<Checkout> {
  await checkout.button(wallet).click();
  await expect(checkout.sheet(wallet).dialog).toBeVisible();
  const other = await newTab();
  other.provokes(noPayment);
  await other.open(undefined, checkout.order);
  await expectElsewhere(other);
  return other;
}

/** A driven browser gives every tab the focus at once, so the event of the payer's return is dispatched. */
async function comeTo({ page }: Checkout): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

async function expectElsewhere(tab: Checkout): Promise<void> {
  await expect(tab.notice).toContainText('in another tab');
  await expect(tab.button('A')).toBeDisabled();
  await expect(tab.button('B')).toBeDisabled();
}
