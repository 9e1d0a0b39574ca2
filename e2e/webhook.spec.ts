import { Bank } from './bank.ts';
import { paidOnce } from './checkout.ts';
import { expect, test, wallets } from './test.ts';

/** Which wallet paid is nothing to a webhook: each half of the cases has one. */
const [a, b] = wallets;

test.describe('the webhook', { tag: '@chromium' }, () => {
  test('comes before the payer returns', async ({ checkout, store }) => {
    // No other source is left: the service does not answer get-status.
    await checkout.open({ webhook: 'before', answerOn: 'get-status', answer: 'error503' });
    await checkout.pay(a.wallet, a.challenged);
    await new Bank(checkout.page).approve.click();

    await checkout.expectThanks();
    await checkout.expectEndings('wallet-redirect');
    await checkout.expectBooks(paidOnce);
    expect(store.history(checkout.order)).toContain('paid, by webhook');
  });

  test('comes after the payer has returned, and changes nothing', async ({
    checkout,
    ledger,
    store,
  }) => {
    await checkout.open({ webhook: 'never' });
    await checkout.pay(b.wallet, b.challenged);
    await new Bank(checkout.page).approve.click();

    await checkout.expectThanks();
    await checkout.expectBooks(paidOnce);
    const history = store.history(checkout.order);
    expect(history.at(-1)).toBe('paid, by get-status');
    await ledger.sendWebhook({ external_id: checkout.order, count: 2 });
    const [session] = await ledger.sessions(checkout.order);
    expect(session?.webhooks).toMatchObject([{ last_answer: 200 }, { last_answer: 200 }]);
    expect(store.history(checkout.order)).toEqual(history);
    await checkout.expectThanks();
    await checkout.expectEndings('wallet-redirect');
    await checkout.expectBooks(paidOnce);
  });

  test('comes instead of the payer, who has closed the tab', async ({
    checkout,
    newTab,
    store,
  }) => {
    await checkout.open({ answerOn: 'get-status', answer: 'error503' });
    await checkout.pay(a.wallet, a.challenged);
    const bank = new Bank(checkout.page);
    await bank.expectQuestion();
    const acsUrl = checkout.page.url();
    await checkout.expectEndings('wallet-redirect');
    await checkout.page.close();
    const otherTab = await newTab();
    await new Bank(otherTab.page).approveInApp(acsUrl);

    await checkout.expectBooks(paidOnce);
    expect(store.history(checkout.order)).toContain('paid, by webhook');
    await otherTab.open(undefined, checkout.order);
    await otherTab.expectThanks();
  });

  test('never comes: the payer’s return is enough', async ({ checkout, ledger }) => {
    await checkout.open({ webhook: 'never' });
    await checkout.pay(b.wallet, b.challenged);
    await new Bank(checkout.page).approve.click();

    await checkout.expectThanks();
    await checkout.expectEndings('wallet-redirect');
    await checkout.expectBooks(paidOnce);
    const [session] = await ledger.sessions(checkout.order);
    expect(session?.webhooks).toEqual([]);
  });
});

for (const webhookVersion of ['v1', 'v2', 'v3'] as const) {
  test(
    `version ${webhookVersion} of the webhook overtakes the answer to the token`,
    { tag: '@chromium' },
    async ({ checkout, store }) => {
      await checkout.open({ webhook: 'before', webhookVersion, answerDelay: 1000 });
      await checkout.pay('B', 'visa-approve');

      await checkout.expectThanks();
      await checkout.expectEndings('wallet-result succeeded');
      await checkout.expectBooks(paidOnce);
      expect(store.history(checkout.order).at(-1)).toBe('paid, by webhook');
    },
  );
}
