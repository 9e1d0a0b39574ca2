import { expect, oneEngine, test, wallets } from './test.ts';

/** A shop that shows its checkout in a frame. */
test.beforeEach(async ({ page }) => {
  await page.route('/shop-window', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>A shop</title><link rel="icon" href="data:,">
        <iframe src="/" allow="payment" width="1000" height="900"></iframe>`,
    }),
  );
  await page.goto('/shop-window');
});

for (const { wallet, approved, challenged } of wallets) {
  test.describe(`wallet ${wallet} in a frame`, { tag: oneEngine[wallet] }, () => {
    test('pays', async ({ page }) => {
      const frame = page.frameLocator('iframe');
      await frame.getByRole('button', { name: `Buy with Wallet ${wallet}` }).click();
      const sheet = frame.getByRole('dialog', { name: `Wallet ${wallet}` });
      await sheet.locator(`input[value="${approved}"]`).check();
      await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
      await expect(frame.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    });

    test(
      'takes the whole page to the bank with redirect="top"',
      { tag: '@chromium' },
      async ({ page }) => {
        const frame = page.frameLocator('iframe');
        const tag = frame.locator(`wallet-${wallet.toLowerCase()}-button`);
        await tag.evaluate((element) => {
          element.setAttribute('redirect', 'top');
        });
        await tag.getByRole('button').click();
        const sheet = frame.getByRole('dialog', { name: `Wallet ${wallet}` });
        await sheet.locator(`input[value="${challenged}"]`).check();
        await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
        await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
      },
    );
  });
}
