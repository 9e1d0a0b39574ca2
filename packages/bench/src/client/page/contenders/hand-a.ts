import { goods, start } from '../start.ts';
import { nativeButton, paymentRequest, session } from './wallet-a-api.ts';

/** A page written by hand, with nothing that it does not need: the limit of what is possible. */
let { price } = goods;
const onClick = () => {
  const ApplePay = session();
  new ApplePay(14, paymentRequest(price)).begin();
};

start({
  mount(box) {
    if (session().canMakePayments()) box.append(nativeButton(onClick));
  },
  unmount(box) {
    box.replaceChildren();
  },
  price(_box, newPrice) {
    price = newPrice;
  },
});
