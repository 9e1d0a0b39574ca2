import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Sandbox, sandboxToken, startSandbox, testCards } from '@wallet-buttons/sandbox';
import ts from 'typescript';
import { build, createServer } from 'vite';
import { folder, freePort, jsonFrom, run, runWith } from '../../test/run.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

type Files = Readonly<Record<string, string>>;

const packaged = (dependencies: Files, type = 'module'): string =>
  JSON.stringify({ type, dependencies });

/** Stands for what turns a function of requests into a server. */
const serve = {
  'serve.js': `import { createServer } from 'node:http';
import { Readable } from 'node:stream';

export function serve(fetch) {
  createServer(async (incoming, response) => {
    const { url, method, headers } = incoming;
    const body = method === 'GET' ? null : Readable.toWeb(incoming);
    const address = 'http://' + headers.host + url;
    const request = new Request(address, { method, headers, body, duplex: 'half' });
    const answer = await fetch(request);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(process.env.PORT);
}
`,
} as const;

/** Projects as their tools begin them. */
const projects = {
  node: { 'index.html': '<!doctype html><title>Shop</title>' },
  express: {
    'package.json': packaged({ express: '5' }),
    'index.js': `import express from 'express';

const app = express();
app.use(express.json());
app.listen(process.env.PORT);
`,
  },
  'express in CommonJS': {
    'package.json': packaged({ express: '5' }, 'commonjs'),
    'index.js': `'use strict';
const express = require('express');

const app = express();
app.use(express.json());
app.listen(process.env.PORT);
`,
  },
  fastify: {
    'package.json': packaged({ fastify: '5' }),
    'server.js': `import Fastify from 'fastify';

const app = Fastify({ logger: false });
await app.listen({ port: process.env.PORT });
`,
  },
  hono: {
    'package.json': packaged({ hono: '4' }),
    'app.js': `import { Hono } from 'hono';

export const app = new Hono();
`,
    ...serve,
    'start.js': `import { app } from './app.js';
import { serve } from './serve.js';

serve((request) => app.fetch(request));
`,
  },
  nuxt: {
    'package.json': packaged({ nuxt: '4' }),
    'nuxt.config.js': 'export default defineNuxtConfig({\n  devtools: {},\n});\n',
    'app/app.vue': '<template>\n  <NuxtWelcome />\n</template>\n',
    ...serve,
    // Stands for Nuxt: what it imports by itself, and paths without an extension.
    'start.js': `import { registerHooks } from 'node:module';
import { serve } from './serve.js';

registerHooks({
  resolve: (name, context, next) => next(/^\\.[^]*\\/[\\w-]+$/.test(name) ? name + '.js' : name, context),
});
globalThis.defineEventHandler = (handler) => handler;
globalThis.defineNitroPlugin = (plugin) => plugin;
globalThis.toWebRequest = ({ request }) => request;
const { default: route } = await import('./server/routes/wallet/[...path].js');
const { default: plugin } = await import('./server/plugins/wallet.js');
plugin({ hooks: { hook: () => {} } });
serve((request) => route({ request }));
`,
  },
  next: {
    'package.json': packaged({ next: '16' }),
    'app/layout.js': 'export default () => null;',
    ...serve,
    // Stands for Next: its own module, paths without an extension, what it runs when it starts.
    'start.js': `import { registerHooks } from 'node:module';
import { serve } from './serve.js';

registerHooks({
  resolve: (name, context, next) => {
    if (name === 'next/server')
      return { url: 'data:text/javascript,export const after = setImmediate', shortCircuit: true };
    return next(/^\\.[^]*\\/[\\w-]+$/.test(name) ? name + '.js' : name, context);
  },
});
process.env.NEXT_RUNTIME = 'nodejs';
const { register } = await import('./instrumentation.js');
await register();
const { POST } = await import('./app/wallet/[...path]/route.js');
serve(POST);
`,
  },
  sveltekit: {
    'package.json': packaged({ '@sveltejs/kit': '2' }),
    ...serve,
    // Stands for SvelteKit: its own modules, and its two hooks.
    'start.js': `import { registerHooks } from 'node:module';
import { serve } from './serve.js';

const modules = {
  '$env/dynamic/private': 'export const { env } = process;',
  '$app/environment': 'export const building = false;',
};
registerHooks({
  resolve: (name, context, next) => {
    if (Object.hasOwn(modules, name))
      return { url: 'data:text/javascript,' + modules[name], shortCircuit: true };
    return next(name.replace(/^\\$lib(.*)/, import.meta.dirname + '/src/lib$1.js'), context);
  },
});
const { handle, init } = await import('./src/hooks.server.js');
init();
serve((request) => handle({
  event: { request, url: new URL(request.url) },
  resolve: () => new Response('a page'),
}));
`,
  },
} as const satisfies Record<string, Files>;

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

