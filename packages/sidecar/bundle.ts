/** `node bundle.ts [folder]` builds the page of the desk: one script, a file a language, and files as they are. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions } from 'vite';

const folder = process.argv[2] ?? fileURLToPath(new URL('dist/desk', import.meta.url));
const source = fileURLToPath(new URL('src/desk/', import.meta.url));

await build({
  root: source,
  configFile: false,
  logLevel: 'warn',
  // From the packages' sources, so that nothing has to be built first.
  resolve: { conditions: ['@wallet-buttons/source', ...defaultClientConditions] },
  build: {
    lib: { entry: join(source, 'main.ts'), formats: ['es'], fileName: () => 'desk.js' },
    outDir: folder,
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      output: { chunkFileNames: '[name].js', minify: true, comments: { annotation: false } },
    },
  },
});
mkdirSync(folder, { recursive: true });
for (const name of ['index.html', 'desk.css', 'icon.svg']) {
  copyFileSync(join(source, name), join(folder, name));
}
