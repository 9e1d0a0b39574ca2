/** A shop that uses the provider's own React component for wallet B. */
import GooglePayButton from '@google-pay/button-react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { request, tokenOf } from './request-b.ts';
import { sayCancelled, sell } from './shop.ts';

createRoot(document.body).render(
  createElement(GooglePayButton, {
    environment: 'TEST',
    paymentRequest: request,
    onLoadPaymentData: (data: google.payments.api.PaymentData) => void sell(tokenOf(data)),
    onCancel: sayCancelled,
  }),
);
