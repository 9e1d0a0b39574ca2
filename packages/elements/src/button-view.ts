import { orderTexts, textsOf, writeText, type Texts } from './texts.ts';

interface ViewedTag {
  readonly state: string;
  readonly disabled: boolean;
  readonly language: string;
  readonly texts?: Partial<Texts> | undefined;
}

/** The nodes of a button. They never change, so there is no template. */
export class ButtonView {
  /** The box around the provider's button. */
  readonly box: HTMLElement = document.createElement('div');
  /** Why the order is not offered. */
  readonly #note = document.createElement('div');
  readonly #slot = document.createElement('slot');

  constructor() {
    this.box.part = 'button';
    this.#note.part = 'note';
    this.#note.setAttribute('role', 'status');
    this.#slot.name = 'unavailable';
  }

  /** Fills the root of a tag. The provider may add styles. */
  fill(root: ParentNode): void {
    root.replaceChildren(this.box, this.#note, this.#slot);
  }

  /**
   * Shows the state of a tag.
   * @param reason Why its order is not offered, if the payer has to know.
   */
  show(tag: ViewedTag, hasButton: boolean, reason: keyof typeof orderTexts | undefined): void {
    const { state, disabled, language } = tag;
    this.box.hidden = !hasButton;
    this.#slot.hidden = state !== 'unavailable';
    this.box.toggleAttribute('data-disabled', disabled || reason !== undefined);
    this.box.setAttribute('aria-busy', String(reason !== undefined && state !== 'done'));
    if (reason) writeText(this.#note, textsOf(tag, language)[reason], orderTexts[reason], language);
    else this.#note.textContent = '';
  }
}
