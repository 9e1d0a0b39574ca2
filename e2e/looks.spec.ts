import { expect, test, wallets } from './test.ts';

for (const { wallet } of wallets) {
  test.describe(
    `wallet ${wallet} in forced colours and without motion`,
    { tag: '@chromium' },
    () => {
      test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

      test('can be seen, has a name and shows its focus', async ({ checkout }) => {
        await checkout.open({});
        const button = checkout.button(wallet);
        await expect(button).toBeEnabled();
        await button.focus();
        await checkout.page.keyboard.press('Shift+Tab');
        await checkout.page.keyboard.press('Tab');
        const look = await button.evaluate((element) => {
          const { color, backgroundColor, outlineStyle, animationName } = getComputedStyle(element);
          return { color, backgroundColor, outlineStyle, animationName };
        });
        expect(look.color).not.toBe(look.backgroundColor);
        expect(look).toMatchObject({ outlineStyle: 'solid', animationName: 'none' });
      });
    },
  );
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
