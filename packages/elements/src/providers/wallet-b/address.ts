import type { Address } from '@wallet-buttons/protocol';
import type { PayerData } from '../../events.ts';
import { addressLines, cardData, filled, payerData } from '../payer.ts';
import type { PaymentData, ProviderAddress } from './client.ts';

/** The payer's data beside the token. */
export function payerOf({ email, shippingAddress, paymentMethodData }: PaymentData): PayerData {
  const { info = {} } = paymentMethodData;
  const { accountVerified, cardHolderAuthenticated } = info.assuranceDetails ?? {};
  const shipping = addressOf(shippingAddress);
  const billing = addressOf(info.billingAddress);
  return payerData(
    { ...billing, ...shipping, ...filled({ email }) },
    shipping,
    billing,
    cardData(info.cardNetwork, info.cardDetails, info.cardFundingSource, {
      account_verified: accountVerified,
      cardholder_authenticated: cardHolderAuthenticated,
    }),
  );
}

/** An address of the provider in the format of the wire. */
export function addressOf(address: ProviderAddress = {}): Address {
  return filled<Address>({
    name: address.name,
    phone: address.phoneNumber,
    country: address.countryCode,
    administrative_area: address.administrativeArea,
    locality: address.locality,
    postal_code: address.postalCode,
    address_lines: addressLines([address.address1, address.address2, address.address3]),
  });
}
