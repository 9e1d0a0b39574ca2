import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { searchOptions } from '../src/site/search.ts';
import { groups, textOf } from '../src/pages.ts';
import { dist } from '../src/site/serve.ts';

/** The part of the search library that this test uses. */
interface SearchIndex {
  search: (query: string, options: object) => { readonly id: string }[];
}
interface SearchLibrary {
  loadJSON: (json: string, options: object) => SearchIndex;
}

/** Each code of the server and of the tags, from the page that is made from the sources. */
const errorCodes = Array.from(
  textOf('reference/errors').matchAll(/^### `(.+)`$/gm),
  ([, code = '']) => code,
);

/** What a reader types, and the page that the first result leads to. */
const questions: Readonly<Record<string, string>> = {
  refund: '/recipes/capture-and-refund',
  capture: '/recipes/capture-and-refund',
  chargeback: '/recipes/disputes',
  webhook: '/recipes/webhooks',
  react: '/recipes/react',
  next: '/recipes/next',
  vue: '/recipes/frameworks',
  nuxt: '/recipes/frameworks',
  svelte: '/recipes/frameworks',
  sveltekit: '/recipes/frameworks',
  angular: '/recipes/frameworks',
  vite: '/recipes/vite',
  express: '/recipes/servers',
  fastify: '/recipes/servers',
  hono: '/recipes/servers',
  lambda: '/recipes/servers',
  nest: '/recipes/servers',
  koa: '/recipes/servers',
  'pages router': '/recipes/servers',
  'react router': '/recipes/react-router',
  astro: '/recipes/astro',
  solid: '/recipes/frameworks',
  solidstart: '/recipes/frameworks',
  qwik: '/recipes/frameworks',
  vitest: '/recipes/vitest',
  consent: '/recipes/consent',
  cookiebot: '/recipes/consent',
  analytics: '/recipes/analytics',
  workers: '/recipes/servers',
  php: '/recipes/sidecar',
  python: '/recipes/sidecar',
  postgresql: '/recipes/postgresql',
  mysql: '/recipes/mysql',
  sqlite: '/recipes/sqlite',
  prisma: '/recipes/postgresql',
  'drizzle postgresql': '/recipes/postgresql',
  'drizzle mysql': '/recipes/mysql',
  docker: '/recipes/running',
  metrics: '/recipes/running',
  upgrade: '/recipes/upgrading',
  mkcert: '/recipes/local-https',
  csp: '/recipes/strict-csp',
  iframe: '/recipes/frames',
  subscription: '/recipes/subscriptions',
  coupon: '/recipes/shipping-and-coupons',
  playwright: '/recipes/testing',
  csr: '/lookup/glossary',
  '3-D Secure': '/lookup/glossary',
  'single-page app': '/recipes/single-page-apps',
  'backend in another language': '/recipes/other-languages',
  nextjs: '/recipes/next',
  cloudflare: '/recipes/servers',
  kubernetes: '/recipes/running',
  monitoring: '/recipes/running',
  remix: '/recipes/react-router',
  rails: '/recipes/sidecar',
  laravel: '/recipes/sidecar',
  wordpress: '/recipes/wordpress',
  mariadb: '/recipes/mysql',
  i18n: '/recipes/looks',
  'dark mode': '/recipes/looks',
  reconciliation: '/recipes/the-month',
  'double charge': '/recipes/capture-and-refund',
  webview: '/recipes/frames',
  flutter: '/recipes/native-app',
  'no button': '/lookup/troubleshooting',
  OR_BIBED_11: '/going-live/wallet-b',
  'domain association': '/going-live/wallet-a',
  'why did this payment fail': '/lookup/troubleshooting',
  'payment declined': '/lookup/troubleshooting',
  'why is there no button': '/lookup/troubleshooting',
  'what do I give to security review': '/explanation/security-review',
  SAQ: '/explanation/security-review',
  'PCI scope': '/explanation/security-review',
  'refund twice': '/recipes/capture-and-refund',
  'how do I refund': '/recipes/capture-and-refund',
  'can a customer be charged twice': '/recipes/capture-and-refund',
};

describe('the search of the site', () => {
  let index: SearchIndex;
  before(async () => {
    const [chunk = ''] = globSync('assets/chunks/@localSearchIndexroot*.js', { cwd: dist });
    const module = (await import(pathToFileURL(`${dist}/${chunk}`).href)) as { default: string };
    const resolve = createRequire(createRequire(import.meta.url).resolve('vitepress')).resolve;
    const library = (await import(pathToFileURL(resolve('minisearch')).href)) as {
      default: SearchLibrary | { default: SearchLibrary };
    };
    const { default: candidate } = library;
    const miniSearch = 'loadJSON' in candidate ? candidate : candidate.default;
    index = miniSearch.loadJSON(module.default, {
      fields: ['title', 'titles', 'text'],
      storeFields: ['title', 'titles'],
    });
  });
  const firstResult = (query: string): string | undefined =>
    index.search(query, searchOptions)[0]?.id;

  for (const [question, page] of Object.entries(questions)) {
    it(`leads from "${question}" to ${page}`, () => {
      assert.equal(firstResult(question)?.split('#')[0], page);
    });
  }

  for (const code of errorCodes) {
    it(`finds the error code ${code} under its own heading`, () => {
      assert.equal(firstResult(code), `/reference/errors#${code.replaceAll('_', '-')}`);
    });
  }

  it('has a question for each page of "In your stack"', () => {
    const addresses = new Set(Object.values(questions));
    const stack = groups.find(({ title }) => title === 'In your stack');
    const missing = stack?.pages.filter((page) => !addresses.has(`/${page}`));
    assert.deepEqual(missing, []);
  });
});
