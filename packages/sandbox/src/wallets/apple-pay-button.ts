import { buttonLabel } from './labels.ts';

/**
 * Stand-in for the provider's `<apple-pay-button>`: attributes `buttonstyle`, `type`, `locale`, sized by
 * five custom properties, an open shadow root with a real button. It hides itself when the wallet
 * cannot pay at the moment it is drawn, and keeps a click to itself: only listeners on the element, or
 * capturing ones, hear it.
 */
export class ApplePayButton extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ['buttonstyle', 'type', 'locale'];

  readonly #button = document.createElement('button');

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles()];
    this.#button.type = 'button';
    root.append(this.#button);
    this.addEventListener('click', (event) => {
      event.stopPropagation();
    });
  }

  connectedCallback(): void {
    this.#render();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#render();
  }

  /** A value that is not known is rewritten on the attribute; an unusable locale is taken off. */
  #render(): void {
    const style = this.#coerce('buttonstyle', STYLES, 'black');
    const type = this.#coerce('type', TYPES, 'buy');
    const locale = this.#locale();
    const available = canMakePayments();
    this.toggleAttribute('data-unavailable', !available);
    if (available) this.removeAttribute('aria-hidden');
    else this.setAttribute('aria-hidden', 'true');
    this.#draw(style, type, locale);
  }

  #coerce(name: string, known: readonly string[], fallback: string): string {
    const value = this.getAttribute(name);
    if (value === null) return fallback;
    if (known.includes(value)) return value;
    this.setAttribute(name, fallback);
    return fallback;
  }

  #locale(): string {
    const own = this.getAttribute('locale');
    if (own !== null) {
      const match = matchLocale(own);
      if (match !== undefined) return match;
      this.removeAttribute('locale');
    }
    const inherited = this.closest('[lang]')?.getAttribute('lang') ?? '';
    const found = [inherited, ...navigator.languages].map(matchLocale).find(Boolean);
    return found ?? 'en-US';
  }

  #draw(style: string, type: string, locale: string): void {
    const [before, after] = buttonLabel(type === 'check-out' ? 'checkout' : type, locale);
    const mark = document.createElement('span');
    mark.className = 'mark';
    mark.textContent = 'A';
    const name = document.createElement('b');
    name.append('Wallet ', mark);
    this.#button.className = style;
    this.#button.lang = locale;
    this.#button.dir = /^(ar|he)/.test(locale) ? 'rtl' : 'ltr';
    this.#button.setAttribute('aria-label', `${before} Wallet A ${after}`.trim());
    this.#button.replaceChildren(`${before} `, name, ` ${after}`);
  }
}

const STYLES = ['black', 'white', 'white-outline'];

const TYPES = [
  'buy',
  'plain',
  'donate',
  'set-up',
  'book',
  'check-out',
  'subscribe',
  'add-money',
  'contribute',
  'order',
  'reload',
  'rent',
  'support',
  'tip',
  'top-up',
  'pay',
  'continue',
];

const LOCALES = (
  'ar-AB ca-ES cs-CZ da-DK de-DE el-GR en-US en-AU en-GB es-ES es-MX fi-FI fr-CA fr-FR he-IL hi-IN hr-HR ' +
  'hu-HU id-ID it-IT ja-JP ko-KR ms-MY nb-NO nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sv-SE th-TH tr-TR ' +
  'uk-UA vi-VN zh-CN zh-HK zh-TW'
).split(' ');

/** The locale itself, or the first of its language if no region was given. */
function matchLocale(locale: string): string | undefined {
  if (LOCALES.includes(locale)) return locale;
  return LOCALES.find((known) => known.slice(0, 2) === locale);
}

/** Asked of whatever API the page has, as the provider's element does; one that throws cannot pay. */
function canMakePayments(): boolean {
  const { ApplePaySession } = window as {
    readonly ApplePaySession?: { canMakePayments(): boolean };
  };
  try {
    return ApplePaySession?.canMakePayments() ?? false;
  } catch {
    return false;
  }
}

const BUTTON_STYLES = `
:host {
  display: inline-block;
  inline-size: var(--apple-pay-button-width, auto);
  block-size: var(--apple-pay-button-height, 30px);
  min-inline-size: 140px;
  min-block-size: 30px;
  padding: var(--apple-pay-button-padding, 0);
  box-sizing: var(--apple-pay-button-box-sizing, content-box);
  vertical-align: top;
}
:host([type='plain']) { min-inline-size: 100px; }
:host([data-unavailable]) { display: none; }
button {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.4em;
  inline-size: 100%;
  block-size: 100%;
  padding: 0 0.75em;
  border: 0;
  border-radius: var(--apple-pay-button-border-radius, 4px);
  font: 500 clamp(0.8125rem, 1.05rem, 1.125rem)/1 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  white-space: nowrap;
  overflow: hidden;
  cursor: pointer;
}
button:focus-visible { outline: 2px solid #4c6fff; outline-offset: 2px; }
.black { background: #000; color: #fff; }
.white { background: #fff; color: #000; }
.white-outline { background: #fff; color: #000; box-shadow: inset 0 0 0 1px #000; }
button:hover { opacity: 0.86; }
b { display: inline-flex; align-items: center; gap: 0.3em; font-weight: 650; }
.mark {
  display: grid;
  place-items: center;
  inline-size: 1.35em;
  block-size: 1.35em;
  border-radius: 0.4em;
  background: linear-gradient(135deg, #5563f0, #8b3fd9);
  color: #fff;
  font-size: 0.85em;
  font-weight: 700;
}
`;

let buttonStyles: CSSStyleSheet | undefined;

function styles(): CSSStyleSheet {
  if (!buttonStyles) {
    buttonStyles = new CSSStyleSheet();
    buttonStyles.replaceSync(BUTTON_STYLES);
  }
  return buttonStyles;
}
