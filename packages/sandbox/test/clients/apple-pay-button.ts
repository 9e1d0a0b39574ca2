/** A shop that uses a React component for wallet A's button, which loads the provider's script itself. */
import ApplePayButton from 'apple-pay-button';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { merchantSession, sayCancelled, sell } from './shop.ts';

const onClick = (): void => {
  const session = new ApplePaySession(14, {
    countryCode: 'UA',
    currencyCode: 'UAH',
    supportedNetworks: ['visa', 'masterCard'],
    merchantCapabilities: ['supports3DS'],
    total: { label: 'Lumen Coffee', amount: '199.90' },
  });
  session.onvalidatemerchant = () => {
    session.completeMerchantValidation(merchantSession());
  };
  session.onpaymentauthorized = ({ payment }) => {
    void sell(JSON.stringify(payment.token.paymentData)).then((resultCode) => {
      const { STATUS_SUCCESS, STATUS_FAILURE } = ApplePaySession;
      const status = resultCode === 'Authorised' ? STATUS_SUCCESS : STATUS_FAILURE;
      session.completePayment({ status });
    });
  };
  session.oncancel = sayCancelled;
  session.begin();
};

const box = document.createElement('div');
document.body.append(box);
createRoot(box).render(createElement(ApplePayButton, { onClick, locale: 'en-US' }));
