import type { PayerData } from '../../events.ts';
import { addressOf, cardData, payerData } from '../payer.ts';
import type { Payment } from './session.ts';

/** The payer's data beside the token. */
export function payerOf({ shippingContact, billingContact, token }: Payment): PayerData {
  const shipping = addressOf(shippingContact);
  const { network, displayName, type } = token.paymentMethod ?? {};
  return payerData(
    shipping,
    shipping.country ? shipping : {},
    addressOf(billingContact),
    cardData(network, displayName, type),
  );
}
