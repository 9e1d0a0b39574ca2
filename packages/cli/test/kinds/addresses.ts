import { expressApp, expressManifest, type Kind, manifest } from './kind.ts';

const nextManifest = manifest({ next: '16' });
const kitManifest = manifest({ '@sveltejs/kit': '2' });
const express = (lines: string, files: Kind['files'] = {}): Kind['files'] => ({
  'package.json': expressManifest,
  'index.js': expressApp(lines),
  ...files,
});

const moved = { base: '/wallet-buttons' } as const;

/** Projects that have an address which a demo, or the endpoints, could take. */
export const addressKinds: readonly Kind[] = [
  {
    title: 'Express with a checkout and a return page',
    files: express("app.get('/checkout', checkout);\napp.get('/return', thanks);\n"),
    edited: 'index.js',
  },
  {
    title: 'Express with a router for each address',
    files: express("app.use('/checkout', router);\napp.get('/:page', page);\n"),
    edited: 'index.js',
  },
  {
    title: 'Express with a static checkout',
    files: express("app.use(express.static('public', { extensions: ['html'] }));\n", {
      'public/checkout.html': '<title>Checkout</title>',
      'public/return/index.html': '<title>Thank you</title>',
    }),
    edited: 'index.js',
  },
  {
    title: 'Koa with a checkout',
    files: {
      'package.json': manifest({ koa: '3', '@koa/router': '14' }),
      'index.js':
        "import Koa from 'koa';\n\nconst app = new Koa();\nrouter.get('/checkout', checkout);\n",
    },
    edited: 'index.js',
  },
  {
    title: 'Hono with a checkout and files of /.well-known',
    files: {
      'package.json': manifest({ hono: '4' }),
      'index.js':
        "import { Hono } from 'hono';\n\nconst app = new Hono();\napp.get('/checkout', checkout);\napp.get('/.well-known/*', files);\n",
    },
    edited: 'index.js',
  },
  {
    title: 'Fastify with a checkout and files of /.well-known',
    files: {
      'package.json': manifest({ fastify: '5' }),
      'app.js':
        "import Fastify from 'fastify';\n\nconst app = Fastify();\napp.get('/return', thanks);\napp.all('/.well-known/*', files);\n",
    },
    edited: 'app.js',
  },
  {
    title: 'Next with a checkout',
    files: {
      'package.json': nextManifest,
      'app/layout.js': '',
      'app/checkout/page.js': 'mine',
      'app/return/page.js': 'mine',
    },
  },
  {
    title: 'Next with a checkout in a group of routes',
    files: {
      'package.json': nextManifest,
      'app/layout.js': '',
      'app/(shop)/checkout/page.js': 'mine',
    },
  },
  {
    title: 'Next with a checkout of its other router',
    files: { 'package.json': nextManifest, 'app/layout.js': '', 'pages/checkout.js': 'mine' },
  },
  {
    title: 'Next with a page for each name, and for each file of /.well-known',
    files: {
      'package.json': nextManifest,
      'app/layout.js': '',
      'app/[slug]/page.js': 'mine',
      'app/.well-known/[name]/route.js': 'mine',
    },
  },
  {
    title: 'Nuxt with a checkout',
    files: {
      'package.json': manifest({ nuxt: '4' }),
      'app/pages/checkout.vue': 'mine',
      'app/pages/return/index.vue': 'mine',
    },
  },
  {
    title: 'SvelteKit with a checkout',
    files: {
      'package.json': kitManifest,
      'src/routes/checkout/+page.svelte': 'mine',
      'src/routes/return/+page.svelte': 'mine',
    },
  },
  {
    title: 'Astro with a checkout in Markdown',
    files: { 'package.json': manifest({ astro: '7' }), 'src/pages/checkout.md': 'mine' },
  },
  {
    title: 'React Router with a checkout',
    files: {
      'package.json': manifest({ '@react-router/dev': '8' }),
      'app/routes.ts':
        "import { route } from '@react-router/dev/routes';\n\nexport default [route('checkout', 'mine.tsx')];\n",
    },
    edited: 'app/routes.ts',
  },
  {
    title: 'Angular with a checkout',
    files: {
      'package.json': manifest({ '@angular/core': '22' }),
      'src/app/app.routes.ts':
        "import { Routes } from '@angular/router';\n\nexport const routes: Routes = [\n  { path: 'checkout', component: Mine },\n];\n",
    },
    edited: 'src/app/app.routes.ts',
  },
  {
    title: "Express with a payer's wallet",
    files: express("app.get('/wallet/:id', balance);\n"),
    ...moved,
    edited: 'index.js',
  },
  {
    title: "Nest with a payer's wallet",
    files: {
      'package.json': manifest({ '@nestjs/core': '11' }),
      'tsconfig.json': '{}',
      'src/wallet.controller.ts': "@Controller('wallet')\nexport class WalletController {}\n",
    },
    ...moved,
    step: /Mount the routes of src\/wallet\/routes\.ts/,
  },
  {
    title: "Next with a payer's wallet",
    files: {
      'package.json': nextManifest,
      'app/layout.js': '',
      'app/wallet/[id]/page.js': 'mine',
    },
    ...moved,
  },
  {
    title: "Nuxt with a payer's wallet",
    files: {
      'package.json': manifest({ nuxt: '4' }),
      'server/routes/wallet/balance.get.ts': 'mine',
    },
    ...moved,
  },
  {
    title: "SvelteKit with a payer's wallet",
    files: { 'package.json': kitManifest, 'src/routes/wallet/+page.svelte': 'mine' },
    ...moved,
  },
  {
    title: "Astro with a payer's wallet",
    files: { 'package.json': manifest({ astro: '7' }), 'src/pages/wallet.astro': 'mine' },
    ...moved,
  },
  {
    title: "React Router with a payer's wallet",
    files: {
      'package.json': manifest({ '@react-router/dev': '8' }),
      'app/routes.ts':
        "import { route } from '@react-router/dev/routes';\n\nexport default [route('wallet', 'mine.tsx')];\n",
    },
    ...moved,
    edited: 'app/routes.ts',
  },
  {
    title: "Vite with a payer's wallet",
    files: {
      'package.json': manifest({ react: '19', vite: '8' }),
      'src/main.jsx': "<Route path='/wallet/history' />;\n",
    },
    ...moved,
    step: /'\/wallet-buttons\/'/,
  },
  {
    title: 'an address that only begins like the endpoints',
    files: express("app.get('/wallets', list);\napp.get('/wallet-history', history);\n"),
    edited: 'index.js',
  },
  {
    title: 'a folder of modules with the name of the endpoints',
    files: express("const { top } = await import('./lib/wallet/top.js');\n", {
      'lib/wallet/top.js': 'export const top = 1;\n',
    }),
    edited: 'index.js',
  },
  {
    title: 'the address of the demo',
    files: express("app.get('/wallet-demo', mine);\n"),
    demo: '/wallet-tryout',
    edited: 'index.js',
  },
  {
    title: 'each address that init would take',
    files: express(
      "app.get('/wallet', a);\napp.get('/wallet-buttons', b);\napp.get('/wallet-endpoints', c);\n",
    ),
    refusal: /has \/wallet, \/wallet-buttons, \/wallet-endpoints already.*Nothing was written/,
  },
];
