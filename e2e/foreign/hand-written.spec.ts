import { expect, openShop, test } from './shop.ts';

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

test('a hand-written page of version 2, with a status instead of an object', async ({
  page,
  wallets,
}) => {
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
  const sheet = await wallets.sheet('A');
  await expect(sheet.dialog).toContainText('205');
  await sheet.pay();
  await expect(page).toHaveTitle('EC_v1');
});

test('a hand-written page of version 3, with addEventListener and amounts as numbers', async ({
  page,
  wallets,
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
  await (await wallets.sheet('A')).pay();
  await expect(page).toHaveTitle('EC_v1');
});

test('a hand-written page of wallet B, with a button of its own', async ({ page, wallets }) => {
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
  await (await wallets.sheet('B')).pay();
  await expect(page).toHaveTitle('ECv2');
});
