import type { Outcome } from '@wallet-buttons/protocol';

/** The texts for the payer. The property `texts` may replace any of them. */
export interface Texts extends Readonly<Record<Outcome, string>> {
  /** `<wallet-payment-status>`: the status cannot be read. */
  readonly error: string;
  /** `<wallet-payment-status>`: the link to the bank's page. */
  readonly bank: string;
  /** In the sheet: the backend refused the payment, because of the card or not. */
  readonly notCharged: string;
  /** In the sheet: the page did not answer a choice of the payer. */
  readonly notWorkedOut: string;
  /** In the sheet: a shipping option, with `{label}` and `{price}`. */
  readonly shippingOption: string;
  /** Under the button of a paid order. In the sheet, if that turns out after the press. */
  readonly paid: string;
  /** Under the button and in the sheet: too many payments of the order failed, and the shop has to open it again. */
  readonly tooManyAttempts: string;
  /** In the sheet: the order's total is not the one that the sheet shows. */
  readonly totalChanged: string;
}

const pending = 'Your payment is being checked. Please do not pay again.';

/** What a payer reads of an order that no card pays now, without a text of the page or a language. */
export const orderTexts = {
  paid: 'This order is paid.',
  pending,
  tooManyAttempts: 'This order is closed. Please ask the shop.',
  totalChanged: 'The total has changed. Close this and press again.',
} as const;

/** What `<wallet-payment-status>` shows without a text of the page or of an imported language. */
export const english: Readonly<Record<Outcome | 'error' | 'bank', string>> = {
  succeeded: 'Paid. Thank you!',
  authorized: 'Your card was accepted; the amount is reserved.',
  pending,
  unknown: pending,
  failed: 'The payment did not go through. Nothing was charged.',
  cancelled: 'The payment was cancelled.',
  expired: 'The payment took too long and has expired. Nothing was charged.',
  refunded: 'The payment was refunded.',
  disputed: 'The payment is being checked. Please ask the shop.',
  error: 'The status cannot be read. Please contact the shop before you pay again.',
  bank: 'Continue at your bank',
};

/** The texts by BCP 47 tag in lower case, shared by all copies of this package on a page. */
const registry: Record<symbol, Map<string, Texts> | undefined> = globalThis;
const key = Symbol.for('wallet-buttons.texts');

/**
 * Writes a text in the language of the tag, or the English one if that language has none: a screen reader would read it
 * with the voice of the page.
 */
export function writeText(
  node: HTMLElement,
  ownText: string | undefined,
  english: string,
  language: string,
): void {
  const text = ownText ?? english;
  // A screen reader would repeat a text that is written again.
  if (node.textContent === text) return;
  node.textContent = text;
  node.lang = ownText ? language : 'en';
  node.dir = 'auto';
}

/** Registers the texts of a language, as the modules of `./locales/` do. */
export function addTexts(language: string, texts: Texts): void {
  (registry[key] ??= new Map()).set(language, texts);
}

/** The texts for a language: the page's own, else those of the closest imported language. */
export function textsOf(
  { texts }: { readonly texts?: Partial<Texts> | undefined },
  language: string,
): Partial<Texts> {
  const tag = language.toLowerCase();
  const languages = registry[key];
  return { ...(languages?.get(tag) ?? languages?.get(tag.replace(/-.*/, ''))), ...texts };
}
