import { writtenGroups } from '../src/pages.ts';
import { snippetsOf, type Snippet } from '../src/snippets.ts';

/** The pages that are written by hand, the first one included. */
export const pages = ['README', ...writtenGroups.flatMap((group) => group.pages)];

/** Their snippets. */
export const snippets: readonly Snippet[] = pages.flatMap((page) => snippetsOf(page));
