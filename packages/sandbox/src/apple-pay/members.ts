/**
 * Readers of single members of the provider's dictionaries. Every violation is a TypeError that names
 * the member, as WebKit's conversions throw it.
 */

/** A dictionary as it came from the page. */
export type Members = Readonly<Record<string, unknown>>;

/** Under which rules a dictionary is read. */
export interface Rules {
  /** The version that the session was created with. */
  readonly version: number;
  /** Whether a member that the documentation does not have is a mistake. */
  readonly unknownMembers: 'refused' | 'ignored';
}

/**
 * A value that WebIDL takes for a dictionary. Missing members may be `undefined`, never `null`; with
 * `known`, strangers are refused where the rules say so.
 */
export function dictionary(
  value: unknown,
  name: string,
  rules?: Rules,
  known: readonly string[] = [],
): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${name} is not an object.`);
  }
  const members = value as Members;
  for (const [member, given] of Object.entries(members)) {
    if (given === null) throw new TypeError(`${name}.${member} must not be null.`);
    if (rules?.unknownMembers === 'refused' && !known.includes(member)) {
      throw new TypeError(`"${member}" is not a valid ${name} property name.`);
    }
  }
  return members;
}

/** A sequence, or an empty one if the member is missing. */
export function optionalList(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value as readonly unknown[];
  throw new TypeError(`${name} is not a sequence.`);
}

/** A string with something in it. */
export function text(members: Members, member: string, name: string): string {
  const value = members[member];
  if (value === undefined || value === '') throw new TypeError(`Missing ${member} in ${name}.`);
  if (typeof value !== 'string') throw new TypeError(`${member} in ${name} is not a string.`);
  return value;
}

/** A string that may be missing, and may be empty. */
export function optionalText(members: Members, member: string, name: string): string | undefined {
  const value = members[member];
  if (value === undefined || typeof value === 'string') return value;
  throw new TypeError(`${member} in ${name} is not a string.`);
}

/** One of a closed list of words, or nothing. */
export function optionalWord(
  members: Members,
  member: string,
  words: readonly string[],
  name: string,
): string | undefined {
  const value = members[member];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && words.includes(value)) return value;
  throw new TypeError(`"${show(value)}" is not a valid ${member} in ${name}.`);
}

/** An absolute URL. */
export function url(members: Members, member: string, name: string): string {
  const value = text(members, member, name);
  if (URL.canParse(value)) return value;
  throw new TypeError(`"${value}" is not a valid URL.`);
}

/** An absolute URL, or nothing. */
export function optionalUrl(members: Members, member: string, name: string): string | undefined {
  return members[member] === undefined ? undefined : url(members, member, name);
}

/** A valid Date, or nothing. */
export function optionalDate(members: Members, member: string, name: string): Date | undefined {
  const value = members[member];
  if (value === undefined) return undefined;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  throw new TypeError(`${member} in ${name} is not a Date.`);
}

/** A decimal string with at most two places; a float with more is refused as any other text. */
export function readAmount(value: unknown, name: string): string {
  if (value === undefined) throw new TypeError(`Missing ${name}.`);
  const written = show(value);
  if (value === null || !/^-?\d+(\.\d{1,2})?$/.test(written)) {
    throw new TypeError(`"${written}" is not a valid ${name}.`);
  }
  return written;
}

/** Refuses what a version before `since` does not know. */
export function atLeast({ version }: Rules, since: number, what: string): void {
  if (version < since) throw new TypeError(`${what} needs version ${String(since)} or later.`);
}

/** Refuses the members that a version before `since` does not know. */
export function membersSince(rules: Rules, since: number, members: Members, names: string[]): void {
  for (const name of names) {
    if (members[name] !== undefined) atLeast(rules, since, name);
  }
}

/** For a message. */
export function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
