import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { textOf } from './pages.ts';

/** A fence of a page. */
export interface Snippet {
  readonly page: string;
  /** The word after the backticks, and the text behind it. */
  readonly language: string;
  readonly info: string;
  /** The name in its first line: `// wallet.ts`, `<!-- checkout.html -->`. */
  readonly file: string | undefined;
  readonly code: string;
  /** The number of its first line in the page, from 1. */
  readonly line: number;
}

/** The fences of a page in their order. */
export function snippetsOf(page: string, text = textOf(page)): Snippet[] {
  const fences = text.matchAll(/^( *)```(\S+)([^\n]*)\n([^]*?)^\1```$/gm);
  return Array.from(
    fences,
    ({ index, 1: indent = '', 2: language = '', 3: more = '', 4: body = '' }) => {
      const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      const [, script, markup] =
        /^(?:\/\/ (\S+\.\w+)|<!-- (\S+\.\w+) -->)$/m.exec(code.split('\n')[0] ?? '') ?? [];
      const line = text.slice(0, index).split('\n').length + 1;
      return { page, language, info: more.trim(), file: script ?? markup, code, line };
    },
  );
}

/** The files of a page's example in the server's package, `agents` of `recipes/agents`, as fences of the page. */
export function exampleOf(page: string): Snippet[] {
  const name = page.split('/').at(-1) ?? page;
  const folder = fileURLToPath(new URL(`../../server/examples/${name}/`, import.meta.url));
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((file) => {
    const code = readFileSync(`${folder}${file}`, 'utf8');
    return { page, language: 'ts', info: '', file, code, line: 1 };
  });
}
