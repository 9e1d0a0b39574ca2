import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * One file a tag, one for both buttons and one for all, each with the sheet and with Lit: for pages without
 * a bundler. They are what a bundler makes of the package, so their sizes are those of npm users too.
 */
const cdn = {
  define: ['define'],
  'wallet-buttons': ['define-buttons', 'sheet-define'],
  ...Object.fromEntries(
    globSync('wallet-*', { cwd: here('src/providers') }).map((wallet) => [
      `${wallet}-button`,
      [`providers/${wallet}/define`, 'sheet-define'],
    ]),
  ),
  'wallet-payment-status': ['wallet-payment-status-define'],
};

/** What `size-limit` measures beside those: the buttons of a page that does not import `./sheet.js`. */
const measured = { 'buttons-without-sheet': ['define-buttons'] };

/**
 * A bundler makes a second file of what is imported by `import()`, or wraps each module of it. In one file for pages
 * without a bundler it is a plain import.
 */
const oneFile = {
  name: 'one-file',
  transform(code: string, id: string) {
    if (!id.includes('/dist/')) return undefined;
    const imported = /import\((['"].*?['"])\)/.exec(code);
    if (!imported) return undefined;
    const [dynamic, path] = imported;
    return `import * as loaded from ${path};\n${code.replace(dynamic, 'Promise.resolve(loaded)')}`;
  },
};

async function bundle(folder: string, name: string, modules: readonly string[]): Promise<string> {
  const entry = here(`dist/${name}.entry.js`);
  const code = modules.map((module) => `export * from './${module}.js';`).join('\n');
  await build({
    root: here('.'),
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
      oneFile,
    ],
    build: {
      lib: { entry, formats: ['es'], fileName: () => `${name}.js` },
      outDir: here(folder),
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: { output: { minify: true, comments: { annotation: false } } },
    },
  });
  return here(`${folder}/${name}.js`);
}

const sri: Record<string, string> = {};
for (const [name, modules] of Object.entries(cdn)) {
  const file = readFileSync(await bundle('dist/cdn', name, modules));
  sri[`${name}.js`] = `sha384-${createHash('sha384').update(file).digest('base64')}`;
}
writeFileSync(here('dist/cdn/sri.json'), `${JSON.stringify(sri, null, 2)}\n`);
for (const [name, modules] of Object.entries(measured)) await bundle('dist/size', name, modules);
