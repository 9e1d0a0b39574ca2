import { globSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import { defaultClientConditions, defineConfig } from 'vite';
import { fragments } from './demo/fragments.ts';

const demo = join(import.meta.dirname, 'demo');

/** The demo's pages: every `demo/*.html` is one. `demo/start.ts` builds them and serves the result. */
export default defineConfig({
  root: demo,
  appType: 'mpa',
  plugins: [
    fragments(join(demo, 'fragments')),
    react(),
    vue({
      template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('wallet-') } },
    }),
    svelte(),
  ],
  // From the packages' sources, so that a change shows without a build.
  resolve: { conditions: ['@wallet-buttons/source', ...defaultClientConditions] },
  build: {
    // Angular's page includes Angular's compiler.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { input: globSync('*.html', { cwd: demo }).map((page) => join(demo, page)) },
  },
});
