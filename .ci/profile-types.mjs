// The types of the wire profile, written from `profile.schema.json`: `node .ci/profile-types.mjs` writes them again. A
// schema of overrides requires nothing, so that a member is optional where `profile.json` has a value without it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

/** @typedef {import('../packages/protocol/profile.schema.json.d.ts').Schema} Schema */

const folder = join(import.meta.dirname, '../packages/protocol');
const path = join(folder, 'src/wire-profile.ts');

/** @returns {any} */
const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** @type {Schema} */
const schema = read('profile.schema.json');

/** The name of each shape that stands in several places, by its text. @type {Map<string, string>} */
const types = new Map();

/** The file with the types of the present schema. */
export async function drawTypes() {
  types.clear();
  const profile = objectOf(schema, [read('profile.json')]);
  // Not interfaces: those fit no index signature, and some readers take any record of places.
  const others = Array.from(types, ([text, name]) => `type ${name} = Readonly<${text}>;`);
  const text = `// Written by \`node .ci/profile-types.mjs\` from profile.schema.json.
import type { Wallet } from './payment.ts';

/** ${schema.description} */
export interface WireProfile ${profile}

${others.join('\n\n')}
`;
  const { code } = await format(path, text, { singleQuote: true, printWidth: 100 });
  return code;
}

/** The type of values. @param {Schema} rule @param {readonly any[]} values those of `profile.json` @returns {string} */
function typeOf({ $ref, ...rule }, values) {
  if ($ref) {
    const name = $ref.replace('#/$defs/', '');
    const type = typeOf({ ...schema.$defs?.[name], ...rule }, values);
    return type.startsWith('{') ? nameOf(type, name) : type;
  }
  if (rule.enum) return rule.enum.map((each) => `'${each}'`).join(' | ');
  const types = [rule.type ?? []].flat().map((type) => {
    if (type === 'object') return objectOf(rule, values);
    if (type === 'array') return `readonly (${typeOf(rule.items ?? {}, values.flat())})[]`;
    return type === 'integer' ? 'number' : type;
  });
  return types.join(' | ') || 'unknown';
}

/** The name of a shape that the schema defines; where members are missing, it is a part. @param {string} text @param {string} name */
function nameOf(text, name) {
  const whole = `${name.charAt(0).toUpperCase()}${name.slice(1)}Profile`;
  const isPart = [...types.values()].includes(whole);
  if (!types.has(text)) types.set(text, isPart ? `${whole}Part` : whole);
  return types.get(text) ?? whole;
}

/** @param {Schema} rule @param {readonly any[]} values */
function objectOf({ properties = {}, additionalProperties, propertyNames }, values) {
  const members = Object.entries(properties).map(([name, rule]) => {
    const memberValues = values
      .filter((value) => Object.hasOwn(value, name))
      .map((value) => value[name]);
    const mark = memberValues.length < values.length || values.length === 0 ? '?' : '';
    const about = rule.description ? `/** ${rule.description} */\n` : '';
    return `${about}readonly '${name}'${mark}: ${typeOf(rule, memberValues)};`;
  });
  const membersType = `{\n${members.join('\n')}\n}`;
  if (additionalProperties === false)
    return members.length > 0 ? membersType : 'Readonly<Record<string, never>>';
  const others = values.flatMap((value) => Object.values(value));
  const other =
    typeof additionalProperties === 'object' ? typeOf(additionalProperties, others) : 'unknown';
  // Only wallets have names of a form.
  const record = `Readonly<Record<${propertyNames ? 'Wallet' : 'string'}, ${other}>>`;
  return members.length > 0 ? `${record} & ${membersType}` : record;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path, await drawTypes());
