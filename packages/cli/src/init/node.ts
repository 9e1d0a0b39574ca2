import { startFile } from './backend.ts';
import { pagesFile } from './pages-file.ts';
import type { Project } from './project.ts';
import { openAt, type Recipe } from './recipe.ts';
import { walletFile } from './wallet-file.ts';

const withPages = `(request, response) => {
  const page = pageAt(request.url?.split('?')[0] ?? '');
  if (page) response.writeHead(200, { 'content-type': page.type }).end(page.body);
  else payments(request, response);
}`;

/** Plain HTML with a server of node:http. */
export function node({ source, extension, importExtension }: Project): Recipe {
  const file = (name: string): string => `${source}wallet/${name}.${extension}`;
  const load = `import { pageAt } from './pages${importExtension}';\n`;
  return {
    files: {
      [file('wallet')]: walletFile(),
      [file('pages')]: pagesFile(false),
      [file('start')]: startFile(importExtension, load, withPages),
    },
    start: [`node --env-file=.env ${file('start')}`, openAt('http://localhost:3000')],
  };
}
