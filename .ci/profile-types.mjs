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

/** The file with the types of the present schema. */
export async function drawTypes() {
  const text = `// Written by \`node .ci/profile-types.mjs\` from profile.schema.json.
import type { Wallet } from './payment.ts';

/** ${schema.description} */
export interface WireProfile ${objectOf(schema, [read('profile.json')])}
`;
  const { code } = await format(path, text, { singleQuote: true, printWidth: 100 });
  return code;
}

/** The type of values. @param {Schema} rule @param {readonly any[]} values those of `profile.json` @returns {string} */
function typeOf({ $ref, ...rule }, values) {
  if ($ref) return typeOf({ ...schema.$defs?.[$ref.replace('#/$defs/', '')], ...rule }, values);
  if (rule.enum) return rule.enum.map((each) => `'${each}'`).join(' | ');
  const types = [rule.type ?? []].flat().map((type) => {
    if (type === 'object') return objectOf(rule, values);
    if (type === 'array') return `readonly (${typeOf(rule.items ?? {}, values.flat())})[]`;
    return type === 'integer' ? 'number' : type;
  });
  return types.join(' | ') || 'unknown';
}

/** @param {Schema} rule @param {readonly any[]} values */
function objectOf({ properties = {}, additionalProperties, propertyNames }, values) {
  const members = Object.entries(properties).map(([name, rule]) => {
    const own = values.filter((value) => Object.hasOwn(value, name)).map((value) => value[name]);
    const mark = own.length < values.length || values.length === 0 ? '?' : '';
    const about = rule.description ? `/** ${rule.description} */\n` : '';
    return `${about}readonly '${name}'${mark}: ${typeOf(rule, own)};`;
  });
  const fixed = `{\n${members.join('\n')}\n}`;
  if (additionalProperties === false)
    return members.length > 0 ? fixed : 'Readonly<Record<string, never>>';
  const others = values.flatMap((value) => Object.values(value));
  const other =
    typeof additionalProperties === 'object' ? typeOf(additionalProperties, others) : 'unknown';
  // Only wallets have names of a form.
  const record = `Readonly<Record<${propertyNames ? 'Wallet' : 'string'}, ${other}>>`;
  return members.length > 0 ? `${record} & ${fixed}` : record;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path, await drawTypes());
