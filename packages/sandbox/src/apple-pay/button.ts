import { styleButton } from './button-styles.ts';
import { buttonLabel } from '../sheet/labels.ts';
import type { WalletASettings } from '../settings/apple-pay.ts';
import { openRecorder } from '../sheet/recorder.ts';

/**
 * Stand-in for the provider's `<apple-pay-button>`: attributes `buttonstyle`, `type`, `locale`, sized by
 * five custom properties, an open shadow root with a real button. It hides itself when the wallet
 * cannot pay at the moment it is drawn, stops each click (only listeners on the element, or capturing
 * ones, receive it), and shows only its logo where the text does not fit.
 */
export class ApplePayButton extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ['buttonstyle', 'type', 'locale'];

  readonly #button = document.createElement('button');
  readonly #fits = new ResizeObserver(() => {
    this.#fit();
  });
  readonly #drawn: WalletASettings['buttonStyle'];
  #waitsForFont = false;
  /** The last known type and locale: an unknown type keeps the type, a removed locale keeps the locale. */
  #type = 'buy';
  #locale: string | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const { settings, clock } = openRecorder();
    this.#drawn = settings.walletA.buttonStyle;
    styleButton(root, this.#drawn);
    if (settings.walletA.fontDelay > 0) {
      this.#waitsForFont = true;
      clock.setTimeout(() => {
        delete this.dataset['font'];
        this.#waitsForFont = false;
      }, settings.walletA.fontDelay);
    }
    this.#button.type = 'button';
    root.append(this.#button);
    this.addEventListener('click', (event) => {
      event.stopPropagation();
    });
  }

  connectedCallback(): void {
    if (this.#waitsForFont) this.dataset['font'] = 'loading';
    this.#render();
    this.#fits.observe(this);
  }

  disconnectedCallback(): void {
    this.#fits.disconnect();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#render();
  }

  /** An unknown value is rewritten on the attribute; an unusable locale is removed. */
  #render(): void {
    const style = this.#coerce('buttonstyle', knownStyles, 'black');
    this.#type = this.#coerce('type', knownTypes, this.hasAttribute('type') ? this.#type : 'buy');
    this.#locale = this.#ownLocale() ?? this.#locale ?? this.#inheritedLocale();
    const available = canMakePayments();
    this.toggleAttribute('data-unavailable', !available);
    if (available) this.removeAttribute('aria-hidden');
    else this.setAttribute('aria-hidden', 'true');
    this.#draw(style, this.#locale);
  }

  #coerce(name: string, knownValues: readonly string[], fallback: string): string {
    const value = this.getAttribute(name);
    if (value === null) return fallback;
    if (knownValues.includes(value)) return value;
    this.setAttribute(name, fallback);
    return fallback;
  }

  #ownLocale(): string | undefined {
    const ownLocale = this.getAttribute('locale');
    if (ownLocale === null) return undefined;
    const match = matchLocale(ownLocale);
    if (match === undefined) this.removeAttribute('locale');
    return match;
  }

  #inheritedLocale(): string {
    const inheritedLanguage = this.closest('[lang]')?.getAttribute('lang') ?? '';
    return [inheritedLanguage, ...navigator.languages].map(matchLocale).find(Boolean) ?? 'en-US';
  }

  #draw(style: string, locale: string): void {
    const [prefix, suffix] = buttonLabel(
      this.#type === 'check-out' ? 'checkout' : this.#type,
      locale,
    );
    this.#button.className = style;
    this.#button.lang = locale;
    this.#button.dir = /^(ar|he)/.test(locale) ? 'rtl' : 'ltr';
    this.#button.setAttribute('aria-label', `${prefix} Wallet A ${suffix}`.trim());
    // Where Trusted Types refuse the string, the browser reports it and the bar stays blank.
    if (this.#drawn === 'inline') this.#button.innerHTML = markup(prefix, suffix);
    else this.#button.replaceChildren(words(`${prefix} `), logo(), words(` ${suffix}`));
    this.#fit();
  }

  #fit(): void {
    this.removeAttribute('data-logo-only');
    this.toggleAttribute('data-logo-only', this.#button.scrollWidth > this.#button.clientWidth);
  }
}

/** The labels are the package's own, so nothing in them has to be escaped. */
function markup(prefix: string, suffix: string): string {
  const text = (label: string): string =>
    `<span class="text inline" style="visibility: inherit">${label}</span>`;
  const mark = `<svg class="mark" viewBox="0 0 20 20"><path d="${logoPath}"/></svg>`;
  return `${text(`${prefix} `)}<b>Wallet ${mark}</b>${text(` ${suffix}`)}`;
}

/** A tile with round corners, out of which an A is cut. */
const logoPath =
  'M6 0h8a6 6 0 0 1 6 6v8a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6z' +
  'm2.8 4L5 16h2.4l.8-2.8h3.6l.8 2.8H15L11.2 4zm1.2 3 1.2 4.2H8.8z';

function words(text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = 'text';
  span.textContent = text;
  return span;
}

function logo(): HTMLElement {
  const svg = 'http://www.w3.org/2000/svg';
  const mark = document.createElementNS(svg, 'svg');
  mark.setAttribute('class', 'mark');
  mark.setAttribute('viewBox', '0 0 20 20');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', logoPath);
  mark.append(path);
  const name = document.createElement('b');
  name.append('Wallet ', mark);
  return name;
}

const knownStyles = ['black', 'white', 'white-outline'];

const knownTypes = [
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

const knownLocales = (
  'ar-AB ca-ES cs-CZ da-DK de-DE el-GR en-US en-AU en-GB es-ES es-MX fi-FI fr-CA fr-FR he-IL hi-IN hr-HR ' +
  'hu-HU id-ID it-IT ja-JP ko-KR ms-MY nb-NO nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sv-SE th-TH tr-TR ' +
  'uk-UA vi-VN zh-CN zh-HK zh-TW'
).split(' ');

/** The locale itself, or the first of its language. */
function matchLocale(locale: string): string | undefined {
  if (knownLocales.includes(locale)) return locale;
  const [language] = locale.split('-');
  return knownLocales.find((locale) => locale.split('-')[0] === language);
}

/** Asks any `ApplePaySession` of the page, as the provider's element does; one that throws cannot pay. */
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
