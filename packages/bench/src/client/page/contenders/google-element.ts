import '@google-pay/button-element';
import { start } from '../start.ts';
import { paymentRequest } from './wallet-b-api.ts';

start({
  mount(box) {
    const button = document.createElement('google-pay-button');
    // Before it is connected, because 4.1.0 shows nothing when a property follows at once.
    Object.assign(button, { environment: 'TEST', paymentRequest: paymentRequest() });
    box.append(button);
  },
  unmount(box) {
    box.replaceChildren();
  },
});
