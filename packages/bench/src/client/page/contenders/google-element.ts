import '@google-pay/button-element';
import { goods, start } from '../start.ts';
import { paymentRequest } from './wallet-b-api.ts';

interface GooglePayButton extends HTMLElement {
  environment: string;
  paymentRequest: object;
}

start({
  mount(box) {
    const button = document.createElement('google-pay-button') as GooglePayButton;
    // In this order, because 4.1.0 shows nothing when a property follows the connection at once.
    button.environment = 'TEST';
    button.paymentRequest = paymentRequest(goods.price);
    box.append(button);
  },
  unmount(box) {
    box.replaceChildren();
  },
  price(box, price) {
    (box.firstElementChild as GooglePayButton).paymentRequest = paymentRequest(price);
  },
});
