import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

mkdirSync(here('../.cache'), { recursive: true });
const outDir = mkdtempSync(here('../.cache/types-'));
after(() => {
  rmSync(outDir, { recursive: true });
});
const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  customConditions: ['@wallet-buttons/source'],
  types: ['node'],
  strict: true,
  allowImportingTsExtensions: true,
  declaration: true,
  emitDeclarationOnly: true,
  rootDir: here('../..'),
  outDir,
};

/** A merchant's editor reads the declarations as they are published. */
describe('an editor', () => {
  const client = here('../src/client.ts');
  ts.createProgram([client], { ...options, noCheck: true }).emit();
  const program = ts.createProgram([`${outDir}/service-client/src/client.d.ts`], options);
  const checker = program.getTypeChecker();
  const [file = ''] = program.getRootFileNames();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const exported = module ? checker.getExportsOfModule(module) : [];
  const type = exported.find(({ name }) => name === 'ServiceClient');
  const methods = type ? checker.getDeclaredTypeOfSymbol(type).getProperties() : [];

  it('offers the calls of the wallet flow and of what follows it, and every other by name', () => {
    const offered = methods.map(({ name }) => name);
    for (const name of [
      'session',
      'payment',
      'validateMerchant',
      'payToken',
      'getStatus',
      'call',
    ]) {
      assert.ok(offered.includes(name), name);
    }
  });

  for (const method of methods) {
    it(`says what ${method.name} does`, () => {
      const text = ts.displayPartsToString(method.getDocumentationComment(checker));
      assert.match(text, /^[A-Z].{15,}\./s);
    });
  }
});
