import type {
  Basis,
  Meaning,
  ProfileOverrides,
  WebhookProfile,
  WebhookVersion,
  WireProfile,
} from '@wallet-buttons/protocol';
import defaults from '@wallet-buttons/protocol/profile.json' with { type: 'json' };
import schema, {
  type Schema,
} from '@wallet-buttons/protocol/profile.schema.json' with { type: 'json' };
import { invalidConfig } from './errors.ts';
import { checkedScheme } from './signature.ts';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The wire profile: `profile.json` with its overrides, frozen, and the questions that the server asks of it. */
export interface Profile extends WireProfile {
  /** The meaning of a provider status; `undefined` if the profile does not have it. */
  readonly meaningOf: (status: string) => Meaning | undefined;
  /** A number that rises with the place of a status in the profile; `Infinity` for an unknown status. */
  readonly statusOrder: (status: string) => number;
  /** The basis of an entry, by its path. */
  readonly basisOf: (path: string) => Basis;
}

/** The documented service, completed by observations and assumptions; `basis` shows which. */
export const defaultProfile: Profile = profileOf(defaults);

/**
 * A profile with some entries replaced. An override is a part of `profile.json`: objects are merged, all
 * other values are replaced.
 * @throws {ServiceError} `config_invalid` with the path of an unknown entry or of an invalid value; also for
 *   SHA-1 without `allowSha1`.
 */
export function defineProfile(
  overrides: ProfileOverrides,
  base: WireProfile = defaultProfile,
): Profile {
  const { $schema: _, ...changes } = overrides;
  if ('basis' in changes) throw invalidConfig('An override has no basis: it is configured.');
  check(changes, schema, '');
  const profile = merge(base, changes) as WireProfile;
  const basisEntries = leavesOf(changes).map(([path]) => [path, 'configured'] as const);
  return profileOf({ ...profile, basis: { ...base.basis, ...Object.fromEntries(basisEntries) } });
}

/** The places of each value in the webhooks of a version. */
export function webhookPlaces({ webhook }: WireProfile, version: WebhookVersion): WebhookProfile {
  return merge(webhook.message, webhook.versions[version]) as WebhookProfile;
}

/** The value at a place in a body (`payments[0].status`); `undefined` if it is missing. */
export function valueAt(body: unknown, place: string): unknown {
  return segments(place).reduce<unknown>((container, name) => {
    if (typeof container !== 'object' || container === null) return undefined;
    return Object.hasOwn(container, name) ? (container as JsonObject)[name] : undefined;
  }, body);
}

/** Writes a value to its place in a body. @throws {ServiceError} `config_invalid` if the place is taken. */
export function putAt(body: object, place: string, value: unknown): void {
  const names = segments(place);
  let container = body as Record<string, unknown>;
  for (const [index, name] of names.entries()) {
    const nextName = names[index + 1];
    const entry = nextName === undefined ? value : emptyFor(nextName);
    if (!Object.hasOwn(container, name)) container[name] = entry;
    // Only an object has room for a name, and only a list for an index.
    else if (nextName === undefined || typeOf(container[name]) !== typeOf(entry)) {
      throw invalidConfig(`The wire profile writes two values of one body to ${place}.`);
    }
    container = container[name] as typeof container;
  }
}

/** An empty list for an index, an empty object for a name. */
function emptyFor(segment: string): object {
  return /^\d+$/.test(segment) ? [] : {};
}

function segments(place: string): string[] {
  return place.includes('.') || place.includes('[') ? (place.match(/[^.[\]]+/g) ?? []) : [place];
}

function profileOf(source: WireProfile): Profile {
  const freeze = (_: string, value: unknown): unknown => Object.freeze(value);
  // A copy, so that a later change of an override does not change the profile.
  const values = JSON.parse(JSON.stringify(source), freeze) as WireProfile;
  const { signing, webhook, statuses, basis, wallets, currencies, operations } = values;
  for (const scheme of [signing, ...webhook.signatures]) checkedScheme(scheme);
  for (const [name, wallet] of Object.entries(wallets)) checkWallet(name, wallet);
  for (const [path, places] of placesOf(values)) checkPlaces(path, places);
  const { status: code, body } = webhook.answer;
  // Without the field, the service would charge 10 EUR as 10 of its own currency.
  if (currencies.length > 1 && operations.payment.fields.currency === null) {
    const field = 'operations.payment.fields.currency';
    throw invalidConfig(`The wire profile has several currencies: name ${field} too.`);
  }
  if (body && [204, 205].includes(code)) throw invalidConfig('webhook.answer.body must be empty.');
  const order = new Map(['', ...Object.keys(statuses)].map((status, index) => [status, index - 1]));
  return Object.freeze({
    ...values,
    meaningOf: (status: string) => (Object.hasOwn(statuses, status) ? statuses[status] : undefined),
    statusOrder: (status: string) => order.get(status) ?? Infinity,
    basisOf: (path: string) => {
      for (let key = path; key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('.')))) {
        const entryBasis = Object.hasOwn(basis, key) ? basis[key] : undefined;
        if (entryBasis) return entryBasis;
      }
      return 'configured';
    },
  });
}

