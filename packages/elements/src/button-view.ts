import type { OrderState } from './order-states.ts';
import { notOffered, textsOf, writeText, type Texts } from './texts.ts';

/** Why a button that is `done` is not offered. */
const reasons: Partial<Record<OrderState, keyof typeof notOffered>> = {
  paid: 'paid',
  unsure: 'pending',
};

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
  /** For screen readers: why the order is not offered. */
  readonly #note = document.createElement('span');
  readonly #slot = document.createElement('slot');

  constructor() {
    this.box.part = 'button';
    this.#slot.name = 'unavailable';
  }

  /** Fills the root of a tag. The provider may add styles. */
  fill(root: ParentNode): void {
    root.replaceChildren(this.box, this.#note, this.#slot);
  }

  /** Shows the state of a tag, and of its order. */
  show(tag: ViewedTag, order: OrderState | undefined): void {
    const { state, language } = tag;
    const isDone = state === 'done';
    this.box.hidden = state === 'unavailable';
    this.#slot.hidden = !this.box.hidden;
    this.box.toggleAttribute('data-disabled', tag.disabled || isDone);
    const reason = isDone && order ? reasons[order] : undefined;
    const own = reason && textsOf(tag, language)[reason];
    writeText(this.#note, own, reason ? notOffered[reason] : '', language);
  }
}
