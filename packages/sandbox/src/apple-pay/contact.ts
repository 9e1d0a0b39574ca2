import { type Address, allAddresses } from '../sheet/addresses.ts';

/** The one invented payer, in wallet A's spelling; nothing here belongs to a person. */
const payerContact = {
  givenName: 'Olena',
  familyName: 'Sample',
  email: 'olena@shop.test',
  phone: '+380501234567',
  ...allAddresses[0],
} as const;

/** `ApplePayPaymentContact` with the requested fields only; undefined if no field is requested. */
export function walletAContact(
  fields: readonly string[],
  address: Address = allAddresses[0],
): Record<string, unknown> | undefined {
  if (fields.length === 0) return undefined;
  return {
    ...(fields.includes('email') && { emailAddress: payerContact.email }),
    ...(fields.includes('phone') && { phoneNumber: payerContact.phone }),
    ...(fields.includes('name') && {
      givenName: payerContact.givenName,
      familyName: payerContact.familyName,
    }),
    ...(fields.includes('phoneticName') && {
      phoneticGivenName: 'oh-LEH-nah',
      phoneticFamilyName: 'SAM-pul',
    }),
    ...(fields.includes('postalAddress') && {
      addressLines: [address.street],
      ...walletARedactedAddress(address),
    }),
  };
}

/** The part of the address that the page gets before the payer has agreed: no name, no street. */
export function walletARedactedAddress(
  address: Address = allAddresses[0],
): Record<string, unknown> {
  return {
    locality: address.city,
    subLocality: '',
    administrativeArea: '',
    subAdministrativeArea: '',
    postalCode: address.postalCode,
    country: address.country,
    countryCode: address.countryCode,
  };
}

/** The sheet's lines for the payer's name, mail and phone, as far as `fields` request them. */
export function contactLines(fields: readonly string[]): readonly string[] {
  return [
    ...(fields.includes('name') ? [`${payerContact.givenName} ${payerContact.familyName}`] : []),
    ...(fields.includes('email') ? [payerContact.email] : []),
    ...(fields.includes('phone') ? [payerContact.phone] : []),
  ];
}
