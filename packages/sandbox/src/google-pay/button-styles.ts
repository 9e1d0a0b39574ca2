import { faceStyles } from '../sheet/button-face.ts';
import { make } from '../sheet/dom.ts';

type StyleRoot = Document | ShadowRoot;

const styledRoots = new WeakSet<StyleRoot>();
let radiusStyle: HTMLStyleElement | undefined;

/**
 * Adds the button's styles to a root as the provider does: once per root, never again if the page
 * removes them. One style element of the whole page holds the radius: each button with a radius moves it
 * to its own root.
 */
export function addStyles(
  root: StyleRoot,
  radius: number | undefined,
  nonce: string | undefined,
): void {
  if (!styledRoots.has(root)) {
    styledRoots.add(root);
    target(root).append(styleElement(buttonStyles, nonce));
  }
  if (radius === undefined) return;
  radiusStyle?.remove();
  radiusStyle = styleElement(`.gpay-button { border-radius: ${radius}px; }`, nonce);
  target(root).append(radiusStyle);
}

function target(root: StyleRoot): ParentNode {
  return root instanceof Document ? root.head : root;
}

function styleElement(css: string, nonce: string | undefined): HTMLStyleElement {
  return make('style', nonce === undefined ? {} : { nonce }, css);
}

/**
 * The label and the logo are pictures in the provider's script, on the button's background. Forced colours replace the
 * background alone: the script does not adjust to them. In a narrow place the picture becomes smaller.
 */
const buttonStyles = `${faceStyles('.gpay-button', '.gpay-button::before', 'B')}
.gpay-button {
  display: inline-flex;
  min-width: 152px;
  height: 40px;
  min-height: 40px;
  border: 1px solid #747775;
  border-radius: 4px;
  box-sizing: border-box;
}
.gpay-button.black { background: #000; }
.gpay-button.white { background: #fff; }
.gpay-button.no_border { border: 0; }
.gpay-button.plain { min-width: 90px; }
.gpay-button.card-info { min-width: 240px; }
.gpay-button-fill { width: 100%; height: inherit; }
.gpay-button-fill > .gpay-button {
  --fitting: calc(100cqi / (0.58 * var(--letters, 1) + 1.7));
  width: 100%;
  height: inherit;
  container-type: inline-size;
}
.gpay-button-fill > .gpay-button::after { font-size: min(1em, var(--fitting)); }
.gpay-button::before, .gpay-button::after { forced-color-adjust: none; }
.gpay-button::after { content: attr(data-label); }
.gpay-button.black::after { color: #fff; }
.gpay-button.white::after { color: #1f1f1f; }
.gpay-button::before {
  background: linear-gradient(135deg, #0e9488, #2563eb);
  color: #fff;
}
.gpay-button-fill > .gpay-button::before { font-size: min(0.85em, 0.85 * var(--fitting)); }
`;
