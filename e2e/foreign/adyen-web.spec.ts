/** The components of another payment provider for both wallets. */
import { expect, openClient, refuseOnce, test } from './shop.ts';

test.describe('@adyen/adyen-web', () => {
  test.describe.configure({ mode: 'default' });

  test.beforeEach(async ({ page }) => {
    await openClient(page, { name: 'adyen-web' });
  });

  test('pays with wallet B after a cancel and a refusal', async ({ page, wallets }) => {
    const button = page.locator('#b').getByRole('button');
    await button.click();
    await (await wallets.sheet('B')).cancel();
    await expect(page).toHaveTitle('cancelled');
    await refuseOnce(page);
    await button.click();
    const sheet = await wallets.sheet('B');
    await sheet.pay({ card: 'visa-decline' });
    await expect(page).toHaveTitle('ECv2 Refused failed');
    await sheet.pay({ card: 'visa-approve' });
    await expect(page).toHaveTitle('ECv2 Authorised completed');
  });

  test('pays with wallet A after a delivery has changed the total', async ({ page, wallets }) => {
    await page.locator('#a apple-pay-button').click();
    const sheet = await wallets.sheet('A');
    await sheet.chooseShippingOption('courier');
    await expect(sheet.dialog).toContainText('259.90');
    await sheet.pay();
    await expect(page).toHaveTitle('EC_v1 Authorised completed');
  });

  test.describe('in the browser of wallet A and the popup of wallet B', () => {
    test.use({ walletA: 'native', walletB: 'popup' });

    test('pays with wallet A after a cancel', async ({ page, wallets }) => {
      await page.locator('#a apple-pay-button').click();
      await (await wallets.sheet('A')).cancel();
      await expect(page).toHaveTitle('cancelled');
      await page.locator('#a apple-pay-button').click();
      await (await wallets.sheet('A')).pay();
      await expect(page).toHaveTitle('EC_v1 Authorised completed');
    });

    test('pays with wallet B', async ({ page, wallets }) => {
      await page.locator('#b').getByRole('button').click();
      await (await wallets.sheet('B')).pay();
      await expect(page).toHaveTitle('ECv2 Authorised completed');
    });
  });
});
