import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import { closest, hostOf } from '../closest.ts';

/** The look that the surrounding document sets for a tag. */
export interface DocumentLook {
  readonly style: 'black' | 'white';
  /** BCP 47, `''` for the browser's own. */
  readonly locale: string;
  /** In pixels, if the page sets it. */
  readonly radius: number | undefined;
}

interface LookHost extends ReactiveControllerHost, HTMLElement {
  /** BCP 47; `''` for the closest `lang`. */
  readonly locale: string;
}

/** All tags of the document share one observer: a thousand observers would slow each change of an attribute. */
const hosts = new Set<LookHost>();
let languages: MutationObserver | undefined;

/** Reads the language, the colour scheme and the radius for a tag, and redraws the tag when they change. */
export class LookController implements ReactiveController {
  readonly #host: LookHost;
  /** The live style of the box. */
  #style: CSSStyleDeclaration | undefined;
  /** The colour at the last drawing. */
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
    for (let element: Element | undefined = this.#host; element; element = hostOf(element)) {
      languages.observe(element.getRootNode(), { attributeFilter: ['lang'], subtree: true });
    }
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
    if (!hosts.size) languages?.disconnect();
  }

  /** The colour scheme may have changed, for example by a class of the page. There is no other event for that. */
  handleEvent(): void {
    if (this.#style?.columnRuleColor !== this.#colour) this.#host.requestUpdate();
  }

  /** The tag's own language, or the closest `lang`, also outside of its shadow roots. */
  get language(): string {
    return languageTag(this.#host.locale || (closest(this.#host, '[lang]')?.lang ?? ''));
  }

  /** Reads the look without writing to the document. The box has no columns: the rule between them only has the text colour. */
  read(box: Element): DocumentLook {
    const style = (this.#style = getComputedStyle(box));
    this.#colour = style.columnRuleColor;
    const radius = parseFloat(style.getPropertyValue('--wallet-button-radius'));
    return {
      style: this.#colour.includes('(0') ? 'black' : 'white',
      locale: this.language,
      radius: radius >= 0 ? radius : undefined,
    };
  }
}

/** A language as POSIX writes it: `uk_UA`, `de_AT.UTF-8`. */
const posix = /^([a-z]{2,3})_(?:([a-z]{4})_)?([a-z]{2}|\d{3})(?:[.@].*)?$/i;

/** A language as BCP 47 writes it, also of `uk_UA` and `DE`; any other text as it is. */
function languageTag(locale: unknown): string {
  // A page may set an `Intl.Locale`.
  const text = String(locale).trim();
  const [, ...parts] = posix.exec(text) ?? [];
  try {
    return Intl.getCanonicalLocales(parts.filter(Boolean).join('-') || text)[0] ?? text;
  } catch {
    return text;
  }
}
