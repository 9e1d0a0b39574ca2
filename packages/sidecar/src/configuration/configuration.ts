import { Ajv, type ErrorObject } from 'ajv';
import { SidecarError } from '../errors.ts';
import { type Entry, entries, schema, variableOf } from './schema.ts';
import type { Configuration } from './types.ts';

export type { Configuration } from './types.ts';

/** The environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

const validate = new Ajv({ allErrors: true, useDefaults: true, verbose: true }).compile(schema);

/**
 * Checks the content of `wallet.json` with the variables over it.
 * @throws {SidecarError} `config_invalid`, with every problem on a line of its own, each with its path.
 */
export function configurationOf(json: unknown, variables: Variables): Configuration {
  if (!isObject(json)) throw invalidConfig(['The configuration is not a JSON object.']);
  const passwordProblems = passwordIn(json);
  const values = structuredClone(json);
  for (const entry of entries) {
    const text = variables[entry.variable];
    if (text !== undefined && text !== '') put(values, entry.path, valueOf(entry, text));
  }
  // So that a missing section gets its defaults, and its missing entries are named.
  for (const name of ['service', 'walletA', 'hooks', 'public', 'private']) values[name] ??= {};
  const problems = validate(values) ? [] : (validate.errors ?? []).map(problemOf);
  const all = [...passwordProblems, ...problems];
  if (all.length > 0) throw invalidConfig(all);
  return values as unknown as Configuration;
}

/** The variables that begin with `WALLET_` and stand for no entry: misspelt, or another program's. */
export function unknownVariables(variables: Variables): readonly string[] {
  const knownNames = entries.flatMap(({ variable }) => [variable, variable.replace(/_FILE$/, '')]);
  return Object.keys(variables).filter(
    (name) => name.startsWith('WALLET_') && name !== 'WALLET_CONFIG' && !knownNames.includes(name),
  );
}

/** The error for an unusable configuration: one problem a line. */
export function invalidConfig(problems: readonly string[]): SidecarError {
  return new SidecarError('config_invalid', problems.join('\n'));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function put(values: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    values[name] = value;
    return;
  }
  const section = isObject(values[name]) ? values[name] : {};
  values[name] = section;
  put(section, rest, value);
}

/** A text that is no number stays one, so that the schema refuses it by its path. */
function valueOf({ type }: Entry, text: string): unknown {
  if (type === 'array') return text.split(/[\s,]+/).filter((item) => item !== '');
  return type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
}

function passwordIn({ database }: Record<string, unknown>): string[] {
  const hasPassword = typeof database === 'string' && (URL.parse(database)?.password ?? '') !== '';
  if (!hasPassword) return [];
  return [
    'database: a password must not be in this file. Put the URL into a file that databaseFile names, or into WALLET_DATABASE.',
  ];
}

function problemOf({ instancePath, keyword, params, message, parentSchema }: ErrorObject): string {
  const entryPath = instancePath.split('/').slice(1);
  const parameters = params as Readonly<Record<string, string>>;
  if (keyword === 'required') {
    const path = [...entryPath, parameters['missingProperty'] ?? ''];
    return `${path.join('.')}: is missing. Set it, or the variable ${variableOf(path)}.`;
  }
  if (keyword === 'additionalProperties') {
    const path = [...entryPath, parameters['additionalProperty'] ?? ''].join('.');
    return `${path}: is not an entry of the configuration. wallet.schema.json lists them.`;
  }
  const { description, enum: values } = Object(parentSchema) as {
    readonly description?: string;
    readonly enum?: readonly string[];
  };
  const allowedValues = values ? `: ${values.join(', ')}` : '';
  const hint = description === undefined ? '' : ` ${description}`;
  return `${entryPath.join('.')}: ${message ?? 'is wrong'}${allowedValues}.${keyword === 'enum' ? '' : hint}`;
}
