interface ViewedTag {
  readonly state: string;
  readonly disabled: boolean;
}

/** The nodes of a button. They never change, so there is no template. */
export class ButtonView {
  /** The box around the provider's button. */
  readonly box: HTMLElement = document.createElement('div');
  /** For screen readers: why the order is not offered. */
  readonly note: HTMLElement = document.createElement('span');
  readonly #slot = document.createElement('slot');

  constructor() {
    this.box.part = 'button';
    this.#slot.name = 'unavailable';
  }

  /** Fills the root of a tag. The provider may add styles. */
  fill(root: ParentNode): void {
    root.replaceChildren(this.box, this.note, this.#slot);
  }

  /** Shows the state of a tag. */
  show({ state, disabled }: ViewedTag): void {
    this.box.hidden = state === 'unavailable';
    this.#slot.hidden = !this.box.hidden;
    this.box.toggleAttribute('data-disabled', disabled || state === 'done');
  }
}
