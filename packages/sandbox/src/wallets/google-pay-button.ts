import { buttonLabel } from './labels.ts';
import type { Members } from './payment-data-request.ts';

/**
 * `PaymentsClient.createButton`: a `<div>` with a real `<button>`. As the provider does, the styles go
 * once into `buttonRootNode` and are never put back, and one style element a page holds the radius.
 */
export function createButton(options: Members, nonce: string | undefined): HTMLDivElement {
  const { onClick } = options;
  if (typeof onClick !== 'function') throw new Error("Parameter 'onClick' must be set.");
  const root = readRoot(options['buttonRootNode']);
  const color = oneOf(options['buttonColor'], ['black', 'white'], 'black');
  const type = oneOf(alias(options['buttonType']), TYPES, 'buy');
  const sizeMode = oneOf(options['buttonSizeMode'], ['static', 'fill'], 'static');
  const locale = readLocale(options['buttonLocale']);
  addStyles(root, nonce);
  setRadius(root, options['buttonRadius'], nonce);

  const [before, after] = buttonLabel(type, locale);
  const mark = document.createElement('span');
  mark.className = 'gpay-mark';
  mark.textContent = 'B';
  const name = document.createElement('b');
  name.append('Wallet ', mark);
  const button = document.createElement('button');
  button.type = 'button';
  button.id = 'gpay-button-online-api-id';
  button.className = `gpay-button ${color} ${type} ${sizeMode} ${
    options['buttonBorderType'] === 'no_border' ? 'no_border' : ''
  }`.trim();
  button.lang = locale;
  button.dir = locale === 'ar' ? 'rtl' : 'ltr';
  button.setAttribute('aria-label', `${before} Wallet B ${after}`.trim());
  button.append(`${before} `, name, ` ${after}`);
  button.addEventListener('click', (event) => {
    Reflect.apply(onClick, undefined, [event]);
  });
  const container = document.createElement('div');
  if (sizeMode === 'fill') container.className = 'gpay-button-fill';
  container.append(button);
  return container;
}

const TYPES = ['buy', 'book', 'checkout', 'donate', 'order', 'pay', 'plain', 'subscribe'];
const LOCALES =
  'en ar bg ca cs da de el es et fi fr hr id it ja ko ms nl no pl pt ru sk sl sr sv th tr uk zh'.split(
    ' ',
  );

type StyleRoot = Document | ShadowRoot;

const styled = new WeakSet<StyleRoot>();
let radiusStyle: HTMLStyleElement | undefined;

function readRoot(value: unknown): StyleRoot {
  if (value === undefined) return document;
  if (value instanceof Document || value instanceof ShadowRoot) return value;
  throw new Error("Parameter 'buttonRootNode' must be a Document or a ShadowRoot.");
}

function oneOf(value: unknown, known: readonly string[], fallback: string): string {
  return typeof value === 'string' && known.includes(value) ? value : fallback;
}

function alias(value: unknown): unknown {
  if (value === 'short') return 'plain';
  return value === 'long' ? 'buy' : value;
}

/** Two letters only: a region makes the locale unknown, and the browser's language is taken. */
function readLocale(value: unknown): string {
  if (typeof value === 'string' && LOCALES.includes(value.slice(0, 5))) return value;
  if (value !== undefined) console.error('The button locale is not supported:', value);
  const language = navigator.language.slice(0, 2);
  return LOCALES.includes(language) ? language : 'en';
}

function addStyles(root: StyleRoot, nonce: string | undefined): void {
  if (styled.has(root)) return;
  styled.add(root);
  styleTarget(root).append(makeStyle(BUTTON_STYLES, nonce));
}

function setRadius(root: StyleRoot, radius: unknown, nonce: string | undefined): void {
  if (typeof radius !== 'number') return;
  radiusStyle?.remove();
  radiusStyle = makeStyle(`.gpay-button { border-radius: ${String(radius)}px; }`, nonce);
  styleTarget(root).append(radiusStyle);
}

function styleTarget(root: StyleRoot): ParentNode {
  return root instanceof Document ? root.head : root;
}

function makeStyle(css: string, nonce: string | undefined): HTMLStyleElement {
  const style = document.createElement('style');
  if (nonce !== undefined) style.nonce = nonce;
  style.textContent = css;
  return style;
}

const BUTTON_STYLES = `
.gpay-button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.4em;
  min-width: 152px;
  height: 40px;
  padding: 0 0.75em;
  border: 1px solid #747775;
  border-radius: 4px;
  box-sizing: border-box;
  font: 500 clamp(0.8125rem, 1.05rem, 1.125rem)/1 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  white-space: nowrap;
  overflow: hidden;
  cursor: pointer;
}
.gpay-button.black { background: #000; color: #fff; }
.gpay-button.white { background: #fff; color: #1f1f1f; }
.gpay-button.no_border { border: 0; }
.gpay-button.plain { min-width: 90px; }
.gpay-button:hover { opacity: 0.86; }
.gpay-button:focus-visible { outline: 2px solid #4c6fff; outline-offset: 2px; }
.gpay-button-fill { width: 100%; height: inherit; }
.gpay-button-fill > .gpay-button { width: 100%; height: inherit; }
.gpay-button > b { display: inline-flex; align-items: center; gap: 0.3em; font-weight: 650; }
.gpay-mark {
  display: grid;
  place-items: center;
  width: 1.35em;
  height: 1.35em;
  border-radius: 0.4em;
  background: linear-gradient(135deg, #0e9488, #2563eb);
  color: #fff;
  font-size: 0.85em;
  font-weight: 700;
}
`;
