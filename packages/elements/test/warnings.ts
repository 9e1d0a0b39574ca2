import { replace } from './replace.ts';

/** What the development build tells the console of the tags. */
export interface Warnings {
  readonly texts: readonly string[];
  readonly restore: () => void;
}

export function warningsOf(page: Window & typeof globalThis = window): Warnings {
  const texts: string[] = [];
  const restore = replace<(...words: unknown[]) => void>(
    page.console,
    'warn',
    (real) =>
      (...words) => {
        const [text] = words;
        if (typeof text === 'string' && text.startsWith('<wallet-')) texts.push(text);
        else real(...words);
      },
  );
  return { texts, restore };
}
