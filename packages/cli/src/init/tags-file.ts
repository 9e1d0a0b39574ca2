import { template } from './template.ts';

/**
 * Defines the tags in the browser, after the sandbox's wallets if its address is set. Without it the wallets' own scripts
 * are requested beside the tags: a line of the page's head would do so on every page of the project, and in Safari for
 * wallet A too.
 */
export function tagsFile(isTypeScript: boolean): string {
  return template('tags.ts', isTypeScript);
}
