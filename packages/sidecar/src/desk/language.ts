import { en } from './locales/en.ts';
import type { DeskTexts } from './texts.ts';

/** The languages of the desk, as the tags have them. */
export const languages: Readonly<Record<string, DeskTexts>> = { en };

const place = 'wallet-desk-language';

/** The language that the clerk chose, else the first of the browser's that the desk has. */
export function chosenLanguage(): string {
  const wished = [remembered() ?? '', ...navigator.languages].map((name) => name.slice(0, 2));
  return wished.find((name) => Object.hasOwn(languages, name)) ?? 'en';
}

export function rememberLanguage(language: string): void {
  try {
    localStorage.setItem(place, language);
  } catch {
    // Without storage the choice holds until the page is loaded again.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}
