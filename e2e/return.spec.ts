import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { Bank } from './bank.ts';
import { openReturnShop, type Payer, type ReturnShop } from './return-shop.ts';

const test = base.extend<object, { readonly shop: ReturnShop }>({
  shop: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      await using shop = await openReturnShop();
      await use(shop);
    },
    { scope: 'worker' },
  ],
});

/** Pays until the bank asks. @returns the order. */
async function goToBank(page: Page, shop: ReturnShop, payer: Payer): Promise<string> {
  const { order, checkout } = shop.newOrder(payer);
  await page.goto(checkout);
  await page.getByRole('button', { name: 'Pay' }).click();
  await new Bank(page).expectQuestion();
  return order;
}

/** Where a browser goes in the shop, such as `GET /return`; of a path that names an order, its beginning. */
function stepsOf(context: BrowserContext, { url }: ReturnShop): readonly string[] {
  const steps: string[] = [];
  context.on('request', (request) => {
    if (!request.isNavigationRequest() || !request.url().startsWith(url)) return;
    const { pathname } = new URL(request.url());
    steps.push(`${request.method()} ${pathname.replace(/^(\/wallet\/return)\/.*/, '$1')}`);
  });
  return steps;
}

async function expectOutcome(page: Page, order: string, outcome: string): Promise<void> {
  await expect(page.locator(`wallet-payment-status:state(${outcome})`)).toBeVisible();
  // The receipt has left the address.
  expect(new URL(page.url()).search).toBe(`?order=${order}`);
}

for (const account of ['customer', 'guest'] as const) {
  for (const bankReturn of ['get', 'post'] as const) {
    const method = bankReturn.toUpperCase();

    for (const sameSite of ['Lax', 'Strict', 'None'] as const) {
      test(`a ${account} with a cookie of SameSite=${sameSite} comes back by ${method} and sees that the payment succeeded`, async ({
        page,
        context,
        shop,
      }) => {
        const order = await goToBank(page, shop, { sameSite, account });
        shop.sandbox.scenario({ external_id: order, bankReturn });
        const steps = stepsOf(context, shop);
        await new Bank(page).approve.click();
        await expectOutcome(page, order, 'succeeded');
        expect(steps).toEqual([`${method} /wallet/return`, 'GET /return']);
        expect((await shop.wallet.find(order))?.outcome).toBe('succeeded');
      });
    }

    test(`a ${account} comes back by ${method} in another browser and sees that the payment succeeded`, async ({
      page,
      browser,
      shop,
    }) => {
      const order = await goToBank(page, shop, { sameSite: 'Lax', account });
      shop.sandbox.scenario({ external_id: order, bankReturn, bankBrowser: 'other' });
      await new Bank(page).approve.click();
      await expect(page.getByText('You approved this payment')).toBeVisible();

      await using other = await browser.newContext();
      const steps = stepsOf(other, shop);
      const otherPage = await other.newPage();
      await otherPage.goto(page.url());
      await otherPage.getByText('Back to the shop').click();
      await expectOutcome(otherPage, order, 'succeeded');
      expect(await other.cookies()).toEqual([]);
      expect(steps).toEqual([`${method} /wallet/return`, 'GET /return']);
      expect((await shop.wallet.find(order))?.outcome).toBe('succeeded');
    });
  }
}

const guest = { sameSite: 'Lax', account: 'guest' } as const;

test('a payer who declined in another browser sees that nothing was charged, also after a reload', async ({
  page,
  browser,
  shop,
}) => {
  const order = await goToBank(page, shop, guest);
  shop.sandbox.scenario({ external_id: order, bankBrowser: 'other' });
  await new Bank(page).decline.click();
  await using other = await browser.newContext();
  const otherPage = await other.newPage();
  await otherPage.goto(page.url());
  await otherPage.getByText('Back to the shop').click();
  await expectOutcome(otherPage, order, 'failed');
  await otherPage.reload();
  await expectOutcome(otherPage, order, 'failed');
});

test('a stranger who knows the order alone sees nothing of it', async ({ page, browser, shop }) => {
  const order = await goToBank(page, shop, guest);
  await new Bank(page).approve.click();
  await expectOutcome(page, order, 'succeeded');
  await using other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto(`${shop.url}/return?order=${order}`);
  await expectOutcome(stranger, order, 'error');
});

test('a payer whom the bank never sends back finds the outcome in the shop', async ({
  page,
  shop,
}) => {
  const order = await goToBank(page, shop, guest);
  shop.sandbox.scenario({ external_id: order, bankReturn: 'never' });
  await new Bank(page).approve.click();
  await expect(page.getByText('You can close this page.')).toBeVisible();
  await page.goto(`${shop.url}/return?order=${order}`);
  await expectOutcome(page, order, 'succeeded');
});
