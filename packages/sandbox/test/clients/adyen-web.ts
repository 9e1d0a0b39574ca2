/** A shop that uses the components of another payment provider for both wallets. */
import { AdyenCheckout, ApplePay, GooglePay } from '@adyen/adyen-web';
import { memberOf } from './member-of.ts';

const checkout = await AdyenCheckout({
  environment: 'test',
  clientKey: 'test_SANDBOX',
  locale: 'en-US',
  countryCode: 'UA',
  amount: { value: 19990, currency: 'UAH' },
  analytics: { enabled: false },
  paymentMethodsResponse: { paymentMethods: [] },
  onSubmit: ({ data }, _component, actions) => {
    const { googlePayToken, applePayToken } = data.paymentMethod as unknown as Record<
      string,
      string
    >;
    document.title = googlePayToken
      ? memberOf(googlePayToken, 'protocolVersion')
      : memberOf(atob(applePayToken ?? ''), 'version');
    actions.resolve({ resultCode: 'Authorised' });
  },
  onPaymentCompleted: () => {
    document.title += ' completed';
  },
  onError: ({ message }) => {
    document.title = message;
  },
});

function place(id: string): HTMLElement {
  const element = document.createElement('div');
  element.id = id;
  document.body.append(element);
  return element;
}

const merchant = { merchantId: '0123', merchantName: 'Lumen Coffee' };
const b = new GooglePay(checkout, {
  configuration: { ...merchant, gatewayMerchantId: 'shop-7' },
});
await b.isAvailable();
b.mount(place('b'));
const a = new ApplePay(checkout, {
  configuration: merchant,
  onValidateMerchant: (resolve) => {
    const merchantSessionIdentifier = crypto.randomUUID();
    const epochTimestamp = Date.now();
    const expiresAt = epochTimestamp + 300_000;
    const domainName = location.hostname;
    resolve({ merchantSessionIdentifier, epochTimestamp, expiresAt, domainName });
    return Promise.resolve();
  },
});
await a.isAvailable();
a.mount(place('a'));