async function write(place: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await writeFile(join(place, path), text);
  }
}

/** Packages that the project has installed: links to this repository's. */
async function link(place: string, packages: Files): Promise<void> {
  for (const [name, at] of Object.entries(packages)) {
    const path = join(place, 'node_modules', name);
    await mkdir(dirname(path), { recursive: true });
    await symlink(join(root, at), path);
  }
}

/** What a build of pages needs: a library, its plugin of Vite, and the tags. */
async function linkPages(place: string, library: string, plugin: string): Promise<void> {
  await link(place, {
    [library]: `demo/node_modules/${library}`,
    [plugin]: `node_modules/${plugin}`,
    vite: 'node_modules/vite',
    '@wallet-buttons/elements': 'packages/elements',
  });
}

const server = { '@wallet-buttons/server': 'packages/server' };
const frameworks = Object.fromEntries(
  ['express', 'fastify', 'hono'].map((name) => [name, `packages/server/node_modules/${name}`]),
);

/** The tags are bundled by a build, which a test of the source does without. */
const tags = {
  'node_modules/@wallet-buttons/elements/package.json': '{"exports":{"./cdn/*":"./cdn/*"}}',
  'node_modules/@wallet-buttons/elements/cdn/define.js': 'customElements;',
};

/** Starts what a project is started with; answers its URL once it listens. */
async function start(test: TestContext, place: string, program: string): Promise<string> {
  const port = await freePort();
  const args = ['--conditions=@wallet-buttons/source', '--env-file=.env', program];
  const env = { ...process.env, PORT: port };
  const child: ChildProcess = spawn(process.execPath, args, { cwd: place, env });
  test.after(() => child.kill('SIGKILL'));
  let log = '';
  child.stderr?.on('data', (text: Buffer) => (log += text.toString()));
  const url = `http://localhost:${port}`;
  const end = Date.now() + 30_000;
  while (Date.now() < end && child.exitCode === null) {
    const answer = await fetch(`${url}/checkout`).catch(() => null);
    await answer?.text();
    if (answer) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${program} does not listen: ${log}`);
}

async function sandboxFor(test: TestContext, place: string): Promise<Sandbox> {
  const sandbox = await startSandbox({ merchantId: 'shop-1', merchantPublicKey: publicKey });
  test.after(async () => sandbox.close());
  const example = await readFile(join(place, '.env.example'), 'utf8');
  await write(place, {
    '.wallet-sandbox/merchant-private.pem': privateKey,
    '.wallet-sandbox/service-public.pem': sandbox.webhookPublicKey,
    '.env': example.replaceAll('http://127.0.0.1:4010', sandbox.url),
  });
  return sandbox;
}

/** What the tag sends once the payer has agreed. */
async function pay(url: string): Promise<unknown> {
  const [card = assert.fail()] = testCards;
  const token = await sandboxToken({
    wallet: 'wallet-b',
    card,
    recipientId: 'gateway:examplegateway',
    gatewayMerchantId: 'exampleMerchant',
  });
  const shown = { amount: '199.90', currency: 'UAH' };
  const answer = await fetch(`${url}/wallet/pay-token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'key-of-this-payment',
      origin: url,
    },
    body: JSON.stringify({ order: 'A-1001', wallet: 'wallet-b', token, shown }),
  });
  return answer.json();
}

