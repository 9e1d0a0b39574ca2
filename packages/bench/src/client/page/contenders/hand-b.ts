import { goods, start } from '../start.ts';
import { newClient, paymentRequest, readiness, type PaymentsClient } from './wallet-b-api.ts';

/** A page written by hand, with nothing that it does not need: the limit of what is possible. */
let client: PaymentsClient;
let ready = false;
let { price } = goods;
const onClick = () => {
  client.loadPaymentData(paymentRequest(price)).catch(() => undefined);
};

start({
  async prepare() {
    client = await newClient();
    ready = (await client.isReadyToPay(readiness)).result;
  },
  mount(box) {
    if (ready) box.append(client.createButton({ onClick }));
  },
  unmount(box) {
    box.replaceChildren();
  },
  price(_box, newPrice) {
    price = newPrice;
  },
});
