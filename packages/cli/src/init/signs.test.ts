import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { type Files, packageJson, vite, write } from '../../test/projects.ts';
import { jsonFrom, run } from '../../test/run.ts';

/** The framework that `init` finds in a project with these packages. */
async function detected(files: Files): Promise<unknown> {
  const place = temporaryFolder();
  await write(place, files);
  const ran = await run('init', place, '--yes', '--json');
  assert.equal(ran.code, 0, ran.err);
  return jsonFrom(ran)['framework'];
}

describe('init finds', () => {
  const rows: readonly (readonly [string, Files])[] = [
    ['react-router', { '@react-router/dev': '8', 'react-router': '8', react: '19', vite: '8' }],
    ['astro', { astro: '7', react: '19' }],
    ['nest', { '@nestjs/core': '11', '@nestjs/platform-express': '11', express: '5' }],
    ['koa', { koa: '3' }],
    ['express', { express: '5' }],
    ['hono', { hono: '4' }],
  ];
  for (const [framework, dependencies] of rows) {
    it(framework, async () => {
      assert.equal(await detected({ 'package.json': packageJson(dependencies) }), framework);
    });
  }

  it('the language of a shop whose pages a tool of Node builds', async () => {
    const tools: readonly Files[] = [
      { '@symfony/webpack-encore': '5', webpack: '5' },
      { 'laravel-mix': '6', webpack: '5', parcel: '2' },
    ];
    for (const packages of tools) {
      const place = temporaryFolder();
      await write(place, { 'package.json': packageJson(packages), 'composer.json': '{}' });
      const { err } = await run('init', place, '--yes');
      assert.match(err, /The sidecar, which has the hooks in each language, is not installed/);
    }
    const place = temporaryFolder();
    await write(place, { Pipfile: '' });
    assert.match((await run('init', place, '--yes')).err, /The sidecar/);
  });

  it('Vite with React where React Router is only a library', async () => {
    const packages = vite({ react: '19', 'react-router': '8' });
    assert.equal(await detected({ 'package.json': packages }), 'vite-react');
  });
});

