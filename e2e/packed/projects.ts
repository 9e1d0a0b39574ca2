import { readFileSync } from 'node:fs';

/** A new project of a user: its own files, the files from the READMEs and the guide, and its commands. */
export interface Project {
  /** A folder of `projects`. */
  readonly name: string;
  /** What it is made of. */
  readonly title: string;
  /** File name to its text. */
  readonly files: Readonly<Record<string, string>>;
  /** Where `npm run build` leaves the page; without it the server shows the page itself. */
  readonly page?: string;
  /** Where the checkout is; without it, at the root. */
  readonly path?: string;
  /** Whether it keeps its payments in PostgreSQL. */
  readonly database?: boolean;
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const server = read('../../packages/server/README.md');
const client = read('../../packages/service-client/README.md');
const guide = (page: string): string => read(`../../packages/docs/recipes/${page}.md`);

/** What a user fills in: the addresses of the shop and its port. */
const filledIn: readonly (readonly [RegExp, string])[] = [
  [/'https:\/\/shop\.example\//g, "process.env.SHOP_URL + '/"],
  [/'shop\.example'/g, "'localhost'"],
  [/listen\(3000\)/g, 'listen(Number(process.env.PORT))'],
  [/port: 3000/g, 'port: Number(process.env.PORT)'],
];

/** Files of a page, each a snippet with its name in the first line; by default all of them. */
function filesOf(text: string, ...names: readonly string[]): Record<string, string> {
  const fences =
    /```(?:tsx?|js|vue|svelte)(?: tab=\S+)?\n((?:\/\/|<!--) (\S+\.\w+).*\n[\s\S]*?)```/g;
  const snippets = Array.from(text.matchAll(fences), ([, code = '', name = '']) => {
    return [name, filledIn.reduce((all, [from, to]) => all.replace(from, to), code)] as const;
  });
  const files = snippets.filter(([name]) => names.length === 0 || names.includes(name));
  if (files.length < Math.max(names.length, 1))
    throw new Error(`A snippet is gone: ${names.join(' ')}`);
  return Object.fromEntries(files);
}

const nodeWallet = filesOf(guide('servers'), 'wallet.ts');
const page = { 'page/index.html': read('./page.html') };

/** The guide's Hono app as a process of Node. */
const hono = `import { serve } from '@hono/node-server';
import app from './hono.ts';

serve({ fetch: app.fetch, port: Number(process.env.PORT) });
`;

export const projects: readonly Project[] = [
  {
    name: 'html',
    title: 'a page without a bundler, node:http',
    files: { ...page, ...filesOf(server, 'wallet.ts', 'server.ts') },
    page: 'page',
  },
  {
    name: 'react',
    title: 'Vite with React, Express',
    files: {
      ...filesOf(guide('react'), 'Checkout.tsx'),
      ...filesOf(guide('servers'), 'wallet.ts', 'express.ts'),
    },
    page: 'dist',
  },
  {
    name: 'vue',
    title: 'Vite with Vue, Fastify',
    files: {
      ...filesOf(guide('frameworks'), 'vite.config.ts', 'Checkout.vue'),
      ...filesOf(guide('servers'), 'wallet.ts', 'fastify.ts'),
    },
    page: 'dist',
  },
  {
    name: 'svelte',
    title: 'Vite with Svelte, Hono',
    files: {
      ...filesOf(guide('frameworks'), 'Checkout.svelte'),
      ...filesOf(guide('servers'), 'wallet.ts', 'hono.ts'),
      'serve.ts': hono,
    },
    page: 'dist',
  },
  {
    name: 'next',
    title: 'Next, rendered on the server, with route handlers',
    files: { ...filesOf(guide('next')), ...nodeWallet },
    path: '/checkout',
  },
  {
    name: 'angular',
    title: 'Angular, compiled ahead of time, node:http',
    files: {
      ...filesOf(guide('frameworks'), 'checkout.ts'),
      ...filesOf(server, 'wallet.ts', 'server.ts'),
    },
    page: 'dist',
  },
  {
    name: 'worker',
    title: 'a page without a bundler, workerd with PostgreSQL',
    files: { ...page, ...filesOf(guide('servers'), 'worker.ts') },
    page: 'page',
    database: true,
  },
  {
    name: 'nuxt',
    title: 'Nuxt, rendered on the server, with a route of its own',
    files: {
      ...filesOf(
        guide('frameworks'),
        'nuxt.config.ts',
        'Checkout.vue',
        'server/routes/wallet/[...path].ts',
      ),
      ...nodeWallet,
    },
  },
  {
    name: 'sveltekit',
    title: 'SvelteKit, rendered on the server, with a hook',
    files: {
      ...filesOf(guide('frameworks'), 'Checkout.svelte', 'svelte.config.js', 'src/hooks.server.ts'),
      'src/wallet.ts': nodeWallet['wallet.ts'] ?? '',
    },
  },
];

const { 'wallet.ts': wallet = '' } = nodeWallet;
const app = filesOf(guide('servers'), 'hono.ts', 'reconcile.ts');

/** The guide's Hono app for other runtimes than Node, with the keys of the sandbox and an order for each of its checks. */
export const runtimes: Project = {
  name: 'runtimes',
  title: '',
  files: {
    ...app,
    'wallet.ts': wallet
      .replace("setting('MERCHANT_KEY_FILE')", "'.wallet-sandbox/merchant-private.pem'")
      .replace("setting('SERVICE_KEY_FILE')", "'.wallet-sandbox/service-public.pem'")
      .replace(
        'orders.get(order) ?? null',
        "order.startsWith('known-') ? orders.get('A-1001')! : null",
      ),
    'serve.ts': `import './reconcile.ts';\n\nexport { default } from './hono.ts';\n`,
  },
};

/** Every entry as a user's compiler sees it, and the programs of the READMEs. */
export const types: Project = {
  name: 'types',
  title: '',
  files: { ...filesOf(server, 'wallet.ts', 'server.ts'), ...filesOf(client) },
};

/** Frameworks in versions that the types here do not support; they are only compiled. */
export const older: Project = { name: 'older', title: '', files: {} };

/** Projects into which `init` writes page and endpoints, as their tools begin them. */
export const initProjects: readonly Project[] = [
  { name: 'react-router', title: 'React Router as a framework', files: {}, path: '/wallet-demo' },
  { name: 'astro', title: 'Astro on its adapter for Node', files: {}, path: '/wallet-demo' },
  { name: 'koa', title: 'Koa', files: {}, path: '/wallet-demo' },
  { name: 'nest', title: 'Nest on Express', files: {}, path: '/wallet-demo' },
];
