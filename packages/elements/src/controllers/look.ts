import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

/** What the document around a tag asks of its looks. */
export interface DocumentLook {
  readonly onDark: boolean;
  /** BCP 47, `''` for the browser's own. */
  readonly language: string;
  /** Pixels, where the page set it. */
  readonly radius: number | undefined;
}

interface LookHost extends ReactiveControllerHost, HTMLElement {
  /** BCP 47; `''` for the closest `lang`. */
  readonly locale: string;
}

/** The tags of the document share their listeners: a thousand tags would otherwise keep as many. */
const hosts = new Set<LookHost>();
let languages: MutationObserver | undefined;
let scheme: MediaQueryList | undefined;

/** Reads the language, the colour scheme and the radius around a tag, and lets it draw anew when they change. */
export class LookController implements ReactiveController {
  readonly #host: LookHost;

  constructor(host: LookHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    const lang = { attributes: true, attributeFilter: ['lang'], subtree: true };
    hosts.add(this.#host);
    languages ??= new MutationObserver(updateAll);
    for (let from: Element | undefined = this.#host; from; from = hostOf(from)) {
      languages.observe(from.getRootNode(), lang);
    }
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
    if (hosts.size) return;
    languages?.disconnect();
    if (scheme) scheme.onchange = null;
    scheme = undefined;
  }

  /**
   * The styles of that box have a transition that runs when the colour scheme changes, be it by a class of
   * the page: there is no event for that.
   */
  watch(box: HTMLElement): void {
    box.addEventListener('transitionrun', ({ propertyName }) => {
      if (propertyName === 'outline-color') this.#host.requestUpdate();
    });
  }

  /** The tag's own language, or the closest one, also from outside of the shadow roots around the tag. */
  get language(): string {
    return this.#host.locale || languageOf(this.#host);
  }

  /** Writes nothing to the document. */
  read(): DocumentLook {
    const style = getComputedStyle(this.#host);
    const { colorScheme } = style;
    const radius = parseFloat(style.getPropertyValue('--wallet-button-radius'));
    return {
      onDark: colorScheme.includes('dark') && (isDark() || !colorScheme.includes('light')),
      language: this.language,
      radius: Number.isNaN(radius) ? undefined : radius,
    };
  }
}

/** Whether the payer prefers dark. */
function isDark(): boolean {
  scheme ??= matchMedia('(prefers-color-scheme: dark)');
  scheme.onchange = updateAll;
  return scheme.matches;
}

function updateAll(): void {
  for (const host of hosts) host.requestUpdate();
}

function languageOf(from: Element | undefined): string {
  return from ? (from.closest<HTMLElement>('[lang]')?.lang ?? languageOf(hostOf(from))) : '';
}

/** The element whose shadow root holds this one. */
function hostOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
}
