import { readFileSync } from 'node:fs';

/** The text of a file in the folder `templates` of this package. */
export function template(path: string): string {
  return readFileSync(new URL(`../../templates/${path}`, import.meta.url), 'utf8');
}

/** The folder of a component of Vue or Svelte, whose extension does not say its language. */
export function folderOf(isTypeScript: boolean): 'typescript/' | 'javascript/' {
  return isTypeScript ? 'typescript/' : 'javascript/';
}

/** A template whose imports of files beside it end as those of the project do. */
export function withImports(text: string, extension: string): string {
  return text.replaceAll(/( from '\.\.?\/[^']+)\.[jt]s'/g, `$1${extension}'`);
}
