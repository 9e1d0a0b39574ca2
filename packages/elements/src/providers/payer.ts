import type { Address, Card } from '@wallet-buttons/protocol';
import type { PayerData } from '../events.ts';

/** The payer's data as the backend reads it; what the wallet left empty is left out. */
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
 * What a provider tells of the card, in the words of `networks`.
 * @param details Ends with the last four digits of the card or of its device number.
 * @param funding `credit`, `debit`, `prepaid` or `store`, in either case; another word is left out.
 */
export function cardData(
  network = '',
  details = '',
  funding = '',
  more: Partially<Card> = {},
): Card {
  return filled<Card>({
    network: networkWord(network),
    last4: /\d{4}$/.exec(details)?.[0],
    funding: /^(credit|debit|prepaid|store)$/.exec(funding.toLowerCase())?.[0] as Card['funding'],
    ...more,
  });
}

/** The provider's name of a card network as the attribute `networks` spells it. */
export function networkWord(name: string): string {
  return name.toLowerCase().replace('china', '');
}

/** Street lines, one an item: the backend refuses empty lines and line breaks. */
export function addressLines(lines: readonly (string | undefined)[] = []): readonly string[] {
  return lines
    .join('\n')
    .split(/\s*\n\s*/)
    .filter(Boolean);
}

type Partially<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The members that hold something. */
export function filled<T extends object>(data: Partially<T>): T {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([, value]) => typeof value === 'boolean' || (value && Object.keys(value).length),
    ),
  ) as T;
}

/** An attribute's list of words. */
export function words(list: string): readonly string[] {
  return list.split(/\s+/).filter(Boolean);
}
