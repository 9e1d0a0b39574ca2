import { start } from '../start.ts';
import { paymentRequest, session } from './wallet-a-api.ts';

/** A page written by hand, with nothing that it does not need: the limit of what is possible. */
const onClick = () => {
  const ApplePay = session();
  new ApplePay(14, paymentRequest()).begin();
};

start({
  mount(box) {
    if (!session().canMakePayments()) return;
    const button = document.createElement('button');
    button.ariaLabel = 'Apple Pay';
    button.style.cssText = 'appearance:-apple-pay-button;width:240px;height:40px';
    button.addEventListener('click', onClick);
    box.append(button);
  },
  unmount(box) {
    box.replaceChildren();
  },
});
