/** The rules of members that the provider's script knows. A value of another shape is a DEVELOPER_ERROR that names it. */
import {
  isObject,
  type Members,
  type Read,
  type Reader,
  readMembers,
  type Table,
} from '../sheet/members.ts';
import { developerError } from './payments-error.ts';

/** An object with these members, and any others. */
export function dictionary<T extends Table>(table: T): Reader<Read<T>> {
  return (value, name) =>
    readMembers(object(value, name), table, undefined, (member) => `${name}.${member}`);
}

export function object(value: unknown, name: string): Members {
  if (isObject(value)) return value;
  throw developerError(`${name} must be an object.`);
}

/** An array of such items. */
export function list<Value>(readItem: Reader<Value>): Reader<readonly Value[]> {
  return (value, name) => {
    if (Array.isArray(value)) return value.map((item: unknown) => readItem(item, `${name}[]`));
    throw developerError(`${name} must be an array.`);
  };
}

/** An array with an item at least. */
export function some<Value>(readItem: Reader<Value>): Reader<readonly [Value, ...Value[]]> {
  return (value, name) => {
    const [first, ...others] = list(readItem)(value, name);
    if (first === undefined) throw developerError(`${name} must not be empty.`);
    return [first, ...others];
  };
}

/** A non-empty string, of at most `longest` characters. */
export function text(longest = Infinity): Reader<string> {
  return (value, name) => {
    if (!isText(value)) throw developerError(`${name} must be a non-empty string.`);
    if (value.length <= longest) return value;
    throw developerError(`${name} must not be longer than ${longest} characters.`);
  };
}

export function string(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw developerError(`${name} must be a string.`);
}

/** One of the values of an enumeration of the reference. */
export function oneOf<const Word extends string>(words: readonly Word[]): Reader<Word> {
  return (value, name) => {
    const match = words.find((word) => word === value);
    if (match === undefined) throw developerError(`${name} must be one of ${words.join(', ')}.`);
    return match;
  };
}

/** Whether it is set to true; any other value is as good as missing. */
export function isTrue(value: unknown): boolean {
  return value === true;
}

/** Any value; what it has to be depends on another member, or only the sheet finds it. */
export function anything(value: unknown): unknown {
  return value;
}

export const countryCode = matching(/^[A-Z]{2}$/, 'an ISO 3166-1 alpha-2 code');
export const currencyCode = matching(/^[A-Z]{3}$/, 'an ISO 4217 code');
/** The public key of a merchant. */
export const point = matching(
  /^B[A-P][A-Za-z0-9+/]{85}=$/,
  'an uncompressed point of P-256 in base64',
);
export const plainUrl = matching(
  /^https:\/\/[^?#]*[^?#/]$/,
  'an https address without a trailing slash, parameters and a fragment',
);
/**
 * A price. The reference asks for no decimals or two. One, as in "199.9", is accepted too, because widely used clients
 * send it. The provider refuses three.
 */
export const price = matching(/^\d+(\.\d\d?)?$/, 'a string such as "12" or "12.50"');

const rfc3339 = matching(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  'a time in RFC 3339 format',
);

/** Milliseconds since 1970 of a time. */
export function time(value: unknown, name: string): number {
  return Date.parse(rfc3339(value, name));
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function matching(pattern: RegExp, expectation: string): Reader<string> {
  return (value, name) => {
    if (isText(value) && pattern.test(value)) return value;
    throw developerError(`${name} must be ${expectation}.`);
  };
}