describe('init writes a shop that is paid in the sandbox', { concurrency: 2 }, () => {
  const programs = {
    node: 'wallet/start.mjs',
    express: 'index.js',
    'express in CommonJS': 'index.js',
    fastify: 'server.js',
    hono: 'start.js',
  } as const;
  for (const [name, program] of Object.entries(programs)) {
    it(`with ${name}`, async (test) => {
      const place = await folder(test);
      await write(place, projects[name as keyof typeof projects]);
      const ran = await run('init', place, '--yes', '--json');
      assert.equal(ran.code, 0, ran.err);
      await write(place, tags);
      await link(place, { ...server, ...frameworks });
      const sandbox = await sandboxFor(test, place);
      const url = await start(test, place, program);
      const page = await fetch(`${url}/checkout`);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
      const html = await page.text();
      assert.match(html, /<wallet-b-button gateway="examplegateway"/);
      assert.ok(html.includes(`${sandbox.url}/wallet-a.js`));
      const script = await fetch(`${url}/wallet-tags.js`);
      assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
      assert.equal(await script.text(), 'customElements;');
      assert.match(await (await fetch(`${url}/return`)).text(), /<wallet-payment-status>/);
      assert.deepEqual(await pay(url), { outcome: 'succeeded', status: 'paid' });
      assert.equal(sandbox.ledger().sessions[0]?.charges, 1);
    });
  }
});

describe('init writes endpoints that take a payment', () => {
  for (const name of ['next', 'nuxt', 'sveltekit'] as const) {
    it(`into ${name}`, async (test) => {
      const place = await folder(test);
      await write(place, projects[name]);
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 0, ran.err);
      await link(place, server);
      await sandboxFor(test, place);
      const url = await start(test, place, 'start.js');
      assert.deepEqual(await pay(url), { outcome: 'succeeded', status: 'paid' });
    });
  }
});

const react = { react: '19' };
const vite = (packages: Files): string =>
  JSON.stringify({ type: 'module', dependencies: packages, devDependencies: { vite: '8' } });

describe('init writes TypeScript that type-checks', () => {
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
    verbatimModuleSyntax: true,
    target: ts.ScriptTarget.ES2024,
    allowImportingTsExtensions: true,
    experimentalDecorators: true,
    resolveJsonModule: true,
    customConditions: ['@wallet-buttons/source'],
  };
  const node: ts.CompilerOptions = {
    ...options,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
  };
  const bundler: ts.CompilerOptions = {
    ...node,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
  };
  const app = (name: string, made: string, from: string): Files => ({
    'package.json': packaged({ [name]: '1' }),
    'tsconfig.json': '{}',
    'src/app.ts': `${from}\n\nexport const app = ${made};\n`,
  });
  /** Projects beside each other, with one node_modules, so that one program checks them. */
  async function checked(
    test: TestContext,
    all: Readonly<Record<string, Files>>,
    how: ts.CompilerOptions,
  ): Promise<string> {
    const place = await folder(test);
    await link(place, {
      ...server,
      ...frameworks,
      '@wallet-buttons/elements': 'packages/elements',
      '@types/node': 'node_modules/@types/node',
      '@types/express': 'packages/server/node_modules/@types/express',
      react: 'demo/node_modules/react',
      '@types/react': 'demo/node_modules/@types/react',
      vite: 'node_modules/vite',
    });
    const sources: string[] = [];
    for (const [name, files] of Object.entries(all)) {
      await write(join(place, name), files);
      const ran = await run('init', join(place, name), '--yes', '--json');
      const written = jsonFrom(ran)['files'] as readonly string[];
      sources.push(...[...Object.keys(files), ...written].map((path) => join(place, name, path)));
    }
    const typed = sources.filter((path) => /\.tsx?$/.test(path));
    const program = ts.createProgram([...new Set(typed)], how);
    const found = ts
      .getPreEmitDiagnostics(program)
      .filter(({ file }) => file === undefined || file.fileName.startsWith(place));
    return ts.formatDiagnostics(found, {
      getCanonicalFileName: (path) => path,
      getCurrentDirectory: () => place,
      getNewLine: () => '\n',
    });
  }

  it('for Express, Fastify and Hono', async (test) => {
    const apps = {
      express: app('express', 'express()', "import express from 'express';"),
      fastify: app('fastify', 'fastify()', "import { fastify } from 'fastify';"),
      hono: app('hono', 'new Hono()', "import { Hono } from 'hono';"),
    };
    assert.equal(await checked(test, apps, node), '');
  });

  it('for Next, Nuxt, SvelteKit, Angular and Vite with React', async (test) => {
    const pages = {
      next: {
        'package.json': packaged({ next: '16', ...react }),
        'tsconfig.json': '{}',
        'app/layout.tsx': 'export default function Layout() { return null; }',
        // None of them is installed for this test: this is what of each is used.
        'next.d.ts': `declare module 'next/server' {
  export function after(task: () => unknown): void;
  export function connection(): Promise<void>;
}
declare module 'next/script' {
  export default function Script(props: { src: string; onReady: () => void }): null;
}
`,
      },
      nuxt: {
        'package.json': packaged({ nuxt: '4' }),
        'tsconfig.json': '{}',
        // What Nuxt imports by itself, as far as it is used.
        'nuxt.d.ts': `declare function defineEventHandler<T>(handler: (event: object) => T): T;
declare function toWebRequest(event: object): Request;
interface Nitro { readonly hooks: { hook(name: 'close', task: () => Promise<void>): void } }
declare function defineNitroPlugin(plugin: (nitro: Nitro) => void): unknown;
interface ImportMeta { readonly prerender?: boolean }
`,
      },
      sveltekit: {
        'package.json': packaged({ '@sveltejs/kit': '2' }),
        'tsconfig.json': '{}',
        'kit.d.ts': `declare module '$env/dynamic/private' { export const env: Record<string, string | undefined> }
declare module '$app/environment' { export const building: boolean }
declare module '$lib/server/wallet' {
  export const wallet: import('@wallet-buttons/server').WalletServer;
}
declare module '@sveltejs/kit' {
  type Event = { readonly request: Request; readonly url: URL };
  type Input = { readonly event: Event; readonly resolve: (event: Event) => Promise<Response> };
  export type Handle = (input: Input) => Promise<Response>;
  export type ServerInit = () => void;
}
`,
      },
      angular: {
        'package.json': packaged({ '@angular/core': '22' }),
        'tsconfig.json': '{}',
        'src/app/app.routes.ts': `import { type Routes } from '@angular/router';

export const routes: Routes = [];
`,
        'angular.d.ts': `declare module '@angular/core' {
  export function Component(options: object): (made: new () => object) => void;
  export const CUSTOM_ELEMENTS_SCHEMA: object;
  export function afterNextRender(task: () => void): void;
  export function isDevMode(): boolean;
}
declare module '@angular/router' {
  type Load = () => Promise<new () => object>;
  export type Routes = { readonly path: string; readonly loadComponent: Load }[];
}
`,
      },
      vite: {
        'package.json': vite(react),
        'tsconfig.json': '{}',
        'src/main.tsx': "export { Checkout } from './wallet/Checkout';",
      },
    };
    assert.equal(await checked(test, pages, bundler), '');
  });
});

