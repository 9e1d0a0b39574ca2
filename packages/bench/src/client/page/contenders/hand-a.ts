import { box } from '../shop.ts';
import { paymentRequest, session } from './wallet-a-api.ts';

/** A minimal page, written by hand: the limit of what is possible. */
if (session().canMakePayments()) {
  const button = document.createElement('button');
  button.ariaLabel = 'Apple Pay';
  button.style.cssText = 'appearance:-apple-pay-button;width:240px;height:40px';
  button.addEventListener('click', () => {
    const ApplePay = session();
    new ApplePay(14, paymentRequest()).begin();
  });
  box.append(button);
}
