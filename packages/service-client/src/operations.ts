import { Buffer } from 'node:buffer';
import { fromMinor, type Places, type WireProfile } from '@wallet-buttons/protocol';
import { ServiceError } from './errors.ts';
import type { Bytes } from './fetch.ts';
import { keysIn } from './json-keys.ts';
import { isObject, valueAt } from './profile.ts';

/** The service's report of a payment. A field is `null` if the service did not name it. */
export interface PaymentAnswer {
  /** The provider status; `''` if only the bank's page is named. */
  readonly status: string;
  /** As received: the caller has to check it. */
  readonly acsUrl: string | null;
  readonly sessionId: string | null;
  readonly paymentId: string | null;
  readonly externalId: string | null;
  /** Exact, in major units: the session's, else the sum of its payments; {@link unreadable} if it is not an amount. */
  readonly amount: string | null;
  /** The refunded part of it. */
  readonly refunded: string | null;
  /** ISO 4217, in capital letters; {@link unreadable} if it is not a currency. */
  readonly currency: string | null;
  /** The status of the bank's transaction. */
  readonly transactionStatus: string | null;
  /** The bank's reference (RRN). */
  readonly bankReference: string | null;
  readonly card: { readonly last4: string | null; readonly type: string | null } | null;
  readonly payments: readonly PaymentPart[];
}

/** One payment of a session. */
export interface PaymentPart extends Pick<PaymentAnswer, PartField> {
  readonly status: string | null;
}
type PartField = 'paymentId' | 'externalId' | 'amount' | 'refunded';

/** Replaces a value that was named and cannot be read. It equals no other value. */
export const unreadable = 'unreadable';

/** The most code units of an order: it has at most 128 characters, of two each. */
export const longestOrder = 256;

/** The parts of the profile that reading a payment needs. */
type AnswerPlaces = Readonly<Partial<Record<string, Places>>>;
type Forms = Pick<WireProfile, 'forms' | 'currencies'>;

/** Reads an answer or a webhook. @throws {ServiceError} `service_answer_invalid` without status and bank's page. */
export function readPayment(
  body: unknown,
  places: AnswerPlaces,
  itemPlaces: AnswerPlaces,
  profile: Forms,
): PaymentAnswer {
  const text = (name: string, maxLength?: number): string | null =>
    textAt(body, places[name], maxLength);
  const list = firstAt(body, places['payments'] ?? []);
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  const itemText = (item: unknown, name: string, maxLength?: number): string | null =>
    textAt(item, itemPlaces[name], maxLength);
  const currency = common([text('currency'), ...items.map((item) => itemText(item, 'currency'))]);
  // Without a currency, the profile's only one counts. Several joined are not a currency.
  const amount = (amountText: string | null): string | null =>
    readAmount(amountText, currency ?? profile.currencies.join(), profile);
  const payments = items.map((item): PaymentPart => ({
    paymentId: knownAt(item, itemPlaces['paymentId']),
    externalId: itemText(item, 'externalId', longestOrder),
    status: itemText(item, 'status', 64),
    amount: amount(itemText(item, 'amount')),
    refunded: amount(itemText(item, 'refundedAmount')),
  }));
  const onlyPayment = payments.length === 1 ? payments[0] : undefined;
  const status = text('status', 64) ?? onlyPayment?.status ?? null;
  const acsUrl = text('acsUrl', 8192);
  if (status === unreadable) throw invalidAnswer('The status of the answer cannot be read.');
  if (status === null && acsUrl === null) throw invalidAnswer('The answer has no status.');
  const knownText = (name: string): string | null => knownAt(body, places[name]);
  return {
    status: status ?? '',
    acsUrl,
    sessionId: text('sessionId'),
    paymentId: knownText('paymentId') ?? onlyPayment?.paymentId ?? null,
    externalId: text('externalId', longestOrder) ?? onlyPayment?.externalId ?? null,
    amount: amount(text('amount')) ?? sumOf(payments.map((payment) => payment.amount)),
    refunded:
      amount(text('refundedAmount')) ?? sumOf(payments.flatMap((one) => one.refunded ?? [])),
    currency,
    transactionStatus: knownText('transactionStatus'),
    bankReference: knownText('bankReference'),
    card: cardOf(knownText('cardMask'), knownText('cardType')),
    payments,
  };
}

function cardOf(mask: string | null, type: string | null): PaymentAnswer['card'] {
  if (mask === null && type === null) return null;
  return { last4: /\d{4}$/.exec(mask ?? '')?.[0] ?? null, type };
}

