import { expect, type Locator, type Page } from '@playwright/test';

/** The page behind `acs_url`, where the bank asks the payer. */
export class Bank {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get approve(): Locator {
    return this.page.getByRole('button', { name: 'Approve' });
  }

  get decline(): Locator {
    return this.page.getByRole('button', { name: 'Decline' });
  }

  get leave(): Locator {
    return this.page.getByRole('link', { name: 'Leave without deciding' });
  }

  /** The payer has arrived there, and reads whom the money is for. */
  async expectQuestion(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
    await expect(this.page.getByText('UAH 199.90')).toBeVisible();
  }

  /** The payer approves with the bank's app, wherever the tab is by now. */
  async approveInApp(acsUrl: string): Promise<void> {
    const request = this.page.context().request;
    const answer = await request.post(acsUrl, { form: { decision: 'approve' }, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
  }
}
