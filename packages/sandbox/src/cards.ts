/** The origin of a token: the card number on file, or a device with its own cryptogram. */
export type CardAuth = 'PAN_ONLY' | 'CRYPTOGRAM_3DS';

/** The payment service's reaction to a card: it accepts the card, sends the payer to the bank, or declines. */
export type CardBehaviour = 'approve' | 'challenge' | 'decline';

/** How a card is funded, in the words of wallet B. Wallet A has no word for `UNKNOWN`. */
export type CardFunding = 'CREDIT' | 'DEBIT' | 'PREPAID' | 'UNKNOWN';

/** Card networks that have a test card, in the spelling of the tags' `networks` attribute. */
export type CardNetwork = 'visa' | 'mastercard' | 'amex';

/** One invented card that the payer can choose in a sheet. */
export interface TestCard {
  /** Stable name, written into the token; tests choose by it. */
  readonly id: string;
  /** What the payer reads in the sheet. */
  readonly label: string;
  readonly network: CardNetwork;
  readonly last4: string;
  /** The number of the card, or of the device, in a token. No bank has issued it. */
  readonly pan: string;
  readonly funding: CardFunding;
  readonly auth: CardAuth;
  readonly behaviour: CardBehaviour;
}

/**
 * Every test card. Wallet A holds device cards only, so it offers those with `CRYPTOGRAM_3DS`;
 * wallet B offers all whose `auth` the page allowed.
 */
export const testCards: readonly TestCard[] = [
  {
    id: 'visa-approve',
    label: 'Everyday Visa',
    network: 'visa',
    last4: '4242',
    pan: '4242420000004242',
    funding: 'CREDIT',
    auth: 'CRYPTOGRAM_3DS',
    behaviour: 'approve',
  },
  {
    id: 'mastercard-challenge',
    label: 'Travel Mastercard',
    network: 'mastercard',
    last4: '3220',
    pan: '5200000000053220',
    funding: 'DEBIT',
    auth: 'CRYPTOGRAM_3DS',
    behaviour: 'challenge',
  },
  {
    id: 'visa-decline',
    label: 'Empty Visa',
    network: 'visa',
    last4: '0002',
    pan: '4000000000000002',
    funding: 'DEBIT',
    auth: 'CRYPTOGRAM_3DS',
    behaviour: 'decline',
  },
  {
    id: 'amex-approve',
    label: 'Office Amex',
    network: 'amex',
    last4: '0005',
    pan: '378282000030005',
    funding: 'PREPAID',
    auth: 'CRYPTOGRAM_3DS',
    behaviour: 'approve',
  },
  {
    id: 'pan-visa-challenge',
    label: 'Saved Visa',
    network: 'visa',
    last4: '1881',
    pan: '4012000000001881',
    funding: 'CREDIT',
    auth: 'PAN_ONLY',
    behaviour: 'challenge',
  },
  {
    id: 'pan-mastercard-approve',
    label: 'Saved Mastercard',
    network: 'mastercard',
    last4: '5454',
    pan: '5454540000055454',
    funding: 'UNKNOWN',
    auth: 'PAN_ONLY',
    behaviour: 'approve',
  },
  {
    id: 'pan-visa-decline',
    label: 'Expired Visa',
    network: 'visa',
    last4: '9995',
    pan: '4000000000009995',
    funding: 'PREPAID',
    auth: 'PAN_ONLY',
    behaviour: 'decline',
  },
];

/** The kind of a card in wallet A's words. @param card undefined: no card fits the request */
export function walletACardType(card: TestCard | undefined): 'credit' | 'debit' | 'prepaid' {
  if (card?.funding === 'DEBIT') return 'debit';
  return card?.funding === 'PREPAID' ? 'prepaid' : 'credit';
}
