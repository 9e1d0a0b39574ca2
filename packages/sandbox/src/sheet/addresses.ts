import type { SheetChoice } from './content.ts';

/** A shipping address of the invented payer. */
export interface Address {
  /** Tests choose by it. */
  readonly id: string;
  readonly label: string;
  readonly street: string;
  readonly city: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  readonly country: string;
}

/** Invented addresses in two countries. The sheet opens with the first. */
export const allAddresses: readonly [Address, ...Address[]] = [
  {
    id: 'home',
    label: 'Home',
    street: '1 Example Street',
    city: 'Kyiv',
    postalCode: '01001',
    countryCode: 'UA',
    country: 'Ukraine',
  },
  {
    id: 'work',
    label: 'Work',
    street: '2 Sample Avenue',
    city: 'Lviv',
    postalCode: '79000',
    countryCode: 'UA',
    country: 'Ukraine',
  },
  {
    id: 'abroad',
    label: 'Abroad',
    street: '3 Specimen Lane',
    city: 'Gdańsk',
    postalCode: '80-001',
    countryCode: 'PL',
    country: 'Poland',
  },
];

/** Addresses as the sheet shows them. */
export function sheetAddresses(addresses: readonly Address[]): readonly SheetChoice[] {
  return addresses.map(({ id, label, street, city, postalCode, country }) => ({
    id,
    label,
    detail: `${street}, ${postalCode} ${city}, ${country}`,
  }));
}
