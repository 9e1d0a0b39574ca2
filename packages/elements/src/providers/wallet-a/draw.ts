import type { ButtonLook } from '../provider.ts';

/** The SDK's `<apple-pay-button>`; without the SDK, the browser's own CSS button. */
export function drawButton(
  look: ButtonLook,
  press: () => void,
  before?: HTMLElement | null,
): HTMLElement {
  const drawn = customElements.get('apple-pay-button');
  const button = before ?? document.createElement(drawn ? 'apple-pay-button' : 'button');
  const style = look.style === 'outline' ? 'white-outline' : look.style;
  const type = look.type === 'checkout' ? 'check-out' : look.type;
  // The SDK ignores a removed locale, and knows only one tag for Norwegian.
  const locale = look.locale.replace(/^n[no]\b/i, 'nb') || navigator.language;
  // The SDK stops clicks at its element, so an outer listener does not receive them.
  if (!before) button.addEventListener('click', press);
  button.setAttribute('buttonstyle', style);
  button.setAttribute('type', drawn ? type : 'button');
  button.setAttribute(drawn ? 'locale' : 'lang', locale);
  if (!drawn) {
    button.setAttribute('aria-label', 'Apple Pay');
    button.style.setProperty('-apple-pay-button-type', type);
    button.style.setProperty('-apple-pay-button-style', style);
  }
  return button;
}
