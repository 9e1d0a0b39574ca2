/** The provider's own components for wallet B, as an element and for React, in the versions that shops have. */
import { expect, openClient, refuseOnce, test } from './shop.ts';

const element = '@google-pay/button-element';
const react = '@google-pay/button-react';

const clients = [
  { version: `${element} 4`, file: 'button-element', instead: {} },
  {
    version: `${element} 2`,
    file: 'button-element',
    instead: { [element]: 'google-pay-button-element-2' },
  },
  { version: `${react} 4`, file: 'button-react', instead: {} },
  {
    version: `${react} 2`,
    file: 'button-react',
    instead: { [react]: 'google-pay-button-react-2' },
  },
] as const;

for (const { version, file, instead } of clients) {
  test.describe(version, () => {
    test.describe.configure({ mode: 'default' });

    test('pays with wallet B after a cancel', async ({ page, wallets }) => {
      await openClient(page, { name: file, instead });
      const button = page.getByRole('button', { name: 'Buy with Wallet B' });
      await button.click();
      await (await wallets.sheet('B')).cancel();
      await expect(page).toHaveTitle('cancelled');
      await button.click();
      await (await wallets.sheet('B')).pay();
      await expect(page).toHaveTitle('ECv2 Authorised');
    });

    test('changes the total with the delivery, and pays with another card after a refusal', async ({
      page,
      wallets,
    }) => {
      await openClient(page, { name: `${file}-delivery`, instead });
      await page.getByRole('button', { name: 'Buy with Wallet B' }).click();
      const sheet = await wallets.sheet('B');
      await sheet.chooseAddress('abroad');
      await expect(sheet.problem('address')).toHaveText('We deliver in Ukraine only.');
      await sheet.chooseAddress('work');
      await sheet.chooseShippingOption('courier');
      await expect(sheet.dialog).toContainText('259.90');
      await refuseOnce(page);
      await sheet.pay({ card: 'visa-decline' });
      await expect(sheet.dialog).toContainText('The bank declined this card.');
      await sheet.pay({ card: 'visa-approve' });
      await expect(page).toHaveTitle('ECv2 Authorised');
    });

    test.describe('in a popup', () => {
      test.use({ walletB: { walletB: { flow: 'popup', cancelDelay: 300 } } });

      test('pays with wallet B after the window was closed', async ({ page, wallets }) => {
        await openClient(page, { name: file, instead });
        const button = page.getByRole('button', { name: 'Buy with Wallet B' });
        await button.click();
        const sheet = await wallets.sheet('B');
        await sheet.dialog.page().close();
        await expect(page).toHaveTitle('cancelled');
        await button.click();
        await (await wallets.sheet('B')).pay();
        await expect(page).toHaveTitle('ECv2 Authorised');
      });
    });
  });
}
