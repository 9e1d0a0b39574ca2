/** The same shop, with a delivery and with the payment authorised in the sheet. */
import GooglePayButton from '@google-pay/button-react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { authorize, deliver, deliveryRequest } from './request-b.ts';

createRoot(document.body).render(
  createElement(GooglePayButton, {
    environment: 'TEST',
    paymentRequest: deliveryRequest,
    onPaymentDataChanged: deliver,
    onPaymentAuthorized: authorize,
  }),
);
