import { readFileSync } from 'node:fs';

/** A fresh project of a user: its own files, what it takes from the READMEs, and how it runs. */
export interface Project {
  /** A folder of `projects`. */
  readonly name: string;
  /** What it is made of. */
  readonly title: string;
  /** File name to its text. */
  readonly files: Readonly<Record<string, string>>;
  /** Where `npm run build` leaves the page; without it the server shows the page itself. */
  readonly page?: string;
  /** Whether it keeps its payments in PostgreSQL. */
  readonly database?: boolean;
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const elements = read('../../packages/elements/README.md');
const server = read('../../packages/server/README.md');

/** What a user fills in: the addresses of the shop and its port. */
const filledIn: readonly (readonly [RegExp, string])[] = [
  [/'https:\/\/shop\.example\//g, "process.env.SHOP_URL + '/"],
  [/'shop\.example'/g, "'localhost'"],
  [/listen\(3000\)/g, 'listen(Number(process.env.PORT))'],
  [/port: 3000/g, 'port: Number(process.env.PORT)'],
];

/** The snippet whose first line is a comment with this file name. */
function snippet(readme: string, name: string): string {
  const [, code] =
    [...readme.matchAll(/```tsx?\n\/\/ (.*\n[\s\S]*?)```/g)].find(([, text = '']) =>
      text.startsWith(name),
    ) ?? [];
  if (code === undefined) throw new Error(`No README has a snippet ${name}.`);
  return filledIn.reduce((text, [from, to]) => text.replace(from, to), `// ${code}`);
}

/** `wallet.ts`, and the files of the server's README that serve it. */
const served = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(['wallet.ts', ...names].map((name) => [name, snippet(server, name)]));

const page = { 'page/index.html': read('./page.html') };

/** The line of the server's README for what mounts it so; the rest is the framework's own. */
const lineFor = (framework: string): string =>
  new RegExp(`^\\| ${framework} +\\| \`(.+?)\``, 'm').exec(server)?.[1] ?? '';
const hono = `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { wallet } from './wallet.ts';

const app = new Hono();
${lineFor('Hono')};
serve({ fetch: app.fetch, port: Number(process.env.PORT) });
`;

const nuxt = `import { wallet } from '../../../wallet';

export default ${lineFor('Nuxt')};
`;

export const projects: readonly Project[] = [
  {
    name: 'html',
    title: 'a page without a bundler, node:http',
    files: { ...page, ...served('server.ts') },
    page: 'page',
  },
  { name: 'react', title: 'Vite with React, Express', files: served('express.ts'), page: 'dist' },
  { name: 'vue', title: 'Vite with Vue, Fastify', files: served('fastify.ts'), page: 'dist' },
  {
    name: 'svelte',
    title: 'Vite with Svelte, Hono',
    files: { ...served(), 'hono.ts': hono },
    page: 'dist',
  },
  {
    name: 'next',
    title: 'Next, rendered on the server, with route handlers',
    files: {
      ...served('app/wallet/[...path]/route.ts'),
      'app/checkout.tsx': snippet(elements, 'app/checkout.tsx'),
    },
  },
  {
    name: 'angular',
    title: 'Angular, compiled ahead of time, node:http',
    files: served('server.ts'),
    page: 'dist',
  },
  {
    name: 'worker',
    title: 'a page without a bundler, workerd with PostgreSQL',
    files: { ...page, 'worker.ts': snippet(server, 'worker.ts') },
    page: 'page',
    database: true,
  },
  {
    name: 'nuxt',
    title: 'Nuxt, rendered on the server, with a route of its own',
    files: { ...served(), 'server/routes/wallet/[...path].ts': nuxt },
  },
];

/** Every entry as a user's compiler sees it, and the server of the README. */
export const types: Project = { name: 'types', title: '', files: served('server.ts') };

/** Frameworks in versions that our types do not know: nothing of them is run. */
export const older: Project = { name: 'older', title: '', files: {} };
