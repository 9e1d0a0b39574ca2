/** Braintree's modules for both wallets; the test answers its gateway. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, openClient, test } from './shop.ts';

const gateway = 'https://api.sandbox.braintreegateway.com/merchants/shop7/client_api';
const scripts = `<script src="https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js" crossorigin></script>
  <script src="https://pay.google.com/gp/p/js/pay.js"></script>`;

const configuration = {
  clientApiUrl: gateway,
  configUrl: `${gateway}/v1/configuration`,
  environment: 'sandbox',
  merchantId: 'shop7',
  applePayWeb: {
    countryCode: 'UA',
    currencyCode: 'UAH',
    merchantIdentifier: 'merchant.com.braintree.shop7',
    supportedNetworks: ['visa', 'mastercard', 'maestro', 'amex', 'discover'],
  },
  androidPay: {
    googleAuthorizationFingerprint: 'fingerprint',
    supportedNetworks: ['visa', 'mastercard', 'maestro', 'amex', 'discover'],
    paypalClientId: 'paypal-client',
  },
};

async function answer(
  context: BrowserContext,
  path: string,
  status: number,
  json: object,
): Promise<void> {
  await context.route(`${gateway}/v1/${path}*`, (route) =>
    route.fulfill({ status, headers: { 'access-control-allow-origin': '*' }, json }),
  );
}

function merchantSession(): object {
  return {
    merchantSessionIdentifier: crypto.randomUUID(),
    epochTimestamp: Date.now(),
    expiresAt: Date.now() + 300_000,
    domainName: 'shop.test',
  };
}

const applePayToken = { applePayCards: [{ type: 'ApplePayCard', nonce: 'nonce-a', details: {} }] };

/** The provider hands it over as this gateway made it. */
const ownToken = { androidPayCards: [{ type: 'AndroidPayCard', nonce: 'nonce-b', details: {} }] };

test.describe('braintree-web', () => {
  test.describe.configure({ mode: 'default' });

  test.beforeEach(async ({ context, page }) => {
    await answer(context, 'configuration', 200, configuration);
    await answer(context, 'apple_pay_web/sessions', 200, merchantSession());
    await answer(context, 'payment_methods/apple_payment_tokens', 202, applePayToken);
    await openClient(page, { name: 'braintree-web' }, scripts);
  });

  for (const platform of ['polyfill', 'native'] as const) {
    test.describe(platform, () => {
      test.use({ walletA: platform });

      test('pays with wallet A', async ({ page, wallets }) => {
        await pressA(page);
        await (await wallets.sheet('A')).pay();
        await expect(page).toHaveTitle('nonce-a');
      });
    });
  }

  test('ends wallet A’s session when its gateway refuses the merchant', async ({
    context,
    page,
  }) => {
    await answer(context, 'apple_pay_web/sessions', 422, { error: { message: 'Domain' } });
    await pressA(page);
    await expect(page).toHaveTitle('APPLE_PAY_MERCHANT_VALIDATION_FAILED');
    await expect(page.getByRole('dialog', { name: 'Wallet A' })).toBeHidden();
  });

  test('says that its gateway refuses a token of wallet A', async ({ context, page, wallets }) => {
    await answer(context, 'payment_methods/apple_payment_tokens', 422, {
      error: { message: 'Token' },
    });
    await pressA(page);
    const sheet = await wallets.sheet('A');
    await sheet.pay();
    await expect(page).toHaveTitle('APPLE_PAY_TOKENIZATION');
    await expect(sheet.dialog).toBeHidden();
  });

  for (const flow of ['in-page sheet', 'popup'] as const) {
    test.describe(flow, () => {
      test.use({ walletB: { walletB: { flow, gatewayToken: JSON.stringify(ownToken) } } });

      test('pays with wallet B', async ({ page, wallets }) => {
        await page.getByRole('button', { name: 'Pay with B' }).click();
        await (await wallets.sheet('B')).pay();
        await expect(page).toHaveTitle('nonce-b');
      });
    });
  }
});

async function pressA(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay with A' }).click();
}