describe('init writes a component that Vite builds', () => {
  // A build sets it, and the sandbox does not start in production.
  after(() => delete process.env['NODE_ENV']);
  const main = "import Checkout from './wallet/Checkout.EXT'; export default Checkout;";
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['vite-react', '@vitejs/plugin-react', 'react', "export * from './wallet/Checkout.jsx';"],
    ['vite-vue', '@vitejs/plugin-vue', 'vue', main.replace('EXT', 'vue')],
    ['vite-svelte', '@sveltejs/vite-plugin-svelte', 'svelte', main.replace('EXT', 'svelte')],
  ];
  for (const [name, plugin, library, entry] of rows) {
    it(`for ${name}`, async (test) => {
      const place = await folder(test);
      await write(place, {
        'package.json': vite({ [library]: '1' }),
        'vite.config.js': `import ${name === 'vite-svelte' ? '{ svelte }' : library} from '${plugin}';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [${library}()],
});
`,
        'src/main.js': entry,
        ...(name !== 'vite-react' && { 'tsconfig.json': '{}' }),
      });
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 0, ran.err);
      await linkPages(place, library, plugin);
      await build({
        root: place,
        logLevel: 'silent',
        resolve: { conditions: ['@wallet-buttons/source'] },
        build: { lib: { entry: 'src/main.js', formats: ['es'], fileName: 'main' }, minify: false },
      });
      const config = await readFile(join(place, 'vite.config.js'), 'utf8');
      assert.match(config, /'\/wallet': \{ target: 'http:\/\/localhost:3000' \}/);
      const built = await readFile(join(place, 'dist/main.js'), 'utf8');
      assert.match(built, /wallet-b-button/);
      assert.ok(existsSync(join(place, 'server/start.js')));
    });
  }

  const pages: readonly (readonly [keyof typeof projects, string, string, string])[] = [
    ['nuxt', '@vitejs/plugin-vue', 'vue', 'app/pages/checkout.vue app/pages/return.vue'],
    [
      'sveltekit',
      '@sveltejs/vite-plugin-svelte',
      'svelte',
      'src/routes/checkout/+page.svelte src/routes/return/+page.svelte',
    ],
  ];
  for (const [name, plugin, library, paths] of pages) {
    it(`for the pages of ${name}`, async (test) => {
      const place = await folder(test);
      await write(place, {
        ...projects[name],
        'vite.config.js': `import * as plugins from '${plugin}';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [(plugins.svelte ?? plugins.default)()],
  resolve: { alias: { $lib: '${place}/src/lib' } },
});
`,
        'main.js': paths
          .split(' ')
          .map((path, at) => `export { default as page${String(at)} } from './${path}';\n`)
          .join(''),
      });
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 0, ran.err);
      await linkPages(place, library, plugin);
      await build({
        root: place,
        logLevel: 'silent',
        resolve: { conditions: ['@wallet-buttons/source'] },
        build: {
          lib: { entry: 'main.js', formats: ['es'], fileName: 'main' },
          minify: false,
          rolldownOptions: { external: ['$env/dynamic/public'] },
        },
      });
      const built = await readFile(join(place, 'dist/main.js'), 'utf8');
      assert.match(built, /wallet-b-button/);
      assert.match(built, /wallet-payment-status/);
    });
  }
});

