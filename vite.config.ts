import { globSync } from 'node:fs';
import { join } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';

const demo = join(import.meta.dirname, 'demo');

/** The demo's pages: every `demo/*.html` is one. `demo/start.ts` builds them and serves the result. */
export default defineConfig({
  root: demo,
  appType: 'mpa',
  // Straight from the packages' sources, so that a change shows without building them.
  resolve: { conditions: ['@wallet-buttons/source', ...defaultClientConditions] },
  build: {
    outDir: join(demo, 'dist'),
    emptyOutDir: true,
    rolldownOptions: { input: globSync(join(demo, '*.html')) },
  },
});
