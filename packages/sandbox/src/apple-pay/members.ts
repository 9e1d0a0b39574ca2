/** The rules of members that WebKit's conversions know. Every violation is a TypeError that names the member. */
import {
  isObject,
  type Read,
  readMembers,
  type Reader as MemberReader,
  type Table,
} from '../sheet/members.ts';

/** Under which rules a dictionary is read. */
export interface Rules {
  /** The version that the session was created with. */
  readonly version: number;
  /** The newest version that the system has. */
  readonly latestVersion: number;
  /** What happens to a member that the provider's documentation does not have, or not for such a version. */
  readonly unknownMembers: 'refused' | 'ignored';
}

/** `name` is `label in lineItems`; of a list or a dictionary the errors have the first word. */
export type Reader<Value> = MemberReader<Value, Rules>;

/**
 * A value that WebIDL accepts as a dictionary. Missing members may be `undefined`, never `null`. Members
 * that are not in the table are refused if the rules say so.
 */
export function dictionary<T extends Table<Rules>>(
  table: T,
  nameOf = (member: string, name: string): string => `${member} in ${name}`,
): Reader<Read<T>> {
  return (value, path, rules) => {
    const name = memberOf(path);
    if (!isObject(value)) throw new TypeError(`${name} is not an object.`);
    for (const [member, memberValue] of Object.entries(value)) {
      if (memberValue === null) throw new TypeError(`${name}.${member} must not be null.`);
      if (rules.unknownMembers === 'refused' && !Object.hasOwn(table, member)) {
        throw new TypeError(`"${member}" is not a valid ${name} property name.`);
      }
    }
    return readMembers(value, table, rules, (member) => nameOf(member, name));
  };
}

/** A sequence, or an empty one if the member is missing. */
export function list<Value>(readItem: Reader<Value>): Reader<readonly Value[]> {
  return (value = [], path, rules) => {
    const name = memberOf(path);
    // Such as a Set: WebIDL takes every object that can be iterated.
    if (isIterable(value)) return Array.from(value, (item) => readItem(item, name, rules));
    throw new TypeError(`${name} is not a sequence.`);
  };
}

/** A rule for sessions of at least this version; by the documentation an older one may not have the member. */
export function since<Value>(version: number, readValue: Reader<Value>): Reader<Value> {
  return (value, path, rules) => {
    if (value !== undefined && rules.unknownMembers === 'refused') {
      atLeast(rules, version, memberOf(path));
    }
    return readValue(value, path, rules);
  };
}

/** Throws unless the session's version is at least `version`; `feature` is what a lower version lacks. */
export function atLeast(rules: Rules, version: number, feature: string): void {
  if (rules.version >= version) return;
  throw new TypeError(`${feature} needs version ${version} or later.`);
}

/** Any value; what it has to be depends on another member. */
export function anything(value: unknown): unknown {
  return value;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** A string, perhaps an empty one. A number is written as one, as WebIDL does. */
export function string(value: unknown, name: string): string {
  if (value === undefined) throw new TypeError(`Missing ${name}.`);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new TypeError(`${name} is not a string.`);
}

/** A string that is not empty. */
export function text(value: unknown, name: string): string {
  return string(value === '' ? undefined : value, name);
}

/** One of the words. @param kind what they are; the member's own name unless given */
export function word<Word extends string>(words: readonly Word[], kind?: string): Reader<Word> {
  return (value, name) => {
    const match = words.find((one) => one === value);
    if (match === undefined) throw invalid(value, kind ?? name);
    return match;
  };
}

/** An absolute URL. */
export function url(value: unknown, name: string): string {
  const address = text(value, name);
  if (URL.canParse(address)) return address;
  throw invalid(address, 'URL');
}

/** A valid Date. */
export function date(value: unknown, name: string): Date {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  throw new TypeError(`${name} is not a Date.`);
}

export function flag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${memberOf(name)} is not a boolean.`);
}

/** A whole number, of at least `least`. */
export function whole(minimum = -Infinity): Reader<number> {
  return (value, name) => {
    if (Number.isInteger(value) && Number(value) >= minimum) return Number(value);
    throw new TypeError(`${name} is not a ${minimum > 0 ? 'positive ' : ''}whole number.`);
  };
}

/** A string or a number with at most two decimals; `151.20000000000002` is refused. */
export function amount(value: unknown, name: string): string {
  if (value === undefined) throw new TypeError(`Missing ${name}.`);
  const text = show(value);
  if (/^-?\d+(\.\d{1,2})?$/.test(text)) return text;
  throw invalid(text, name);
}

/** An amount of at least zero. */
export function positiveAmount(value: unknown, name: string): string {
  const decimal = amount(value, name);
  if (Number(decimal) >= 0) return decimal;
  throw new TypeError(`${name} must not be negative.`);
}

/** The error for a value that is not of that kind. */
export function invalid(value: unknown, kind: string): TypeError {
  return new TypeError(`"${show(value)}" is not a valid ${kind}.`);
}

/** `lineItems` of `lineItems in payment request`. */
export function memberOf(path: string): string {
  return path.split(' in ', 1)[0] ?? path;
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