/** Stands for Next: what the page imports, and a request that finds the settings of its machine. */
const next = {
  'package.json': packaged({ next: '16' }),
  'app/layout.jsx': 'export default () => null;',
  'node_modules/next/package.json':
    '{"type":"module","exports":{"./server":"./server.js","./script":"./script.js"}}',
  'node_modules/next/server.js': `export async function connection() {
  process.env.SANDBOX_URL = 'http://sandbox.example';
}
`,
  'node_modules/next/script.js': `import { createElement } from 'react';

export default ({ src }) => createElement('link', { rel: 'preload', as: 'script', href: src });
`,
  'page.js': `import { createElement } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import * as page from './app/checkout/page.jsx';

const stream = await renderToReadableStream(createElement(page.default));
await stream.allReady;
export const html = await new Response(stream).text();
export const exported = Object.keys(page);
`,
} as const;

describe('init writes a page of Next', () => {
  after(() => delete process.env['SANDBOX_URL']);

  async function pageOfNext(test: TestContext): Promise<Record<string, unknown>> {
    const place = await folder(test);
    await write(place, next);
    await run('init', place, '--yes');
    await link(place, {
      react: 'demo/node_modules/react',
      'react-dom': 'demo/node_modules/react-dom',
      '@wallet-buttons/elements': 'packages/elements',
    });
    const vite = await createServer({
      root: place,
      configFile: false,
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false },
      optimizeDeps: { noDiscovery: true },
      ssr: { resolve: { conditions: ['@wallet-buttons/source'] } },
    });
    test.after(async () => vite.close());
    return vite.ssrLoadModule('/page.js');
  }

  it('without settings of its route, which cacheComponents refuses', async (test) => {
    const { exported } = await pageOfNext(test);
    assert.deepEqual(exported, ['default']);
  });

  it('whose HTML leaves the scripts of the sandbox until it is hydrated', async (test) => {
    const { html } = await pageOfNext(test);
    assert.ok(typeof html === 'string');
    assert.match(html, /href="http:\/\/sandbox\.example\/wallet-a\.js"/);
    assert.match(html, /href="http:\/\/sandbox\.example\/wallet-b\.js"/);
    assert.doesNotMatch(html, /<script[^>]*wallet-|<wallet-/);
  });
});

