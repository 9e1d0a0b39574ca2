/** The guide's pages in reading order: side bar, `llms.txt` and tests follow this list. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A part of the guide. Paths are those below `packages/docs`, without `.md`. */
export interface Group {
  readonly title: string;
  readonly pages: readonly string[];
}

/** The pages that are written by hand. */
export const writtenGroups: readonly Group[] = [
  { title: 'Tutorial', pages: ['tutorial/first-payment', 'tutorial/going-live'] },
  {
    title: 'Going live',
    pages: [
      'going-live/service',
      'going-live/wallet-a',
      'going-live/wallet-b',
      'going-live/real-wallets',
    ],
  },
  {
    title: 'In your stack',
    pages: [
      'recipes/vite',
      'recipes/react',
      'recipes/next',
      'recipes/frameworks',
      'recipes/react-router',
      'recipes/astro',
      'recipes/wordpress',
      'recipes/servers',
      'recipes/sidecar',
      'recipes/other-languages',
      'recipes/single-page-apps',
    ],
  },
  {
    title: 'Payments',
    pages: [
      'recipes/looks',
      'recipes/brand',
      'recipes/requests',
      'recipes/shipping-and-coupons',
      'recipes/subscriptions',
      'recipes/capture-and-refund',
      'recipes/disputes',
      'recipes/desk',
      'recipes/the-month',
      'recipes/webhooks',
      'recipes/return',
      'recipes/native-app',
      'recipes/agents',
      'recipes/several-shops',
    ],
  },
  {
    title: 'Running it',
    pages: [
      'recipes/running',
      'recipes/upgrading',
      'recipes/sqlite',
      'recipes/postgresql',
      'recipes/mysql',
      'recipes/more-than-one-machine',
      'recipes/key-rotation',
      'recipes/local-https',
      'recipes/strict-csp',
      'recipes/frames',
      'recipes/consent',
      'recipes/analytics',
      'recipes/testing',
      'recipes/vitest',
    ],
  },
  { title: 'Help', pages: ['lookup/troubleshooting', 'lookup/glossary'] },
  {
    title: 'Reference',
    pages: ['lookup/tags'],
  },
  {
    title: 'Explanation',
    pages: [
      'explanation/payment',
      'explanation/failures',
      'explanation/threats',
      'explanation/security-review',
      'explanation/by-hand',
    ],
  },
];

/**
 * The pages that `src/reference/write.ts` makes from the sources. A page of the guide links to the source, which can be
 * read in the repository; on the site the link leads to the page that is made from it.
 */
export const generatedPages: Readonly<Record<string, string>> = {
  'packages/elements/src/index.ts': 'reference/tags',
  'packages/elements/src/errors.ts': 'reference/errors',
  'packages/server/src/index.ts': 'reference/server',
  'packages/service-client/src/index.ts': 'reference/service-client',
  'packages/sandbox/src/index.ts': 'reference/sandbox',
  'packages/sandbox/service.md': 'reference/sandbox-service',
  'packages/sandbox/wallets.md': 'reference/sandbox-wallets',
  'packages/protocol/openapi.yaml': 'reference/endpoints',
  'packages/protocol/profile.json': 'reference/profile',
  'packages/server/src/errors.ts': 'reference/errors',
  'packages/cli/src/doctor/finding.ts': 'reference/checks',
  'packages/cli/src/main.ts': 'reference/command-line',
  '.changeset/README.md': 'reference/changes',
  'packages/server/promises.md': 'explanation/promises',
};

/** The groups of the site. */
export const groups: readonly Group[] = writtenGroups.map(({ title, pages }) => {
  const folder = `${title.toLowerCase()}/`;
  const generated = Object.values(generatedPages).filter((page) => page.startsWith(folder));
  return { title, pages: [...pages, ...new Set(generated)] };
});

/** The file of a page of the guide. */
export function pathOf(page: string): string {
  return fileURLToPath(new URL(`../${page}.md`, import.meta.url));
}

/** A page's Markdown file; the first page is `README`. */
export function textOf(page: string): string {
  return readFileSync(pathOf(page), 'utf8');
}

/** The heading of a page, without its marks. */
export function titleOf(page: string): string {
  if (!existsSync(pathOf(page))) return page;
  const [, title = page] = /^# (.+)$/m.exec(textOf(page)) ?? [];
  return title.replaceAll('`', '');
}

/** Headings that have a line of their own in the side bar, below the line of their page. */
export const parts: Readonly<Record<string, readonly string[]>> = {
  'recipes/servers': [
    'Express',
    'Nest',
    'Koa',
    'Fastify',
    'Hono, Deno, Bun',
    'Next, pages router',
    'Workers',
    'AWS Lambda',
  ],
  'recipes/postgresql': ['Beside Drizzle', 'Beside Prisma'],
};

/** The anchor of a heading that has letters, digits, commas and blanks. */
export function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[, ]+/g, '-');
}

/**
 * The heading of a page below its group: without the group's own title before a colon, and without what has lines of its
 * own.
 */
export function shortTitleOf(page: string, group: string): string {
  const [name = '', ...others] = titleOf(page).split(', ');
  const title = parts[page] ? name : [name, ...others].join(', ');
  const prefix = `${group}: `;
  const short = title.startsWith(prefix) ? title.slice(prefix.length) : title;
  return short.charAt(0).toUpperCase() + short.slice(1);
}
