import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { type Files, packageJson, projects, vite, write } from '../../test/projects.ts';
import { run, runWith } from '../../test/run.ts';

describe('init', () => {
  it('shows what it would write, and writes nothing where the answer is no', async () => {
    const place = temporaryFolder();
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

  it('asks no question without a terminal, and says so', async () => {
    const place = temporaryFolder();
    const ran = await run('init', place);
    assert.equal(ran.code, 2);
    assert.match(ran.err, /Nothing was written.*--yes/);
    assert.ok(!existsSync(join(place, '.env.example')));
  });

  it('changes nothing a second time, and keeps what the project has', async () => {
    const place = temporaryFolder();
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
    const repeat = await run('init', place);
    assert.equal(repeat.code, 0);
    assert.match(repeat.out, /all files are there already/);
  });

  it('names no command that writes over settings that are there', async () => {
    const place = temporaryFolder();
    await write(place, { ...projects.express, '.env': 'SHOP_KEY=secret\n' });
    const { out } = await run('init', place, '--yes');
    assert.doesNotMatch(out, /cp \.env\.example/);
    assert.match(out, /Add the lines of \.env\.example to \.env, which you have already/);
  });

  it('never replaces a file of another content', async () => {
    const place = temporaryFolder();
    await write(place, { ...projects.express, 'wallet/wallet.js': 'mine' });
    const ran = await run('init', place, '--yes');
    assert.equal(ran.code, 2);
    assert.match(ran.err, /wallet\/wallet\.js exists with another content/);
    assert.ok(!existsSync(join(place, 'wallet/pages.js')));
    assert.equal(await readFile(join(place, 'wallet/wallet.js'), 'utf8'), 'mine');
  });

  for (const [there, written] of [
    ['app', 'app/wallet-demo/page.jsx'],
    ['src/app', 'src/app/wallet-demo/page.jsx'],
  ] as const) {
    it(`writes beside the pages that Next has in ${there}`, async () => {
      const place = temporaryFolder();
      await write(place, {
        'package.json': packageJson({ next: '16' }),
        [`${there}/layout.js`]: 'export default () => null;',
        'src/other.js': '',
      });
      await run('init', place, '--yes');
      assert.ok(existsSync(join(place, written)));
      // A name that Next cannot know makes it take the whole project, keys too, into the route's output.
      const wallet = await readFile(join(place, dirname(there), 'lib/wallet.js'), 'utf8');
      assert.equal(wallet.match(/readFileSync\(\/\* turbopackIgnore: true \*\/ /g)?.length, 2);
    });
  }

  it('adds the lines that Nuxt and Angular need, and shows the pages', async () => {
    const place = temporaryFolder();
    await write(place, projects.nuxt);
    await run('init', place, '--yes');
    const config = await readFile(join(place, 'nuxt.config.js'), 'utf8');
    assert.match(config, /^ {2}vue: .*isCustomElement.*\n {2}runtimeConfig: .*sandboxUrl/m);
    assert.match(await readFile(join(place, 'app/app.vue'), 'utf8'), /<NuxtPage \/>/);

    const shop = temporaryFolder();
    await write(shop, {
      'package.json': packageJson({ '@angular/core': '22' }),
      'src/app/app.routes.ts': "export const routes: Routes = [\n  { path: '**' },\n];\n",
    });
    await run('init', shop, '--yes');
    const routes = await readFile(join(shop, 'src/app/app.routes.ts'), 'utf8');
    assert.match(
      routes,
      /= \[\n.*'wallet-demo'.*\n.*'wallet-demo\/return'.*\n {2}\{ path: '\*\*' \},\n\];/,
    );
    assert.match((await run('init', shop)).out, /all files are there already/);
  });

  const handSteps: readonly (readonly [string, Files, RegExp])[] = [
    [
      'Nuxt with settings of its own',
      {
        'package.json': packageJson({ nuxt: '4' }),
        'nuxt.config.ts': 'export default defineNuxtConfig({\n  runtimeConfig: {},\n});\n',
        'app.vue': '<template><Shop /></template>\n',
      },
      /Add to your Nuxt config: runtimeConfig.*\n.*put <NuxtPage \/> into app\.vue/,
    ],
    [
      'SvelteKit with a hook',
      {
        'package.json': packageJson({ '@sveltejs/kit': '2' }),
        'src/hooks.server.js': 'export const handle = ({ event, resolve }) => resolve(event);\n',
      },
      /Answer in your handle of src\/hooks\.server/,
    ],
    [
      'Angular without routes, and with a proxy',
      { 'package.json': packageJson({ '@angular/core': '22' }), 'proxy.conf.json': '{}' },
      /Pass \/wallet\/ on to http:\/\/localhost:3000.*\n.*Route wallet-demo and wallet-demo\/return/,
    ],
  ];
  for (const [what, files, message] of handSteps) {
    it(`says what to do by hand for ${what}, and leaves the file as it is`, async () => {
      const place = temporaryFolder();
      await write(place, files);
      const ran = await run('init', place, '--yes');
      assert.match(ran.out, message);
      const [path = '', text] = Object.entries(files).at(-1) ?? [];
      assert.equal(await readFile(join(place, path), 'utf8'), text);
    });
  }

  it('asks for the types of Node where the server is TypeScript without them', async () => {
    const place = temporaryFolder();
    await write(place, {
      'package.json': packageJson({ '@sveltejs/kit': '2' }),
      'tsconfig.json': '{}',
    });
    assert.match((await run('init', place, '--yes')).out, /@wallet-buttons\/sandbox @types\/node/);
  });

  it('says what to do by hand where the place is not clear', async () => {
    const place = temporaryFolder();
    await write(place, { 'package.json': packageJson({ express: '5' }), 'index.js': 'makeApp();' });
    const ran = await run('init', place, '--yes');
    assert.match(
      ran.out,
      /Mount the routes of wallet\/routes\.js in your app, before any body parser/,
    );
    assert.equal(await readFile(join(place, 'index.js'), 'utf8'), 'makeApp();');
  });

  it('names the routes by hand as a file of src imports them', async () => {
    const place = temporaryFolder();
    await write(place, {
      'package.json': packageJson({ fastify: '5' }),
      'tsconfig.json': '{}',
      'src/app.ts': 'export default async (fastify) => {};',
    });
    const { out } = await run('init', place, '--yes');
    assert.match(out, /routes of src\/wallet\/routes\.ts .* from '\.\/wallet\/routes\.js', then/);
  });

  const wrong: readonly (readonly [string, Files, RegExp])[] = [
    [
      'Next without app',
      { 'package.json': packageJson({ next: '16' }) },
      /Make app\/layout\.tsx first/,
    ],
    ['Vite alone', { 'package.json': packageJson({ vite: '8' }) }, /recipes\/vite\.md/],
    ['a broken package.json', { 'package.json': '{' }, /is not JSON/],
  ];
  for (const [what, files, message] of wrong) {
    it(`ends with 2 for ${what}`, async () => {
      const place = temporaryFolder();
      await write(place, files);
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 2);
      assert.match(ran.err, message);
    });
  }

  it('shows no control character of a file of the project', async () => {
    const place = temporaryFolder();
    const text = projects.express['index.js'].replace('app.use', '// \u001b[2K\napp.use');
    await write(place, { ...projects.express, 'index.js': text });
    const { err } = await run('init', place, '--yes');
    assert.match(err, /app\.use\(walletRoutes\);\n {2}\/\/ \ufffd\[2K/);
  });

  it('keeps the line ends of Windows, and finds its own files with them', async () => {
    const place = temporaryFolder();
    const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
    await write(place, {
      ...projects.express,
      'index.js': crlf(projects.express['index.js']),
      '.gitignore': 'node_modules\r\n.env\r\n',
    });
    await run('init', place, '--yes');
    const app = await readFile(join(place, 'index.js'), 'utf8');
    assert.match(app, /app = express\(\);\r\napp\.use\(walletRoutes\);\r\n/);
    assert.doesNotMatch(app, /[^\r]\n/);
    const ignoreFile = await readFile(join(place, '.gitignore'), 'utf8');
    assert.equal(ignoreFile, crlf('node_modules\n.env\n.wallet-sandbox/\npayments.db*\n'));
    const file = join(place, 'wallet/wallet.js');
    await writeFile(file, crlf(await readFile(file, 'utf8')));
    assert.match((await run('init', place)).out, /all files are there already/);

    const shop = temporaryFolder();
    await write(shop, {
      'package.json': packageJson({ nuxt: '4' }),
      'nuxt.config.js': 'export default defineNuxtConfig({\r\n  devtools: {},\r\n});\r\n',
    });
    assert.doesNotMatch((await run('init', shop, '--yes')).out, /Add to your Nuxt config/);
  });

  const apps: readonly (readonly [string, string, Files, string, string | RegExp])[] = [
    [
      'not in a comment',
      'index.js',
      { 'package.json': packageJson({ express: '5' }) },
      `import express from 'express';\n// const app = express();\nconst app = express();\n`,
      /\n\/\/ const app = express\(\);\nconst app = express\(\);\napp\.use/,
    ],
    [
      'behind a require of many lines',
      'index.js',
      { 'package.json': packageJson({ express: '5' }, 'commonjs') },
      `const {\n  join,\n} = require('node:path');\nconst express = require('express');\nconst app = express();\n`,
      /^const \{\n {2}join,\n\} = require\('node:path'\);\nconst express = .*\nconst \{ walletRoutes \} = require\('\.\/wallet\/routes\.mjs'\);\nconst app = express\(\);\napp\.use\(walletRoutes\);\n$/,
    ],
    [
      'beside signs of a replacement',
      'index.js',
      { 'package.json': packageJson({ fastify: '5' }) },
      `import Fastify from 'fastify';\nconst app = Fastify({ prefix: "$'" });\n`,
      /\nconst app = Fastify\(\{ prefix: "\$'" \}\);\napp\.register\(walletRoutes\);\n$/,
    ],
    [
      'not where no import shows the place',
      'index.js',
      { 'package.json': packageJson({ express: '5' }) },
      `const { default: express } = await import('express');\nconst app = express();\n`,
      /^const \{ default: express \} = await import\('express'\);\nconst app = express\(\);\n$/,
    ],
    [
      'not beside a server that Vite has by a short name',
      'vite.config.js',
      { 'package.json': vite({ react: '19' }) },
      'const server = {};\nexport default {\n  server,\n  plugins: [],\n};\n',
      'const server = {};\nexport default {\n  server,\n  plugins: [],\n};\n',
    ],
    [
      'not in the plugins of a worker of Vite',
      'vite.config.js',
      { 'package.json': vite({ react: '19' }) },
      'export default {\n  worker: {\n    plugins: () => [],\n  },\n  plugins: [],\n};\n',
      'export default {\n  worker: {\n    plugins: () => [],\n  },\n  plugins: [],\n};\n',
    ],
  ];
  for (const [where, path, files, before, after] of apps) {
    it(`changes a file ${where}`, async () => {
      const place = temporaryFolder();
      await write(place, { ...files, [path]: before });
      assert.equal((await run('init', place, '--yes')).code, 0);
      const text = await readFile(join(place, path), 'utf8');
      if (typeof after === 'string') assert.equal(text, after);
      else assert.match(text, after);
    });
  }

  it('installs with the package manager of the workspace, in a folder with a space', async () => {
    const workspace = temporaryFolder();
    const place = join(workspace, 'apps/my shop');
    await write(workspace, { 'pnpm-lock.yaml': '', 'apps/my shop/index.html': '' });
    const { out } = await run('init', place, '--yes');
    assert.match(out, /^2\. pnpm add @wallet-buttons\/server/m);
    assert.ok(out.includes(`1. cd "${place}"\n`), out);
  });

  it('reads no option of a comment in tsconfig.json', async () => {
    const place = temporaryFolder();
    await write(place, {
      'package.json': packageJson({ express: '5' }),
      'tsconfig.json': '{\n  // "allowImportingTsExtensions": true,\n}\n',
    });
    await run('init', place, '--yes');
    const routes = await readFile(join(place, 'wallet/routes.ts'), 'utf8');
    assert.match(routes, /from '\.\/wallet\.js'/);
  });

  const bases: readonly (readonly [string, string, Files, string])[] = [
    ['a file', '"./base"', { 'base.json': '{ "compilerOptions": ON, }' }, '.ts'],
    [
      'a package',
      '"@tsconfig/node-ts"',
      {
        'node_modules/@tsconfig/node-ts/package.json': '{"name":"@tsconfig/node-ts"}',
        'node_modules/@tsconfig/node-ts/tsconfig.json': '{"compilerOptions":ON}',
      },
      '.ts',
    ],
    [
      'the last of several',
      '["./base.json", "./off.json"]',
      { 'base.json': '{"compilerOptions":ON}', 'off.json': '{"compilerOptions":OFF}' },
      '.js',
    ],
    ['itself', '"./tsconfig.json"', {}, '.js'],
    ['a file that is missing', '"./missing.json"', {}, '.js'],
  ];
  for (const [what, base, files, extension] of bases) {
    it(`reads the options of tsconfig.json where it extends ${what}`, async () => {
      const place = temporaryFolder();
      const options = (text: string): string =>
        text
          .replace('ON', '{"allowImportingTsExtensions": true}')
          .replace('OFF', '{"allowImportingTsExtensions": false}');
      await write(place, {
        'package.json': packageJson({ express: '5' }),
        'tsconfig.json': `{\n  "extends": ${base}, // "extends": "./other"\n}\n`,
        ...Object.fromEntries(Object.entries(files).map(([path, text]) => [path, options(text)])),
      });
      assert.equal((await run('init', place, '--yes')).code, 0);
      const routes = await readFile(join(place, 'wallet/routes.ts'), 'utf8');
      assert.ok(routes.includes(`from './wallet${extension}'`), routes);
    });
  }

  it('ends with 2 for a folder that is not there', async () => {
    assert.match((await run('init', '/missing', '--yes')).err, /is not a folder/);
  });
});
