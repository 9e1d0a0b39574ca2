import { createHash } from 'node:crypto';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * One file a tag, one for both buttons and one for all, each with the sheet and with Lit: for pages without
 * a bundler. They are what a bundler makes of the package, so their sizes are those of npm users too.
 */
const cdn = {
  define: ['define'],
  'wallet-buttons': ['define-buttons', 'sheet-define'],
  ...Object.fromEntries(
    globSync('wallet-*', { cwd: pathOf('src/providers') }).map((wallet) => [
      `${wallet}-button`,
      [`providers/${wallet}/define`, 'sheet-define'],
    ]),
  ),
  'wallet-payment-status': ['wallet-payment-status-define'],
};

/** What `size-limit` measures: the files that a bundler makes of a page's imports. */
const sizeEntries = {
  'wallet-a': ['providers/wallet-a/define'],
  'wallet-b': ['providers/wallet-b/define'],
  'both-without-sheet': ['define-buttons'],
  both: ['define-buttons', 'sheet-define'],
};

/**
 * A bundler makes a second file of what is imported by `import()`, or wraps each module of it. In one file for pages
 * without a bundler it is a plain import.
 */
const oneFile = {
  name: 'one-file',
  transform(code: string, id: string) {
    if (!id.includes('/dist/')) return undefined;
    const match = /import\((['"].*?['"])\)/.exec(code);
    if (!match) return undefined;
    const [dynamic, path] = match;
    return `import * as loaded from ${path};\n${code.replace(dynamic, 'Promise.resolve(loaded)')}`;
  },
};

/** A build of an entry, in as many files as the bundler makes. */
async function buildOf(name: string, code: string, plugins: Plugin[]) {
  const entry = pathOf(`dist/${name}.entry.js`);
  const result = await build({
    root: pathOf('.'),
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
      ...plugins,
    ],
    build: {
      lib: { entry, formats: ['es'], fileName: () => `${name}.js` },
      write: false,
      target: 'es2022',
      rolldownOptions: {
        preserveEntrySignatures: code.startsWith('export') ? 'strict' : false,
        output: { minify: true, comments: { annotation: false } },
      },
    },
  });
  const [{ output }] = [result].flat() as [Rolldown.RolldownOutput];
  return output.filter((file) => file.type === 'chunk');
}

function write(path: string, code: string): void {
  mkdirSync(dirname(pathOf(path)), { recursive: true });
  writeFileSync(pathOf(path), code);
}

/** Writes the files of a build apart: those that load before the provider's script is requested, and the rest. */
async function measure(name: string, modules: readonly string[]): Promise<void> {
  // The script of a page exports nothing.
  const code = modules.map((module) => `import './${module}.js';`).join('\n');
  const chunks = await buildOf(name, code, []);
  const first = new Set<string>([`${name}.js`]);
  // A set that grows while it is walked.
  for (const file of first) {
    for (const importedFile of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) {
      first.add(importedFile);
    }
  }
  for (const { fileName, code } of chunks) {
    write(`dist/size/${name}/${first.has(fileName) ? 'first' : 'later'}/${fileName}`, code);
  }
}

rmSync(pathOf('dist/size'), { recursive: true, force: true });
const sri: Record<string, string> = {};
for (const [name, modules] of Object.entries(cdn)) {
  const code = modules.map((module) => `export * from './${module}.js';`).join('\n');
  const [file, more] = await buildOf(name, code, [oneFile]);
  if (!file || more) throw new Error(`${name} is not one file.`);
  write(`dist/cdn/${name}.js`, file.code);
  sri[`${name}.js`] = `sha384-${createHash('sha384').update(file.code).digest('base64')}`;
}
write('dist/cdn/sri.json', `${JSON.stringify(sri, null, 2)}\n`);
for (const [name, modules] of Object.entries(sizeEntries)) await measure(name, modules);
