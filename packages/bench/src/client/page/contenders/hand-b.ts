import { box } from '../shop.ts';
import { newClient, paymentRequest, readiness } from './wallet-b-api.ts';

/** A minimal page, written by hand: the limit of what is possible. */
const client = await newClient();
const onClick = () => {
  client.loadPaymentData(paymentRequest()).catch(() => undefined);
};
if ((await client.isReadyToPay(readiness)).result) box.append(client.createButton({ onClick }));
