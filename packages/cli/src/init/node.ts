import { pagesFile } from './pages-file.ts';
import type { Project } from './project.ts';
import { openAt, type Recipe } from './recipe.ts';
import { template, withImports } from './template.ts';
import { walletFile } from './wallet-file.ts';

/** Plain HTML with a server of node:http. */
export function node({ source, extension, importExtension, addresses }: Project): Recipe {
  const file = (name: string): string => `${source}wallet/${name}.${extension}`;
  return {
    files: {
      [file('wallet')]: walletFile(),
      [file('pages')]: pagesFile(false),
      [file('start')]: withImports(template('node/start.js'), importExtension),
    },
    start: [
      `node --env-file=.env ${file('start')}`,
      openAt(`http://localhost:3000${addresses.demo}`),
    ],
  };
}
