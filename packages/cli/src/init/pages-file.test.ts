import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { build, createServer } from 'vite';
import { link, packageJson, projects, vite, write } from '../../test/projects.ts';
import { run } from '../../test/run.ts';
import { preloadLines, providerScripts } from '../provider-scripts.ts';

/** What a build of pages needs: a library, its plugin of Vite, and the tags. */
async function linkPages(place: string, library: string, plugin: string): Promise<void> {
  await link(place, {
    [library]: `demo/node_modules/${library}`,
    [plugin]: `node_modules/${plugin}`,
    vite: 'node_modules/vite',
    '@wallet-buttons/elements': 'packages/elements',
  });
}

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
    it(`for ${name}`, async () => {
      const place = temporaryFolder();
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
      assert.match(config, /'\/wallet\/': \{ target: 'http:\/\/localhost:3000' \}/);
      const bundle = await readFile(join(place, 'dist/main.js'), 'utf8');
      assert.match(bundle, /wallet-b-button/);
      assert.ok(existsSync(join(place, 'server/start.js')));
    });
  }

  const pages: readonly (readonly [keyof typeof projects, string, string, string])[] = [
    [
      'nuxt',
      '@vitejs/plugin-vue',
      'vue',
      'app/pages/wallet-demo/index.vue app/pages/wallet-demo/return.vue',
    ],
    [
      'sveltekit',
      '@sveltejs/vite-plugin-svelte',
      'svelte',
      'src/routes/wallet-demo/+page.svelte src/routes/wallet-demo/return/+page.svelte',
    ],
  ];
  for (const [name, plugin, library, paths] of pages) {
    it(`for the pages of ${name}`, async () => {
      const place = temporaryFolder();
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
          .map((path, index) => `export { default as page${String(index)} } from './${path}';\n`)
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
      const bundle = await readFile(join(place, 'dist/main.js'), 'utf8');
      assert.match(bundle, /wallet-b-button/);
      assert.match(bundle, /wallet-payment-status/);
    });
  }
});

/** Stands for Next: what the page imports, and a request that finds the settings of its machine. */
const next = {
  'package.json': packageJson({ next: '16' }),
  'app/layout.jsx': 'export default () => null;',
  'node_modules/next/package.json': '{"type":"module","exports":{"./*":"./*.js"}}',
  'node_modules/next/server.js': `export async function connection() {
  if (process.env.MACHINE !== 'live') process.env.SANDBOX_URL = 'http://sandbox.example';
}
`,
  'node_modules/next/navigation.js': 'export const useRouter = () => ({ push() {} });',
  'node_modules/next/script.js': `import { createElement } from 'react';

export default ({ src }) => createElement('link', { rel: 'preload', as: 'script', href: src });
`,
  'page.js': `import { createElement } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import * as page from './app/wallet-demo/page.jsx';

const stream = await renderToReadableStream(createElement(page.default));
await stream.allReady;
export const html = await new Response(stream).text();
export const exported = Object.keys(page);
`,
} as const;

describe('init writes a page of Next', () => {
  afterEach(() => {
    delete process.env['SANDBOX_URL'];
    delete process.env['MACHINE'];
  });

  async function pageOfNext(test: TestContext): Promise<Record<string, unknown>> {
    const place = temporaryFolder();
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

  it('whose HTML has the preload lines of both wallets where no sandbox is set', async (test) => {
    process.env['MACHINE'] = 'live';
    const { html } = await pageOfNext(test);
    assert.ok(typeof html === 'string');
    assert.deepEqual(html.match(/<link rel="preload"[^>]*>/g), [
      `<link rel="preload" as="script" href="${providerScripts.b}"/>`,
      `<link rel="preload" as="script" href="${providerScripts.a}" crossorigin="anonymous"/>`,
    ]);
  });

  it('whose HTML has no preload line beside the sandbox', async (test) => {
    const { html } = await pageOfNext(test);
    assert.ok(typeof html === 'string');
    assert.ok(!html.includes(providerScripts.b));
  });
});

/** Stands for the built tags. */
const builtTags = {
  'node_modules/@wallet-buttons/elements/package.json':
    '{"type":"module","exports":{"./cdn/define.js":"./define.js"}}',
  'node_modules/@wallet-buttons/elements/define.js': '',
} as const;

describe('init writes pages of a server', () => {
  afterEach(() => delete process.env['SANDBOX_URL']);

  async function headOf(test: TestContext, path: string): Promise<string> {
    const place = temporaryFolder();
    await write(place, { ...projects.express, ...builtTags });
    await run('init', place, '--yes');
    const previousFolder = process.cwd();
    process.chdir(place);
    test.after(() => {
      process.chdir(previousFolder);
    });
    const { pageAt } = (await import(join(place, 'wallet/pages.js'))) as {
      pageAt: (path: string) => { readonly body: string };
    };
    return pageAt(path).body.split('</head>')[0] ?? '';
  }

  it('whose checkout has the preload lines of both wallets', async (test) => {
    const head = await headOf(test, '/wallet-demo');
    for (const line of preloadLines) assert.ok(head.includes(line), line);
  });

  it('whose checkout has the stand-ins of the sandbox instead where it is set', async (test) => {
    process.env['SANDBOX_URL'] = 'http://sandbox.example';
    const head = await headOf(test, '/wallet-demo');
    assert.match(head, /sandbox\.example\/wallet-a\.js/);
    assert.doesNotMatch(head, /rel="preload"/);
  });

  it('whose return page, without a button, has neither', async (test) => {
    assert.doesNotMatch(await headOf(test, '/wallet-demo/return'), /rel="preload"|wallet-a\.js/);
  });
});
