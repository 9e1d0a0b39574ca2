/** A React component for wallet A's button, which loads the provider's script itself. */
import { expect, openClient, refuseOnce, test } from './shop.ts';

const platforms = ['polyfill', 'native'] as const;

for (const platform of platforms) {
  test.describe(`apple-pay-button, ${platform}`, () => {
    test.use({ walletA: platform });

    test('pays with wallet A after a cancel and a refusal', async ({ page, wallets }) => {
      await openClient(page, { name: 'apple-pay-button' });
      const button = page.getByRole('button', { name: 'Buy with Wallet A' });
      await button.click();
      await (await wallets.sheet('A')).cancel();
      await expect(page).toHaveTitle('cancelled');
      await refuseOnce(page);
      await button.click();
      await (await wallets.sheet('A')).pay({ card: 'visa-decline' });
      await expect(page).toHaveTitle('EC_v1 Refused');
      await expect((await wallets.sheet('A')).dialog).toBeHidden();
      await button.click();
      await (await wallets.sheet('A')).pay();
      await expect(page).toHaveTitle('EC_v1 Authorised');
    });
  });
}
