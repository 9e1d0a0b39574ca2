import { cs } from './locales/cs.ts';
import { de } from './locales/de.ts';
import { en } from './locales/en.ts';
import { es } from './locales/es.ts';
import { fr } from './locales/fr.ts';
import { it } from './locales/it.ts';
import { pl } from './locales/pl.ts';
import { pt } from './locales/pt.ts';
import { ro } from './locales/ro.ts';
import { uk } from './locales/uk.ts';
import type { DeskTexts } from './texts.ts';

/** The languages of the desk, as the tags have them. */
export const languages: Readonly<Record<string, DeskTexts>> = {
  uk,
  en,
  cs,
  de,
  es,
  fr,
  it,
  pl,
  pt,
  ro,
};

const place = 'wallet-desk-language';

/** The language that the clerk chose, else the first of the browser's that the desk has. */
export function chosenLanguage(): string {
  const candidates = [remembered() ?? '', ...navigator.languages].map((name) => name.slice(0, 2));
  return candidates.find((name) => Object.hasOwn(languages, name)) ?? 'en';
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
