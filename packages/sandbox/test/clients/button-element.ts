/** A shop that uses the provider's own element for wallet B. */
import '@google-pay/button-element';
import { request, tokenOf } from './request-b.ts';
import { sayCancelled, sell } from './shop.ts';

const button = document.createElement('google-pay-button');
Object.assign(button, { environment: 'TEST', paymentRequest: request });
button.addEventListener('loadpaymentdata', (event) => {
  void sell(tokenOf((event as unknown as CustomEvent<google.payments.api.PaymentData>).detail));
});
button.addEventListener('cancel', sayCancelled);
document.body.append(button);
