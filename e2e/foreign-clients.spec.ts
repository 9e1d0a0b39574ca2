import { fileURLToPath } from 'node:url';
import { serveWallets, walletSheet } from '@wallet-buttons/sandbox/playwright';
import { expect, test, type Page } from '@playwright/test';
import { build } from 'vite';

const folder = fileURLToPath(new URL('../packages/sandbox/test/clients/', import.meta.url));

/** A client of others as one script, with everything that it imports. */
async function bundle(name: string): Promise<string> {
  const { NODE_ENV = '' } = process.env;
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', rolldownOptions: { input: `${folder}${name}.ts` } },
  });
  // A build sets it to production, where the sandbox of the next test refuses to start.
  process.env['NODE_ENV'] = NODE_ENV;
  const [result] = [made].flat();
  if (!result || !('output' in result)) throw new Error('Nothing was built.');
  const chunk = result.output.find((file) => file.type === 'chunk');
  return chunk?.code ?? '';
}

/** Opens a page of a shop; nothing but the wallets' scripts answers outside of it. */
async function openShop(page: Page, body: string): Promise<void> {
  await page.route('**/*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{}' }),
  );
  await serveWallets(page);
  await page.route('https://shop.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body>${body}`,
    }),
  );
  await page.goto('https://shop.test/');
}

test('@google-pay/button-element pays with wallet B, and hears a cancel', async ({ page }) => {
  await openShop(page, `<script type="module">${await bundle('button-element')}</script>`);
  const button = page.getByRole('button', { name: 'Buy with Wallet B' });
  await button.click();
  await walletSheet(page, 'B').cancel();
  await expect(page).toHaveTitle('cancelled');
  await button.click();
  await walletSheet(page, 'B').pay();
  await expect(page).toHaveTitle('ECv2');
});

test('@adyen/adyen-web pays with both wallets', async ({ page }) => {
  await openShop(page, `<script type="module">${await bundle('adyen-web')}</script>`);
  await page.locator('#b button').click();
  await walletSheet(page, 'B').pay();
  await expect(page).toHaveTitle('ECv2 completed');
  await page.locator('#a apple-pay-button').click();
  await walletSheet(page, 'A').pay();
  await expect(page).toHaveTitle('EC_v1 completed');
});

/** What a page of the year of that version asks for. */
const request = (amount: string): string => `{
  countryCode: 'UA', currencyCode: 'UAH', supportedNetworks: ['visa', 'masterCard'],
  merchantCapabilities: ['supports3DS'], total: { label: 'Shop', amount: ${amount} },
}`;

const merchantSession = `({
  merchantSessionIdentifier: String(Math.random()), domainName: location.hostname,
  epochTimestamp: Date.now(), expiresAt: Date.now() + 300000,
})`;

const sdk =
  '<script src="https://applepay.cdn-apple.com/jsapi/v1/apple-pay-sdk.js" crossorigin></script>';

test('a hand-written page of version 2, with a status instead of an object', async ({ page }) => {
  await openShop(
    page,
    `${sdk}<apple-pay-button></apple-pay-button><script>
      document.querySelector('apple-pay-button').onclick = () => {
        const session = new ApplePaySession(2, ${request("'199.90'")});
        session.onvalidatemerchant = () => session.completeMerchantValidation(${merchantSession});
        session.onpaymentmethodselected = () =>
          session.completePaymentMethodSelection({ label: 'Shop', amount: '205.00' }, []);
        session.onpaymentauthorized = ({ payment }) => {
          session.completePayment(ApplePaySession.STATUS_SUCCESS);
          document.title = payment.token.paymentData.version;
        };
        session.begin();
      };
    </script>`,
  );
  await page.getByRole('button', { name: 'Buy with Wallet A' }).click();
  await expect(walletSheet(page, 'A').dialog).toContainText('205');
  await walletSheet(page, 'A').pay();
  await expect(page).toHaveTitle('EC_v1');
});

test('a hand-written page of version 3, with addEventListener and amounts as numbers', async ({
  page,
}) => {
  await openShop(
    page,
    `${sdk}<apple-pay-button></apple-pay-button><script>
      document.querySelector('apple-pay-button').addEventListener('click', () => {
        const session = new ApplePaySession(3, ${request('199.9')});
        session.addEventListener('validatemerchant', () => {
          session.completeMerchantValidation(${merchantSession});
        });
        session.addEventListener('paymentauthorized', ({ payment }) => {
          session.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
          document.title = payment.token.paymentData.version;
        });
        session.begin();
      });
    </script>`,
  );
  await page.getByRole('button', { name: 'Buy with Wallet A' }).click();
  await walletSheet(page, 'A').pay();
  await expect(page).toHaveTitle('EC_v1');
});

test('a hand-written page of wallet B, with a button of its own', async ({ page }) => {
  await openShop(
    page,
    `<script src="https://pay.google.com/gp/p/js/pay.js"></script><button>Pay</button><script>
      const card = {
        type: 'CARD',
        parameters: { allowedAuthMethods: ['PAN_ONLY'], allowedCardNetworks: ['VISA'] },
      };
      const client = new google.payments.api.PaymentsClient({ environment: 'TEST' });
      const ready = { apiVersion: 2, apiVersionMinor: 0, allowedPaymentMethods: [card] };
      document.querySelector('button').onclick = () =>
        client
          .loadPaymentData({
            ...ready,
            allowedPaymentMethods: [{
              ...card,
              tokenizationSpecification: {
                type: 'PAYMENT_GATEWAY',
                parameters: { gateway: 'examplegateway', gatewayMerchantId: 'shop-7' },
              },
            }],
            transactionInfo: {
              countryCode: 'UA', currencyCode: 'UAH', totalPriceStatus: 'FINAL', totalPrice: '12',
            },
          })
          .then(({ paymentMethodData: { tokenizationData } }) => {
            document.title = JSON.parse(tokenizationData.token).protocolVersion;
          });
      client.isReadyToPay(ready).then(({ result }) => { document.title = String(result); });
    </script>`,
  );
  await expect(page).toHaveTitle('true');
  await page.getByRole('button', { name: 'Pay' }).click();
  await walletSheet(page, 'B').pay();
  await expect(page).toHaveTitle('ECv2');
});
