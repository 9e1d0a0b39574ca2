// The type of the sidecar's configuration, written from `wallet.schema.json`: `node .ci/configuration-types.mjs` writes it
// again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

/**
 * @typedef {object} Rule
 * @property {string} [type]
 * @property {readonly string[]} [enum]
 * @property {Rule} [items]
 * @property {Readonly<Record<string, Rule>>} [properties]
 * @property {readonly string[]} [required]
 * @property {unknown} [default]
 * @property {string} [description]
 */

const folder = join(import.meta.dirname, '../packages/sidecar');
export const path = join(folder, 'src/configuration/types.ts');

/** The file with the type of the present schema. */
export async function drawConfiguration() {
  /** @type {Rule} */
  const schema = JSON.parse(readFileSync(join(folder, 'wallet.schema.json'), 'utf8'));
  const text = `// Written by \`node .ci/configuration-types.mjs\` from wallet.schema.json.

/** The values of \`wallet.json\` with those of the variables, checked and with their defaults. */
export interface Configuration ${objectOf(schema)}
`;
  const { code } = await format(path, text, { singleQuote: true, printWidth: 100 });
  return code;
}

/** @param {Rule} rule @returns {string} */
function typeOf(rule) {
  if (rule.enum) return rule.enum.map((each) => `'${each}'`).join(' | ');
  if (rule.type === 'array') return `readonly ${typeOf(rule.items ?? {})}[]`;
  if (rule.type === 'object') return objectOf(rule);
  return rule.type === 'integer' ? 'number' : (rule.type ?? 'unknown');
}

/** A section is there even if the file leaves it out. @param {Rule} rule */
function objectOf({ properties = {}, required = [] }) {
  const entries = Object.entries(properties).filter(([name]) => name !== '$schema');
  const members = entries.map(([name, rule]) => {
    const isThere = required.includes(name) || 'default' in rule || rule.type === 'object';
    const about = rule.description ? `/** ${rule.description} */\n` : '';
    return `${about}readonly ${name}${isThere ? '' : '?'}: ${typeOf(rule)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(path, await drawConfiguration());
}
