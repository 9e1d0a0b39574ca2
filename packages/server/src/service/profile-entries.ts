import type { Basis, WireProfile, WireValues } from './profile.ts';

/** A value of the profile, and what it rests on. */
export interface Entry<Value> {
  readonly value: Value;
  readonly basis: Basis;
}

/** Members of the profile that hold entries; the others are entries themselves. */
const groups = [
  'paths',
  'signature',
  'headers',
  'fields',
  'forms',
  'tokenForms',
  'walletWords',
  'answers',
  'statuses',
] as const satisfies readonly (keyof WireValues)[];

/** The name of a group of entries. */
export type Group = (typeof groups)[number];

/** Whatever has the shape of a profile, by the path of each entry: `fields.token`, `redirectUrlOn`. */
export function flatten(shaped: object): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [key, held] of Object.entries(shaped) as [string, unknown][]) {
    const isGroup = isGroupName(key) && typeof held === 'object' && held !== null;
    if (!isGroup) flat[key] = held;
    else for (const [name, entry] of Object.entries(held)) flat[`${key}.${name}`] = entry;
  }
  return flat;
}

/** The frozen profile of these entries, by their paths. Who calls it has checked that all are there. */
export function assemble(entries: Readonly<Record<string, Entry<unknown>>>): WireProfile {
  const profile: Record<string, unknown> = {};
  const basis: Record<string, Basis> = {};
  for (const [path, entry] of Object.entries(entries)) {
    const [key, name] = splitPath(path);
    basis[path] = entry.basis;
    if (name === null) profile[key] = frozen(entry.value);
    else profile[key] = { ...(profile[key] as object | undefined), [name]: frozen(entry.value) };
  }
  return frozen({ ...profile, basis }) as unknown as WireProfile;
}

/** `fields.token` as group and name; an entry of its own has no name. */
export function splitPath(path: string): readonly [key: string, name: string | null] {
  const dot = path.indexOf('.');
  return dot === -1 ? [path, null] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** Whether a member of a profile is a group of entries. */
export function isGroupName(key: string): key is Group {
  return (groups as readonly string[]).includes(key);
}

/** A frozen copy, so that nobody's own list is frozen under his hands. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as Value;
  const copy = Object.entries(value).map(([name, member]) => [name, frozen<unknown>(member)]);
  return Object.freeze(Object.fromEntries(copy)) as Value;
}
