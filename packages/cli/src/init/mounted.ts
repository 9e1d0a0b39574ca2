import { join, relative } from 'node:path/posix';
import { pagesFile, type Typed } from './pages-file.ts';
import type { Project } from './project.ts';
import { type Edit, insertAt, openAt, type Recipe } from './recipe.ts';
import { walletFile } from './wallet-file.ts';

const routes = {
  express: (typed: Typed) => `import { toNodeListener } from '@wallet-buttons/server/node';
${typed("import type { NextFunction, Request, Response } from 'express';\n")}import { pageAt } from './pages.EXT';
import { wallet } from './wallet.EXT';

const payments = toNodeListener(wallet);

// Before express.json(). Move it behind your session, where findOrder has to know the payer.
export function walletRoutes(request${typed(': Request')}, response${typed(': Response')}, next${typed(': NextFunction')}) {
  const page = pageAt(request.path);
  if (page) response.type(page.type).send(page.body);
  else payments(request, response, next);
}
`,
  fastify: (typed: Typed) => `import { toNodeListener } from '@wallet-buttons/server/node';
${typed("import type { FastifyInstance } from 'fastify';\n")}import { pageAt } from './pages.EXT';
import { wallet } from './wallet.EXT';

const payments = toNodeListener(wallet);

export async function walletRoutes(app${typed(': FastifyInstance')}) {
  // The listener reads the body itself, so this scope has no parsers.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  for (const path of ['/checkout', '/return', '/wallet-tags.js']) {
    const page = pageAt(path);
    app.get(path, (_request, reply) => reply.type(page?.type ?? '').send(page?.body));
  }
  for (const path of ['/wallet/*', '/.well-known/*']) {
    app.all(path, (request, reply) => {
      reply.hijack();
      payments(request.raw, reply.raw, undefined, request);
    });
  }
  app.addHook('onClose', async () => payments.close());
}
`,
  hono: () => `import { Hono } from 'hono';
import { pageAt } from './pages.EXT';
import { wallet } from './wallet.EXT';

export const walletRoutes = new Hono();

for (const path of ['/checkout', '/return', '/wallet-tags.js']) {
  const page = pageAt(path);
  walletRoutes.get(path, (c) => c.body(page?.body ?? '', 200, { 'content-type': page?.type ?? '' }));
}
walletRoutes.all('/wallet/*', (c) => wallet.handle(c.req.raw, { original: c }));
walletRoutes.all('/.well-known/*', (c) => wallet.handle(c.req.raw, { original: c }));

// Asks about payments that are due, and delivers changes.
void wallet.keepReconciling();
`,
} as const;

const made = {
  express: { call: 'express\\(\\)', use: (app: string) => `${app}.use(walletRoutes);` },
  fastify: {
    call: '[Ff]astify\\([^\\n]*\\)',
    use: (app: string) => `${app}.register(walletRoutes);`,
  },
  hono: {
    call: 'new Hono(?:<[^\\n]*>)?\\(\\)',
    use: (app: string) => `${app}.route('/', walletRoutes);`,
  },
} as const;

const places = ['', 'src/'].flatMap((folder) =>
  ['index', 'server', 'app', 'main'].flatMap((name) =>
    ['ts', 'js', 'mjs'].map((extension) => `${folder}${name}.${extension}`),
  ),
);

/** Express, Fastify and Hono: the routes are mounted where the app is created. */
export const mounted =
  (framework: keyof typeof made) =>
  (project: Project): Recipe => {
    const { source, extension, importExtension } = project;
    const isTypeScript = extension === 'ts';
    const typed: Typed = (type) => (isTypeScript ? type : '');
    const file = (name: string): string => `${source}wallet/${name}.${extension}`;
    return {
      files: {
        [file('wallet')]: walletFile(),
        [file('pages')]: pagesFile(isTypeScript),
        [file('routes')]: routes[framework](typed).replaceAll('.EXT', importExtension),
      },
      edits: [mount(framework, project)],
      start: [
        'Start your app with the settings of .env: "node" and "tsx" take --env-file=.env. Where it does not listen on 3000, change SHOP_URL in .env.',
        openAt('http://localhost:3000'),
      ],
    };
  };

/** The app is created in one line, and the routes are mounted in the next one. */
function mount(
  framework: keyof typeof made,
  { source, extension, importExtension }: Project,
): Edit {
  const { call, use } = made[framework];
  const line = new RegExp(`^(?:export )?(?:const|let|var) (\\w+)(?:: [^=\\n]+)? = ${call};?$`, 'm');
  const routes = `${source}wallet/routes`;
  return {
    paths: places,
    change: (text, path) => {
      if (text.includes('walletRoutes')) return text;
      const from = `./${relative(join(path, '..'), routes)}${importExtension}`;
      const isCommon = /\brequire\(/.test(text) && !/^import /m.test(text);
      const load = isCommon ? `const { walletRoutes } = require('${from}');\n` : '';
      const loaded = isCommon
        ? text
        : insertAt(text, /^(?=import )/m, () => `import { walletRoutes } from '${from}';\n`);
      return (
        loaded && insertAt(loaded, line, (found, app) => `${load}${found}\n${use(app ?? 'app')}`)
      );
    },
    byHand: `Mount the routes of ${routes}.${extension} in your app, before any body parser: import { walletRoutes } from './wallet/routes${importExtension}', then ${use('app')}`,
  };
}
