import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** One file a tag, one for both buttons and one for all, with everything in them, and their hashes. */
const entries = {
  define: 'define',
  'wallet-buttons': 'define-buttons',
  'wallet-a-button': 'wallet-a-button-define',
  'wallet-b-button': 'wallet-b-button-define',
  'wallet-payment-status': 'wallet-payment-status-define',
};
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sri: Record<string, string> = {};

/** The minifier leaves templates alone; in a style sheet blanks mean nothing. */
const shortStyles = {
  name: 'short-styles',
  transform: (code: string) =>
    code.replace(/css `[^`]*`/g, (sheet) =>
      sheet.replace(/\s+/g, ' ').replace(/ ?([{};]) ?/g, '$1'),
    ),
};

for (const [name, entry] of Object.entries(entries)) {
  await build({
    root: here('.'),
    configFile: false,
    logLevel: 'warn',
    plugins: [shortStyles],
    build: {
      lib: { entry: here(`dist/${entry}.js`), formats: ['es'], fileName: () => `${name}.js` },
      outDir: here('dist/cdn'),
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: { output: { minify: true } },
    },
  });
  const file = readFileSync(here(`dist/cdn/${name}.js`));
  sri[`${name}.js`] = `sha384-${createHash('sha384').update(file).digest('base64')}`;
}
writeFileSync(here('dist/cdn/sri.json'), `${JSON.stringify(sri, null, 2)}\n`);
