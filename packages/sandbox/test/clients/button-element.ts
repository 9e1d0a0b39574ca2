/** A shop that uses the provider's own element for wallet B. */
import '@google-pay/button-element';
import { request } from './request-b.ts';
import { memberOf } from './member-of.ts';

const button = document.createElement('google-pay-button');
Object.assign(button, { environment: 'TEST', paymentRequest: request });
button.addEventListener('loadpaymentdata', (event) => {
  const { detail } = event as unknown as CustomEvent<google.payments.api.PaymentData>;
  document.title = memberOf(detail.paymentMethodData.tokenizationData.token, 'protocolVersion');
});
button.addEventListener('cancel', () => {
  document.title = 'cancelled';
});
document.body.append(button);
