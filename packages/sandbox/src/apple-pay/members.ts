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
  /** The newest version that the system has. */
  readonly latestVersion: number;
  /** What happens to a member that is not in the provider's documentation. */
  readonly unknownMembers: 'refused' | 'ignored';
}

/**
 * A value that WebIDL accepts as a dictionary. Missing members may be `undefined`, never `null`. Members
 * that are not in `known` are refused if the rules say so.
 */
export function dictionary(
  value: unknown,
  name: string,
  rules: Rules,
  known: readonly string[],
): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${name} is not an object.`);
  }
  const members = value as Members;
  for (const [member, given] of Object.entries(members)) {
    if (given === null) throw new TypeError(`${name}.${member} must not be null.`);
    if (rules.unknownMembers === 'refused' && !known.includes(member)) {
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

/** A non-empty string. */
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

/** One of the listed values, or undefined. */
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

/** An absolute URL, or undefined. */
export function optionalUrl(members: Members, member: string, name: string): string | undefined {
  return members[member] === undefined ? undefined : url(members, member, name);
}

/** A valid Date, or undefined. */
export function optionalDate(members: Members, member: string, name: string): Date | undefined {
  const value = members[member];
  if (value === undefined) return undefined;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  throw new TypeError(`${member} in ${name} is not a Date.`);
}

/** A string or a number with at most two decimals; `151.20000000000002` is refused. */
export function readAmount(value: unknown, name: string): string {
  if (value === undefined) throw new TypeError(`Missing ${name}.`);
  const written = show(value);
  if (!/^-?\d+(\.\d{1,2})?$/.test(written)) {
    throw new TypeError(`"${written}" is not a valid ${name}.`);
  }
  return written;
}

/** Throws unless the session's version is at least `since`; `what` names the refused feature. */
export function atLeast({ version }: Rules, since: number, what: string): void {
  if (version < since) throw new TypeError(`${what} needs version ${String(since)} or later.`);
}

/** Throws if one of the members is set and the session's version is below `since`. */
export function membersSince(rules: Rules, since: number, members: Members, names: string[]): void {
  for (const name of names) {
    if (members[name] !== undefined) atLeast(rules, since, name);
  }
}

/** A value as a message shows it. */
export function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
