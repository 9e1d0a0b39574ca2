/** The service’s view of a card: masked, and invented except for the last four digits. */
import { type CardBehaviour, type CardNetwork, testCards } from '../../cards.ts';
import type { Attempt } from '../control-api.ts';

interface CardFace {
  readonly network: CardNetwork;
  readonly last4: string;
}

const firstSix: Readonly<Record<CardNetwork, string>> = {
  visa: '400000',
  mastercard: '520000',
  amex: '370000',
};

/** `400000xxxxxx4242`. */
export function maskedPan({ network, last4 }: CardFace): string {
  return `${firstSix[network]}${'x'.repeat(network === 'amex' ? 5 : 6)}${last4}`;
}

/** `VISA`. */
export function cardType({ network }: CardFace): string {
  return network.toUpperCase();
}

/** Six digits that an attempt keeps. */
export function approvalCode(attemptId: string): string {
  return String(Number.parseInt(attemptId.slice(0, 8), 16) % 1_000_000).padStart(6, '0');
}

/** What the service does with the card. */
export function behaviourOf({ id }: Pick<Attempt['card'], 'id'>): CardBehaviour {
  return testCards.find((card) => card.id === id)?.behaviour ?? 'decline';
}
