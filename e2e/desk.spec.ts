import { expectNoViolations } from './axe.ts';
import { expect, test } from './test.ts';

test.describe('the desk behind the counter', { tag: '@chromium' }, () => {
  test('refunds a part of the order that was just paid', async ({ checkout, context, ledger }) => {
    await checkout.open({ result: 'paid', bankCheck: 'never' });
    await checkout.pay('B', 'visa-approve');
    await checkout.expectThanks();
    const { order, page } = checkout;
    const link = page.getByRole('link', { name: 'Open the desk' });
    const token = await page.locator('.desk code').first().textContent();
    const [desk] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await desk.getByLabel('Token').fill(token ?? '');
    await desk.getByRole('button', { name: 'Log in' }).click();
    await desk.getByRole('link', { name: order, exact: true }).click();
    await expect(desk.getByRole('region', { name: 'History' })).toContainText(
      'The money was charged.',
    );
    await expectNoViolations(desk);
    await desk.getByRole('button', { name: 'Refund…' }).click();
    await desk.getByRole('dialog').getByLabel('Amount').fill('50.00');
    await desk.getByRole('button', { name: 'Refund 50.00' }).click();
    await expect(desk.getByText(`of order ${order} were refunded.`)).toBeVisible();
    const [session] = await ledger.sessions(order);
    expect(session).toMatchObject({ charged: '199.90', refunded: '50.00' });
  });
});
