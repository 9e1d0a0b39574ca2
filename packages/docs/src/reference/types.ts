import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { fence, prose } from './markdown.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<
    Record<string, string | { readonly '@wallet-buttons/source'?: string }>
  >;
}

/** The public surface of a package. */
export interface Package {
  /** Its exports, entry by entry: each name with its comment and its declaration. */
  readonly types: string;
  /** The string members of an exported union type. */
  readonly words: (type: string) => string[];
}

/** Reads a package's sources: `folder` is its path in the repository. */
export function readPackage(folder: string, entries: readonly string[]): Package {
  const path = (file: string): string =>
    fileURLToPath(new URL(`../../../../${folder}/${file}`, import.meta.url));
  const { name, exports } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as Manifest;
  const files = entries.map((entry) => {
    const target = exports[entry];
    return path((typeof target === 'object' ? target['@wallet-buttons/source'] : target) ?? '');
  });
  const program = programOf(path('tsconfig.json'), files);
  const declarationsIn = declarationsOf(program);
  const seenKeys = new Set<string>();
  const exportLists = files.map((file) => exportsOf(program, file));
  const parts = entries.map((entry, index) => {
    const newExports =
      exportLists[index]?.filter(({ key }) => !seenKeys.has(key) && seenKeys.add(key)) ?? [];
    const texts = newExports.map(({ name: each, file, comment }) => {
      const text = declarationsIn(file).get(each);
      if (text === undefined) throw new Error(`${each} of ${name} has no declaration.`);
      return `### \`${each}\`\n\n${comment}${fence('ts', text)}`;
    });
    return texts.length === 0 ? '' : `## \`${name}${entry.slice(1)}\`\n\n${texts.join('\n\n')}`;
  });
  const checker = program.getTypeChecker();
  return {
    types: parts.filter((part) => part !== '').join('\n\n'),
    words: (type) => {
      const match = exportLists.flat().find((each) => each.name === type);
      const declaredType = match && checker.getDeclaredTypeOfSymbol(match.symbol);
      const members = declaredType?.isUnion() ? declaredType.types : [];
      return members.flatMap((each) => (each.isStringLiteral() ? [each.value] : []));
    },
  };
}

function programOf(configFile: string, files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(configFile, (file) => ts.sys.readFile(file)) as {
    readonly config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile));
  const { rootDir: _, ...own } = options;
  // A package in node_modules would count as a library, of which nothing is emitted.
  const paths = {
    '@wallet-buttons/*': [fileURLToPath(new URL('../../../*/src/index.ts', import.meta.url))],
  };
  const emit = { composite: false, incremental: false, emitDeclarationOnly: true };
  return ts.createProgram(files, { ...own, ...emit, paths, outDir: '/declarations' });
}

interface Exported {
  readonly name: string;
  readonly key: string;
  readonly file: ts.SourceFile;
  readonly comment: string;
  readonly symbol: ts.Symbol;
}

function exportsOf(program: ts.Program, path: string): Exported[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) => {
    const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const [declaration] = real.declarations ?? [];
    const file = declaration?.getSourceFile();
    // A library's exports are in its own documentation.
    if (!file || file.fileName.includes('/node_modules/')) return [];
    const text = prose(ts.displayPartsToString(real.getDocumentationComment(checker)));
    const comment = text === '' ? '' : `${text}\n\n`;
    return [{ name: real.name, key: `${file.fileName} ${real.name}`, file, comment, symbol: real }];
  });
}

/** The declarations of a file by name, without their comments. */
function declarationsOf(program: ts.Program): (file: ts.SourceFile) => ReadonlyMap<string, string> {
  const textsByFile = new Map<ts.SourceFile, ReadonlyMap<string, string>>();
  return (file) => {
    const knownTexts = textsByFile.get(file);
    if (knownTexts) return knownTexts;
    const texts = new Map<string, string>();
    const write = (_name: string, text: string): void => {
      const source = ts.createSourceFile('declarations.d.ts', text, ts.ScriptTarget.Latest, true);
      for (const statement of source.statements) {
        for (const name of namesOf(statement)) {
          const declaration = statement.getText(source).replace(/^export /, '');
          texts.set(name, `${texts.has(name) ? `${texts.get(name) ?? ''}\n` : ''}${declaration}`);
        }
      }
    };
    program.emit(file, write, undefined, true);
    textsByFile.set(file, texts);
    return texts;
  };
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isNamed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}
