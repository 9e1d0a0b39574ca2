/** Who may be signed in to wallet B; nobody of them exists. */

export interface PayerAddress {
  /** What a test chooses it by. */
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly street: string;
  readonly locality: string;
  readonly administrativeArea: string;
  /** ISO 3166-2. */
  readonly region: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
}

export interface Account {
  readonly email: string;
  /** The first is the one for cards, and for parcels unless the page does not send there. */
  readonly addresses: readonly [PayerAddress, ...PayerAddress[]];
}

/** The payer is signed in to the first; "Switch account" goes to the next. */
export const ACCOUNTS: readonly [Account, Account] = [
  {
    email: 'olena@shop.test',
    addresses: [
      {
        id: 'kyiv',
        name: 'Olena Sample',
        phone: '+380501234567',
        street: '1 Example Street',
        locality: 'Kyiv',
        administrativeArea: '',
        region: 'UA-30',
        postalCode: '01001',
        countryCode: 'UA',
      },
      {
        id: 'london',
        name: 'Olena Sample',
        phone: '+442079460123',
        street: '2 Example Lane',
        locality: 'London',
        administrativeArea: '',
        region: 'GB-LND',
        postalCode: 'SW1A 1AA',
        countryCode: 'GB',
      },
      {
        id: 'boston',
        name: 'Olena Sample',
        phone: '+16175550123',
        street: '3 Example Avenue',
        locality: 'Boston',
        administrativeArea: 'MA',
        region: 'US-MA',
        postalCode: '02108-1234',
        countryCode: 'US',
      },
    ],
  },
  {
    email: 'taras@shop.test',
    addresses: [
      {
        id: 'lviv',
        name: 'Taras Sample',
        phone: '+380671234567',
        street: '4 Example Square',
        locality: 'Lviv',
        administrativeArea: 'Lviv Oblast',
        region: 'UA-46',
        postalCode: '79000',
        countryCode: 'UA',
      },
    ],
  },
];
