/** A shop that uses the provider's own element for wallet B. */
import '@google-pay/button-element';
import type GooglePayButton from '@google-pay/button-element';
import { request } from './request-b.ts';

const button = document.createElement('google-pay-button') as GooglePayButton;
button.environment = 'TEST';
button.paymentRequest = request;
button.addEventListener('loadpaymentdata', (event) => {
  const { detail } = event as CustomEvent<google.payments.api.PaymentData>;
  document.title = JSON.parse(detail.paymentMethodData.tokenizationData.token).protocolVersion;
});
button.addEventListener('cancel', () => {
  document.title = 'cancelled';
});
button.addEventListener('error', ({ error }) => {
  document.title = String(error);
});
document.body.append(button);
