import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { operations } from '../src/service/operations.ts';

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

/** What a merchant's editor reads: the declarations, as they are published. */
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

  test('offers every signed call', () => {
    const offered = methods.map(({ name }) => name);
    assert.deepEqual(offered.toSorted(), Object.keys(operations).toSorted());
  });

  for (const method of methods) {
    test(`says what ${method.name} does`, () => {
      const said = ts.displayPartsToString(method.getDocumentationComment(checker));
      assert.match(said, /^[A-Z].{15,}\./s);
    });
  }
});

describe('Next', () => {
  const readme = readFileSync(here('../README.md'), 'utf8');
  const [, snippet = 'The snippet is gone.'] = /```ts\n(\/\/ Next[\s\S]*?)```/.exec(readme) ?? [];
  const routes = {
    [`${outDir}/shown.ts`]: snippet,
    [`${outDir}/bare.ts`]: 'const { handle: POST, handle: GET } = wallet;',
  };
  for (const [file, handlers] of Object.entries(routes)) {
    // It calls a handler with the parameters of the path beside the request.
    const source = `
      import type { WalletServer } from '@wallet-buttons/server';
      declare const wallet: WalletServer;
      ${handlers}
      type Handler = (request: Request, context: { params: Promise<object> }) => unknown;
      export const route: Readonly<Record<string, Handler>> = { POST, GET };`;
    writeFileSync(file, source);
  }
  const program = ts.createProgram(Object.keys(routes), options, host);
  const [shown = [], bare = []] = Object.keys(routes).map((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  );

  test('takes the route handler of the README', () => {
    assert.deepEqual(shown, []);
  });

  test('does not take `handle` itself, whose second argument is another', () => {
    assert.match(bare[0] ?? '', /not assignable to type 'Handler'/);
  });
});
