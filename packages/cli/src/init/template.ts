import { readFileSync } from 'node:fs';

/** The text of a file in the folder `templates` of this package; in a project without TypeScript, without its types. */
export function template(path: string, isTypeScript = true): string {
  const text = readFileSync(new URL(`../../templates/${path}`, import.meta.url), 'utf8');
  return isTypeScript
    ? text
    : text.replaceAll(types, '').replaceAll(/('\.[^']*\.)ts(x?')/g, '$1js$2');
}

/** Each form in which a template has types. Tests compare the rest with what the compiler leaves. */
const types = new RegExp(
  [
    /^ *import type .*\n/,
    /^interface [^}]*\}\n\n/,
    / lang="ts"/,
    /\btype \w+, /,
    /<(?:typeof )?\w+(?:\[\])?>(?=\()/,
    /(?<=[\w}]): (?:string|[A-Z]\w+|\{ \w+: \w+ \})(?: \| null)?(?=[,)]| =)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/** A template whose imports of files beside it end as those of the project do. */
export function withImports(text: string, extension: string): string {
  return text.replaceAll(/( from '\.\.?\/[^']+)\.[jt]s'/g, `$1${extension}'`);
}
