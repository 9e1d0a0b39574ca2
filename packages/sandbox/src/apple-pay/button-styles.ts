import { faceStyles } from '../sheet/button-face.ts';
import { adopt, make } from '../sheet/dom.ts';

/** The host's own styles. The provider's element loses them, and so its size, under a strict style-src. */
const hostStyles = `
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
:host([buttonstyle='white-outline']) {
  border: 1px solid #000;
  border-radius: var(--apple-pay-button-border-radius, 4px);
}
:host([data-unavailable]) { display: none; }
`;

/**
 * The styles of the inner button, which the provider's element adopts. Its face is a picture of one colour on a background
 * of another. Forced colours replace the background alone, as the provider's element does not adjust to them.
 */
const innerStyles = `${faceStyles('button', '.mark::before', 'A')}
button {
  display: flex;
  inline-size: 100%;
  block-size: 100%;
  border: 0;
  border-radius: var(--apple-pay-button-border-radius, 4px);
}
.black { background: #000; }
.white, .white-outline { background: #fff; }
.text, b { forced-color-adjust: none; color: #000; }
.black :is(.text, b) { color: #fff; }
.text[style] { visibility: hidden; }
b { display: inline-flex; align-items: center; gap: 0.3em; font-weight: 650; }
.mark::before { background: #000; color: #fff; font-style: normal; }
.black .mark::before { background: #fff; color: #000; }
:host([data-logo-only]) .text { display: none; }
`;

/** Styles the shadow root of a button; `inline` as a `<style>`, which needs `'unsafe-inline'`. */
export function styleButton(root: ShadowRoot, host: 'adopted' | 'inline'): void {
  if (host === 'inline') root.append(make('style', {}, hostStyles));
  adopt(root, host === 'inline' ? innerStyles : hostStyles + innerStyles);
}
