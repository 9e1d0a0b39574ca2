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
const faceStyles = `
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
.black { background: #000; }
.white, .white-outline { background: #fff; }
.text, b { forced-color-adjust: none; color: #000; }
.black :is(.text, b) { color: #fff; }
.text.inline { visibility: hidden; }
button:hover { opacity: 0.86; }
b { display: inline-flex; align-items: center; gap: 0.3em; font-weight: 650; }
.mark { inline-size: 1.15em; block-size: 1.15em; fill: #000; }
.black .mark { fill: #fff; }
:host([data-font='loading']) button { visibility: hidden; }
:host([data-logo-only]) .text { display: none; }
`;

const sheets: Partial<Record<'host' | 'face', CSSStyleSheet>> = {};

/** Styles the shadow root of a button; `inline` as a `<style>`, which needs `'unsafe-inline'`. */
export function styleButton(root: ShadowRoot, host: 'adopted' | 'inline'): void {
  sheets.face ??= sheet(faceStyles);
  if (host === 'inline') {
    const style = document.createElement('style');
    style.textContent = hostStyles;
    root.append(style);
    root.adoptedStyleSheets = [sheets.face];
    return;
  }
  sheets.host ??= sheet(hostStyles);
  root.adoptedStyleSheets = [sheets.host, sheets.face];
}

function sheet(css: string): CSSStyleSheet {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  return styleSheet;
}
