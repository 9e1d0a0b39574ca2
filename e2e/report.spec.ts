import { untouched } from './checkout.ts';
import { expect, test } from './test.ts';

test('keeps with the order that the payer cannot use the wallet, before there is a payment', async ({
  checkout,
  page,
  store,
}) => {
  await checkout.open({});
  await expect(checkout.button('B')).toBeEnabled();
  await page.evaluate(`walletSandbox.configure({ walletB: { isReadyToPay: false } });
      for (const tag of document.querySelectorAll('wallet-b-button')) tag.reload();`);
  await expect
    .poll(() => store.reports(checkout.order))
    .toEqual(['wallet-b readiness unsupported']);
  await checkout.expectBooks(untouched);
});

test('keeps with the order that the provider does not accept the merchant', async ({
  checkout,
  page,
  store,
}) => {
  await checkout.open({});
  await expect(checkout.button('B')).toBeEnabled();
  await page.evaluate(
    `walletSandbox.configure({ walletB: { failure: 'MERCHANT_ACCOUNT_ERROR' } })`,
  );
  await checkout.button('B').click();
  await checkout.expectEndings('wallet-error merchant-account');
  await expect
    .poll(() => store.reports(checkout.order))
    .toEqual(['wallet-b opened merchant-account MERCHANT_ACCOUNT_ERROR']);
  await checkout.expectBooks(untouched);
});

test('keeps with the order that a payment was refused for its amount', async ({
  checkout,
  page,
  store,
}) => {
  checkout.provokes(/409/);
  await checkout.open({});
  await expect(checkout.button('A')).toBeEnabled();
  await page.evaluate(
    `for (const tag of document.querySelectorAll('wallet-a-button, wallet-buttons')) tag.amount = '1.00'`,
  );
  await checkout.pay('A', 'visa-approve');
  await checkout.expectEndings('wallet-error refused');
  await expect
    .poll(() => store.reports(checkout.order))
    .toEqual(['wallet-a authorized refused amount_mismatch']);
  await checkout.expectBooks(untouched);
});
