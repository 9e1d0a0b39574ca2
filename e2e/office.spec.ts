import { expect, test } from './test.ts';

test.describe('the counter’s list of orders', { tag: '@chromium' }, () => {
  test('captures a hold, and refunds a part of it', async ({ checkout, ledger }) => {
    await checkout.open({ result: 'holded', bankCheck: 'never' });
    await checkout.pay('B', 'visa-approve');
    await checkout.expectThanks();
    const { page } = checkout;
    await expect(page.locator('.stamp')).toHaveText('Held');
    await expect(page.getByText('We charge it when we post the order.')).toBeVisible();
    const charges = page.locator('[data-fact=charges]');
    await expect(charges).toHaveText('0, held once');

    const row = page.locator('shop-office li', { hasText: checkout.order });
    await expect(row).toContainText('held 199.90');
    await row.getByRole('button', { name: `capture ${checkout.order}` }).click();
    await expect(row).toContainText('charged 199.90');
    await expect(charges).toHaveText('1');

    const refund = row.getByRole('button', { name: `refund ${checkout.order}` });
    await expect(refund).toBeVisible();
    await row.getByRole('textbox').fill('50.00');
    await refund.click();
    await expect(row).toContainText('refunded 50.00');
    const [session] = await ledger.sessions(checkout.order);
    expect(session).toMatchObject({ charged: '199.90', refunded: '50.00' });

    await page.reload();
    await expect(page.locator('.stamp')).toHaveText('Paid');
  });

  test('voids a hold, and counts no charge', async ({ checkout }) => {
    await checkout.open({ result: 'holded', bankCheck: 'never' });
    await checkout.pay('A', 'visa-approve');
    const charges = checkout.page.locator('[data-fact=charges]');
    await expect(charges).toHaveText('0, held once');

    const row = checkout.page.locator('shop-office li', { hasText: checkout.order });
    await row.getByRole('button', { name: `void ${checkout.order}` }).click();
    await expect(row).toContainText('cancelled');
    await expect(charges).toHaveText('0');
  });

  test('voids a charge, which the shop sees as refunded', async ({ checkout, store }) => {
    await checkout.open({ result: 'paid', bankCheck: 'never' });
    await checkout.pay('A', 'visa-approve');
    await checkout.expectThanks();

    const row = checkout.page.locator('shop-office li', { hasText: checkout.order });
    await row.getByRole('button', { name: `void ${checkout.order}` }).click();
    await expect(row).toContainText('refunded');
    await expect.poll(() => store.order(checkout.order)).toBe('refunded');
  });

  test('says why a capture above the hold is refused, and sends nothing', async ({
    checkout,
    ledger,
  }) => {
    checkout.provokes(/422/);
    await checkout.open({ result: 'holded', bankCheck: 'never' });
    await checkout.pay('B', 'visa-approve');
    await checkout.expectThanks();

    const office = checkout.page.locator('shop-office');
    const row = office.locator('li', { hasText: checkout.order });
    await row.getByRole('textbox').fill('200.00');
    await row.getByRole('button', { name: `capture ${checkout.order}` }).click();
    await expect(office.getByRole('status')).toContainText('Only 199.90 UAH are left.');
    expect(await ledger.calls(checkout.order, 'complete-hold')).toEqual([]);
  });
});