/** The places of each answer, webhook and item of a list, by their path in the profile. */
function placesOf(profile: WireProfile): readonly (readonly [string, object])[] {
  const { operations, webhook } = profile;
  const answers = Object.entries(operations).map(
    ([name, { answer }]) => [`operations.${name}.answer`, answer] as const,
  );
  const versions = Object.keys(webhook.versions) as WebhookVersion[];
  const messages = versions.flatMap((version) => {
    const path = `webhook.versions.${version}`;
    const { payment, ...message } = webhookPlaces(profile, version);
    return [[path, message] as const, [`${path}.payment`, payment] as const];
  });
  return [...answers, ['operations.getStatus.payment', operations.getStatus.payment], ...messages];
}

/** Ids of one payment, which may be one at a service. */
const ids = ['sessionId', 'paymentId', 'externalId'];

/** Two values that are read from one place could not contradict each other. */
function checkPlaces(path: string, places: object): void {
  const names = new Map<string, string>();
  for (const [name, list] of Object.entries(places) as [string, readonly string[]][]) {
    for (const place of list) {
      const key = segments(place).join('.');
      const otherName = names.get(key) ?? name;
      names.set(key, name);
      if (otherName === name || [name, otherName].every((each) => ids.includes(each))) continue;
      throw invalidConfig(
        `The wire profile reads ${path}.${otherName} and ${path}.${name} from one place, ${place}. Name a place of its own for each, or [] for a value that the service does not name.`,
      );
    }
  }
}

/** An override of a known wallet may name a part of it, but a new wallet needs all of it. */
function checkWallet(wallet: string, entry: object): void {
  for (const name of ['name', 'place', 'token']) {
    if (Object.hasOwn(entry, name)) continue;
    throw invalidConfig(`The wire profile needs wallets.${wallet}.${name}.`);
  }
}

/** Checks a value with the keywords of JSON Schema that the profile's schema uses. */
function check(value: unknown, rule: Schema, path: string): void {
  const { $ref, properties = {}, additionalProperties = true, propertyNames, items = {} } = rule;
  if ($ref !== undefined) check(value, schema.$defs?.[$ref.replace('#/$defs/', '')] ?? {}, path);
  if (!fits(value, rule)) {
    throw invalidConfig(`The wire profile cannot hold ${JSON.stringify(value)} at ${path}.`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const isItem = Array.isArray(value);
    const memberName = path === '' ? name : `${path}.${name}`;
    const memberPath = isItem ? `${path}[${name}]` : memberName;
    const namedRule = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const memberRule = isItem ? items : namedRule;
    if (memberRule === false || !fits(name, propertyNames ?? {}))
      throw invalidConfig(`The wire profile has no entry ${memberPath}.`);
    if (typeof memberRule === 'object') check(member, memberRule, memberPath);
  }
}

function fits(value: unknown, { type, enum: values, pattern, ...rule }: Schema): boolean {
  const { minimum = -Infinity, maximum = Infinity, minItems = 0, required = [] } = rule;
  const types = [type ?? []].flat();
  const isOfType = types.length === 0 || types.includes(typeOf(value));
  if (!isOfType || (values && !values.includes(value))) return false;
  if (typeof value === 'string') return new RegExp(pattern ?? '', 'u').test(value);
  if (typeof value === 'number') return value >= minimum && value <= maximum;
  if (Array.isArray(value)) return value.length >= minItems;
  return required.every((name) => Object.hasOwn(Object(value) as object, name));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function merge(base: unknown, change: unknown): unknown {
  if (!isObject(base) || !isObject(change)) return change;
  const entries = Object.entries(change).map(([name, value]) => [name, merge(base[name], value)]);
  return { ...base, ...(Object.fromEntries(entries) as JsonObject) };
}

/** The values of an object by their paths; a list is one value. */
export function leavesOf(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return typeof value === 'function' ? [] : [[path, value]];
  return Object.entries(value).flatMap(([name, member]) =>
    leavesOf(member, path === '' ? name : `${path}.${name}`),
  );
}

/** Whether a value is a JSON object: neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
