import { create, type GooglePayment } from 'braintree-web/google-payment';
import { goods, start } from '../start.ts';
import { createClient } from './braintree.ts';
import { newClient, paymentRequest, readiness, type PaymentsClient } from './wallet-b-api.ts';

/** The kit draws no button: script, client and button are the page's own, as its guide shows. */
let payments: PaymentsClient;
let kit: GooglePayment;
let ready = false;
let { price } = goods;
const onClick = () => {
  const { transactionInfo } = paymentRequest(price);
  payments
    .loadPaymentData(kit.createPaymentDataRequest({ transactionInfo }))
    .catch(() => undefined);
};

start({
  async prepare() {
    const creating = createClient().then((client) => create({ client, googlePayVersion: 2 }));
    [payments, kit] = await Promise.all([newClient(), creating]);
    ready = (await payments.isReadyToPay(readiness)).result;
  },
  mount(box) {
    if (ready) box.append(payments.createButton({ onClick }));
  },
  unmount(box) {
    box.replaceChildren();
  },
  price(_box, newPrice) {
    price = newPrice;
  },
  look(box, { color, locale }) {
    box.replaceChildren(
      payments.createButton({ onClick, buttonColor: color, buttonLocale: locale }),
    );
  },
});
