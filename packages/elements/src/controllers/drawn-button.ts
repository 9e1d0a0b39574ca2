import { forwardClick } from '../fast-clicks.ts';
import { page } from '../page.ts';
import type { ButtonLook, WalletProvider } from '../providers/provider.ts';
import type { DocumentLook } from './look.ts';

/** A tag around a provider's button. */
interface DrawnTag extends HTMLElement {
  readonly provider: WalletProvider;
  readonly buttonStyle: ButtonLook['style'] | 'auto';
  readonly buttonType: string;
  readonly disabled: boolean;
  readonly pressable: boolean;
  requestUpdate(): void;
}

/** The functions of a press that the provider's button calls. */
interface Press {
  run(): void;
  prefetch(): void;
}

/** The provider's button in the box of a tag. */
export class DrawnButton {
  readonly #host: DrawnTag;
  readonly #box: HTMLElement;
  readonly #press: Press;
  #nodes: MutationObserver | undefined;
  #drawn: symbol | undefined;

  constructor(host: DrawnTag, box: HTMLElement, press: Press) {
    this.#host = host;
    this.#box = box;
    this.#press = press;
  }

  /**
   * Draws the button, unless it has that look. Throws what the provider throws.
   * @param key The provider's key of the settings.
   */
  draw(documentLook: DocumentLook, key: symbol | undefined): void {
    const host = this.#host;
    const { buttonStyle: style, buttonType: type, shadowRoot: root } = host;
    const look = { ...documentLook, type, ...(style !== 'auto' && { style }) };
    // A symbol, because each of a thousand tags would store its own copy of the text.
    const lookKey = Symbol.for(JSON.stringify(look) + String(key));
    if (lookKey === this.#drawn || !root) return;
    const existingButton = this.#node;
    const hadFocus = root.activeElement;
    try {
      if (!existingButton) this.#press.prefetch();
      const press = () => {
        this.#press.run();
      };
      const button = host.provider.button({ ...look, root }, press, existingButton);
      if (button !== existingButton) this.#box.replaceChildren(button);
      this.#drawn = lookKey;
    } finally {
      if (hadFocus && !host.matches(':focus-within')) this.focus();
    }
  }

  /** Lets the button be pressed, or not. Meanwhile its box has the focus, which would fall to the page. */
  update(): void {
    const { control } = this;
    if (!control) return;
    const host = this.#host;
    const focused = host.shadowRoot?.activeElement;
    const wasDisabled = control.disabled;
    control.disabled = host.disabled || (!host.pressable && !page().paying?.late);
    if (focused && control.disabled !== wasDisabled) this.focus();
    if (!control.disabled) return;
    // The provider may replace its node, and the new one would be enabled.
    this.#nodes ??= new MutationObserver(() => {
      host.requestUpdate();
    });
    this.#nodes.observe(this.#box, { childList: true });
  }

  /** Gives the focus to the button; to its box while the button takes none. */
  focus(options?: FocusOptions): void {
    const { control } = this;
    if (control?.disabled) this.focusBox(options);
    else control?.focus(options);
  }

  /** Keeps the focus in the tag while the button cannot have it. */
  focusBox(options?: FocusOptions): void {
    this.#box.tabIndex = -1;
    this.#box.focus(options);
  }

  /** Passes on a click that a script has sent to the tag. */
  handleEvent(event: Event): void {
    forwardClick(event, this.control, this.#node);
  }

  /** The button that takes focus and `disabled`: the provider's node, or a button within it or its shadow root. */
  get control(): HTMLButtonElement | null {
    return (this.#node?.shadowRoot ?? this.#box).querySelector('button');
  }

  /** Queried each time, because a provider may replace its node. */
  get #node(): HTMLElement | null {
    return this.#box.querySelector<HTMLElement>('*');
  }
}
