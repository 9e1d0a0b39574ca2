import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Each file is parsed once for all programs. */
const host = ts.createCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();
const parse = host.getSourceFile.bind(host);
host.getSourceFile = (file, ...how) => {
  if (!parsed.has(file)) parsed.set(file, parse(file, ...how));
  return parsed.get(file);
};

/** A merchant's editor reads the declarations as they are published. */
describe('an editor', () => {
  const client = here('../src/service/client.ts');
  ts.createProgram([client], { ...options, noCheck: true }, host).emit();
  const program = ts.createProgram([`${outDir}/server/src/service/client.d.ts`], options, host);
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

describe('Next', () => {
  const recipe = readFileSync(here('../../docs/recipes/next.md'), 'utf8');
  const [, snippet = ''] = /```ts\n\/\/ app\/wallet[^\n]*\n([\s\S]*?)```/.exec(recipe) ?? [];
  const file = `${outDir}/route.ts`;
  const imports = /^import .*;\n/gm;
  const source = `
    import type { WalletServer } from '@wallet-buttons/server';
    declare const wallet: WalletServer;
    declare const after: (work: () => Promise<void>) => void;
    ${snippet.replace(imports, '')}
    type Handler = (request: Request, context: { params: Promise<object> }) => unknown;
    export const route: Readonly<Record<string, Handler>> = { POST, GET, OPTIONS };`;
  writeFileSync(file, source);
  const program = ts.createProgram([file], options, host);

  it('takes the route handler of the guide', () => {
    const found = program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    assert.deepEqual(found, []);
  });
});
