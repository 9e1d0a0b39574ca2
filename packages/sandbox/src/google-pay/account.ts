/** The invented accounts of wallet B. */
import { allAddresses, type Address } from '../sheet/addresses.ts';
import type { SheetChoice } from '../sheet/content.ts';

/** An address with the additional fields of wallet B. */
export interface PayerAddress extends Address {
  readonly name: string;
  readonly phone: string;
  readonly administrativeArea: string;
  /** ISO 3166-2. */
  readonly region: string;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** The first is the billing address, and the shipping address unless the page excludes its country. */
  readonly addresses: readonly [PayerAddress, ...PayerAddress[]];
}

const olena = { name: 'Olena Sample', phone: '+380501234567', administrativeArea: '' };
const regionCodes: Readonly<Record<string, string>> = {
  home: 'UA-30',
  work: 'UA-46',
  abroad: 'PL-22',
};
const [home, ...others] = allAddresses;

/** The payer is signed in to the first when the sheet opens. */
export const allAccounts: readonly [Account, ...Account[]] = [
  {
    id: 'olena',
    name: olena.name,
    email: 'olena@shop.test',
    addresses: [
      known(home),
      ...others.map(known),
      {
        ...olena,
        id: 'london',
        label: 'Friends in London',
        street: '2 Example Lane',
        city: 'London',
        region: 'GB-LND',
        postalCode: 'SW1A 1AA',
        countryCode: 'GB',
        country: 'United Kingdom',
      },
      {
        ...olena,
        id: 'boston',
        label: 'Family in Boston',
        street: '3 Example Avenue',
        city: 'Boston',
        administrativeArea: 'MA',
        region: 'US-MA',
        postalCode: '02108-1234',
        countryCode: 'US',
        country: 'United States',
      },
    ],
  },
  {
    id: 'taras',
    name: 'Taras Sample',
    email: 'taras@shop.test',
    addresses: [
      {
        id: 'taras-home',
        label: 'Home',
        name: 'Taras Sample',
        phone: '+380671234567',
        street: '4 Example Square',
        city: 'Odesa',
        administrativeArea: 'Odesa Oblast',
        region: 'UA-51',
        postalCode: '65000',
        countryCode: 'UA',
        country: 'Ukraine',
      },
    ],
  },
];

/** The accounts as the sheet shows them. */
export function sheetAccounts(): readonly SheetChoice[] {
  return allAccounts.map(({ id, name, email }) => ({ id, label: name, detail: email }));
}

function known(address: Address): PayerAddress {
  return { ...olena, ...address, region: regionCodes[address.id] ?? '' };
}
