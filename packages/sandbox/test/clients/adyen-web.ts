/** A shop that uses the components of another payment provider for both wallets. */
import { AdyenCheckout, ApplePay, GooglePay } from '@adyen/adyen-web';
import { merchantSession, sayCancelled, sell } from './shop.ts';

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
    void sell(googlePayToken ?? atob(applePayToken ?? '')).then((resultCode) => {
      actions.resolve({ resultCode });
    });
  },
  onPaymentCompleted: () => {
    document.title += ' completed';
  },
  onPaymentFailed: () => {
    document.title += ' failed';
  },
  onError: ({ name }) => {
    if (name === 'CANCEL') sayCancelled();
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

const lines: ApplePayJS.ApplePayLineItem[] = [{ label: 'Beans', amount: '199.90' }];
const a = new ApplePay(checkout, {
  configuration: merchant,
  isExpress: true,
  requiredShippingContactFields: ['postalAddress'],
  shippingMethods: [
    { identifier: 'post', label: 'Post', detail: 'Three days', amount: '0.00' },
    { identifier: 'courier', label: 'Courier', detail: 'Today', amount: '60.00' },
  ],
  onShippingMethodSelected: (resolve, _reject, { shippingMethod }) => {
    const amount = (199.9 + Number(shippingMethod.amount)).toFixed(2);
    const newLineItems = [...lines, { label: shippingMethod.label, amount: shippingMethod.amount }];
    resolve({ newTotal: { label: 'Lumen Coffee', amount }, newLineItems });
  },
  onValidateMerchant: (resolve) => {
    resolve(merchantSession());
    return Promise.resolve();
  },
});
await a.isAvailable();
a.mount(place('a'));
