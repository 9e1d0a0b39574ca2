import { contrastOfWords } from './picture.ts';
import { expect, test, wallets } from './test.ts';

for (const { wallet } of wallets) {
  test.describe(
    `wallet ${wallet} in forced colours and without motion`,
    { tag: '@chromium' },
    () => {
      test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

      test('has a name and shows its focus', async ({ checkout }) => {
        await checkout.open({});
        const button = checkout.button(wallet);
        await expect(button).toBeEnabled();
        await button.focus();
        await checkout.page.keyboard.press('Shift+Tab');
        await checkout.page.keyboard.press('Tab');
        const look = await button.evaluate((element) => {
          const { outlineStyle, animationName } = getComputedStyle(element);
          return { outlineStyle, animationName };
        });
        expect(look).toEqual({ outlineStyle: 'solid', animationName: 'none' });
      });
    },
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in forced colours, ${colorScheme},`, { tag: '@chromium' }, () => {
    test.use({ contextOptions: { forcedColors: 'active' }, colorScheme });

    for (const { wallet } of wallets) {
      for (const style of ['black', 'white'] as const) {
        test(`the label of wallet ${wallet} can be read on its ${style} button`, async ({
          checkout,
        }) => {
          await checkout.open({});
          const button = checkout.button(wallet);
          await expect(button).toBeEnabled();
          await checkout.page.evaluate((buttonStyle) => {
            for (const tag of document.querySelectorAll('wallet-a-button, wallet-b-button'))
              Object.assign(tag, { buttonStyle });
          }, style);
          await expect(button).toHaveClass(new RegExp(`\\b${style}\\b`));
          // As WCAG asks for at best.
          await expect.poll(() => contrastOfWords(button)).toBeGreaterThan(7);
        });
      }
    }
  });
}

test.describe('the shop in forced colours', { tag: '@chromium' }, () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('shows where a button is', async ({ checkout }) => {
    await checkout.open({});
    await expect(checkout.page.getByRole('button', { name: 'New order' })).toHaveCSS(
      'border-style',
      'solid',
    );
  });
});
