import type { Page } from '@playwright/test';
import { Bank } from './bank.ts';
import { paidOnce, untouched } from './checkout.ts';
import { hold } from './hold.ts';
import { expect, test, wallets } from './test.ts';

const html = '<!doctype html><title>502</title><h1>Bad gateway</h1>';

/** How a backend fails is nothing to a wallet: each half of the cases has one. */
const [a, b] = wallets;

test(
  'sends nothing to a backend that is down, and pays when it is up',
  { tag: '@chromium' },
  async ({ checkout }) => {
    checkout.provokes(/ERR_FAILED/, /404/);
    await checkout.open({});
    const restore = await goDown(checkout.page);
    await checkout.pay(b.wallet, b.approved);

    // The token may have arrived, so the page does not offer to pay.
    await checkout.expectChecking();
    await checkout.expectEndings('wallet-error unreachable');
    await restore();
    await checkout.expectOffer('Nothing was paid. You can try again.');
    await checkout.expectBooks(untouched);

    await checkout.pay(b.wallet, b.approved);
    await checkout.expectThanks();
    await checkout.expectEndings('wallet-error unreachable', 'wallet-result succeeded');
    await checkout.expectBooks(paidOnce);
  },
);

test(
  'waits for a slow backend, and cannot be pressed meanwhile',
  { tag: '@chromium' },
  async ({ checkout, ledger }) => {
    await checkout.open({});
    const answer = await hold(checkout.page, '**/wallet/pay-token');
    await checkout.pay(a.wallet, a.approved);

    await expect(checkout.sheet(a.wallet).dialog).toContainText('Processing…');
    await expect(checkout.notice).toHaveText('Your wallet agreed. Paying…');
    await expect(checkout.button(a.wallet)).toBeDisabled();
    expect(checkout.endings()).toEqual([]);
    answer();
    await checkout.expectThanks();
    await checkout.expectEndings('wallet-result succeeded');
    await checkout.expectBooks(paidOnce);
    expect(await ledger.calls(checkout.order, 'pay-token')).toHaveLength(1);
  },
);

for (const status of [200, 502]) {
  test(
    `takes a page of HTML with ${status} for no answer`,
    { tag: '@chromium' },
    async ({ checkout }) => {
      checkout.provokes(/502/, /404/);
      await checkout.open({});
      await checkout.page.route('**/wallet/pay-token', (route) =>
        route.fulfill({ status, contentType: 'text/html', body: html }),
      );
      await checkout.pay(b.wallet, b.approved);

      await checkout.expectOffer('Nothing was paid. You can try again.');
      await checkout.expectEndings('wallet-error unreachable');
      await checkout.expectBooks(untouched);
      await checkout.page.unroute('**/wallet/pay-token');

      await checkout.pay(b.wallet, b.approved);
      await checkout.expectThanks();
      await checkout.expectBooks(paidOnce);
    },
  );
}

for (const answer of ['cut', 'html'] as const) {
  test(
    `stays unknown until the truth is known, when the money was taken and the answer is ${answer}`,
    { tag: '@chromium' },
    async ({ checkout, ledger, store }) => {
      // The webhook has no status, and get-status has none until the test sets it.
      await checkout.open({ answer, webhook: 'never' });
      const tell = await hold(checkout.page, '**/wallet/status');
      await checkout.pay(a.wallet, a.approved);

      await checkout.expectChecking();
      await checkout.expectEndings('wallet-result unknown');
      expect(store.history(checkout.order)).toContain('unknown, by pay-token');
      tell();
      await checkout.expectThanks();
      await checkout.expectBooks(paidOnce);
      expect(await ledger.calls(checkout.order, 'pay-token')).toHaveLength(1);
    },
  );
}

test('continues after a reload while the token is on its way', async ({ checkout, ledger }) => {
  await checkout.open({ processDelay: 6000 });
  await checkout.pay(b.wallet, b.approved);
  await ledger.expectCall(checkout.order, 'pay-token');
  checkout.losesThePress();
  await checkout.page.reload();

  await checkout.expectThanks();
  expect(checkout.endings()).toEqual([]);
  await checkout.expectBooks(paidOnce);
  expect(await ledger.calls(checkout.order, 'pay-token')).toHaveLength(1);
});

test('offers nothing after a reload that missed the way to the bank', async ({
  checkout,
  ledger,
}) => {
  await checkout.open({ processDelay: 6000 });
  await checkout.pay(b.wallet, b.challenged);
  await ledger.expectCall(checkout.order, 'pay-token');
  checkout.losesThePress();
  await checkout.page.reload();

  await checkout.expectChecking();
  await expect.poll(() => ledger.waitingAtBank(checkout.order)).toHaveLength(1);
  const [acsUrl = ''] = await ledger.waitingAtBank(checkout.order);
  await new Bank(checkout.page).approveInApp(acsUrl);
  await checkout.expectThanks();
  expect(checkout.endings()).toEqual([]);
  await checkout.expectBooks(paidOnce);
});

test(
  'a merchant session that wallet A cannot get ends the press before any token',
  { tag: '@chromium' },
  async ({ checkout }) => {
    checkout.provokes(/502/, /404/);
    await checkout.open({});
    await checkout.page.route('**/wallet/validate-merchant', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: html }),
    );
    await checkout.button('A').click();

    await expect(checkout.sheet('A').dialog).toHaveCount(0);
    await checkout.expectOffer('Nothing was paid. You can try again.');
    await checkout.expectEndings('wallet-error unreachable');
    await checkout.expectBooks(untouched);
  },
);

test(
  'a proxy’s page in place of the backend’s answer leads to the payment that was made',
  { tag: '@chromium' },
  async ({ checkout }) => {
    checkout.provokes(/504/);
    await checkout.open({});
    await checkout.page.route('**/wallet/pay-token', async (route) => {
      await route.fetch();
      await route.fulfill({ status: 504, contentType: 'text/html', body: html });
    });
    await checkout.pay('B', 'visa-approve');

    await checkout.expectThanks();
    await checkout.expectEndings('wallet-result succeeded');
    await checkout.expectBooks(paidOnce);
  },
);

/** Blocks all answers about a payment. @returns the function that restores the backend */
async function goDown(page: Page): Promise<() => Promise<void>> {
  const paths = /\/wallet\/(pay-token|status)$/;
  await page.route(paths, (route) => route.abort());
  return () => page.unroute(paths);
}
