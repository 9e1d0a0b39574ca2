import { expect, test } from '@playwright/test';
import { sandboxToken, startSandbox, testCards, type Sandbox } from '@wallet-buttons/sandbox';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expectNoViolations } from './axe.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

const options = { merchantId: 'shop-1', merchantPublicKey: publicKey };
let sandbox: Sandbox;

test.beforeEach(async ({ page }) => {
  sandbox = await startSandbox(options);
  await page.goto(`${sandbox.url}/`);
});

test.afterEach(() => sandbox.close());

/** A signed call, or one whose signature covers other bytes than are sent. */
async function call(name: string, body: object, alter = (text: string): string => text) {
  const text = JSON.stringify({ merchant_id: 'shop-1', ...body });
  const answer = await fetch(`${sandbox.url}/v1/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sign': sign('sha256', Buffer.from(alter(text)), keys.privateKey).toString('base64'),
    },
    body: text,
  });
  return (await answer.json()) as { readonly id: string };
}

/** An unpaid order. @returns the id of its session */
async function open(order: string): Promise<string> {
  const { id } = await call('session', { callback_url: 'http://127.0.0.1:9/webhook' });
  await call('payment', { session_id: id, amount: 199.9, external_id: order });
  return id;
}

/** An order with `presses` calls of pay-token. */
async function pay(order: string, presses: number): Promise<void> {
  const id = await open(order);
  const card = testCards.find((one) => one.id === 'visa-approve');
  if (card === undefined) throw new Error('The test card is missing.');
  for (let press = 0; press < presses; press += 1) {
    const token = await sandboxToken({
      wallet: 'wallet-b',
      card,
      recipientId: 'gateway:examplegateway',
      gatewayMerchantId: 'shop-1',
    });
    await call('pay-token', { session_id: id, token, paytype: 'google_pay' });
  }
}

test('an empty page leads to what the backend needs', async ({ page }) => {
  await page.getByRole('link', { name: 'Set up your backend' }).click();
  await expect(page.getByText(sandbox.url, { exact: true })).toBeVisible();
  await expect(page.getByText('BEGIN PUBLIC KEY')).toHaveCount(2);
  await expect(page.getByText(/BEGIN .*PRIVATE KEY/)).toHaveCount(0);
});

test('an order that was charged twice is seen at once', async ({ page }) => {
  await pay('A-1', 1);
  await pay('A-2', 2);
  await expect(page.getByRole('link', { name: /A-2 .* charged 2 times/ })).toBeVisible();
  await page.getByRole('link', { name: /A-1/ }).click();
  await expect(page.getByRole('article', { name: 'Order A-1' })).toContainText('charged once');
});

test('an old order is found among ten thousand, on a phone too', async ({ page }, info) => {
  const dataFile = info.outputPath('ledger.json');
  await sandbox.close();
  sandbox = await startSandbox({ ...options, dataFile });
  const id = await open('B-1');
  await sandbox.close();
  const [head = '', oldest = ''] = readFileSync(dataFile, 'utf8')
    .trim()
    .split(/\n(?=.*$)/);
  const sessions = Array.from({ length: 10_000 }, (_, index) =>
    oldest.replaceAll(id, index === 0 ? id : randomUUID()).replace('B-1', `B-${String(index + 1)}`),
  );
  writeFileSync(dataFile, [head, ...sessions, ''].join('\n'));
  sandbox = await startSandbox({ ...options, dataFile });
  await call('get-status', { session_id: id });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${sandbox.url}/`);
  await expect(page.getByText('The newest 100 of 10000')).toBeVisible();
  const old = page.getByRole('link', { name: /^B-1 / });
  await expect(old).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(id.toUpperCase());
  await old.click();
  const order = page.getByRole('article', { name: 'Order B-1', exact: true });
  await expect(order.getByText('POST /v1/get-status')).toBeVisible();
  await expect(old).toBeHidden();
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(old).toBeVisible();
  await expect(order).toBeHidden();
});

