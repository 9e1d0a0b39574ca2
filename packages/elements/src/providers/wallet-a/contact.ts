import type { Address } from '@wallet-buttons/protocol';
import type { PayerData } from '../../events.ts';
import { addressLines, cardData, filled, payerData } from '../payer.ts';
import type { Contact, Payment } from './session.ts';

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

/** A contact of the provider in the format of the wire. */
export function addressOf(contact: Contact = {}): Address {
  return filled<Address>({
    name: [contact.givenName, contact.familyName].filter(Boolean).join(' '),
    email: contact.emailAddress,
    phone: contact.phoneNumber,
    country: contact.countryCode?.toUpperCase(),
    administrative_area: contact.administrativeArea,
    locality: contact.locality,
    sub_locality: contact.subLocality,
    postal_code: contact.postalCode,
    address_lines: addressLines(contact.addressLines),
  });
}
