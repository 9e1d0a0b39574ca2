import type { Amount } from '@wallet-buttons/protocol';
import { sameAmount, toMinor } from '@wallet-buttons/protocol';
import { parseJson } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { WalletServerError } from '../errors.ts';
import type { FieldName, WireProfile } from './profile.ts';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An operation of the service: how its input is written, how its answer is read. */
export interface OperationRow<Input, Output> {
  /** `comfort` has a base URL of its own, and names the merchant in a header. */
  readonly group: 'session' | 'comfort';
  /** What is signed and sent; `null` for a GET, whose body is empty. */
  readonly write: (input: Input, profile: WireProfile) => JsonObject | readonly unknown[] | null;
  readonly read: (body: Bytes, profile: WireProfile) => Output;
  /** It only asks, so it may be asked again when no answer came. */
  readonly repeatable?: true;
  /** What it answers, where that is not JSON. */
  readonly accept?: string;
  /** The largest answer in bytes, where that is not 1 MiB. */
  readonly limit?: number;
}

/** What the service says about a payment. */
export interface PaymentAnswer {
  /** Its own word; `''` where it only gave the bank's page. */
  readonly status: string;
  /** As received: whoever passes it on has to check it. */
  readonly acsUrl: string | null;
  /** As received, where it was named; {@link unreadable} for what no amount could be. */
  readonly amount: string | null;
  /** As received, where it was named; {@link unreadable} for what no currency could be. */
  readonly currency: string | null;
}

/** Stands for what was named but is no text: equal to nothing, so that nobody takes it for agreed. */
export const unreadable = 'unreadable';

/** What the service says about a payment when it is asked. */
export interface SessionStatus extends PaymentAnswer {
  /**
   * The whole answer, in the service's own names: what was refunded, the operations that a void of a part has to
   * name, the bank's reference. It may hold the payer's data: not for a log.
   */
  readonly raw: JsonObject;
}

/** A row of the sessions' group, acquiring and checkout. */
export function row<Input, Output>(
  write: OperationRow<Input, Output>['write'],
  read: OperationRow<Input, Output>['read'],
  more: Pick<OperationRow<Input, Output>, 'repeatable' | 'accept' | 'limit'> = {},
): OperationRow<Input, Output> {
  return { group: 'session', write, read, ...more };
}

/** A row of the comfort group. */
export function comfortRow<Input, Output>(
  write: OperationRow<Input, Output>['write'],
  read: OperationRow<Input, Output>['read'],
): OperationRow<Input, Output> {
  return { group: 'comfort', write, read };
}

/**
 * Members under the names that the profile gives them; what has no name or no value is left out.
 * @throws {WalletServerError} `order_invalid` where a further one would take the place of one of them.
 */
export function members(
  { fields }: WireProfile,
  values: Readonly<Partial<Record<FieldName, unknown>>>,
  extra: JsonObject = {},
): JsonObject {
  const named: Record<string, unknown> = {};
  for (const field of Object.keys(values) as FieldName[]) {
    const [name, value] = [fields[field], values[field]];
    if (name === null || value === undefined) continue;
    if (Object.hasOwn(named, name)) {
      const message = `The wire profile has two fields of one body with the name ${name}.`;
      throw new WalletServerError('config_invalid', message);
    }
    named[name] = value;
  }
  const taken = Object.keys(extra).find(
    (name) => name === fields.merchantId || Object.hasOwn(named, name),
  );
  if (taken !== undefined) {
    throw new WalletServerError('order_invalid', `A further member must not be ${taken}.`, {
      suggestion: `Leave ${taken} out of what findOrder returns as session or payment: the server writes it.`,
    });
  }
  return { ...named, ...extra };
}

/**
 * An amount in the form that the wire has for it, exactly.
 * @throws {WalletServerError} `order_invalid` when the service does not take its currency, or when that
 *   form cannot hold it: beyond 15 digits a JSON number is another amount.
 */
