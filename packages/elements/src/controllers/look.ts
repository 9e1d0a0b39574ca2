import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

/** What the document around a tag asks of its looks. */
export interface DocumentLook {
  readonly style: 'black' | 'white';
  /** BCP 47, `''` for the browser's own. */
  readonly locale: string;
  /** Pixels, where the page set it. */
  readonly radius: number | undefined;
}

interface LookHost extends ReactiveControllerHost, HTMLElement {
  /** BCP 47; `''` for the closest `lang`. */
  readonly locale: string;
}

/** The tags of the document share an observer: a thousand would slow each change of an attribute. */
const hosts = new Set<LookHost>();
let languages: MutationObserver | undefined;

/** Reads the language, the colour scheme and the radius around a tag, and lets it draw anew when they change. */
export class LookController implements ReactiveController {
  readonly #host: LookHost;
  /** Of the box, as it is at any time. */
  #style: CSSStyleDeclaration | undefined;
  /** As it was drawn for. */
  #colour: string | undefined;

  constructor(host: LookHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    hosts.add(this.#host);
    languages ??= new MutationObserver(() => {
      for (const host of hosts) host.requestUpdate();
    });
    for (let from: Element | undefined = this.#host; from; from = hostOf(from)) {
      languages.observe(from.getRootNode(), { attributeFilter: ['lang'], subtree: true });
    }
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
    if (!hosts.size) languages?.disconnect();
  }

  /** The colour scheme changed, be it by a class of the page: there is no other event for that. */
  handleEvent(): void {
    if (this.#style?.outlineColor !== this.#colour) this.#host.requestUpdate();
  }

  /** The tag's own language, or the closest one, also from outside of the shadow roots around the tag. */
  get language(): string {
    return this.#host.locale || (closest(this.#host, '[lang]')?.lang ?? '');
  }

  /** Writes nothing to the document. The outline of the box is not drawn: it has the colour of text. */
  read(box: Element): DocumentLook {
    const style = (this.#style = getComputedStyle(box));
    this.#colour = style.outlineColor;
    const radius = parseFloat(style.getPropertyValue('--wallet-button-radius'));
    return {
      style: this.#colour.includes('(0') ? 'black' : 'white',
      locale: this.language,
      radius: radius >= 0 ? radius : undefined,
    };
  }
}

/** As the platform's `closest()`, also outside of the shadow roots around the element. */
export function closest(from: Element | undefined, selector: string): HTMLElement | undefined {
  return from && (from.closest<HTMLElement>(selector) ?? closest(hostOf(from), selector));
}

/** The element whose shadow root holds this one. A frame's document has a `ShadowRoot` of its own. */
function hostOf(element: Element): Element | undefined {
  return (element.getRootNode() as Partial<ShadowRoot>).host;
}
