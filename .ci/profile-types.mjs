// The types of the wire profile, written from `profile.schema.json`: `node .ci/profile-types.mjs` writes them again. A
// schema of overrides requires nothing, so that a member is optional where `profile.json` has a value without it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { format } from 'oxfmt';

/** @typedef {import('../packages/protocol/profile.schema.json.d.ts').Schema} Schema */
/** @typedef {Readonly<Record<string, Schema>>} Schemas */
/** @typedef {{ name: string, about: string, type: string, isOptional: boolean }} Member */

const folder = join(import.meta.dirname, '../packages/protocol');
const path = join(folder, 'src/wire-profile.ts');

/** @returns {any} */
const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** @type {Schema} */
const schema = read('profile.schema.json');

/** The records that have a name, by the type of their values. @type {Readonly<Record<string, string>>} */
const records = { 'string | null': 'Texts', 'readonly (string)[]': 'Lists' };

/** The types that stand in several places, by their names. @type {Map<string, string>} */
const shapes = new Map();

/** The file with the types of the present schema. */
export async function drawTypes() {
  shapes.clear();
  const profile = closedType(membersOf(schema, [read('profile.json')]));
  // Not interfaces: those fit no index signature, and some readers take any record of places.
  const named = [
    ...Object.entries(records).map(
      ([type, name]) => `type ${name}<Name extends string> = Readonly<Record<Name, ${type}>>;`,
    ),
    ...Array.from(shapes, ([name, type]) =>
      type.startsWith('{') ? `type ${name} = Readonly<${type}>;` : `type ${name} = ${type};`,
    ),
  ];
  const text = `// Written by \`node .ci/profile-types.mjs\` from profile.schema.json.
import type { Wallet } from './payment.ts';

/** ${schema.description} */
export interface WireProfile ${profile}

${named.join('\n')}

/** Any part of it. */
export type Partly<T> = T extends readonly unknown[] | string | number | boolean | null
  ? T
  : { readonly [Key in keyof T]?: Partly<T[Key]> };
`;
  const { code } = await format(path, text, { singleQuote: true, printWidth: 100 });
  return code;
}

/** The type of values. @param {Schema} rule @param {readonly any[]} values those of `profile.json` @returns {string} */
function typeOf({ $ref, ...rule }, values) {
  if ($ref) {
    const name = $ref.replace('#/$defs/', '');
    const target = { ...schema.$defs?.[name], ...rule };
    return target.properties ? shapeOf(target, values, name) : typeOf(target, values);
  }
  if (rule.enum) return rule.enum.map((each) => `'${each}'`).join(' | ');
  const types = [rule.type ?? []].flat().map((type) => {
    if (type === 'object') return objectOf(rule, values);
    if (type === 'array') return `readonly (${typeOf(rule.items ?? {}, values.flat())})[]`;
    return type === 'integer' ? 'number' : type;
  });
  return types.join(' | ') || 'unknown';
}

/** The name of a shape that the schema defines, which is whole where it stands first. @param {Schema} rule @param {readonly any[]} values @param {string} name */
function shapeOf(rule, values, name) {
  const shape = `${name.charAt(0).toUpperCase()}${name.slice(1)}Profile`;
  if (!shapes.has(shape)) shapes.set(shape, objectOf(rule, values));
  const isPart = membersOf(rule, values).every(({ isOptional }) => isOptional);
  return isPart ? `Partly<${shape}>` : shape;
}

/** @param {Schema} rule @param {readonly any[]} values */
function objectOf(rule, values) {
  const members = membersOf(rule, values);
  const { additionalProperties, propertyNames } = rule;
  if (additionalProperties === false) return closedType(members);
  const others = values.flatMap((value) => Object.values(value));
  const other =
    typeof additionalProperties === 'object' ? typeOf(additionalProperties, others) : 'unknown';
  // Only wallets have names of a form.
  const record = `Readonly<Record<${propertyNames ? 'Wallet' : 'string'}, ${other}>>`;
  return members.length > 0 ? `${record} & ${closedType(members)}` : record;
}

/** @param {Schema} rule @param {readonly any[]} values @returns {readonly Member[]} */
function membersOf({ properties = {} }, values) {
  const shared = sharedBy(Object.values(properties));
  const isShared = Object.keys(shared).length > 0;
  // Only operations share members.
  if (isShared)
    shapes.set(
      'Operation',
      closedType(membersOf({ properties: shared }, values.flatMap(Object.values))),
    );
  return Object.entries(properties).map(([name, rule]) => {
    const memberValues = values
      .filter((value) => Object.hasOwn(value, name))
      .map((value) => value[name]);
    const type = typeOf(isShared ? without(shared, rule) : rule, memberValues);
    return {
      name,
      about: rule.description ? `/** ${rule.description} */\n` : '',
      type: isShared ? `Operation & ${type}` : type,
      isOptional: memberValues.length < values.length || values.length === 0,
    };
  });
}

/** The members that all of several objects have. @param {readonly Schema[]} rules @returns {Schemas} */
function sharedBy([first, ...others]) {
  if (others.length === 0) return {};
  const entries = Object.entries(first?.properties ?? {}).filter(([name, rule]) =>
    others.every(({ properties }) => isDeepStrictEqual(properties?.[name], rule)),
  );
  return Object.fromEntries(entries);
}

/** @param {Schemas} members @param {Schema} rule @returns {Schema} */
function without(members, { properties = {}, ...rule }) {
  const others = Object.entries(properties).filter(([name]) => !Object.hasOwn(members, name));
  return { ...rule, properties: Object.fromEntries(others) };
}

/** The type of an object with these members alone: a record, where they have nothing but names. @param {readonly Member[]} members */
function closedType(members) {
  const [first = { type: 'never' }] = members;
  const isRecord = members.every(
    ({ about, type, isOptional }) => about === '' && !isOptional && type === first.type,
  );
  if (isRecord) {
    const names = members.map(({ name }) => `'${name}'`).join(' | ') || 'string';
    const record = records[first.type];
    return record ? `${record}<${names}>` : `Readonly<Record<${names}, ${first.type}>>`;
  }
  const lines = members.map(
    ({ about, name, type, isOptional }) =>
      `${about}readonly '${name}'${isOptional ? '?' : ''}: ${type};`,
  );
  return `{\n${lines.join('\n')}\n}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path, await drawTypes());
