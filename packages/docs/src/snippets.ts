import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
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

/** The page whose `wallet.ts` the others mean by "that of Node". */
const nodePage = 'recipes/servers';

/** Its lines that a page's own file takes the place of, by the name which that file exports. */
const replaceableLines = {
  store: "store: sqliteStore('payments.db'),",
  findOrder: 'findOrder: (order) => orders.get(order) ?? null,',
};

/** The files that the reader of a page has: its own, and `wallet.ts` of Node where they import one that it does not show. */
export function filesOf(page: string): Snippet[] {
  const files = snippetsOf(page).filter(({ file }) => file !== undefined);
  const paths = files.flatMap(({ file = '', code }) => {
    const [, folder] = /from '(\.{1,2}\/(?:\.\.\/)*)wallet(?:\.ts)?'/.exec(code) ?? [];
    return folder === undefined ? [] : [posix.join(posix.dirname(file), folder, 'wallet.ts')];
  });
  const missingPaths = new Set(paths.filter((path) => files.every(({ file }) => file !== path)));
  const wallet = snippetsOf(nodePage).find(({ file }) => file === 'wallet.ts');
  if (wallet === undefined) throw new Error(`${nodePage} has no wallet.ts.`);
  let { code } = wallet;
  for (const [name, line] of Object.entries(replaceableLines)) {
    const own = files.find((each) => each.code.includes(`export const ${name}`));
    if (own === undefined) continue;
    if (!code.includes(line)) throw new Error(`wallet.ts has no line "${line}".`);
    code = `import { ${name} } from './${own.file ?? ''}';\n${code.replace(line, `${name},`)}`;
  }
  return [...files, ...Array.from(missingPaths, (file) => ({ ...wallet, page, file, code }))];
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
