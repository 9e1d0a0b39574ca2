import { expectNoViolations } from './axe.ts';
import { Bank } from './bank.ts';
import { expect, test } from './test.ts';

test.describe('axe finds nothing wrong, in light and in dark,', { tag: '@chromium' }, () => {
  test('before a payment', async ({ checkout }) => {
    await checkout.open({});
    await expect(checkout.button('A')).toBeEnabled();
    await expect(checkout.button('B')).toBeEnabled();
    await expectNoViolations(checkout.page);
  });

  test('once it is paid', async ({ checkout }) => {
    await checkout.open({});
    await checkout.pay('A', 'visa-approve');
    await checkout.expectThanks();
    await expect(checkout.sheet('A').dialog).toHaveCount(0);
    await expectNoViolations(checkout.page);
  });

  test('once a card was declined', async ({ checkout }) => {
    await checkout.open({});
    await checkout.pay('A', 'visa-decline');
    await checkout.expectOffer('The payment did not go through.');
    await expect(checkout.sheet('A').dialog).toHaveCount(0);
    await expectNoViolations(checkout.page, '#till');
  });

  test('while it is being checked, at the checkout and on the page after the bank', async ({
    checkout,
    newTab,
  }) => {
    await checkout.open({});
    await checkout.pay('A', 'mastercard-challenge');
    await new Bank(checkout.page).leave.click();
    await checkout.expectChecking();
    const otherTab = await newTab();
    await otherTab.open(undefined, checkout.order);
    await otherTab.expectChecking();
    await expectNoViolations(otherTab.page, '#till');
    await expectNoViolations(checkout.page);
  });
});
