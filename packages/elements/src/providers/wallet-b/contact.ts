import type { PayerData } from '../../events.ts';
import { addressOf, cardData, payerData } from '../payer.ts';
import { filled } from '../values.ts';
import type { PaymentData } from './client.ts';

/** The payer's data beside the token. */
export function payerOf({ email, shippingAddress, paymentMethodData }: PaymentData): PayerData {
  const info = paymentMethodData.info ?? {};
  const { accountVerified, cardHolderAuthenticated } = info.assuranceDetails ?? {};
  const shipping = addressOf(shippingAddress);
  const billing = addressOf(info.billingAddress);
  return payerData(
    // A gift goes to another person than the owner of the card.
    { ...shipping, ...billing, ...filled({ email }) },
    shipping,
    billing,
    cardData(info.cardNetwork, info.cardDetails, info.cardFundingSource, {
      account_verified: accountVerified,
      cardholder_authenticated: cardHolderAuthenticated,
    }),
  );
}
