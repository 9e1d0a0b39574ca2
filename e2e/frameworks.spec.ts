import { paidOnce, type Checkout } from './checkout.ts';
import { hold } from './hold.ts';
import { expect, test } from './test.ts';

/** The same checkout, inside each framework that the README names. */
for (const page of ['/react', '/vue', '/angular', '/svelte']) {
  test.describe(page, { tag: '@chromium' }, () => {
    test('says what became of each press, and pays with wallet A', async ({ checkout }) => {
      await checkout.open({ bankCheck: 'never' }, undefined, page);
      await checkout.button('B').click();
      await checkout.sheet('B').cancel();
      await expect(checkout.page.getByText('You closed the wallet.')).toBeVisible();

      await checkout.button('A').click();
      // A list: it reached the tag as a property, for an attribute could not carry it.
      await expect(checkout.sheet('A').dialog).toContainText('Sunflower ‘Early Lark’');
      await checkout.sheet('A').pay({ card: 'visa-decline' });
      await expect(checkout.page.getByText('The payment did not go through.')).toBeVisible();

      await checkout.pay('A', 'visa-approve');
      await checkout.expectThanks();
      await expect(checkout.page.getByText('Your order is paid.')).toBeVisible();
      await expect
        .poll(() => pressOf(checkout))
        .toEqual([
          'wallet-click wallet-b',
          'wallet-cancel wallet-b',
          ...['wallet-click wallet-a', 'wallet-authorized wallet-a', 'wallet-result wallet-a'],
          ...['wallet-click wallet-a', 'wallet-authorized wallet-a', 'wallet-result wallet-a'],
        ]);
      await checkout.expectBooks({
        ...paidOnce,
        ledger: ['failed', 'paid'],
        store: ['failed', 'paid'],
      });
    });

    test('pays with wallet B, and follows a payment that settles later', async ({ checkout }) => {
      await checkout.open(
        { result: 'paid', bankCheck: 'never', settleAfter: 1_500 },
        undefined,
        page,
      );
      const tell = await hold(checkout.page, '**/wallet/status');
      await checkout.button('B').click();
      await checkout.sheet('B').pay();

      await checkout.expectChecking();
      tell();
      await checkout.expectThanks();
      await checkout.expectEndings('wallet-result pending');
      expect(checkout.statusEvents()).toEqual(['wallet-result succeeded']);
      await expect
        .poll(() => pressOf(checkout))
        .toEqual([
          'wallet-click wallet-b',
          'wallet-authorized wallet-b',
          'wallet-result wallet-b',
          'wallet-result wallet-payment-status',
        ]);
      await checkout.expectBooks(paidOnce);
    });
  });
}

// All four pages take these words from one module.
test(
  'a framework’s page says that the money is held',
  { tag: '@chromium' },
  async ({ checkout }) => {
    await checkout.open({ result: 'holded', bankCheck: 'never' }, undefined, '/react');
    await checkout.pay('A', 'visa-approve');
    await checkout.expectThanks();
    await expect(checkout.page.locator('.stamp')).toHaveText('Held');
  },
);

/** The page's own log, without the readiness of both buttons. */
async function pressOf(checkout: Checkout): Promise<readonly string[]> {
  return (await checkout.log()).filter((line) => !line.startsWith('wallet-ready'));
}
