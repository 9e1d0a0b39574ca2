/// <reference types="node" />
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import ts from 'typescript';
import { WalletButtons, WalletPaymentStatus } from './src/index.ts';
import { kebab } from './src/names.ts';
import * as wallets from './src/wallets.ts';

/**
 * The custom elements manifest. The analyzer reads the comments; the classes know the attributes, and the
 * compiler knows the types.
 * @see https://github.com/webcomponents/custom-elements-manifest/blob/main/schema.d.ts
 */
export interface Manifest {
  schemaVersion: string;
  modules: Module[];
}

export interface Module {
  path: string;
  declarations: Declaration[];
  exports: { kind: string; name: string; declaration: { name: string; module: string } }[];
}

export interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly description?: string;
  members?: Member[] | undefined;
  attributes?: Attribute[] | undefined;
  events?: Fired[] | undefined;
  slots?: Named[] | undefined;
  readonly cssProperties?: readonly Named[];
  readonly cssParts?: readonly Named[];
  cssStates?: Named[] | undefined;
}

export interface Named {
  readonly name: string;
  readonly description?: string;
}

/** An event of a tag, by the class of its object. */
export interface Fired {
  readonly name?: string;
  readonly type?: { readonly text: string };
  readonly description?: string;
}

export interface Member extends Named {
  readonly kind: string;
  readonly static?: boolean;
  readonly privacy?: string;
  default?: string;
  attribute?: string;
  reflects?: boolean;
  type?: { text: string };
}

export interface Attribute extends Named {
  readonly fieldName: string;
  readonly type?: { text: string };
  readonly default?: string;
}

const tagOf = ({ name }: { readonly name: string }) => kebab(name).replace(/^-/, '');
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const tags = {
  ...Object.fromEntries(Object.values(wallets).map((button) => [tagOf(button), button])),
  'wallet-buttons': WalletButtons,
  'wallet-payment-status': WalletPaymentStatus,
};
/** The modules that users can name, and what their classes extend; the rest is ours alone. */
const open =
  /^src\/(index|wallets|events|errors|wallet-[a-z-]+|providers\/[a-z-]+\/(button|define))\.ts$/;

const types = compiledTypes();

/** The manifest of all that users can name. */
export function describeTags(): Manifest {
  const manifest = analyze();
  manifest.schemaVersion = '2.1.0';
  manifest.modules = manifest.modules.filter(({ path }) => open.test(path));
  for (const module of manifest.modules) {
    for (const declaration of module.declarations) describe(declaration);
    defineTag(module);
  }
  const allDeclarations = manifest.modules.flatMap(({ declarations }) => declarations);
  // The events of the buttons bubble through the tag that holds them.
  const group = allDeclarations.find(({ name }) => name === WalletButtons.name);
  if (group) group.events = allDeclarations.find(({ name }) => name === 'WalletButton')?.events;
  const text = JSON.stringify(manifest).replaceAll(/"\/?src\/([^"]+)\.ts"/g, '"dist/$1.js"');
  return JSON.parse(text) as Manifest;
}

/** By the analyzer's function: its command writes the folder of its output into `package.json`. */
function analyze(): Manifest {
  const cli = new URL('node_modules/@custom-elements-manifest/analyzer/cli.js', import.meta.url);
  const globs = ['src/*.ts', 'src/providers/*/{button,define}.ts'];
  const argv = ['analyze', '--globs', ...globs, '--exclude', 'src/*.test.ts', '--quiet'];
  const script = `import { cli } from ${JSON.stringify(cli)};
    const manifest = await cli({ argv: ${JSON.stringify(argv)}, noWrite: true });
    console.log(JSON.stringify(manifest));`;
  const text = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: pathOf('.'),
    encoding: 'utf8',
  });
  // What the schema says, as far as this script reads it.
  return JSON.parse(text) as Manifest;
}

