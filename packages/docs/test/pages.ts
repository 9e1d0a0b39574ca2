import { readFileSync } from 'node:fs';
import { writtenGroups } from '../src/pages.ts';
import { snippetsOf, type Snippet } from '../src/snippets.ts';

/** The pages that are written by hand, the first one included. */
export const pages = ['README', ...writtenGroups.flatMap((group) => group.pages)];

/** Their snippets, and those of the pages of the reference that are written by hand. */
export const snippets: readonly Snippet[] = [
  ...pages.flatMap((page) => snippetsOf(page)),
  ...['service', 'wallets'].flatMap((name) => {
    const file = new URL(`../../sandbox/${name}.md`, import.meta.url);
    return snippetsOf(`reference/sandbox-${name}`, readFileSync(file, 'utf8'));
  }),
];
