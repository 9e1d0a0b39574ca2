import { createHash } from 'node:crypto';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const wallets = globSync('wallet-*', { cwd: pathOf('src/providers') });

/** One file a tag, one for both buttons and one for all, each with the sheet: for pages without a bundler. */
const cdn = {
  define: ['define'],
  'wallet-buttons': ['define-buttons', 'sheet-define'],
  ...Object.fromEntries(
    wallets.map((wallet) => [`${wallet}-button`, [`providers/${wallet}/define`, 'sheet-define']]),
  ),
  'wallet-payment-status': ['wallet-payment-status-define'],
};

/** What `size-limit` measures: what a bundler makes of a page's imports. */
const sizes = {
  'both-without-sheet': ['define-buttons'],
  both: ['define-buttons', 'sheet-define'],
  ...Object.fromEntries(wallets.map((wallet) => [wallet, [`providers/${wallet}/define`]])),
};

/** The one file that a bundler makes of a page that imports these modules, with Lit. */
async function bundle(modules: readonly string[]): Promise<string> {
  const entry = pathOf('dist/entry.page.js');
  const code = modules.map((module) => `import './${module}.js';`).join('\n');
  const graph = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    transform: { target: 'es2022' },
  });
  const { output } = await graph.generate({ minify: true, comments: false });
  await graph.close();
  const [file, secondFile] = output;
  if (secondFile) throw new Error(`${modules.join()} became two files.`);
  return file.code;
}

/**
 * A script that runs as a classic one and as a module alike, whatever is joined in front of it. V8 reads in its first
 * line that it compiles every function while the file loads.
 */
const script = (code: string): string =>
  `//# allFunctionsCalledOnLoad\n;(()=>{"use strict";${code.trim()}})();\n`;

function write(path: string, text: string): void {
  mkdirSync(dirname(pathOf(path)), { recursive: true });
  writeFileSync(pathOf(path), text);
}

rmSync(pathOf('dist/size'), { recursive: true, force: true });
const sri: Record<string, string> = {};
for (const [name, modules] of Object.entries(cdn)) {
  const code = script(await bundle(modules));
  write(`dist/cdn/${name}.js`, code);
  sri[`${name}.js`] = `sha384-${createHash('sha384').update(code).digest('base64')}`;
}
write('dist/cdn/sri.json', `${JSON.stringify(sri, null, 2)}\n`);
for (const [name, modules] of Object.entries(sizes)) {
  write(`dist/size/${name}.js`, await bundle(modules));
}