function describe(declaration: Declaration): void {
  const element = Object.values(tags).find(({ name }) => name === declaration.name);
  declaration.members = declaration.members?.filter(
    ({ name, privacy, static: ofClass }) => name && privacy === undefined && !ofClass,
  );
  for (const member of declaration.members ?? []) {
    const type = types.get(`${declaration.name}.${member.name}`)?.type;
    if (type && member.kind === 'field') member.type = { text: type };
  }
  // `this.dispatchEvent(event)` adds events without a name, or with a variable's.
  declaration.events = declaration.events
    ?.filter(({ name }) => name?.startsWith('wallet-'))
    .map((event) => ({
      description: types.get(event.type?.text ?? '')?.description ?? '',
      ...event,
    }));
  declaration.slots = declaration.slots?.flatMap(each);
  declaration.cssStates = declaration.cssStates?.flatMap(each);
  if (element) addSettings(declaration, element);
}

/** Only the class itself knows its settings: the analyzer does not follow what `static properties` holds. */
function addSettings(declaration: Declaration, element: (typeof tags)[keyof typeof tags]): void {
  const attributeNames = element.observedAttributes;
  for (const [property, { attribute, reflect, ...more }] of element.elementProperties) {
    const name = String(property);
    const { type = '', description = '' } = types.get(`${element.name}.${name}`) ?? {};
    const member: Member = { kind: 'field', name, description, type: { text: type } };
    if ('value' in more) member.default = inspect(more.value);
    if (typeof attribute === 'string' && attributeNames.includes(attribute)) {
      member.attribute = attribute;
      if (reflect) member.reflects = true;
      const { kind: _, attribute: __, reflects: ___, ...rest } = member;
      (declaration.attributes ??= []).push({ ...rest, name: attribute, fieldName: name });
    }
    (declaration.members ??= []).push(member);
  }
}

/** Our comments name several slots or states in one line: "a b c - What they share." */
function each(item: Named): Named[] {
  const { name, description = '', ...rest } = item;
  const [more = '', ...shared] = description.split(' - ');
  if (!/^[a-z]+( [a-z]+)*$/.test(more)) return [item];
  return [name, ...more.split(' ')].map((one) => ({
    ...rest,
    name: one,
    ...(shared.length > 0 && { description: shared.join(' - ') }),
  }));
}

/** The modules of a tag's class and of its definition. */
function modulesOf(tag: string): readonly [path: string, defined: string] {
  const folder = `src/providers/${tag.replace(/-button$/, '')}`;
  if (!existsSync(pathOf(folder))) return [`src/${tag}.ts`, `src/${tag}-define.ts`];
  return [`${folder}/button.ts`, `${folder}/define.ts`];
}

function defineTag(module: Module): void {
  for (const [tag, { name }] of Object.entries(tags)) {
    const [path, defined] = modulesOf(tag);
    if (module.path !== defined) continue;
    const declaration = { name, module: path };
    module.exports.push({ kind: 'custom-element-definition', name: tag, declaration });
  }
}

interface Compiled {
  readonly type: string;
  readonly description: string;
}

/**
 * `Class.property` to its type with every alias spelt out, so that an editor can offer the words, and each exported name
 * to its description.
 */
function compiledTypes(): ReadonlyMap<string, Compiled> {
  const { NoTruncation, InTypeAlias, UseSingleQuotesForStringLiteralType } = ts.TypeFormatFlags;
  const { config } = ts.readConfigFile(pathOf('tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, pathOf('.'));
  const program = ts.createProgram([pathOf('src/index.ts')], options);
  const checker = program.getTypeChecker();
  const index = program.getSourceFile(pathOf('src/index.ts'));
  const module = index && checker.getSymbolAtLocation(index);
  const compiledByName = new Map<string, Compiled>();
  for (const symbol of module ? checker.getExportsOfModule(module) : []) {
    const original =
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declaredType = checker.getDeclaredTypeOfSymbol(original);
    compiledByName.set(symbol.name, {
      type: symbol.name,
      description: commentOf(original, checker),
    });
    for (const property of declaredType.isClass()
      ? checker.getPropertiesOfType(declaredType)
      : []) {
      const type = checker.typeToString(
        checker.getTypeOfSymbol(property),
        undefined,
        NoTruncation | InTypeAlias | UseSingleQuotesForStringLiteralType,
      );
      const description = commentOf(property, checker);
      compiledByName.set(`${symbol.name}.${property.name}`, { type, description });
    }
  }
  return compiledByName;
}

function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker));
}
