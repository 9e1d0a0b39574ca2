import { unsafeCSS, type CSSResult } from '@lit/reactive-element';
import { english, writeText, type Texts } from './texts.ts';

export const statusStyles: CSSResult = unsafeCSS(
  ':host{display:block}:host([hidden]){display:none}',
);

/** The nodes of `<wallet-payment-status>`. They never change, so there is no template. */
export class StatusView {
  /** The live region. */
  readonly region = document.createElement('div');
  readonly #slot = document.createElement('slot');
  readonly #text = document.createElement('span');
  readonly #link = document.createElement('a');
  readonly #linkText = document.createElement('span');

  constructor() {
    this.region.setAttribute('role', 'status');
    this.region.append(this.#slot);
    this.#slot.append(this.#text);
    const bank = document.createElement('slot');
    bank.name = 'bank';
    bank.append(this.#linkText);
    this.#link.setAttribute('part', 'bank');
    this.#link.append(bank);
  }

  /** Shows the text of an outcome, or the content that the page has for it. */
  show(
    outcome: Exclude<keyof typeof english, 'bank'>,
    isHidden: boolean,
    texts: Partial<Texts>,
    language: string,
  ): void {
    this.#slot.hidden = isHidden;
    writeText(this.#text, texts[outcome], english[outcome], language);
    if (this.#slot.name !== outcome) this.#slot.name = outcome;
    writeText(this.#linkText, texts.bank, english.bank, language);
  }

  /** Shows the link to the bank's page, if there is one. */
  link(url: string | undefined, root: ParentNode): void {
    this.#link.href = url ?? '';
    // Removed, because tools that check a page would report an empty link.
    if (!url) this.#link.parentNode?.removeChild(this.#link);
    // Appending it again would take its focus.
    else if (!this.#link.isConnected) root.append(this.#link);
  }
}
