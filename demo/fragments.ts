import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The common parts of the pages: `<!-- fragment: till -->` becomes `fragments/till.html`. */
export function fragments(folder: string): Plugin {
  const fill = (html: string): string =>
    html.replace(/<!-- fragment: (\w+) -->/g, (_, name: string) =>
      fill(readFileSync(join(folder, `${name}.html`), 'utf8')),
    );
  return { name: 'fragments', transformIndexHtml: { order: 'pre', handler: fill } };
}
