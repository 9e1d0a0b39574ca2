/** Reads an argument of a page. A value of another shape is a DEVELOPER_ERROR that names it. */
import { developerError } from './payments-error.ts';

/** Members of an object that came from the page. */
export type Members = Readonly<Record<string, unknown>>;

/** The value as an object. */
export function object(value: unknown, name: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw developerError(`${name} must be an object.`);
}

/** The value as an array. */
export function list(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  throw developerError(`${name} must be an array.`);
}

/** A non-empty string, of at most `longest` characters. */
export function text(value: unknown, name: string, longest = Infinity): string {
  if (!isText(value)) throw developerError(`${name} must be a non-empty string.`);
  if (value.length > longest) {
    throw developerError(`${name} must not be longer than ${String(longest)} characters.`);
  }
  return value;
}

/** One of the values of an enumeration of the reference. */
export function oneOf<T extends string>(value: unknown, values: readonly T[], name: string): T {
  const found = values.find((known) => known === value);
  if (found === undefined) throw developerError(`${name} must be one of ${values.join(', ')}.`);
  return found;
}

/** A non-empty array of such values. */
export function someOf<T extends string>(
  value: unknown,
  values: readonly T[],
  name: string,
): readonly T[] {
  const items = list(value, name);
  if (items.length === 0) throw developerError(`${name} must not be empty.`);
  return items.map((item) => oneOf(item, values, `${name}[]`));
}

/** `read` of the value, or undefined if it is missing. */
export function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : read(value);
}

/** An ISO 3166-1 alpha-2 code. */
export function countryCode(value: unknown, name: string): string {
  if (isText(value) && /^[A-Z]{2}$/.test(value)) return value;
  throw developerError(`${name} must be an ISO 3166-1 alpha-2 code.`);
}

/** An ISO 4217 code. */
export function currencyCode(value: unknown, name: string): string {
  if (isText(value) && /^[A-Z]{3}$/.test(value)) return value;
  throw developerError(`${name} must be an ISO 4217 code.`);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
