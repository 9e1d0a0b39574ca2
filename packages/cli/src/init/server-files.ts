import type { Project } from './project.ts';

/** Files by their paths in the project. */
export type Files = Readonly<Record<string, string>>;

/** What a type is in TypeScript, and nothing in JavaScript. */
type Typed = (type: string) => string;

/** The merchant's side: orders, keys, store. The same for every framework. */
export const walletFile = `import { readFileSync } from 'node:fs';
import { createWalletServer, pemSigner, pemVerifier } from '@wallet-buttons/server';
import { sqliteStore } from '@wallet-buttons/server/sqlite';

// Your own orders: the only source of an amount. Put your database here.
const orders = new Map([['A-1001', { amount: '199.90', currency: 'UAH' }]]);

// Read at the first request, so that an import needs no settings.
export const wallet = createWalletServer(() => {
  const {
    SERVICE_URL = '',
    MERCHANT_ID = '',
    MERCHANT_KEY_FILE = '',
    SERVICE_KEY_FILE = '',
    SHOP_URL = '',
  } = process.env;
  return {
    service: {
      baseUrl: SERVICE_URL,
      merchantId: MERCHANT_ID,
      signer: pemSigner(readFileSync(MERCHANT_KEY_FILE, 'utf8')),
      webhooks: { verifier: pemVerifier(readFileSync(SERVICE_KEY_FILE, 'utf8')) },
    },
    store: sqliteStore('payments.db'),
    // The payer's session decides who may see an order: look at the request here.
    findOrder: (order) => orders.get(order) ?? null,
    callbackUrl: \`\${SHOP_URL}/wallet/webhook/v1\`,
    redirectUrl: \`\${SHOP_URL}/return\`,
    onStatusChange: ({ order, outcome, amount }) => console.log(order, outcome, amount),
    walletA: { domains: [new URL(SHOP_URL).hostname] },
  };
});
`;

const settings = `order="A-1001" amount="199.90" currency="UAH" country="UA" label="Shop"`;

const pagesFile = (typed: Typed): string => `import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { SANDBOX_URL } = process.env;
// The sandbox plays both wallets while you try things out. In production SANDBOX_URL is not set.
const wallets = SANDBOX_URL
  ? ['a', 'b'].map((wallet) => \`<script src="\${SANDBOX_URL}/wallet-\${wallet}.js"></script>\`).join('')
  : '';

function page(title${typed(': string')}, body${typed(': string')}) {
  return \`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\${title}</title>
    \${wallets}
    <script type="module" src="/wallet-tags.js"></script>
  </head>
  <body>
    \${body}
  </body>
</html>\`;
}

const checkout = \`
    <wallet-buttons ${settings}>
      <wallet-a-button></wallet-a-button>
      <wallet-b-button gateway="examplegateway" gateway-merchant-id="exampleMerchant"></wallet-b-button>
    </wallet-buttons>
    <script>
      addEventListener('wallet-result', ({ outcome }) => {
        if (outcome !== 'failed') location.assign('/return?order=A-1001');
      });
    </script>\`;

const tags = createRequire(\`\${process.cwd()}/\`).resolve('@wallet-buttons/elements/cdn/define.js');

const pages${typed(': Readonly<Record<string, { readonly type: string; readonly body: string }>>')} = {
  '/checkout': { type: 'text/html', body: page('Checkout', checkout) },
  '/return': {
    type: 'text/html',
    body: page('Your payment', '<wallet-payment-status></wallet-payment-status>'),
  },
  '/wallet-tags.js': { type: 'text/javascript', body: readFileSync(tags, 'utf8') },
};

export function pageAt(path${typed(': string')}) {
  return pages[path] ?? null;
}
`;

const startFile = (own: string): string => `import { createServer } from 'node:http';
import { toNodeListener } from '@wallet-buttons/server/node';
${own === '' ? '' : `import { pageAt } from './pages.EXT';\n`}import { wallet } from './wallet.EXT';

const payments = toNodeListener(wallet);
const server = createServer(${own === '' ? 'payments' : own});
server.listen(Number(process.env.PORT ?? 3000));
process.once('SIGTERM', () => void payments.close(server));
`;

const withPages = `(request, response) => {
  const page = pageAt(new URL(request.url ?? '/', 'http://localhost').pathname);
  if (page) response.writeHead(200, { 'content-type': page.type }).end(page.body);
  else payments(request, response);
}`;

const routes = {
  express: (typed: Typed) => `import { toNodeListener } from '@wallet-buttons/server/node';
${typed("import type { NextFunction, Request, Response } from 'express';\n")}import { pageAt } from './pages.EXT';
import { wallet } from './wallet.EXT';

const payments = toNodeListener(wallet);

// Behind the session, and before express.json().
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
setInterval(() => wallet.reconcile().catch(() => undefined), 1000);
`,
} as const;

/** The backend of a project: what it is, its pages, and how it is mounted. */
export function serverFiles(project: Project): Files {
  const { framework, extension, source, isTypeScript } = project;
  const typed: Typed = (type) => (isTypeScript && extension === 'ts' ? type : '');
  const linked = (text: string): string => text.replaceAll('.EXT', project.importExtension);
  const file = (name: string): string => `${source}wallet/${name}.${extension}`;
  if (framework.startsWith('vite')) {
    const { importExtension: ext } = project;
    return {
      [`server/wallet${ext}`]: walletFile,
      [`server/start${ext}`]: linked(startFile('')),
    };
  }
  const own = { [file('wallet')]: walletFile, [file('pages')]: pagesFile(typed) };
  if (framework === 'express' || framework === 'fastify' || framework === 'hono')
    return { ...own, [file('routes')]: linked(routes[framework](typed)) };
  return { ...own, [file('start')]: linked(startFile(withPages)) };
}
