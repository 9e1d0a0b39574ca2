import type { Address, Card } from '@wallet-buttons/protocol';
import type { PayerData } from '../events.ts';
import { filled } from './values.ts';

/** The payer's data in the form that the backend reads, without empty fields. */
export function payerData(
  { name, email, phone }: Address,
  shipping_address: Address,
  billing_address: Address,
  card: Card,
): PayerData {
  return filled({
    payer: filled({ name, email, phone }),
    shipping_address,
    billing_address,
    card,
  });
}

/**
 * A provider's data of the card. The network is spelt as in `networks`.
 * @param details Ends with the last four digits of the card or of its device number.
 * @param funding `credit`, `debit`, `prepaid` or `store`, in any case; other words are left out.
 */
export function cardData(
  network: string | null | undefined,
  details: string | null | undefined,
  funding: string | null | undefined,
  more: { readonly [K in keyof Card]?: Card[K] | undefined } = {},
): Card {
  return filled<Card>({
    network: networkWord(network ?? ''),
    last4: /\d{4}$/.exec(String(details))?.[0],
    funding: /^(credit|debit|prepaid|store)$/i
      .exec(String(funding))?.[0]
      ?.toLowerCase() as Card['funding'],
    ...more,
  });
}

/** The provider's name of a card network, spelt as in the attribute `networks`. */
export function networkWord(name: string): string {
  return name.toLowerCase().replace('china', '');
}

/** A contact or an address of either provider. */
export interface ProviderContact {
  readonly name?: string;
  readonly givenName?: string;
  readonly familyName?: string;
  readonly phoneticGivenName?: string;
  readonly phoneticFamilyName?: string;
  readonly emailAddress?: string;
  readonly phoneNumber?: string;
  readonly countryCode?: string;
  readonly administrativeArea?: string;
  readonly iso3166AdministrativeArea?: string;
  readonly subAdministrativeArea?: string;
  readonly locality?: string;
  readonly subLocality?: string;
  readonly postalCode?: string;
  readonly sortingCode?: string;
  readonly addressLines?: readonly string[];
  readonly address1?: string;
  readonly address2?: string;
  readonly address3?: string;
}

/** A contact of a provider in the format of the wire. */
export function addressOf(providerContact: ProviderContact | null | undefined): Address {
  const contact = providerContact ?? {};
  const { address1, address2, address3, addressLines } = contact;
  const { givenName, familyName, phoneticGivenName, phoneticFamilyName } = contact;
  return filled<Address>({
    name: printable(contact.name ?? `${givenName ?? ''} ${familyName ?? ''}`),
    email: printable(contact.emailAddress),
    phone: printable(contact.phoneNumber),
    phonetic_name: printable(`${phoneticGivenName ?? ''} ${phoneticFamilyName ?? ''}`),
    country: printable(contact.countryCode).toUpperCase(),
    administrative_area: printable(contact.administrativeArea),
    administrative_area_code: printable(contact.iso3166AdministrativeArea),
    sub_administrative_area: printable(contact.subAdministrativeArea),
    locality: printable(contact.locality),
    sub_locality: printable(contact.subLocality),
    postal_code: printable(contact.postalCode),
    sorting_code: printable(contact.sortingCode),
    address_lines: streetLines([addressLines ?? [address1, address2, address3]].flat()),
  });
}

/** One street line an item. */
function streetLines(lines: readonly (string | undefined)[]): readonly string[] {
  return lines
    .join('\n')
    .split(/\r?\n|\r/)
    .map(printable)
    .filter(Boolean);
}

/** A backend may refuse tabs, line breaks and other control characters. In a contact, they mean a blank. */
function printable(text: string | number | null | undefined): string {
  return String(text ?? '')
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
}
