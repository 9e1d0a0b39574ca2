/** Addresses in wallet B's spelling, and how much of them a page asks for. */
import { countryCode, list, object, oneOf, optional, type Members } from './page-value.ts';
import type { PayerAddress } from './account.ts';

/** The detail of an address. */
export interface AddressRequest {
  readonly format: 'MIN' | 'FULL' | 'FULL-ISO3166';
  readonly phone: boolean;
  /** The only countries that are offered; undefined: all. */
  readonly countries: readonly string[] | undefined;
}

/** A billing address is `MIN` unless asked otherwise, a shipping address `FULL`. */
export function readAddressRequest(input: unknown, kind: 'billing' | 'shipping'): AddressRequest {
  const parameters = optional(input, (value) => object(value, `${kind}AddressParameters`)) ?? {};
  const formats =
    kind === 'billing'
      ? (['MIN', 'FULL', 'FULL-ISO3166'] as const)
      : (['FULL', 'FULL-ISO3166'] as const);
  const format = optional(parameters['format'], (value) =>
    oneOf(value, formats, `${kind}AddressParameters.format`),
  );
  return {
    format: format ?? (kind === 'billing' ? 'MIN' : 'FULL'),
    phone: parameters['phoneNumberRequired'] === true,
    countries: optional(parameters['allowedCountryCodes'], (value) =>
      list(value, 'allowedCountryCodes').map((code) => countryCode(code, 'allowedCountryCodes[]')),
    ),
  };
}

/** `Address` of the reference, as in the payment's answer. */
export function fullAddress(address: PayerAddress, { format, phone }: AddressRequest): Members {
  const { name, postalCode, countryCode: country, phone: phoneNumber, region } = address;
  return {
    name,
    postalCode,
    countryCode: country,
    ...(phone && { phoneNumber }),
    ...(format !== 'MIN' && {
      address1: address.street,
      address2: '',
      address3: '',
      locality: address.city,
      administrativeArea: address.administrativeArea,
      sortingCode: '',
    }),
    ...(format === 'FULL-ISO3166' && { iso3166AdministrativeArea: region }),
  };
}

/** `IntermediateAddress`: before the payer has agreed, no name, no street, a part of the postal code. */
export function intermediateAddress(address: PayerAddress, { format }: AddressRequest): Members {
  const { administrativeArea, countryCode: country, city, postalCode, region } = address;
  const shownCharacters: Readonly<Record<string, number>> = { CA: 3, GB: 3, US: 5 };
  return {
    administrativeArea,
    countryCode: country,
    locality: city,
    postalCode: postalCode.slice(0, shownCharacters[country]),
    ...(format === 'FULL-ISO3166' && { iso3166AdministrativeArea: region }),
  };
}