describe('init knows no way, names the recipe and writes nothing', () => {
  const rows: readonly (readonly [string, Files, string])[] = [
    ['SolidStart', { '@solidjs/start': '2', 'solid-js': '1', vite: '8' }, 'frameworks.md'],
    ['Solid', { 'solid-js': '1', vite: '8' }, 'frameworks.md'],
    ['Vite without React, Vue or Svelte', { preact: '11', vite: '8' }, 'vite.md'],
    ['Qwik City', { '@builder.io/qwik-city': '1', vite: '8' }, 'frameworks.md'],
    ['Qwik', { '@builder.io/qwik': '1', vite: '8' }, 'frameworks.md'],
    ['Remix', { '@remix-run/react': '2', express: '5', vite: '8' }, 'servers.md'],
    ['TanStack Start', { '@tanstack/react-start': '1', react: '19', vite: '8' }, 'servers.md'],
    ['Nest on Fastify', { '@nestjs/core': '11', '@nestjs/platform-fastify': '11' }, 'servers.md'],
    ['AWS Lambda', { 'serverless-http': '4', express: '5' }, 'servers.md#aws-lambda'],
    ['hapi', { '@hapi/hapi': '21' }, 'servers.md'],
    ['Remix', { remix: '3' }, 'servers.md'],
    ['Cloudflare Workers', { hono: '4', wrangler: '4' }, 'servers.md#workers'],
    ['Eleventy', { '@11ty/eleventy': '3' }, 'servers.md'],
    ['Docusaurus', { '@docusaurus/core': '3', react: '19' }, 'servers.md'],
    ['Expo', { expo: '54', 'react-native': '0.82', react: '19' }, 'native-app.md'],
    ['Create React App', { 'react-scripts': '5', react: '18' }, 'vite.md'],
    ['webpack', { webpack: '5' }, 'vite.md'],
    ['Vike', { vike: '0.4', react: '19', vite: '8' }, 'servers.md'],
    ['Quasar', { '@quasar/app-vite': '2', vue: '3', vite: '8' }, 'vite.md'],
    ['Waku', { waku: '1', react: '19', vite: '8' }, 'servers.md'],
    ['RedwoodJS', { '@redwoodjs/core': '8', vite: '5' }, 'servers.md'],
    ['Tauri', { '@tauri-apps/api': '2', vue: '3', vite: '8' }, 'native-app.md'],
    ['Capacitor', { '@capacitor/core': '7', react: '19', vite: '8' }, 'native-app.md'],
    [
      'SvelteKit without a server',
      { '@sveltejs/kit': '2', '@sveltejs/adapter-static': '3' },
      'vite.md',
    ],
    [
      'Cloudflare Workers',
      { '@sveltejs/kit': '2', '@sveltejs/adapter-cloudflare': '7' },
      'servers.md#workers',
    ],
    ['Cloudflare Workers', { next: '16', '@opennextjs/cloudflare': '1' }, 'servers.md#workers'],
    ['Cloudflare Workers', { astro: '7', '@astrojs/cloudflare': '12' }, 'servers.md#workers'],
    [
      'Cloudflare Workers',
      { react: '19', vite: '8', '@cloudflare/vite-plugin': '1' },
      'servers.md#workers',
    ],
  ];
  for (const [title, dependencies, recipe] of rows) {
    it(`for ${title}`, async () => {
      const place = temporaryFolder();
      await write(place, { 'package.json': packageJson(dependencies) });
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 2);
      assert.match(ran.err, new RegExp(`knows no way for ${title}, and has written nothing`));
      assert.match(ran.err, new RegExp(`/packages/docs/recipes/${recipe}\\s`));
      assert.deepEqual(await readdir(place), ['package.json']);
    });
  }

  const languages: readonly (readonly [string, string, string])[] = [
    ['Rust', 'Cargo.toml', 'other-languages.md'],
    ['.NET', 'Program.cs', 'other-languages.md'],
    ['.NET', 'appsettings.json', 'other-languages.md'],
    ['Flutter', 'pubspec.yaml', 'native-app.md'],
    ['Deno', 'deno.json', 'servers.md#hono-deno-bun'],
  ];
  for (const [title, file, recipe] of languages) {
    it(`for ${title}`, async () => {
      const place = temporaryFolder();
      await write(place, { [file]: '' });
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 2);
      assert.match(ran.err, new RegExp(`knows no way for ${title}, and has written nothing`));
      assert.match(ran.err, new RegExp(`/packages/docs/recipes/${recipe}\\s`));
      assert.deepEqual(await readdir(place), [file]);
    });
  }

  const parts: readonly (readonly [string, Files, RegExp])[] = [
    [
      "Next's pages router alone",
      { 'package.json': packageJson({ next: '16' }), 'pages/index.js': '' },
      /recipes\/servers\.md#next-pages-router/,
    ],
    [
      'Next without a server',
      {
        'package.json': packageJson({ next: '16' }),
        'app/layout.tsx': '',
        'next.config.ts': "export default { output: 'export' };",
      },
      /knows no way for Next without a server .*recipes\/vite\.md/,
    ],
    [
      'React Router without a server',
      {
        'package.json': packageJson({ '@react-router/dev': '8' }),
        'react-router.config.ts': 'export default { ssr: false };',
      },
      /recipes\/vite\.md/,
    ],
  ];
  for (const [title, files, message] of parts) {
    it(`for ${title}`, async () => {
      const place = temporaryFolder();
      await write(place, files);
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 2);
      assert.match(ran.err, message);
      assert.ok(!existsSync(join(place, '.env.example')));
    });
  }

  it('names recipes and headings that the guide has', async () => {
    const sources = await Promise.all(
      ['signs.ts', 'project.ts'].map(async (name) =>
        readFile(join(import.meta.dirname, name), 'utf8'),
      ),
    );
    const links = [...sources.join('').matchAll(/'([a-z-]+\.md)(?:#([a-z-]+))?'/g)];
    assert.ok(links.some(([, , anchor]) => anchor === 'next-pages-router'));
    for (const [link, name = '', anchor] of links) {
      const page = await readFile(join(import.meta.dirname, '../../../docs/recipes', name), 'utf8');
      const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title));
      assert.ok(anchor === undefined || anchors.includes(anchor), link);
    }
  });
});

