import type { Outcome } from '@wallet-buttons/protocol';

/** What this package says to the payer. Each text may be replaced by the property `texts`. */
export interface Texts extends Readonly<Record<Outcome, string>> {
  /** `<wallet-payment-status>`: the status cannot be read. */
  readonly error: string;
  /** `<wallet-payment-status>`: the link to the bank's page. */
  readonly bank: string;
  /** In the sheet: the backend refused the card. */
  readonly notCharged: string;
  /** In the sheet: the page gave no answer to a choice of the payer. */
  readonly notWorkedOut: string;
  /** In the sheet: a way to deliver; `{label}` and `{price}` stand for its own. */
  readonly shippingOption: string;
}

/** The languages by their BCP 47 tag in lower case, shared by all copies of this package on a page. */
const shared: Record<symbol, Map<string, Texts> | undefined> = globalThis;
const key = Symbol.for('wallet-buttons.texts');

/** Makes the texts of a language known, as the modules below `./locales/` do. */
export function addTexts(language: string, texts: Texts): void {
  (shared[key] ??= new Map()).set(language, texts);
}

/** The texts for a payer: the page's own before those of the closest language that was imported. */
export function textsOf(
  { texts }: { readonly texts?: Partial<Texts> | undefined },
  language: string,
): Partial<Texts> {
  const tag = language.toLowerCase();
  const languages = shared[key];
  return { ...(languages?.get(tag) ?? languages?.get(tag.replace(/-.*/, ''))), ...texts };
}
