/** The same shop, with a delivery and with the payment authorised in the sheet. */
import '@google-pay/button-element';
import { authorize, deliver, deliveryRequest } from './request-b.ts';

const button = document.createElement('google-pay-button');
Object.assign(button, {
  environment: 'TEST',
  paymentRequest: deliveryRequest,
  onPaymentDataChanged: deliver,
  onPaymentAuthorized: authorize,
});
document.body.append(button);
