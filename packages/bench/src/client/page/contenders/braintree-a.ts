import { create, type ApplePay } from 'braintree-web/apple-pay';
import { goods, start } from '../start.ts';
import { createClient } from './braintree.ts';
import { nativeButton, paint, session } from './wallet-a-api.ts';

/** The kit draws no button: it is the page's own, as the kit's guide shows. */
let kit: ApplePay;
let { price } = goods;
const onClick = () => {
  const ApplePaySession = session();
  const total = { label: goods.label, amount: price };
  new ApplePaySession(14, kit.createPaymentRequest({ total })).begin();
};

start({
  async prepare() {
    kit = await create({ client: await createClient() });
  },
  mount(box) {
    if (session().canMakePayments()) box.append(nativeButton(onClick));
  },
  unmount(box) {
    box.replaceChildren();
  },
  price(_box, newPrice) {
    price = newPrice;
  },
  look(box, look) {
    paint(box.firstElementChild, look);
  },
});
