import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

mkdirSync(pathOf('../.cache'), { recursive: true });
const outDir = mkdtempSync(pathOf('../.cache/types-'));
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
  rootDir: pathOf('../..'),
  outDir,
};

/** A merchant's editor reads the declarations as they are published. */
describe('an editor', () => {
  const client = pathOf('../src/client.ts');
  ts.createProgram([client], { ...options, noCheck: true }).emit();
  const program = ts.createProgram([`${outDir}/service-client/src/client.d.ts`], options);
  const checker = program.getTypeChecker();
  const [file = ''] = program.getRootFileNames();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const moduleExports = module ? checker.getExportsOfModule(module) : [];
  const type = moduleExports.find(({ name }) => name === 'ServiceClient');
  const methods = type ? checker.getDeclaredTypeOfSymbol(type).getProperties() : [];

  it('offers the calls of the wallet flow and of what follows it, and every other by name', () => {
    const methodNames = methods.map(({ name }) => name);
    for (const name of [
      'session',
      'payment',
      'validateMerchant',
      'payToken',
      'getStatus',
      'call',
    ]) {
      assert.ok(methodNames.includes(name), name);
    }
  });

  for (const method of methods) {
    it(`says what ${method.name} does`, () => {
      const text = ts.displayPartsToString(method.getDocumentationComment(checker));
      assert.match(text, /^[A-Z].{15,}\./s);
    });
  }
});
