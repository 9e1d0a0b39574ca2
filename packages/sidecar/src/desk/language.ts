import { en } from './locales/en.ts';
import type { DeskTexts } from './texts.ts';

type Load = () => Promise<Readonly<Record<string, DeskTexts>>>;

/** The languages of the desk, as the tags have them: each by its own name, and its texts. Only English is in the page. */
export const languages: Readonly<Record<string, readonly [string, Load]>> = {
  uk: ['Українська', async () => import('./locales/uk.ts')],
  en: ['English', async () => Promise.resolve({ en })],
  cs: ['Čeština', async () => import('./locales/cs.ts')],
  de: ['Deutsch', async () => import('./locales/de.ts')],
  es: ['Español', async () => import('./locales/es.ts')],
  fr: ['Français', async () => import('./locales/fr.ts')],
  it: ['Italiano', async () => import('./locales/it.ts')],
  pl: ['Polski', async () => import('./locales/pl.ts')],
  pt: ['Português', async () => import('./locales/pt.ts')],
  ro: ['Română', async () => import('./locales/ro.ts')],
};

/** The texts of a language; rejects if their file cannot be loaded. */
export async function textsOf(language: string): Promise<DeskTexts> {
  const [, load] = languages[language] ?? [];
  return (await load?.())?.[language] ?? en;
}

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