/** As GitHub names a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

describe('init says', () => {
  it('that it found no framework that it knows', async () => {
    const place = temporaryFolder();
    await write(place, { 'package.json': packageJson({ 'left-pad': '1' }) });
    const { err } = await run('init', place, '--yes');
    assert.match(err, /^Found: no framework that init knows, .*JavaScript\./);
  });

  it('nothing of guessing where the framework is named', async () => {
    const place = temporaryFolder();
    const { err } = await run('init', place, '--yes', '--framework', 'node');
    assert.match(err, /^Found: node, JavaScript\./);
  });
});

describe('init at the root of a workspace', () => {
  const nx = { 'package.json': packageJson({ '@angular/core': '21' }), 'nx.json': '{}' };
  const rows: readonly (readonly [string, Files])[] = [
    ['npm', { 'package.json': JSON.stringify({ workspaces: ['packages/*'] }) }],
    [
      'pnpm',
      { 'package.json': packageJson({}), 'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n" },
    ],
    ['Nx', nx],
  ];
  for (const [tool, files] of rows) {
    it(`of ${tool} writes nothing, and asks for the folder of the shop`, async () => {
      const place = temporaryFolder();
      await write(place, files);
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 2);
      assert.match(
        ran.err,
        /root of a workspace, and init has written nothing.*init packages\/shop/,
      );
      assert.deepEqual((await readdir(place)).toSorted(), Object.keys(files).toSorted());
    });
  }

  it('continues where the framework is named', async () => {
    const place = temporaryFolder();
    await write(place, nx);
    assert.equal((await run('init', place, '--yes', '--framework', 'node')).code, 0);
  });

  it('continues where only settings of pnpm are in its file', async () => {
    const place = temporaryFolder();
    await write(place, { 'pnpm-workspace.yaml': 'onlyBuiltDependencies: []\n' });
    assert.equal((await run('init', place, '--yes')).code, 0);
  });
});

describe('init changes', () => {
  it('the routes of React Router, and nothing a second time', async () => {
    const place = temporaryFolder();
    await write(place, {
      'package.json': packageJson({ '@react-router/dev': '8' }),
      'tsconfig.json': '{}',
      'app/routes.ts': `import { type RouteConfig, index } from "@react-router/dev/routes";

export default [index("routes/home.tsx")] satisfies RouteConfig;
`,
    });
    await run('init', place, '--yes');
    assert.equal(
      await readFile(join(place, 'app/routes.ts'), 'utf8'),
      `import { walletRoutes } from './wallet/routes';
import { type RouteConfig, index } from "@react-router/dev/routes";

export default [...walletRoutes, index("routes/home.tsx")] satisfies RouteConfig;
`,
    );
    assert.match((await run('init', place)).out, /all files are there already/);
  });

  it('no routes of React Router that the file system names, and says what to do', async () => {
    const place = temporaryFolder();
    const routes = `import { flatRoutes } from '@react-router/fs-routes';

export default flatRoutes();
`;
    await write(place, {
      'package.json': packageJson({ '@react-router/dev': '8' }),
      'app/routes.ts': routes,
    });
    const { out } = await run('init', place, '--yes');
    assert.match(out, /\[\.\.\.walletRoutes, \.\.\.\(await flatRoutes\(\)\)\]/);
    assert.equal(await readFile(join(place, 'app/routes.ts'), 'utf8'), routes);
  });

  it('the app of Nest inside its function, before it listens', async () => {
    const place = temporaryFolder();
    await write(place, {
      'package.json': packageJson({ '@nestjs/core': '11' }, 'commonjs'),
      'tsconfig.json': '{}',
      'src/main.ts': `import { NestFactory } from '@nestjs/core';

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(process.env.PORT ?? 3000);
}
`,
    });
    const { out } = await run('init', place, '--yes');
    assert.match(
      await readFile(join(place, 'src/main.ts'), 'utf8'),
      /^import \{ walletRoutes \} from '\.\/wallet\/routes\.js';\n[^]*create\(AppModule\);\n {2}app\.use\(walletRoutes\);\n {2}await app\.listen/,
    );
    assert.match(out, /npx nest start --env-file \.env/);
    assert.ok(!existsSync(join(place, 'src/wallet/start.ts')));
  });

  it('the check of forms of Astro for one of its own', async () => {
    const place = temporaryFolder();
    await write(place, {
      'package.json': packageJson({ astro: '7' }),
      'astro.config.mjs': `import { defineConfig } from 'astro/config';

export default defineConfig({});
`,
    });
    const { out } = await run('init', place, '--yes');
    assert.match(
      out,
      /npm install @wallet-buttons\/server @wallet-buttons\/elements @astrojs\/node/,
    );
    assert.match(
      await readFile(join(place, 'astro.config.mjs'), 'utf8'),
      /^import node from '@astrojs\/node';\n[^]*\(\{\n {2}adapter: node\(.*\),\n {2}security: \{ checkOrigin: false \},\n\}\);\n$/,
    );
    assert.ok(existsSync(join(place, 'src/middleware.js')));
    assert.match((await run('init', place)).out, /all files are there already/);
  });

  it('no check of forms of Astro beside a middleware of the project', async () => {
    const place = temporaryFolder();
    const middleware = 'export const onRequest = (context, next) => next();\n';
    await write(place, {
      'package.json': packageJson({ astro: '7' }),
      'astro.config.mjs':
        "import { defineConfig } from 'astro/config';\nexport default defineConfig({});\n",
      'src/middleware.ts': middleware,
    });
    const { out } = await run('init', place, '--yes');
    assert.match(out, /Let your middleware check forms, but for \/wallet\//);
    assert.equal(await readFile(join(place, 'src/middleware.ts'), 'utf8'), middleware);
    const config = await readFile(join(place, 'astro.config.mjs'), 'utf8');
    assert.match(config, /adapter: node/);
    assert.doesNotMatch(config, /checkOrigin/);
    assert.ok(!existsSync(join(place, 'src/middleware.js')));
  });
});
