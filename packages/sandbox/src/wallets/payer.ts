/** The one invented payer, in wallet A's spelling; nothing here belongs to a person. */
const PAYER = {
  givenName: 'Olena',
  familyName: 'Sample',
  email: 'olena@shop.test',
  phone: '+380501234567',
  street: '1 Example Street',
  city: 'Kyiv',
  postalCode: '01001',
  countryCode: 'UA',
  country: 'Ukraine',
} as const;

/** `ApplePayPaymentContact` with what was asked for, and nothing else, as the wallet gives it. */
export function walletAContact(fields: readonly string[]): Record<string, unknown> | undefined {
  if (fields.length === 0) return undefined;
  return {
    ...(fields.includes('email') && { emailAddress: PAYER.email }),
    ...(fields.includes('phone') && { phoneNumber: PAYER.phone }),
    ...(fields.includes('name') && {
      givenName: PAYER.givenName,
      familyName: PAYER.familyName,
    }),
    ...(fields.includes('postalAddress') && {
      addressLines: [PAYER.street],
      ...walletARedactedAddress(),
    }),
  };
}

/** What wallet A tells of the address before the payer has agreed: no name, no street. */
export function walletARedactedAddress(): Record<string, unknown> {
  return {
    locality: PAYER.city,
    subLocality: '',
    administrativeArea: '',
    subAdministrativeArea: '',
    postalCode: PAYER.postalCode,
    country: PAYER.country,
    countryCode: PAYER.countryCode,
  };
}
