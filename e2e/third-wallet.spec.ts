import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { paidOnce, untouched } from './checkout.ts';
import { expect, test } from './test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** An invented wallet, whose folder is all that the tags know of it. The demo knows the line of its profile. */
async function thirdWallet(): Promise<string> {
  const graph = await rolldown({
    cwd: root,
    input: './packages/elements/test/third-wallet/define.ts',
    resolve: { conditionNames: ['@wallet-buttons/source', 'browser', 'import'] },
    tsconfig: 'packages/elements/tsconfig.json',
  });
  const { output } = await graph.generate({ format: 'es', codeSplitting: false });
  await graph.close();
  return output[0].code;
}

test.describe('a third wallet', { tag: '@chromium' }, () => {
  test.beforeEach(async ({ checkout }) => {
    const { page } = checkout;
    const body = await thirdWallet();
    await page.route('/wallet-c.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
    await checkout.open({});
    await page.evaluate(async (address) => {
      await import(address);
      const tag = document.createElement('wallet-c-button');
      // The order, the total and the backend, as the other buttons have them.
      for (const { name, value } of document.querySelector('wallet-a-button')?.attributes ?? [])
        tag.setAttribute(name, value);
      document.querySelector('#buttons')?.append(tag);
    }, '/wallet-c.js');
  });

  test('is paid with in the demo', async ({ checkout }) => {
    const { page } = checkout;
    await page.getByRole('button', { name: 'Pay with C' }).click();
    const sheet = page.getByRole('dialog', { name: 'Wallet C' });
    await expect(sheet).toContainText('199.90 UAH');
    await sheet.getByRole('button', { name: 'Agree' }).click();
    await checkout.expectThanks();
    await checkout.expectEndings('wallet-result succeeded');
    await checkout.expectBooks(paidOnce);
  });

  test('sends its payer to the bank and back', async ({ checkout }) => {
    const { page } = checkout;
    await page.locator('wallet-c-button').evaluate((tag) => {
      tag.setAttribute('card', 'mastercard-challenge');
    });
    await page.getByRole('button', { name: 'Pay with C' }).click();
    await page.getByRole('button', { name: 'Agree' }).click();
    await page.getByRole('button', { name: /approve/i }).click();
    await checkout.expectThanks();
    await checkout.expectBooks(paidOnce);
  });

  test('ends in a cancel, and leaves the order to the other wallets', async ({ checkout }) => {
    const { page } = checkout;
    await page.getByRole('button', { name: 'Pay with C' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await checkout.expectEndings('wallet-cancel opened');
    await checkout.expectBooks(untouched);
    await checkout.pay('B', 'visa-approve');
    await checkout.expectThanks();
  });
});