test('a link leads to an order that the list does not show', async ({ page }) => {
  const first = await open('C-0');
  for (let order = 1; order <= 100; order += 1) await open(`C-${String(order)}`);
  await page.goto(`${sandbox.url}/#orders/${first}`);
  await page.reload();
  await expect(page.getByRole('article', { name: 'Order C-0' })).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('link', { name: /^C-0 / })).toBeVisible();
});

test('a wrong signature says which bytes were signed', async ({ page }) => {
  const url = 'http://127.0.0.1:9/webhook';
  await call('session', { callback_url: url }, (text) => text.replaceAll('/', '\\/'));
  await page.getByRole('link', { name: /^Calls/i }).click();
  await page.getByText('signature wrong').click();
  await expect(page.getByText('signed the same JSON with its slashes escaped')).toBeVisible();
  await expect(page.getByText('x-sign: SHA-256, PKCS1-v1_5, base64')).toBeVisible();
});

test('each webhook has a button', async ({ page }) => {
  await pay('A-1', 1);
  const order = page.getByRole('article', { name: 'Order A-1' });
  const statusSelect = order.getByLabel('It reports this status');
  await statusSelect.selectOption('processing');
  for (const version of ['v1', 'v2', 'v3']) {
    await order.getByRole('button', { name: version, exact: true }).click();
    await expect(order.getByText(`${version} processing`)).toBeVisible();
  }
  await order.getByRole('button', { name: 'Refunded' }).click();
  await expect(order.getByRole('heading', { name: 'A-1' }).locator('..')).toContainText('refunded');
  await expect(statusSelect, 'what was chosen stays').toHaveValue('processing');
});

test('a fault is set, combined and cleared by keyboard alone', async ({ page }) => {
  await page.getByText('Everything works.').focus();
  await page.locator('.faults summary').press('Enter');
  await page.getByRole('button', { name: 'Connection cut' }).press('Enter');
  await page.getByRole('button', { name: 'Never', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Never', exact: true })).toBeFocused();
  await expect
    .poll(async () => (await readSetup()).scenario)
    .toEqual({ answer: 'cut', webhook: 'never' });

  await page.getByRole('button', { name: 'HTML page' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Connection cut' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.getByRole('button', { name: 'Clear all faults' }).press('Enter');
  await expect.poll(async () => (await readSetup()).scenario).toEqual({});
});

test('each attempt to pay is listed, and an export can be saved', async ({ page }) => {
  await pay('A-1', 2);
  await call('export-operations', { format: 'XLSX' });
  const order = page.getByRole('article', { name: 'Order A-1' });
  await expect(
    order.getByRole('region', { name: 'Attempts to pay' }).getByRole('listitem'),
  ).toHaveCount(2);
  await expect(order.getByText('199.90 UAH')).toHaveCount(3);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'acquiring as XLSX' }).click();
  expect((await download).suggestedFilename()).toBe('acquiring.xlsx');
});

test('the profile is switched', async ({ page }) => {
  await page.getByLabel('Profile').selectOption('renamed-fields');
  await expect.poll(async () => (await readSetup()).profile).toBe('renamed-fields');
});

test('a sandbox that stops is noticed', async ({ page }) => {
  await expect(page.getByRole('status')).toHaveText('Connected');
  await sandbox.close();
  await expect(page.getByRole('status')).toContainText('Not connected');
});

for (const width of [390, 1280]) {
  test(`${String(width)} pixels wide, axe finds nothing and nothing scrolls sideways`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await pay('A-1', 2);
    await call('get-status', {}, () => '');
    for (const part of ['orders', 'calls', 'setup']) {
      await page.goto(`${sandbox.url}/#${part}`);
      await expect(page.locator('main h2, main ol').first()).toBeVisible();
      await page.evaluate(
        'document.querySelectorAll("details").forEach((one) => { one.open = true; })',
      );
      await expectNoViolations(page);
      const sideways = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect(sideways, `${part} scrolls sideways`).toBe(false);
    }
  });
}

async function readSetup(): Promise<{ readonly scenario: object; readonly profile: string }> {
  const answer = await fetch(`${sandbox.url}/control/setup`);
  return (await answer.json()) as { readonly scenario: object; readonly profile: string };
}
