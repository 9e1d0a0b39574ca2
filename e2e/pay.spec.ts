import { paidOnce, untouched } from './checkout.ts';
import { expect, oneEngine, test, wallets } from './test.ts';

for (const { wallet, approved } of wallets) {
  const otherWallet = wallet === 'A' ? 'B' : 'A';
  const tag = `wallet-${wallet.toLowerCase()}`;

  test.describe(`wallet ${wallet}`, () => {
    test('pays directly', { tag: '@firefox' }, async ({ checkout, ledger, store }) => {
      await checkout.open();
      await checkout.pay(wallet, approved);

      await checkout.expectThanks();
      await expect(checkout.page.getByText('Your order is paid.')).toBeVisible();
      await checkout.expectEndings('wallet-result succeeded');
      expect((await checkout.log()).filter((line) => !line.startsWith('wallet-ready'))).toEqual([
        `wallet-click ${tag}`,
        `wallet-authorized ${tag}`,
        `wallet-result ${tag}`,
      ]);
      await checkout.expectBooks(paidOnce);

      const [session] = await ledger.sessions(checkout.order);
      expect(session).toMatchObject({ amount: '199.90', attempts: [{ bank: 'none' }] });
      expect(store.attempts(checkout.order)).toMatchObject([
        {
          wallet: tag,
          asked: 19990,
          currency: 'UAH',
          // The very bytes of the wallet reached the service, and their hash is all that stays.
          tokenHash: session?.attempts[0]?.token_sha256.slice(0, 32),
        },
      ]);
    });

    test('can close the sheet, and pay later', async ({ checkout }) => {
      await checkout.open({});
      await checkout.button(wallet).click();
      await checkout.sheet(wallet).cancel();

      await checkout.expectOffer('You closed the wallet. Nothing was paid.');
      expect(checkout.endings()).toEqual([
        expect.stringMatching(/^wallet-cancel (opened|validated)$/),
      ]);
      await checkout.expectBooks(untouched);

      await checkout.pay(wallet, approved);
      await checkout.expectThanks();
      await checkout.expectBooks(paidOnce);
    });

    test(
      'opens one sheet and pays once for a double press (I24)',
      { tag: oneEngine[wallet] },
      async ({ checkout, ledger }) => {
        // The second click falls on whatever card the sheet has there.
        await checkout.open({ result: 'paid', bankCheck: 'never' });
        await checkout.button(wallet).dblclick();
        await expect(checkout.sheet(wallet).dialog).toHaveCount(1);
        await checkout.payButton(wallet).dblclick();

        await checkout.expectThanks();
        await checkout.expectEndings('wallet-result succeeded');
        await checkout.expectBooks(paidOnce);
        expect(await ledger.calls(checkout.order, 'pay-token')).toHaveLength(1);
      },
    );

    test(
      'pays once from two tabs where the browser has no locks',
      { tag: oneEngine[wallet] },
      async ({ checkout, newTab, ledger }) => {
        // The token stays on its way until both tabs have sent theirs.
        await checkout.open({ processDelay: 700 });
        checkout.provokes(/404/, /409/);
        await checkout.button(wallet).click();
        const otherTab = await newTab();
        await otherTab.page.addInitScript(() => {
          Reflect.deleteProperty(Navigator.prototype, 'locks');
        });
        otherTab.provokes(/404/, /409/);
        await otherTab.open(undefined, checkout.order);
        await otherTab.button(otherWallet).click();
        const payButtons = [checkout.payButton(wallet), otherTab.payButton(otherWallet)];
        for (const button of payButtons) await expect(button).toBeEnabled();
        // A tab in the background takes neither mouse nor keys.
        await Promise.all(payButtons.map((button) => button.dispatchEvent('click')));

        await Promise.all([checkout.expectThanks(), otherTab.expectThanks()]);
        await checkout.expectBooks(paidOnce);
        expect(await ledger.calls(checkout.order, 'pay-token')).toHaveLength(1);
      },
    );
  });
}

for (const { wallet, approved, declined } of wallets) {
  test(
    `wallet ${wallet} says that a card was declined, and takes another`,
    { tag: '@chromium' },
    async ({ checkout }) => {
      await checkout.open({});
      await checkout.pay(wallet, declined);
      // Wallet B keeps its sheet open for another card; this payer closes it.
      if (wallet === 'B') {
        await expect(checkout.sheet('B').dialog.getByRole('status')).toContainText(
          'Nothing was charged.',
        );
        await checkout.sheet('B').cancel();
      }

      await checkout.expectOffer('The payment did not go through. You were not charged.');
      await checkout.expectEndings('wallet-result failed');
      await checkout.expectBooks({
        charges: 0,
        ledger: ['failed'],
        store: ['failed'],
        shop: 'failed',
      });

      await checkout.pay(wallet, approved);
      await checkout.expectThanks();
      await checkout.expectEndings('wallet-result failed', 'wallet-result succeeded');
      await checkout.expectBooks({
        ...paidOnce,
        ledger: ['failed', 'paid'],
        store: ['failed', 'paid'],
      });
    },
  );
}

test(
  'wallet B takes another card in the same sheet',
  { tag: '@chromium' },
  async ({ checkout }) => {
    const [, { wallet, approved, declined }] = wallets;
    await checkout.open({});
    await checkout.pay(wallet, declined);
    await checkout.sheet(wallet).pay({ card: approved });

    await checkout.expectThanks();
    await checkout.expectEndings('wallet-result succeeded');
    await checkout.expectBooks({
      ...paidOnce,
      ledger: ['failed', 'paid'],
      store: ['failed', 'paid'],
    });
  },
);
