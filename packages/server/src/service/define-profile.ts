import { WalletServerError } from '../errors.ts';
import type { WireProfile, WireValues } from './profile.ts';
import { assemble, flatten, isGroupName, splitPath } from './profile-entries.ts';
import type { Entry, Group } from './profile-entries.ts';
import { checkedScheme } from './scheme.ts';

/** What may be said otherwise: any entry; `statuses` may also gain words. */
export type ProfileOverrides = {
  readonly [Key in keyof WireValues]?: Key extends Group
    ? Partial<WireValues[Key]>
    : WireValues[Key];
};

/** What an entry may hold; the rule of its group, or else that its kind stays the same. */
const rules: Readonly<Record<string, (value: unknown) => boolean>> = {
  paths: (value) => value === null || isText(value, /^\/[\w.~/-]+$/),
  headers: (value) => isText(value, token),
  'signature.header': (value) => isText(value, token),
  fields: (value) => value === null || isText(value, /./),
  answers: isNames,
  statuses: (value) => isText(value, meanings),
  webhookSignatures: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => isText(headerOf(part), token)),
  notProcessed: isNames,
  notFound: isNames,
  redirectUrlOn: (value) => isText(value, /^(?:session|payment|payToken)$/),
  tokenForms: (value) => isText(value, /^(?:string|object|base64)$/),
  'forms.merchantId': (value) => isText(value, /^(?:string|number)$/),
  'forms.answeredAmount': (value) => isText(value, /^(?:major|minor)$/),
  sessionLifetime: (value) => typeof value === 'number' && value > 0,
  currencies: (value) => Array.isArray(value) && value.every((each) => isText(each, /^[A-Z]{3}$/)),
  forms: (value) => isText(value, /^(?:major-number|major-string|minor-integer)$/),
};
const token = /^[\w-]+$/;
const meanings =
  /^(?:untouched|pending|authorized|failed|cancelled|expired|paid|paid_off|refunded)$/;
const alwaysCalled = ['session', 'payment', 'validateMerchant', 'payToken', 'getStatus'];

/**
 * A profile with some entries replaced.
 * @throws {WalletServerError} `config_invalid` for a name that the base does not have, for a value that
 *   cannot be one, and for SHA-1 without `allowSha1`.
 */
export function defineProfile(base: WireProfile, overrides: ProfileOverrides): WireProfile {
  const entries: Record<string, Entry<unknown>> = {};
  const { basis, ...values } = base;
  for (const [path, value] of Object.entries(flatten(values))) {
    entries[path] = { value, basis: basis[path] ?? 'configured' };
  }
  for (const [path, value] of Object.entries(flatten(overrides))) {
    const [key, name] = splitPath(path);
    const known = Object.hasOwn(entries, path) || (key === 'statuses' && name !== null);
    if (!known) throw invalid(`The wire profile has no entry ${path}.`);
    if (!fits(path, value, entries[path]?.value)) {
      throw invalid(`The wire profile cannot hold that as ${path}.`);
    }
    entries[path] = { value, basis: 'configured' };
  }
  const profile = assemble(entries);
  for (const scheme of [profile.signature, ...profile.webhookSignatures]) checkedScheme(scheme);
  return profile;
}

function fits(path: string, value: unknown, before: unknown): boolean {
  const [key, name] = splitPath(path);
  if (isGroupName(key) && name === null) return false;
  if (value === null && key === 'paths' && alwaysCalled.includes(name ?? '')) return false;
  const rule = rules[path] ?? rules[key];
  if (rule) return rule(value);
  return typeof value === typeof before && Array.isArray(value) === Array.isArray(before);
}

function headerOf(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'header' in part ? part.header : null;
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => isText(name, /./));
}

function isText(value: unknown, shape: RegExp): boolean {
  return typeof value === 'string' && shape.test(value);
}

function invalid(message: string): WalletServerError {
  return new WalletServerError('config_invalid', message);
}
