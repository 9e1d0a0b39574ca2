import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { providerScripts } from '../provider-scripts.ts';
import { template } from './template.ts';

const cwd = fileURLToPath(new URL('../../templates', import.meta.url));
const inTypeScript = globSync('**/{*.ts,*.tsx,typescript/*}', { cwd, exclude: ['angular/**'] });

/** The JavaScript beside a template in TypeScript. */
function inJavaScript(path: string): string {
  return path.replace('typescript/', 'javascript/').replace(/\.ts(x?)$/, '.js$1');
}

/** The code without its types, in TypeScript's own layout; of a component its script. */
function withoutTypes(text: string): string {
  const script = /^<script[^>]*>([^]*)<\/script>/.exec(text)?.[1];
  const code = (script ?? text).replaceAll(/('\.\/[^']*)\.ts(x?)'/g, "$1.js$2'");
  const { outputText } = ts.transpileModule(code, {
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
    it(`is the one in TypeScript without its types: ${path}`, () => {
      assert.equal(withoutTypes(template(inJavaScript(path))), withoutTypes(template(path)));
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
