/** One request's body: from bytes to members by the profile's names, checked. */
import type { OperationName } from '../operations/names.ts';
import { isContainer, putAt, takeAt } from './place.ts';
import { type OperationProfile, tokenField, type WireProfile } from './profile.ts';
import { type ValidationItem, validationRefusal } from './refusal.ts';
import { type Checker, compile, objectOf, type Schema } from './schema.ts';
import { rulesOf } from './rules.ts';
import type { Members, Wire } from './wire.ts';

/** A body whose fields are all known and of the right type. */
export interface RequestBody {
  /** By the profile's names: `sessionId`. */
  readonly named: Members;
  /** What the profile does not name, as observed: `client_phone`. */
  readonly extra: Members;
  /** Of the comfort group's lists. */
  readonly list: readonly unknown[];
}

/** The required content of a body. */
export interface Expected {
  /** Required fields of the profile, if the profile names them. */
  readonly required?: readonly string[];
  /** Fields that the profile does not name; `any` where no source shows the payload. */
  readonly extra?: Readonly<Record<string, Schema>> | 'any';
  readonly requiredExtra?: readonly string[];
  /** For a body that is a list. */
  readonly list?: Schema;
}

interface Reader {
  readonly spelling: OperationProfile;
  readonly check: Checker;
}

/** Reads the bodies of one operation. */
export class RequestReader {
  readonly #readers: readonly Reader[];

  constructor(name: OperationName, expectation: Expected, wire: Wire) {
    this.#readers = wire.spellings(name).map((spelling) => ({
      spelling,
      check: compile(schemaOf(spelling, expectation, wire.profile), isText(spelling)),
    }));
  }

  /**
   * @param raw the body of a POST, the query of a GET
   * @throws Refusal of type `validation` with one item a wrong field
   */
  read(raw: Uint8Array): RequestBody {
    const failures: (readonly ValidationItem[])[] = [];
    for (const { spelling, check } of this.#readers) {
      const body = parse(raw, spelling);
      const constants = wrongConstants(body, spelling);
      const parts = partsOf(body, spelling);
      const items = [...constants, ...check(parts).map((item) => onWire(item, spelling))];
      if (items.length === 0) return parts;
      failures.push(items);
    }
    throw validationRefusal(failures[0] ?? []);
  }
}

function schemaOf(
  spelling: OperationProfile,
  { required = [], extra: extraFields = {}, requiredExtra, list }: Expected,
  profile: WireProfile,
): Schema {
  if (list !== undefined) return objectOf({ named: {}, extra: {}, list }, ['list']);
  const fields = Object.keys(spelling.fields).filter((name) => spelling.fields[name] !== null);
  const rules = Object.fromEntries(fields.map((name) => [name, rulesOf(profile)[name] ?? {}]));
  const present = required.filter((name) => fields.includes(name));
  const namedSchema = objectOf(rules, present);
  const extra = extraFields === 'any' ? {} : objectOf(extraFields, requiredExtra);
  return objectOf({ named: namedSchema, extra, list: {} }, ['named', 'extra']);
}

function isText({ encoding, method }: OperationProfile): boolean {
  return encoding === 'form' || method === 'GET';
}

function parse(raw: Uint8Array, spelling: OperationProfile): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
    return isText(spelling) ? parseForm(text, spelling) : JSON.parse(text);
  } catch {
    const format = spelling.encoding === 'form' ? 'form' : 'JSON';
    throw validationRefusal([{ message: `Invalid ${format}`, code: 'invalid_type', path: '' }]);
  }
}

/** Text and numbers as they are, `b[0].c=2` at its place, everything else as JSON text. */
function parseForm(text: string, { fields }: OperationProfile): unknown {
  const body = {};
  const tokens = Object.keys(fields).filter((name) => name.startsWith(tokenField('')));
  const tokenPlaces = tokens.map((name) => fields[name]);
  for (const [name, value] of new URLSearchParams(text)) {
    // A token is a JSON text itself.
    putAt(body, name, tokenPlaces.includes(name) ? value : fromText(value));
  }
  return body;
}

function fromText(value: string): unknown {
  if (!/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Removes the constants from the body, and returns the missing and wrong ones. */
function wrongConstants(body: unknown, { constants }: OperationProfile): ValidationItem[] {
  return Object.entries(constants).flatMap(([place, expected]) => {
    const value = takeAt(body, place);
    if (JSON.stringify(value) === JSON.stringify(expected) || value === String(expected)) return [];
    const message = `Invalid input: expected ${JSON.stringify(expected)}`;
    return [{ message, code: 'invalid_value', path: place } as const];
  });
}

function partsOf(body: unknown, { fields }: OperationProfile): RequestBody {
  if (Array.isArray(body)) return { named: {}, extra: {}, list: body };
  if (!isContainer(body)) {
    throw validationRefusal([
      { message: 'Invalid input: expected object', code: 'invalid_type', path: '' },
    ]);
  }
  const namedFields: Record<string, unknown> = {};
  const takenValues = new Map<string, unknown>();
  for (const [name, place] of Object.entries(fields)) {
    if (place === null) continue;
    // Several names can share one place, such as the tokens of the wallets.
    const value = takenValues.has(place) ? takenValues.get(place) : takeAt(body, place);
    takenValues.set(place, value);
    if (value !== undefined) namedFields[name] = value;
  }
  return { named: namedFields, extra: body, list: [] };
}

/** A name of the profile as the place that the merchant wrote. */
function onWire(item: ValidationItem, { fields }: OperationProfile): ValidationItem {
  const [part, name = '', ...rest] = item.path.split('.');
  const place = part === 'named' ? (fields[name] ?? name) : name;
  return { ...item, path: [place, ...rest].filter((step) => step !== '').join('.') };
}
