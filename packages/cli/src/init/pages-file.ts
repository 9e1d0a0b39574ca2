import { template } from './template.ts';

/** The checkout, the return page and the script of the tags, for a server without its own pages. */
export function pagesFile(isTypeScript: boolean): string {
  return template('pages.ts', isTypeScript);
}
