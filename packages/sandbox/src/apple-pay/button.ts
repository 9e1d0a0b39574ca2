import { styleButton } from './button-styles.ts';
import { nameButton } from '../sheet/button-face.ts';
import { make } from '../sheet/dom.ts';
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

  readonly #button = make('button', { type: 'button' });
  readonly #fits = new ResizeObserver(() => {
    this.#fit();
  });
  readonly #drawn: WalletASettings['buttonStyle'];
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
      this.#button.style.visibility = 'hidden';
      clock.setTimeout(() => {
        this.#button.style.visibility = '';
      }, settings.walletA.fontDelay);
    }
    root.append(this.#button);
    this.addEventListener('click', (event) => {
      event.stopPropagation();
    });
  }

  connectedCallback(): void {
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
    const type = this.#type.replace('check-out', 'checkout');
    const name = nameButton(this.#button, { wallet: 'Wallet A', type, locale });
    this.#button.className = style;
    const [before = '', after = ''] = name.split('Wallet A');
    const logo = make('b', {}, 'Wallet ', make('i', { class: 'mark' }));
    const face = [words(before), logo, words(after)];
    if (this.#drawn === 'adopted') this.#button.replaceChildren(...face);
    // Where Trusted Types refuse the string, the browser reports it and the bar stays blank.
    else this.#button.innerHTML = face.map(markup).join('');
    this.#fit();
  }

  #fit(): void {
    this.removeAttribute('data-logo-only');
    this.toggleAttribute('data-logo-only', this.#button.scrollWidth > this.#button.clientWidth);
  }
}

function words(text: string): HTMLElement {
  return make('span', { class: 'text' }, text);
}

/** With the style attribute that the SDK's text has. */
function markup({ outerHTML }: HTMLElement): string {
  return outerHTML.replace('<span', '<span style="visibility: inherit"');
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
