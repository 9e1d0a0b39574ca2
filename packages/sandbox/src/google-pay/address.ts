/** Addresses in wallet B's spelling, and how much of them a page asks for. */
import { type Members, optional, type Reader } from '../sheet/members.ts';
import type { PayerAddress } from './account.ts';
import { countryCode, dictionary, isTrue, list, oneOf } from './page-value.ts';

/** The detail of an address. */
export interface AddressRequest {
  readonly format: 'MIN' | 'FULL' | 'FULL-ISO3166';
  readonly phone: boolean;
  /** The only countries that are offered; undefined: all. */
  readonly countries: readonly string[] | undefined;
}

/** A billing address is `MIN` unless asked otherwise, a shipping address `FULL`. */
export const billingAddress = addressRequest(['MIN', 'FULL', 'FULL-ISO3166']);
export const shippingAddress = addressRequest(['FULL', 'FULL-ISO3166']);

/** @param formats the first is the default */
function addressRequest(
  formats: readonly [AddressRequest['format'], ...AddressRequest['format'][]],
): Reader<AddressRequest> {
  const parameters = dictionary({
    format: optional(oneOf(formats)),
    phoneNumberRequired: isTrue,
    allowedCountryCodes: optional(list(countryCode)),
  });
  return (value = {}, name) => {
    const { format, phoneNumberRequired, allowedCountryCodes } = parameters(value, name);
    return {
      format: format ?? formats[0],
      phone: phoneNumberRequired,
      countries: allowedCountryCodes,
    };
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
