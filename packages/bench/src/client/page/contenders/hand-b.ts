import { start } from '../start.ts';
import { newClient, paymentRequest, type PaymentsClient, readiness } from './wallet-b-api.ts';

/** A page written by hand, with nothing that it does not need: the limit of what is possible. */
let client: PaymentsClient;
let isReady = false;
const onClick = () => {
  client.loadPaymentData(paymentRequest()).catch(() => undefined);
};

start({
  async prepare() {
    client = await newClient();
    isReady = (await client.isReadyToPay(readiness)).result;
  },
  mount(box) {
    if (isReady) box.append(client.createButton({ onClick }));
  },
  unmount(box) {
    box.replaceChildren();
  },
});
