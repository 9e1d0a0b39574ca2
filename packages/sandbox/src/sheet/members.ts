/** One reader of the dictionaries that a page hands to a wallet: a table has the rule of each member. */

/** A dictionary as it came from the page. */
export type Members = Readonly<Record<string, unknown>>;

/** Reads one member, undefined if it is missing; throws an error that names it unless it is right. */
export type Reader<Value, Rules = void> = (value: unknown, name: string, rules: Rules) => Value;

/** The rule of each member. */
export type Table<Rules = void> = Readonly<Record<string, Reader<unknown, Rules>>>;

/** What the rules of a table make of a dictionary. */
export type Read<T> = {
  readonly [Member in keyof T]: T[Member] extends (...args: never) => infer Value ? Value : never;
};

/** Reads each member by its rule. @param nameOf what an error calls the member */
export function readMembers<T extends Table<Rules>, Rules>(
  value: Members,
  table: T,
  rules: Rules,
  nameOf: (member: string) => string,
): Read<T> {
  const entries = Object.entries(table).map(([member, reader]) => [
    member,
    reader(value[member], nameOf(member), rules),
  ]);
  // Each by its own reader.
  return Object.fromEntries(entries) as Read<T>;
}

/** The rule of a member that may be missing. */
export function optional<Value, Rest extends readonly unknown[]>(
  read: (value: unknown, ...rest: Rest) => Value,
): (value: unknown, ...rest: Rest) => Value | undefined {
  return (value, ...rest) => (value === undefined ? undefined : read(value, ...rest));
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
