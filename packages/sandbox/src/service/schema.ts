/**
 * The fields of each signed call. Like the observed service it accepts no field that it does not
 * know, so that a guessed one becomes visible at once.
 */
import { minorFromNumber } from './money.ts';
import { validationRefusal } from './refusal.ts';
import type { ValidationItem } from './refusal.ts';

/** What one field may hold. */
export interface Rule {
  /** As it stands in the error message: `string`, `number` … */
  readonly expected: string;
  readonly required: boolean;
  accepts(value: unknown): boolean;
}

/** Field name to rule. */
export type Schema = ReadonlyMap<string, Rule>;

/** A body whose fields are all known and of the right type. */
export type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 255;
const isNonEmpty = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isUrl = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 255 && /^https?:\/\//.test(value) && canParse(value);

const required = (expected: string, accepts: (value: unknown) => boolean): Rule => ({
  expected,
  required: true,
  accepts,
});
const optional = (expected: string, accepts: (value: unknown) => boolean): Rule => ({
  expected,
  required: false,
  accepts: (value) => value === null || accepts(value),
});

const MERCHANT = [
  'merchant_id',
  required('string', (value) => isNonEmpty(value) || typeof value === 'number'),
] as const;
const SESSION = ['session_id', required('string', isNonEmpty)] as const;
const TEXT = optional('string', isText);
const URL_TEXT = optional('url', isUrl);
const NUMBER = optional('number', (value) => typeof value === 'number' && value >= 0);
const OBJECT = optional('object', isPlainObject);

/** POST /v1/session. @param phoneRequired whether `client_phone` is demanded, as observed in 2026 */
export const sessionSchema = (phoneRequired: boolean): Schema =>
  new Map<string, Rule>([
    MERCHANT,
    ['client_phone', phoneRequired ? required('string', isNonEmpty) : TEXT],
    ['client_first_name', TEXT],
    ['client_last_name', TEXT],
    ['client_patronymic', TEXT],
    ['client_email', TEXT],
    ['callback_url', URL_TEXT],
    ['success_url', URL_TEXT],
    ['fail_url', URL_TEXT],
    ['success_redirect_timeout', NUMBER],
    ['metadata', OBJECT],
  ]);

/** POST /v1/payment. */
export const PAYMENT_SCHEMA: Schema = new Map<string, Rule>([
  MERCHANT,
  SESSION,
  ['amount', required('number', isAmount)],
  ['external_id', TEXT],
  ['use_hold', optional('boolean', (value) => typeof value === 'boolean')],
  ['products', optional('array', isProducts)],
  ['identifier', TEXT],
  ['delivery', OBJECT],
]);

/** POST /v1/walleta-pay/validate-merchant; the field names are an assumption of the wire profile. */
export const VALIDATE_MERCHANT_SCHEMA: Schema = new Map<string, Rule>([
  MERCHANT,
  ['session_id', TEXT],
  ['validation_url', required('https url', isHttps)],
  ['domain', required('hostname', isHostname)],
]);

/** POST /v1/pay-token; the field names are an assumption of the wire profile. */
export const PAY_TOKEN_SCHEMA: Schema = new Map<string, Rule>([
  MERCHANT,
  SESSION,
  ['token', required('string', isNonEmpty)],
  [
    'paytype',
    required('apple_pay or google_pay', (value) => value === 'apple_pay' || value === 'google_pay'),
  ],
  ['redirect_url', URL_TEXT],
]);

/** POST /v1/get-status, /v1/expire. */
export const SESSION_ONLY_SCHEMA: Schema = new Map<string, Rule>([MERCHANT, SESSION]);

/** POST /v1/void, /v1/complete-hold: the whole session; parts of it are refused. */
export const SESSION_AMOUNT_SCHEMA: Schema = new Map<string, Rule>([
  MERCHANT,
  SESSION,
  ['amount', optional('number', isAmount)],
]);

/**
 * @returns the body, now known to hold known fields of the right type
 * @throws Refusal of type `validation` with one item a wrong field
 */
export function validate(schema: Schema, body: unknown): Fields {
  if (!isPlainObject(body)) {
    throw validationRefusal([wrongType('', 'object', body)]);
  }
  const unknown = Object.keys(body).filter((name) => !schema.has(name));
  const items = [...unknown.map(unrecognised), ...[...schema].flatMap(check(body))];
  if (items.length > 0) throw validationRefusal(items);
  return body;
}

/** The text of a field, or null when it is absent or null. */
export function textOf(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}

/** The field as it came, null when absent. */
export function valueOf(fields: Fields, name: string): unknown {
  return fields[name] ?? null;
}

function check(body: Fields): (entry: readonly [string, Rule]) => readonly ValidationItem[] {
  return ([name, rule]) => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined) return rule.required ? [wrongType(name, rule.expected, value)] : [];
    if (rule.accepts(value)) return [];
    return [wrongType(name, rule.expected, value)];
  };
}

function wrongType(path: string, expected: string, value: unknown): ValidationItem {
  const received = typeOf(value);
  const code = received === expected ? 'invalid_value' : 'invalid_type';
  return { message: `Invalid input: expected ${expected}, received ${received}`, code, path };
}

function unrecognised(name: string): ValidationItem {
  return { message: `Unrecognized key: "${name}"`, code: 'unrecognized_keys', path: name };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isPlainObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0.01 && minorFromNumber(value) !== undefined;
}

function isProducts(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item: unknown) =>
        isPlainObject(item) &&
        typeof item['description'] === 'string' &&
        typeof item['count'] === 'number' &&
        typeof item['price'] === 'number',
    )
  );
}

function isHttps(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('https://') && canParse(value);
}

function isHostname(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value);
}

function canParse(value: string): boolean {
  return URL.canParse(value);
}
