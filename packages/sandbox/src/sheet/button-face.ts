/** What the buttons of both wallets have in common. */
import { buttonLabel } from './labels.ts';

/** The shape of a face and of its logo, which is a letter on a tile: both without their colours. */
export function faceStyles(button: string, logo: string, letter: string): string {
  return `
${button} {
  align-items: center;
  justify-content: center;
  gap: 0.4em;
  padding: 0 0.75em;
  font: 500 clamp(0.8125rem, 1.05rem, 1.125rem)/1 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  white-space: nowrap;
  overflow: hidden;
  cursor: pointer;
}
${button}:hover { opacity: 0.86; }
${button}:focus-visible { outline: 2px solid #4c6fff; outline-offset: 2px; }
${logo} {
  content: '${letter}';
  display: grid;
  place-items: center;
  width: 1.35em;
  height: 1.35em;
  border-radius: 0.4em;
  font-size: 0.85em;
  font-weight: 700;
}
`;
}

/** What a button says. */
export interface Label {
  readonly wallet: string;
  readonly type: string;
  /** BCP 47. */
  readonly locale: string;
}

/** Names a button in the language that it has from then on. @returns its name */
export function nameButton(button: HTMLButtonElement, { wallet, type, locale }: Label): string {
  const name = buttonLabel(wallet, type, locale);
  button.lang = locale;
  button.dir = /^(ar|he)/.test(locale) ? 'rtl' : 'ltr';
  button.setAttribute('aria-label', name);
  return name;
}
