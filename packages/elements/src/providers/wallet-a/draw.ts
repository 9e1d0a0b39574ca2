import type { ButtonLook } from '../provider.ts';

/** The SDK's `<apple-pay-button>`; without the SDK, the browser's own CSS button. */
export function drawButton(
  look: ButtonLook,
  press: () => void,
  existingButton?: HTMLElement | null,
): HTMLElement {
  const name = customElements.get('apple-pay-button') ? 'apple-pay-button' : 'button';
  const button = existingButton ?? document.createElement(name);
  // The page may load the SDK after the browser's own button is there.
  const isPlain = button.localName === 'button';
  const style = look.style === 'outline' ? 'white-outline' : look.style;
  const type = look.type === 'checkout' ? 'check-out' : look.type;
  // The SDK ignores a removed locale, and knows only one tag for Norwegian.
  const locale = look.locale.replace(/^n[no]\b/i, 'nb') || navigator.language;
  // The SDK stops clicks at its element, so an outer listener does not receive them.
  if (!existingButton) button.addEventListener('click', press);
  button.setAttribute('buttonstyle', style);
  button.setAttribute('type', isPlain ? 'button' : type);
  button.setAttribute(isPlain ? 'lang' : 'locale', locale);
  if (isPlain) {
    button.setAttribute('aria-label', 'Apple Pay');
    button.style.setProperty('-apple-pay-button-type', type);
    button.style.setProperty('-apple-pay-button-style', style);
  }
  return button;
}