describe('a page pays through the proxy that init writes', () => {
  const rows: readonly (readonly [string, Files, string, string])[] = [
    [
      'for Vite',
      {
        'package.json': vite(react),
        'vite.config.js': 'export default {\n  plugins: [],\n};\n',
      },
      'server/start.js',
      'vite.config.js',
    ],
    [
      "for Angular, whose server is Vite's",
      {
        'package.json': packaged({ '@angular/core': '22' }),
        'vite.config.js': `import proxy from './proxy.conf.json' with { type: 'json' };
export default { server: { proxy } };
`,
      },
      'server/start.js',
      'proxy.conf.json',
    ],
  ];
  for (const [name, files, program, configured] of rows) {
    it(name, async (test) => {
      const place = await folder(test);
      await write(place, files);
      await run('init', place, '--yes');
      await link(place, server);
      await sandboxFor(test, place);
      const backend = await start(test, place, program);
      const config = await readFile(join(place, configured), 'utf8');
      await write(place, { [configured]: config.replace('http://localhost:3000', backend) });
      const dev = await createServer({
        root: place,
        configFile: join(place, 'vite.config.js'),
        logLevel: 'silent',
        optimizeDeps: { noDiscovery: true },
      });
      test.after(async () => dev.close());
      await dev.listen(0);
      const [page = ''] = dev.resolvedUrls?.local ?? [];
      assert.deepEqual(await pay(new URL(page).origin), { outcome: 'succeeded', status: 'paid' });
    });
  }
});

