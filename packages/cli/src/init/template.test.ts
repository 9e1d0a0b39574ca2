import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import ts from 'typescript';
import { providerScripts } from '../provider-scripts.ts';
import { template } from './template.ts';

const cwd = fileURLToPath(new URL('../../templates', import.meta.url));
const inTypeScript = globSync('**/*.{ts,tsx,vue,svelte}', { cwd, exclude: ['angular/**'] });

/** The code of a template, or of the script in a component. */
function codeOf(path: string, isTypeScript: boolean): string {
  const text = template(path, isTypeScript);
  return /^<script[^>]*>([^]*)<\/script>/.exec(text)?.[1] ?? text;
}

/** What the compiler leaves, in its own layout. */
function compiled(code: string): string {
  const { outputText } = ts.transpileModule(code.replaceAll(/('\.\/[^']*)\.ts(x?)'/g, "$1.js$2'"), {
    fileName: 'template.tsx',
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ESNext,
      jsx: ts.JsxEmit.Preserve,
      verbatimModuleSyntax: true,
    },
  });
  return outputText;
}

describe('a template in JavaScript', () => {
  for (const path of inTypeScript) {
    const code = codeOf(path, false);

    it(`is what the compiler leaves of the one in TypeScript: ${path}`, () => {
      assert.equal(compiled(code), compiled(codeOf(path, true)));
    });

    it(`has no types, and no holes where they were: ${path}`, async () => {
      const formatted = await format('template.jsx', code, { singleQuote: true, printWidth: 100 });
      assert.deepEqual(formatted.errors, []);
      // Oxfmt leaves the scripts of components as they are.
      if (!/(?:vue|svelte)$/.test(path)) assert.equal(code, formatted.code);
      assert.doesNotMatch(code, /\n\n\n| $/m);
    });
  }
});

describe('a template', () => {
  it('names the scripts of the wallets as the tags load them', () => {
    for (const path of ['tags.ts', 'pages.ts', 'next/checkout.jsx']) {
      for (const url of Object.values(providerScripts))
        assert.ok(template(path).includes(url), path);
    }
  });

  it('is written by a recipe of init', () => {
    const recipes = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['*.test.ts'] });
    const code = recipes
      .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
      .join();
    const files = globSync('**/*.*', { cwd }).map((path) => basename(path).replace(/\.\w+$/, ''));
    assert.deepEqual(
      files.filter((name) => !new RegExp(`[/'\`]${name}\\b`).test(code)),
      [],
    );
  });
});