export function writeAmount(
  { amount, currency }: Amount,
  field: 'amount' | 'comfortAmount',
  { forms, currencies }: WireProfile,
): number | string {
  if (!currencies.includes(currency)) {
    throw new WalletServerError('order_invalid', `The service does not take ${currency}.`, {
      suggestion: `Return an amount in ${currencies.join(' or ')}, or set currencies in the wire profile if the service takes more.`,
    });
  }
  const form = forms[field];
  const minor = toMinor({ amount, currency });
  const written = form === 'minor-integer' ? minor : Number(amount);
  const exact =
    form !== 'major-number' ||
    sameAmount({ amount: String(written), currency }, { amount, currency });
  if (minor <= 0 || !exact) {
    throw new WalletServerError('order_invalid', 'The amount has no exact form on the wire.');
  }
  return form === 'major-string' ? amount : written;
}

/**
 * Reads the members that an answer and a webhook share.
 * @throws {WalletServerError} `service_answer_invalid` without a status, and for one that cannot be stored and
 *   shown: over 64 characters, or not all of them printable.
 */
export function readPayment(body: JsonObject, { answers }: WireProfile): PaymentAnswer {
  const status = pick(body, answers.status);
  const acsUrl = pick(body, answers.acsUrl);
  if (status === null && acsUrl === null) throw invalid('The answer has no status.');
  if (status !== null && !isWord(status)) throw invalid('The status of the answer is no word.');
  const amount = pickText(body, answers.amount);
  return { status: status ?? '', acsUrl, amount, currency: pickText(body, answers.currency) };
}

/** Whether somebody else's text is short and printable enough to be stored, logged and shown. */
export function isWord(text: string, most = 64): boolean {
  return text.length <= most && /^\P{C}+$/u.test(text);
}

/** The first of these members that holds something, as text. A dot leads into an object. */
export function pick(body: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = memberAt(body, name);
    if (isExact(value)) return String(value);
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** The first of these members that is there: {@link pick} if it is a word, else {@link unreadable}. */
export function pickText(body: JsonObject, names: readonly string[]): string | null {
  const found = names
    .map((name) => memberAt(body, name))
    .find((value) => value !== undefined && value !== null && value !== '');
  if (found === undefined) return null;
  const text = isExact(found) ? String(found) : found;
  return typeof text === 'string' && isWord(text) ? text : unreadable;
}

/** The first of these members that is there, as it is: a list, an object. */
export function pickAny(body: JsonObject, names: readonly string[]): unknown {
  return names.map((name) => memberAt(body, name)).find((value) => value !== undefined);
}

/**
 * {@link pick}, where the answer is worth nothing without it.
 * @throws {WalletServerError} `service_answer_invalid`.
 */
export function need(body: JsonObject, names: readonly string[]): string {
  const found = pick(body, names);
  if (found === null) throw invalid(`The answer has no ${names.join(' or ')}.`);
  return found;
}

/** @throws {WalletServerError} `service_answer_invalid`. */
export function jsonObject(body: Bytes): JsonObject {
  const value = json(body);
  if (!isObject(value)) throw invalid('The answer is not a JSON object.');
  return value;
}

/** @throws {WalletServerError} `service_answer_invalid`. */
export function jsonObjects(body: Bytes): readonly JsonObject[] {
  const value = json(body);
  if (!Array.isArray(value) || !value.every(isObject)) {
    throw invalid('The answer is not a list of JSON objects.');
  }
  return value;
}

/** For an answer that says no more than that it is one: a literal `null`, or nothing. */
export function nothing(): undefined {
  return undefined;
}

/** Any JSON, as it came: its shape is not known. */
export function anything(body: Bytes): unknown {
  return body.length === 0 ? null : json(body);
}

/** The answer cannot be what it should be. */
export function invalid(message: string): WalletServerError {
  return new WalletServerError('service_answer_invalid', message);
}

function json(body: Bytes): unknown {
  try {
    return parseJson(body);
  } catch {
    throw invalid('The answer is not JSON.');
  }
}

/** A whole number that JSON.parse has rounded is another one: two ids would meet in it. */
function isExact(value: unknown): value is number {
  return typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value));
}

function memberAt(body: JsonObject, path: string): unknown {
  return path.includes('.')
    ? path.split('.').reduce<unknown>(memberOf, body)
    : memberOf(body, path);
}

function memberOf(from: unknown, name: string): unknown {
  return isObject(from) && Object.hasOwn(from, name) ? from[name] : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
