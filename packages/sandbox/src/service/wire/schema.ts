/** The one reader of schemas: signed calls, scenarios and control requests are all checked here. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { ValidationItem } from './refusal.ts';

/** JSON Schema (draft 07). */
export type Schema = Readonly<Record<string, unknown>>;

/** Finds all faults of a value; an empty list if it fits. */
export type Checker = (value: unknown) => readonly ValidationItem[];

const strict = ajv(false);
const coercing = ajv(true);
/** Compiling is slow, and every sandbox of a test run has the same schemas. */
const validators = new Map<string, ValidateFunction>();

/**
 * Compiles a schema once.
 *
 * @param isText the value comes from a form or a query, where everything is text: numbers and booleans are
 *   then made of it, in the value itself
 */
export function compile(schema: Schema, isText = false): Checker {
  const key = `${String(isText)} ${JSON.stringify(schema)}`;
  const validate = validators.get(key) ?? (isText ? coercing : strict).compile(schema);
  validators.set(key, validate);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).flatMap(itemOf));
}

/** Reads a value of the type that a schema describes. @throws TypeError naming the field and what it accepts */
export type Reader<Value> = (value: unknown) => Value;

/** @param label what the value is called in an error */
export function reader(label: string, schema: Schema, isText = false): Reader<unknown> {
  const check = compile(schema, isText);
  return (value) => {
    const [wrong] = check(value);
    if (wrong === undefined) return value;
    const fieldNames = Object.keys(Object(schema['properties']) as object).join(', ');
    const isUnknown = wrong.code === 'unrecognized_keys';
    const fault = isUnknown ? `there is no such field. There are: ${fieldNames}.` : wrong.message;
    throw new TypeError(`${wrong.path || label}: ${fault}`);
  };
}

/** Text of up to 255 characters, or null. */
export const textSchema: Schema = { type: ['string', 'null'], maxLength: 255 };
/** Text that is not blank. */
export const wordSchema: Schema = { type: 'string', minLength: 1 };
/** An address of http or https, or null. */
export const urlSchema: Schema = { type: ['string', 'null'], maxLength: 255, format: 'http-url' };
/** A JSON object, or null. */
export const objectSchema: Schema = { type: ['object', 'null'] };

/** An object with only these members. @param requiredNames the required ones */
export function objectOf(
  properties: Readonly<Record<string, Schema>>,
  requiredNames: readonly string[] = [],
): Schema {
  return { type: 'object', properties, required: requiredNames, additionalProperties: false };
}

function ajv(coerceTypes: boolean): Ajv {
  const validator = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, coerceTypes });
  validator.addFormat('http-url', (text) => /^https?:\/\//.test(text) && URL.canParse(text));
  validator.addFormat('https-url', (text) => text.startsWith('https://') && URL.canParse(text));
  validator.addFormat('hostname', /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i);
  // How many decimals it may have is the currency’s matter.
  validator.addFormat('amount', (text) => /^\d{1,13}(\.\d+)?$/.test(text) && Number(text) > 0);
  return validator;
}

function itemOf(error: ErrorObject): readonly ValidationItem[] {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const { additionalProperty, missingProperty } = error.params as Readonly<Record<string, string>>;
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (additionalProperty !== undefined) {
    const message = `Unrecognized key: "${additionalProperty}"`;
    return [{ message, code: 'unrecognized_keys', path: below(additionalProperty) }];
  }
  if (missingProperty !== undefined) {
    const expectedType = typeIn(propertyOf(error.parentSchema, missingProperty));
    return [wrongType(expectedType, 'undefined', below(missingProperty))];
  }
  if (error.keyword === 'type')
    return [wrongType(typeIn(error.parentSchema), typeOf(error.data), path)];
  // The reports of the parts of `anyOf` and the like are enough.
  if (error.keyword === 'anyOf' || error.keyword === 'if') return [];
  const expectation = error.keyword === 'enum' ? allowed(error) : described(error);
  return [{ message: `Invalid input: ${expectation}`, code: 'invalid_value', path }];
}

function wrongType(expectedType: string, receivedType: string, path: string): ValidationItem {
  const message = `Invalid input: expected ${expectedType}, received ${receivedType}`;
  return { message, code: 'invalid_type', path };
}

function allowed({ params }: ErrorObject): string {
  return `expected one of ${(params as { allowedValues: readonly unknown[] }).allowedValues.join(', ')}`;
}

/** What a value of each format has to be. */
const formats: Readonly<Record<string, string>> = {
  'http-url': 'expected an absolute http or https URL',
  'https-url': 'expected an absolute https URL',
  hostname: 'expected a host, without scheme, port and path',
};

function described({ keyword, params, message = 'is wrong' }: ErrorObject): string {
  const format = keyword === 'format' ? String((params as { format: unknown }).format) : '';
  return formats[format] ?? message;
}

function propertyOf(schema: unknown, name: string): unknown {
  return (schema as { properties?: Readonly<Record<string, unknown>> }).properties?.[name];
}

function typeIn(schema: unknown): string {
  const { type = 'value' } = (schema ?? {}) as { type?: string | readonly string[] };
  const types = typeof type === 'string' ? [type] : type.filter((one) => one !== 'null');
  return types.join(' or ');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
