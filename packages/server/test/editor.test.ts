import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

mkdirSync(pathOf('../.cache'), { recursive: true });
const folder = mkdtempSync(pathOf('../.cache/types-'));
after(() => {
  rmSync(folder, { recursive: true });
});
const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  customConditions: ['@wallet-buttons/source'],
  types: ['node'],
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

describe('Next', () => {
  const recipe = readFileSync(pathOf('../../docs/recipes/next.md'), 'utf8');
  const [, snippet = ''] = /```ts\n\/\/ app\/wallet[^\n]*\n([\s\S]*?)```/.exec(recipe) ?? [];
  const file = `${folder}/route.ts`;
  const imports = /^import .*;\n/gm;
  const source = `
    import type { WalletServer } from '@wallet-buttons/server';
    declare const wallet: WalletServer;
    declare const after: (work: () => Promise<void>) => void;
    ${snippet.replace(imports, '')}
    type Handler = (request: Request, context: { params: Promise<object> }) => unknown;
    export const route: Readonly<Record<string, Handler>> = { POST, GET, OPTIONS };`;
  writeFileSync(file, source);
  const program = ts.createProgram([file], options);

  it('takes the route handler of the guide', () => {
    const problems = program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    assert.deepEqual(problems, []);
  });
});
