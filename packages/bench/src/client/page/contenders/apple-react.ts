import ApplePayButton from 'apple-pay-button';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { box } from '../shop.ts';
import { paymentRequest, session } from './wallet-a-api.ts';

const onClick = () => {
  const ApplePaySession = session();
  new ApplePaySession(14, paymentRequest()).begin();
};
const looks = {
  style: { width: '240px', height: '40px' },
  buttonStyle: 'black',
  locale: 'en',
} as const;

if (session().canMakePayments()) {
  createRoot(box).render(createElement(ApplePayButton, { onClick, ...looks }));
}
