import type { PayerData } from '../../events.ts';
import { addressOf, cardData, payerData } from '../payer.ts';
import type { Payment } from './session.ts';

/** The payer's data beside the token. */
export function payerOf({ shippingContact, billingContact, token }: Payment): PayerData {
  const shipping = addressOf(shippingContact);
  const billing = addressOf(billingContact);
  const { network, displayName, type } = token.paymentMethod ?? {};
  return payerData(
    // A gift goes to another person than the owner of the card.
    { ...shipping, ...billing },
    shipping.country ? shipping : {},
    billing,
    cardData(network, displayName, type),
  );
}
