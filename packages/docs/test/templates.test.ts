import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { snippetsOf } from '../src/snippets.ts';

/** The pages whose files `init` writes: each file of the page, and its template. */
const pages = {
  'recipes/react-router': {
    'app/wallet/start.server.ts': 'react-router/start.server.js',
    'app/wallet/endpoints.ts': 'react-router/endpoints.ts',
    'app/wallet/hydrated.ts': 'react-router/hydrated.js',
    'app/wallet/checkout.tsx': 'react-router/checkout.tsx',
    'app/wallet/return.tsx': 'react-router/return.tsx',
    'app/wallet/tags.ts': 'tags.ts',
    'app/wallet/routes.ts': 'react-router/routes.ts',
  },
  'recipes/astro': {
    'src/pages/wallet/[...path].ts': 'astro/endpoints.ts',
    'src/middleware.ts': 'astro/middleware.ts',
    'src/pages/checkout.astro': 'astro/checkout.astro',
    'src/pages/return.astro': 'astro/return.astro',
  },
} as const;

for (const [page, files] of Object.entries(pages)) {
  describe(`a file of ${page}`, () => {
    const snippets = snippetsOf(page).filter(({ language }) => language !== 'sh');

    for (const [file, template] of Object.entries(files)) {
      it(`is what init writes: ${file}`, () => {
        const snippet = snippets.find((each) => each.file === file);
        const url = new URL(`../../cli/templates/${template}`, import.meta.url);
        const [, text] = /^.*\n([^]*)$/.exec(snippet?.code ?? '') ?? [];
        assert.equal(text, readFileSync(url, 'utf8'));
      });
    }

    it('is compared, each of them', () => {
      assert.deepEqual(snippets.map(({ file }) => file).toSorted(), Object.keys(files).toSorted());
    });
  });
}