describe('init', () => {
  it('shows what it would write, and writes nothing where the answer is no', async (test) => {
    const place = await folder(test);
    await write(place, projects.express);
    const questions: string[] = [];
    const ask = async (question: string): Promise<boolean> => {
      questions.push(question);
      return Promise.resolve(false);
    };
    const ran = await runWith({ ask }, 'init', place);
    assert.deepEqual([ran.code, ran.out], [0, 'Nothing was written.\n']);
    assert.deepEqual(questions, ['Write these 6 files?']);
    assert.match(ran.err, /^new file \.env\.example\n\+ # Wallet buttons/m);
    assert.match(ran.err, /^ {2}const app = express\(\);\n\+ app\.use\(walletRoutes\);/m);
    assert.ok(!existsSync(join(place, 'wallet')));
    assert.equal(await readFile(join(place, 'index.js'), 'utf8'), projects.express['index.js']);
  });

  it('asks no question without a terminal, and says so', async (test) => {
    const place = await folder(test);
    const ran = await run('init', place);
    assert.equal(ran.code, 2);
    assert.match(ran.err, /Nothing was written.*--yes/);
    assert.ok(!existsSync(join(place, '.env.example')));
  });

  it('changes nothing a second time, and keeps what the project has', async (test) => {
    const place = await folder(test);
    await write(place, {
      ...projects.express,
      '.env.example': 'SHOP_URL=https://shop.example',
      '.gitignore': 'node_modules\n',
    });
    await runWith({ ask: async () => Promise.resolve(true) }, 'init', place);
    const settings = await readFile(join(place, '.env.example'), 'utf8');
    assert.match(settings, /^SHOP_URL=https:\/\/shop\.example\n/);
    assert.match(settings, /^MERCHANT_ID=shop-1$/m);
    assert.match(await readFile(join(place, '.gitignore'), 'utf8'), /^node_modules\n\.env\n/);
    const again = await run('init', place);
    assert.equal(again.code, 0);
    assert.match(again.out, /all files are there already/);
  });

  it('never replaces a file of another content', async (test) => {
    const place = await folder(test);
    await write(place, { ...projects.express, 'wallet/wallet.js': 'mine' });
    const ran = await run('init', place, '--yes');
    assert.equal(ran.code, 2);
    assert.match(ran.err, /wallet\/wallet\.js exists with another content/);
    assert.ok(!existsSync(join(place, 'wallet/pages.js')));
    assert.equal(await readFile(join(place, 'wallet/wallet.js'), 'utf8'), 'mine');
  });

  for (const [there, written] of [
    ['app', 'app/checkout/page.jsx'],
    ['src/app', 'src/app/checkout/page.jsx'],
  ] as const) {
    it(`writes beside the pages that Next has in ${there}`, async (test) => {
      const place = await folder(test);
      await write(place, {
        'package.json': packaged({ next: '16' }),
        [`${there}/layout.js`]: 'export default () => null;',
        'src/other.js': '',
      });
      await run('init', place, '--yes');
      assert.ok(existsSync(join(place, written)));
    });
  }

  it('adds the lines that Nuxt and Angular need, and shows the pages', async (test) => {
    const place = await folder(test);
    await write(place, projects.nuxt);
    await run('init', place, '--yes');
    const config = await readFile(join(place, 'nuxt.config.js'), 'utf8');
    assert.match(config, /^ {2}vue: .*isCustomElement.*\n {2}runtimeConfig: .*sandboxUrl/m);
    assert.match(await readFile(join(place, 'app/app.vue'), 'utf8'), /<NuxtPage \/>/);

    const shop = await folder(test);
    await write(shop, {
      'package.json': packaged({ '@angular/core': '22' }),
      'src/app/app.routes.ts': "export const routes: Routes = [\n  { path: '**' },\n];\n",
    });
    await run('init', shop, '--yes');
    const routes = await readFile(join(shop, 'src/app/app.routes.ts'), 'utf8');
    assert.match(routes, /= \[\n.*'checkout'.*\n.*'return'.*\n {2}\{ path: '\*\*' \},\n\];/);
    assert.match((await run('init', shop)).out, /all files are there already/);
  });

  const known: readonly (readonly [string, Files, RegExp])[] = [
    [
      'Nuxt with settings of its own',
      {
        'package.json': packaged({ nuxt: '4' }),
        'nuxt.config.ts': 'export default defineNuxtConfig({\n  runtimeConfig: {},\n});\n',
        'app.vue': '<template><Shop /></template>\n',
      },
      /Add to your Nuxt config: runtimeConfig.*\n.*put <NuxtPage \/> into app\.vue/,
    ],
    [
      'SvelteKit with a hook',
      {
        'package.json': packaged({ '@sveltejs/kit': '2' }),
        'src/hooks.server.js': 'export const handle = ({ event, resolve }) => resolve(event);\n',
      },
      /Answer in your handle of src\/hooks\.server/,
    ],
    [
      'Angular without routes, and with a proxy',
      { 'package.json': packaged({ '@angular/core': '22' }), 'proxy.conf.json': '{}' },
      /Pass \/wallet on to http:\/\/localhost:3000.*\n.*Route checkout and return/,
    ],
  ];
  for (const [what, files, message] of known) {
    it(`says what to do by hand for ${what}, and leaves the file as it is`, async (test) => {
      const place = await folder(test);
      await write(place, files);
      const ran = await run('init', place, '--yes');
      assert.match(ran.out, message);
      const [path = '', text] = Object.entries(files).at(-1) ?? [];
      assert.equal(await readFile(join(place, path), 'utf8'), text);
    });
  }

  it('asks for the types of Node where the server is TypeScript without them', async (test) => {
    const place = await folder(test);
    await write(place, {
      'package.json': packaged({ '@sveltejs/kit': '2' }),
      'tsconfig.json': '{}',
    });
    assert.match((await run('init', place, '--yes')).out, /@wallet-buttons\/sandbox @types\/node/);
  });

  it('says what to do by hand where the place is not clear', async (test) => {
    const place = await folder(test);
    await write(place, { 'package.json': packaged({ express: '5' }), 'index.js': 'makeApp();' });
    const ran = await run('init', place, '--yes');
    assert.match(ran.out, /Mount the routes in your app, before any body parser: import/);
    assert.equal(await readFile(join(place, 'index.js'), 'utf8'), 'makeApp();');
  });

  const wrong: readonly (readonly [string, Files, RegExp])[] = [
    [
      'a framework it does not know',
      { 'package.json': packaged({ astro: '6' }) },
      /nothing for astro\. The guide shows how to mount the endpoints: packages\/docs\/recipes\/servers\.md/,
    ],
    [
      'Next without app',
      { 'package.json': packaged({ next: '16' }) },
      /Make app\/layout\.tsx first/,
    ],
    ['Vite alone', { 'package.json': packaged({ vite: '8' }) }, /Choose with --framework/],
    ['a broken package.json', { 'package.json': '{' }, /is not JSON/],
  ];
  for (const [what, files, message] of wrong) {
    it(`ends with 2 for ${what}`, async (test) => {
      const place = await folder(test);
      await write(place, files);
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 2);
      assert.match(ran.err, message);
    });
  }

  it('ends with 2 for a folder that is not there', async () => {
    assert.match((await run('init', '/missing', '--yes')).err, /is not a folder/);
  });
});