/** The merchant session of an answer, as the bytes for the browser. */
export function readMerchantSession(answer: Bytes, { operations }: WireProfile): Bytes {
  const { path, as } = operations.validateMerchant.merchantSession;
  const body = jsonIn(answer);
  const sessionValue = path === null ? body : valueAt(body, path);
  let session = sessionValue;
  let bytes = path === null ? answer : utf8(JSON.stringify(sessionValue));
  if (as !== 'json') {
    const text = typeof sessionValue === 'string' ? sessionValue : '';
    bytes = as === 'base64-json' ? Uint8Array.from(Buffer.from(text, 'base64')) : utf8(text);
    session = jsonIn(bytes);
  }
  if (isObject(session) && Object.keys(session).length > 0) return bytes;
  throw invalidAnswer('The merchant session is empty or not an object.');
}

/** The first value at these places, as text; {@link unreadable} if it is not text, too long or not printable. */
export function textAt(body: unknown, places: Places = [], maxLength = 255): string | null {
  const value = firstAt(body, places);
  if (value === undefined) return null;
  // JSON may have rounded a larger whole number.
  const isExact = typeof value === 'number' && (Number.isSafeInteger(value) || value % 1 !== 0);
  const text = isExact ? String(value) : value;
  const isText = typeof text === 'string' && text.length <= maxLength && /^\P{C}+$/u.test(text);
  return isText ? text : unreadable;
}

/** {@link textAt}, where an unreadable value counts as missing. */
export function knownAt(body: unknown, places: Places | undefined): string | null {
  const text = textAt(body, places);
  return text === unreadable ? null : text;
}

/** The first value at these places that is neither missing, null nor an empty text. */
export function firstAt(body: unknown, places: Places): unknown {
  return places.map((place) => valueAt(body, place)).find((value) => (value ?? '') !== '');
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text as UTF-8. */
export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Text from UTF-8; a byte order mark stays in it. @throws {TypeError} for bytes that are not UTF-8. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** JSON from bytes: fatal UTF-8, no byte order mark, no key twice. @throws {ServiceError} `service_answer_invalid`. */
export function jsonIn(bytes: Bytes): unknown {
  let text: string;
  let value: unknown;
  try {
    text = textOf(bytes);
    value = JSON.parse(text);
  } catch {
    throw invalidAnswer('The answer is not JSON.');
  }
  // Of two statuses in one answer neither is evidence.
  for (const { isRepeated } of keysIn(text)) {
    if (isRepeated) throw invalidAnswer('The answer has a key twice.');
  }
  return value;
}

/** The error for an answer that the wire profile does not allow. */
export function invalidAnswer(message: string): ServiceError {
  return new ServiceError('service_answer_invalid', message);
}

/** An amount of an answer, in major units. */
export function readAmount(text: string | null, currency: string, { forms }: Forms): string | null {
  if (text === null) return null;
  if (forms.answeredAmount === 'major')
    return /^\d{1,15}(?:\.\d{1,6})?$/.test(text) ? text : unreadable;
  const isReadable = /^\d{1,15}$/.test(text) && /^[A-Z]{3}$/.test(currency);
  return isReadable ? fromMinor(Number(text), currency) : unreadable;
}

/** The exact sum of amounts: `null` if all are missing, {@link unreadable} if one is missing or unreadable. */
export function sumOf(amounts: readonly (string | null)[]): string | null {
  const [first = null, ...more] = amounts;
  if (more.length === 0 || amounts.every((amount) => amount === null)) return first;
  if (amounts.some((amount) => amount === null || amount === unreadable)) return unreadable;
  let total = 0n;
  for (const amount of amounts) {
    const [whole = '', decimals = ''] = (amount ?? '').split('.');
    total += BigInt(whole + decimals.padEnd(6, '0'));
  }
  const digits = String(total).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
}

/** Whether two amounts are equal: `1.5` and `1.50` are. */
export function sameDecimal(a: string | null, b: string | null): boolean {
  return sumOf([a, '0']) === sumOf([b, '0']);
}

/** The currency that all of these name, apart from missing ones; {@link unreadable} if they differ. */
function common(currencies: readonly (string | null)[]): string | null {
  const distinct = new Set(currencies.flatMap((currency) => currency?.toUpperCase() ?? []));
  const [first = null] = distinct;
  return first === null || (distinct.size === 1 && /^[A-Z]{3}$/.test(first)) ? first : unreadable;
}
