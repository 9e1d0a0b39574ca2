import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { expectNoViolations } from '../../../e2e/axe.ts';
import {
  closeBrowser,
  fitsTheScreen,
  logIn,
  openDesk,
  openLoggedIn,
  openPayment,
  patient,
  savedLines,
  startDesk,
} from './desk-browser.ts';
import { payAnotherAmount } from './another-amount.ts';
import { call, pay, type Running } from './running.ts';
import { readToken } from './settings.ts';

after(closeBrowser);

/** What went back of an order, by the payment service's own ledger, and in how many operations. */
function refundsOf({ service }: Running, order: string) {
  const session = service.ledger().sessions.find(({ external_id: id }) => id === order);
  const calls = service.calls().filter(({ operation }) => operation === 'void');
  return { refunded: session?.refunded, calls: calls.length };
}

describe('the login of the desk', () => {
  it('refuses an unknown token in words, and opens with a right one', async (test) => {
    const running = await startDesk(test);
    const page = await openDesk(test, running);
    await logIn(page, 'x'.repeat(32));
    await patient(page.getByRole('alert')).toContainText('This token is not known.');
    await expectNoViolations(page);
    await logIn(page);
    await patient(page.getByText('No payment on this day yet.')).toBeVisible();
    await page.reload();
    await patient(page.getByText('No payment on this day yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await patient(page.getByLabel('Token')).toBeVisible();
    await page.reload();
    await patient(page.getByLabel('Token')).toBeVisible();
  });

  it('with a token that may read shows no button that moves money', async (test) => {
    const running = await startDesk(test);
    await pay(running, 'A-1001');
    const page = await openLoggedIn(test, running, { token: readToken });
    await openPayment(page, 'A-1001');
    await patient(page.getByText('Your token may look.')).toBeVisible();
    await patient(page.getByRole('button', { name: /Refund|Void|Capture/ })).toHaveCount(0);
  });
});

describe('the list of the desk', () => {
  it('shows the payments of today, newest first, and one state or day alone', async (test) => {
    const running = await startDesk(test);
    await pay(running, 'A-1001');
    running.service.scenario({ external_id: 'A-1002', result: 'holded' });
    await pay(running, 'A-1002');
    const page = await openLoggedIn(test, running);
    const orders = page.getByRole('rowheader').getByRole('link');
    await patient(orders).toHaveText(['A-1002', 'A-1001']);
    await expectNoViolations(page);
    await page.getByLabel('State').selectOption('Held');
    await patient(orders).toHaveText(['A-1002']);
    await page.goBack();
    await patient(orders).toHaveCount(2);
    await page.getByLabel('From').fill('2020-02-29');
    await patient(page.getByText('No payment on this day yet.')).toBeVisible();
    await page.getByRole('link', { name: 'All days' }).first().click();
    await patient(orders).toHaveCount(2);
  });

  it('finds an order, and the payments that have a text', async (test) => {
    const running = await startDesk(test);
    await pay(running, '2026/1001');
    const page = await openLoggedIn(test, running);
    const find = page.getByRole('search').getByLabel('Order, amount, card or id');
    await find.fill('2026/1001');
    await find.press('Enter');
    await patient(page.getByText('The money was charged.')).toBeVisible();
    await pay(running, '2026/1002');
    await find.fill('199,90');
    await find.press('Enter');
    const orders = page.getByRole('rowheader').getByRole('link');
    await patient(orders).toHaveText(['2026/1002', '2026/1001']);
    await find.fill('/1001');
    await find.press('Enter');
    await patient(orders).toHaveText(['2026/1001']);
    await expectNoViolations(page);
    await page.reload();
    await patient(orders).toHaveText(['2026/1001']);
    // No id has an X.
    await find.fill('X-9');
    await find.press('Enter');
    await patient(page.getByText('No payment matches these filters.')).toBeVisible();
    await page.getByRole('link', { name: 'End the search' }).click();
    await patient(orders).toHaveCount(2);
  });

  it('adds up all payments of a range of days, and saves them as CSV', async (test) => {
    const running = await startDesk(test);
    for (let order = 1; order <= 52; order += 1) await pay(running, `A-${String(order)}`);
    const body = { amount: '50.00' };
    await call(running, 'POST', '/payments/A-7/refund', { key: 'r', body });
    const page = await openLoggedIn(test, running);
    await patient(page.locator('table.payments tbody tr')).toHaveCount(50);
    await page.getByLabel('From').fill('2020-02-28');
    await patient(page.getByText('No payment on this day yet.')).toBeVisible();
    await page.getByLabel('To').fill(new Date().toLocaleDateString('sv'));
    await patient(page.locator('table.payments tbody tr')).toHaveCount(50);
    await page.getByRole('button', { name: 'Sums' }).click();
    const sums = page.getByRole('group', { name: 'Sums' }).getByRole('definition');
    const amounts = ['10,394.80', '50.00', '10,344.80', '0.00'];
    await patient(sums).toHaveText(['52', ...amounts.map((amount) => `${amount}\u00a0UAH`)]);
    await page.setViewportSize({ width: 320, height: 640 });
    await fitsTheScreen(page);
    await expectNoViolations(page);
    const lines = await savedLines(page);
    assert.equal(lines.length, 53);
    const line = lines.find((each) => each.includes(',A-7,')) ?? '';
    assert.match(line, /,A-7,Paid,Google Pay,•••• \d{4},UAH,199\.90,0\.00,199\.90,50\.00,/);
  });

  it('fits a phone of 320 px, with the payment and the question', async (test) => {
    const running = await startDesk(test);
    const order = `A-${'1234567890'.repeat(6)}`;
    await pay(running, order);
    const page = await openLoggedIn(test, running, { viewport: { width: 320, height: 640 } });
    await patient(page.getByRole('link', { name: order })).toBeVisible();
    await fitsTheScreen(page);
    await openPayment(page, order);
    await fitsTheScreen(page);
    await page.getByRole('button', { name: 'Refund…' }).click();
    await patient(page.getByRole('dialog')).toBeVisible();
    await fitsTheScreen(page);
    await expectNoViolations(page);
  });
});

describe('a payment at the desk', () => {
  it('shows its history in words, with what its pages reported, and its order in the shop', async (test) => {
    const orderUrl = 'https://shop.example/admin?order={order}';
    const running = await startDesk(test, { WALLET_ORDER_URL: orderUrl });
    const report = {
      order: 'A-1001',
      wallet: 'wallet-a',
      phase: 'readiness',
      origin: 'network',
      code: 'script-load',
      tag_version: '1.2.0',
    };
    await fetch(`${running.sidecar.publicUrl}/wallet/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    });
    await pay(running, 'A-1001');
    const page = await openLoggedIn(test, running);
    await openPayment(page, 'A-1001');
    await patient(page.getByRole('link', { name: 'Order in the shop' })).toHaveAttribute(
      'href',
      'https://shop.example/admin?order=A-1001',
    );
    const history = page.getByRole('region', { name: 'History' });
    await patient(history).toContainText('The page of Apple Pay reported "script-load"');
    await patient(history).toContainText('The session was opened for 199.90\u00a0UAH.');
    await patient(history).toContainText('The token of Google Pay was sent, once.');
    await patient(history).toContainText('it went from sending to paid. The money was charged.');
    await expectNoViolations(page);
  });

  it('is captured in part after a question with amount and order', async (test) => {
    const running = await startDesk(test);
    running.service.scenario({ result: 'holded' });
    await pay(running, 'A-1001');
    const page = await openLoggedIn(test, running);
    await openPayment(page, 'A-1001');
    await page.getByRole('button', { name: 'Capture…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Capture A-1001' });
    await patient(dialog).toContainText('Charge 199.90\u00a0UAH of order A-1001?');
    await dialog.getByLabel('Amount').fill('200');
    await patient(dialog).toContainText('at most 199.90\u00a0UAH');
    await patient(dialog.getByRole('button', { name: 'Amount' })).toBeDisabled();
    await dialog.getByLabel('Amount').fill('150,5');
    await patient(dialog).toContainText('Charge 150.50\u00a0UAH of order A-1001?');
    await dialog.getByRole('button', { name: 'Charge 150.50' }).click();
    await patient(page.getByRole('status')).toContainText([
      '150.50\u00a0UAH of order A-1001 were charged.',
    ]);
    const [session] = running.service.ledger().sessions;
    assert.equal(session?.charged, '150.50');
  });

  it('is refunded once by a double press', async (test) => {
    const running = await startDesk(test);
    await pay(running, 'A-1001');
    const page = await openLoggedIn(test, running);
    await openPayment(page, 'A-1001');
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('50.00');
    await page.getByLabel('Reason').fill('wrong size');
    await page.getByRole('button', { name: 'Refund 50.00' }).dblclick();
    await patient(page.getByText('50.00\u00a0UAH of order A-1001 were refunded.')).toBeVisible();
    const history = page.getByRole('region', { name: 'History' });
    await patient(history).toContainText('It was done. (oleh: wrong size)');
    assert.deepEqual(refundsOf(running, 'A-1001'), { refunded: '50.00', calls: 1 });
  });

  it('is shown as reversed if a charge went back and the service calls it voided', async (test) => {
    const running = await startDesk(test);
    await pay(running, 'A-1001');
    running.service.scenario({ external_id: 'A-1002', result: 'holded' });
    await pay(running, 'A-1002');
    const page = await openLoggedIn(test, running);
    for (const [order, name, shownState] of [
      ['A-1001', 'Refund', 'Refunded (reversed)'],
      ['A-1002', 'Void', 'Voided'],
    ] as const) {
      await openPayment(page, order);
      await page.getByRole('button', { name: `${name}…` }).click();
      await page.getByRole('button', { name: `${name} 199.90` }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Ask the payment service' }).click();
      await patient(
        page.locator('.panel.payment .chip').getByText(shownState, { exact: true }),
      ).toHaveCount(1);
      await patient(page.locator('.details')).toContainText('voided');
      await page.getByRole('link', { name: 'All payments' }).click();
    }
    const row = (order: string) => page.getByRole('row').filter({ hasText: order });
    await patient(row('A-1001').locator('.state .chip')).toHaveText('Refunded (reversed)');
    await patient(row('A-1002').locator('.state .chip')).toHaveText('Voided');
    await openPayment(page, 'A-1001');
    const history = page.getByRole('region', { name: 'History' });
    await patient(history).toContainText(
      'it went from paid to refunded (reversed). The money went back:',
    );
    await page.getByRole('link', { name: 'All payments' }).click();
    await page.getByLabel('State').selectOption('Refunded, Voided');
    await patient(page.getByRole('rowheader').getByRole('link')).toHaveText(['A-1002', 'A-1001']);
  });

  it('is refunded once though the first answer is lost on the way to the clerk', async (test) => {
    const running = await startDesk(test);
    await pay(running, 'A-1001');
    const page = await openLoggedIn(test, running);
    await openPayment(page, 'A-1001');
    await page.route(
      '**/refund',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('50.00');
    await page.getByRole('button', { name: 'Refund 50.00' }).click();
    await patient(page.getByRole('dialog')).toContainText('The server does not answer.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await patient(page.getByText('50.00\u00a0UAH of order A-1001 were refunded.')).toBeVisible();
    assert.deepEqual(refundsOf(running, 'A-1001'), { refunded: '50.00', calls: 1 });
  });

  it('is refunded once where two clerks refund it at once, and the second sees why', async (test) => {
    const running = await startDesk(test);
    await pay(running, 'A-1001');
    const clerks = [await openLoggedIn(test, running), await openLoggedIn(test, running)];
    for (const page of clerks) {
      await openPayment(page, 'A-1001');
      await page.getByRole('button', { name: 'Refund…' }).click();
      await page.getByRole('dialog').getByLabel('Amount').fill('50.00');
    }
    const press = clerks.map(async (page) =>
      page.getByRole('button', { name: 'Refund 50.00' }).click(),
    );
    await Promise.all(press);
    const ends = clerks.map(async (page) => {
      const end = page.getByText(/were refunded\.|Nothing was sent\./);
      await end.waitFor();
      return end.textContent();
    });
    const [done = '', refused = ''] = (await Promise.all(ends)).toSorted().map(String);
    assert.match(done, /^50\.00.UAH of order A-1001 were refunded\.$/);
    assert.match(refused, /^(Another operation of this payment|Somebody else has changed)/);
    assert.deepEqual(refundsOf(running, 'A-1001'), { refunded: '50.00', calls: 1 });
  });

  it('is not refunded again from a page that shows what was left before', async (test) => {
    const running = await startDesk(test);
    await pay(running, 'A-1001');
    const early = await openLoggedIn(test, running);
    const late = await openLoggedIn(test, running);
    for (const page of [early, late]) {
      await openPayment(page, 'A-1001');
      await page.getByRole('button', { name: 'Refund…' }).click();
      await page.getByRole('dialog').getByLabel('Amount').fill('50.00');
    }
    await early.getByRole('button', { name: 'Refund 50.00' }).click();
    await patient(early.getByText('were refunded.')).toBeVisible();
    await late.getByRole('button', { name: 'Refund 50.00' }).click();
    await patient(late.getByRole('dialog')).toContainText('Somebody else has changed this payment');
    await late.getByRole('button', { name: 'Close' }).click();
    await patient(late.getByText('149.90\u00a0UAH').first()).toBeVisible();
    assert.deepEqual(refundsOf(running, 'A-1001'), { refunded: '50.00', calls: 1 });
  });

  it('leaves the review that a clerk ends', async (test) => {
    const running = await startDesk(test);
    await payAnotherAmount(running, 'A-1001');
    const page = await openLoggedIn(test, running);
    await page.getByRole('link', { name: 'Reviews 1' }).click();
    await openPayment(page, 'A-1001');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'It was charged…' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('1.00');
    await patient(page.getByRole('dialog')).toContainText(
      'Record order A-1001 as charged with 1.00\u00a0UAH?',
    );
    await page.getByRole('button', { name: 'Record it' }).click();
    await patient(page.getByText('The review of order A-1001 has ended.')).toBeVisible();
    await patient(page.getByText('A manual review decided')).toBeVisible();
    await page.getByRole('link', { name: 'Reviews' }).click();
    await patient(page.getByText('Nothing waits for a review.')).toBeVisible();
  });

  it('proposes for a review what the service named, and takes no more than was asked for', async (test) => {
    const running = await startDesk(test);
    await payAnotherAmount(running, 'A-1001');
    const page = await openLoggedIn(test, running);
    await openPayment(page, 'A-1001');
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('button', { name: 'Es wurde belastet…' }).click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('Betrag');
    await patient(amount).toHaveValue('1,00');
    await patient(dialog).toContainText('Der Zahlungsdienst nannte 1.00 UAH.');
    for (const typed of ['999999', '199,91', '199.90 USD']) {
      await amount.fill(typed);
      await patient(dialog).toContainText('höchstens 199,90\u00a0UAH.');
      await patient(dialog.locator('button.main')).toBeDisabled();
    }
    await amount.fill('1,50');
    await dialog.locator('button.main').click();
    await dialog.waitFor({ state: 'hidden' });
    await patient(page.locator('.total')).toHaveText('1,50\u00a0UAH');
  });

  it('takes an amount as the page prints it, and refuses one that can mean two', async (test) => {
    const running = await startDesk(test);
    running.shop.findOrder = (response, order) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ reference: order, amount: '2500.00', currency: 'UAH' }));
    };
    await pay(running, 'A-1001', {}, { shown: { amount: '2500.00', currency: 'UAH' } });
    const page = await openLoggedIn(test, running);
    await openPayment(page, 'A-1001');
    await page.getByRole('button', { name: 'Refund…' }).click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('Amount');
    await patient(amount).toHaveValue('2,500.00');
    await amount.fill('1,000');
    await patient(dialog).toContainText(
      'Which amount is meant: 1.00\u00a0UAH / 1,000.00\u00a0UAH? Write it like that.',
    );
    await patient(dialog.locator('button.main')).toBeDisabled();
    await expectNoViolations(page);
    await amount.fill('1,000.00');
    await dialog.getByRole('button', { name: 'Refund 1,000.00' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.deepEqual(refundsOf(running, 'A-1001'), { refunded: '1000.00', calls: 1 });
  });

  it('asks again right after the question was closed', async (test) => {
    const running = await startDesk(test);
    await pay(running, 'A-1001');
    const page = await openLoggedIn(test, running);
    await openPayment(page, 'A-1001');
    const refund = page.getByRole('button', { name: 'Refund…' });
    await refund.click();
    await page.getByRole('dialog').waitFor();
    // The event of the closing comes in a later task than the press.
    await refund.evaluate((button) => {
      document.querySelector('dialog')?.close();
      if (button instanceof HTMLElement) button.click();
    });
    await patient(page.getByRole('dialog').getByLabel('Amount')).toBeFocused();
  });

  it('keeps its question open while it is sent, however often Escape is pressed', async (test) => {
    const running = await startDesk(test);
    await pay(running, 'A-1001');
    const page = await openLoggedIn(test, running);
    await openPayment(page, 'A-1001');
    const answer = Promise.withResolvers<undefined>();
    await page.route('**/refund', async (route) => {
      await answer.promise;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page.getByRole('button', { name: 'Refund 199.90' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    answer.resolve(undefined);
    await patient(page.getByRole('dialog').getByRole('alert')).not.toBeEmpty();
  });

  it('can be refunded by the keyboard alone, and the focus comes back', async (test) => {
    const running = await startDesk(test);
    await pay(running, 'A-1001');
    const page = await openLoggedIn(test, running);
    await page.getByRole('link', { name: 'A-1001' }).focus();
    await page.keyboard.press('Enter');
    const refund = page.getByRole('button', { name: 'Refund…' });
    await refund.focus();
    await page.keyboard.press('Enter');
    await patient(page.getByRole('dialog').getByLabel('Amount')).toBeFocused();
    await page.keyboard.press('Escape');
    await patient(page.getByRole('dialog')).toHaveCount(0);
    await patient(refund).toBeFocused();
    await page.keyboard.press('Enter');
    await patient(page.getByRole('dialog').getByLabel('Amount')).toBeFocused();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await patient(page.getByText('20.00\u00a0UAH of order A-1001 were refunded.')).toBeVisible();
    assert.equal(refundsOf(running, 'A-1001').refunded, '20.00');
  });
});

describe('the deliveries at the desk', () => {
  it('are the changes that the shop has not accepted, with the alarms', async (test) => {
    const running = await startDesk(test);
    running.shop.statusChange = (response) => void response.writeHead(500).end();
    await payAnotherAmount(running, 'A-1001');
    await pay(running, 'A-1002');
    const page = await openLoggedIn(test, running);
    await page.getByRole('link', { name: /^Deliveries/ }).click();
    await patient(page.getByRole('listitem').filter({ hasText: 'A-1002' })).toContainText('Paid');
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    await openPayment(page, 'A-1002');
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page.getByRole('button', { name: 'Refund 199.90' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Ask the payment service' }).click();
    await patient(page.locator('.panel.payment .chip').getByText('Refunded')).toHaveCount(1);
    await page.getByRole('link', { name: /^Deliveries/ }).click();
    await patient(page.getByRole('listitem').filter({ hasText: 'A-1002' })).toContainText(
      'Paid → Refunded',
    );
    const alarm = page.getByRole('listitem').filter({ hasText: 'amount_mismatch' });
    await patient(alarm).toContainText('Another amount or currency was named than asked for');
    await patient(alarm).toContainText('A-1001');
    running.shop.statusChange = (response) => void response.writeHead(204).end();
    const waiting = page.getByRole('listitem').filter({ hasText: 'A-1002' });
    await waiting.getByRole('button', { name: 'Deliver now' }).click();
    await patient(page.getByText('The changes of order A-1002 are delivered now.')).toBeVisible();
    await patient(waiting).toHaveCount(0);
    await expectNoViolations(page);
  });
});

describe('the comparison at the desk', () => {
  it('shows each difference of the last report, with both sides', async (test) => {
    const file = `${temporaryFolder()}/report.json`;
    const side = { status: 'paid', currency: 'UAH', refunded: '0.00' };
    const differences = [
      {
        kind: 'amount',
        order: 'A-1001',
        here: { ...side, amount: '199.90' },
        there: { ...side, amount: '19.90' },
      },
    ];
    const [from, until] = ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'];
    writeFileSync(file, JSON.stringify({ isGood: false, from, until, differences }));
    const running = await startDesk(test, { WALLET_RECONCILE_REPORT: file });
    const page = await openLoggedIn(test, running);
    await page.getByRole('link', { name: 'Comparison' }).click();
    const row = page.getByRole('row').nth(1);
    await patient(row).toContainText('another amount');
    await patient(row).toContainText('paid 199.90 UAH');
    await patient(row).toContainText('paid 19.90 UAH');
    await expectNoViolations(page);
    writeFileSync(file, JSON.stringify({ isGood: true, from, until, differences: [] }));
    await page.reload();
    await patient(page.getByText('The payment service and the shop agree.')).toBeVisible();
  });

  it('shows them page by page, counts their kinds, and saves all of them as CSV', async (test) => {
    const file = `${temporaryFolder()}/report.json`;
    const differences = Array.from({ length: 250 }, (_, index) => {
      return { kind: 'capture_missing_there', order: index === 0 ? '=A-0' : `A-${String(index)}` };
    });
    writeFileSync(file, JSON.stringify({ isGood: false, differences, carriedOn: 2 }));
    const running = await startDesk(test, { WALLET_RECONCILE_REPORT: file });
    const page = await openLoggedIn(test, running);
    await page.getByRole('link', { name: 'Comparison' }).click();
    await patient(page.getByText('captured here, and not there: 250')).toBeVisible();
    await patient(page.getByText('Left for the next comparison: 2')).toBeVisible();
    await patient(page.getByRole('row')).toHaveCount(201);
    await page.getByRole('button', { name: 'Show more' }).click();
    await patient(page.getByRole('row')).toHaveCount(251);
    const lines = await savedLines(page);
    assert.equal(lines.length, 251);
    assert.match(lines[1] ?? '', /^'=A-0,"captured here, and not there"/);
    await expectNoViolations(page);
  });

  it('warns instead of agreeing where payments come after the last row', async (test) => {
    const file = `${temporaryFolder()}/report.json`;
    const afterLastRow = { count: 4, lastRow: '2026-11-17T10:00:00.000Z' };
    writeFileSync(file, JSON.stringify({ isGood: false, differences: [], afterLastRow }));
    const running = await startDesk(test, { WALLET_RECONCILE_REPORT: file });
    const page = await openLoggedIn(test, running);
    await page.getByRole('link', { name: 'Comparison' }).click();
    await patient(page.getByText('after the last row of the export: 4')).toBeVisible();
    await patient(page.getByText('The payment service and the shop agree.')).toHaveCount(0);
  });
});
