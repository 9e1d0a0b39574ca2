import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import {
  closeBrowser,
  openLoggedIn,
  openPayment,
  patient,
  savedLines,
  startDesk,
} from './desk-browser.ts';
import { pay } from './running.ts';
import { moneyToken } from './settings.ts';

after(closeBrowser);

/** Orders `B-1` and on, paid as this one was, a second before one another. */
function copyPayment(file: string, order: string, count: number): void {
  const database = new DatabaseSync(file);
  const numbers = `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${String(count)})`;
  database.exec(`
    BEGIN;
    INSERT INTO wallet_order (merchant, order_ref, version, body)
      ${numbers} SELECT merchant, 'B-' || n, version, json_set(body, '$.a[0].id', '.copy-' || n, '$.t', body ->> '$.t' - 1000 * n)
      FROM wallet_order, number WHERE order_ref = '${order}';
    INSERT INTO wallet_attempt (merchant, id, order_ref, opened_at, state, review)
      ${numbers} SELECT merchant, 'copy-' || n, 'B-' || n, opened_at - 1000 * n, state, review
      FROM wallet_attempt, number WHERE order_ref = '${order}';
    COMMIT`);
  database.close();
}

describe('the desk with 10,000 payments and two clerks', () => {
  it('adds up and saves all of them for one, while the other finds one and refunds it', async (test) => {
    const file = `${temporaryFolder()}/payments.db`;
    const running = await startDesk(test, { WALLET_DATABASE: file });
    await pay(running, 'A-1001');
    copyPayment(file, 'A-1001', 9999);
    const [marta, oleh] = await Promise.all([
      openLoggedIn(test, running, { token: moneyToken }),
      openLoggedIn(test, running),
    ]);
    for (const clerk of [marta, oleh]) {
      await clerk.getByRole('link', { name: 'All days' }).first().click();
      await clerk.waitForURL(/from=all/);
      await patient(clerk.locator('table.payments tbody tr')).toHaveCount(50);
    }
    const find = oleh.getByRole('search').getByLabel('Order, amount, card or id');
    await marta.getByRole('button', { name: 'Sums' }).click();
    await find.fill('B-9998');
    await find.press('Enter');
    await patient(oleh.getByText('The money was charged.')).toBeVisible();
    await oleh.goBack();
    await openPayment(oleh, 'A-1001');
    await oleh.getByRole('button', { name: 'Refund…' }).click();
    await oleh.getByRole('dialog').getByLabel('Amount').fill('50.00');
    await oleh.getByRole('button', { name: 'Refund 50.00' }).click();
    await patient(oleh.getByText('were refunded.')).toBeVisible();
    const sums = marta.getByRole('group', { name: 'Sums' }).getByRole('definition');
    await patient(sums.first()).toHaveText('10000');
    await patient(sums.nth(1)).toHaveText(/^1,999,000\.00.UAH$/);
    const lines = await savedLines(marta);
    assert.equal(lines.length, 10_001);
    assert.equal(new Set(lines).size, 10_001);
    const line = lines.find((each) => each.includes(',A-1001,')) ?? '';
    assert.match(line, /,199\.90,0\.00,199\.90,50\.00,/);
    await marta.getByRole('button', { name: 'Show more' }).click();
    await patient(marta.locator('table.payments tbody tr')).toHaveCount(100);
  });
});
