import { Buffer } from 'node:buffer';
import {
  fromMinor,
  sameAmount,
  toMinor,
  type Amount,
  type OperationName,
  type Places,
  type Wallet,
  type WireProfile,
} from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import { textOf, utf8, type Bytes } from './bytes.ts';
import { putAt, valueAt, type JsonObject } from './profile.ts';

/** Of `session`. */
export interface SessionInput {
  /** Where this session's webhooks go. */
  readonly callbackUrl: string;
  /** Where the bank's page sends the payer back to; sent where the profile has a field for it. */
  readonly redirectUrl?: string | undefined;
  readonly externalId?: string | undefined;
  /** Extra fields of the service, sent as they are (`client_phone`, …). */
  readonly extra?: JsonObject | undefined;
}

/** Of `payment`. */
export interface PaymentInput {
  readonly sessionId: string;
  readonly amount: Amount;
  /** The merchant's own reference. */
  readonly externalId: string;
  readonly redirectUrl?: string | undefined;
  readonly extra?: JsonObject | undefined;
}

/** Of `validateMerchant`. The caller has checked URL and domain. */
export interface ValidateMerchantInput {
  readonly sessionId: string;
  readonly validationUrl: string;
  readonly domain: string;
}

/** Of `payToken`, the charge. */
export interface PayTokenInput {
  readonly sessionId: string;
  readonly wallet: Wallet;
  /** As the wallet gave it. */
  readonly token: string;
  readonly redirectUrl?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly amount?: Amount | undefined;
}

/** Of `getStatus`. */
export interface StatusInput {
  readonly sessionId: string;
  readonly paymentId?: string | undefined;
  readonly externalId?: string | undefined;
}

/** Of `void`, `refund` and `completeHold`. */
export interface ChangeInput {
  readonly sessionId: string;
  /** For a part: the payment, and how much of it. Without them, all of the session. */
  readonly paymentId?: string | undefined;
  readonly amount?: Amount | undefined;
  readonly extra?: JsonObject | undefined;
}

/** One payment of a session. Amounts as in {@link PaymentAnswer}. */
export interface PaymentPart {
  readonly paymentId: string | null;
  readonly externalId: string | null;
  readonly status: string | null;
  readonly amount: string | null;
  readonly refunded: string | null;
}

/** What the service says about a payment. `null`: it did not name it. */
export interface PaymentAnswer {
  /** The provider status; `''` where only the bank's page is named. */
  readonly status: string;
  /** As received: the caller has to check it. */
  readonly acsUrl: string | null;
  readonly sessionId: string | null;
  readonly paymentId: string | null;
  readonly externalId: string | null;
  /** Exact, in major units: its own, else the sum of its payments; {@link unreadable} for what is not an amount. */
  readonly amount: string | null;
  /** What was paid back of it. */
  readonly refunded: string | null;
  /** ISO 4217, in capital letters; {@link unreadable} for what is not a currency. */
  readonly currency: string | null;
  /** The status of the bank's transaction. */
  readonly transactionStatus: string | null;
  /** The bank's reference (RRN). */
  readonly bankReference: string | null;
  readonly card: { readonly last4: string | null; readonly type: string | null } | null;
  readonly payments: readonly PaymentPart[];
}

/** Stands for a value that was named and cannot be read: it agrees with nothing. */
export const unreadable = 'unreadable';

/** What of the profile is needed to read a payment. */
type AnswerPlaces = Readonly<Partial<Record<string, Places>>>;
type Forms = Pick<WireProfile, 'forms' | 'currencies'>;

/**
 * The body of a call: the merchant's id, the values in their fields, constants, extra fields.
 * @throws {WalletServerError} `order_invalid` where an extra field stands where the server writes, or an amount
 *   has no exact form.
 */
export function writeBody(
  name: OperationName,
  values: JsonObject,
  extra: JsonObject,
  profile: WireProfile,
): JsonObject {
  const { constants, ...operation } = profile.operations[name];
  const fields: Readonly<Record<string, string | null>> = operation.fields;
  const body: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values)) {
    const place = fields[field] ?? null;
    if (place === null || value === undefined) continue;
    putAt(body, place, isAmount(value) ? writeAmount(value, profile) : value);
  }
  for (const [place, value] of Object.entries(constants)) putAt(body, place, value);
  const taken = Object.keys(extra).find((key) => Object.hasOwn(body, key));
  if (taken === undefined) return { ...body, ...extra };
  throw new WalletServerError('order_invalid', `The server writes the field ${taken} itself.`, {
    suggestion: `Leave ${taken} out of the extra fields.`,
  });
}

/** The token and the amount of a pay-token call, as its fields. */
export function payTokenFields(input: PayTokenInput, { wallets }: WireProfile): JsonObject {
  const { wallet, token, ...rest } = input;
  const field = wallet === 'wallet-a' ? 'walletAToken' : 'walletBToken';
  const { name, token: form } = wallets[wallet];
  const written = form === 'base64' ? Buffer.from(token).toString('base64') : token;
  return {
    ...withCurrency(rest),
    [field]: form === 'object' ? tokenJson(token) : written,
    wallet: name,
  };
}

/** Fields with the currency of their amount beside it. */
export function withCurrency(fields: JsonObject): JsonObject {
  const { amount } = fields;
  return isAmount(amount) ? { ...fields, currency: amount.currency } : fields;
}

/**
 * An amount in its form on the wire, exactly.
 * @throws {WalletServerError} `order_invalid` for a currency that the profile does not name, and where the form
 *   cannot hold the amount: with more than 15 digits a JSON number is another amount.
 */
export function writeAmount(money: Amount, { forms, currencies }: Forms): number | string {
  const { amount, currency } = money;
  if (!currencies.includes(currency)) {
    throw new WalletServerError('order_invalid', `The service does not take ${currency}.`, {
      suggestion: `If it does, add "${currency}" to currencies in the wire profile.`,
    });
  }
  const minor = toMinor(money);
  const written = forms.amount === 'minor-integer' ? minor : Number(amount);
  const isExact =
    forms.amount !== 'major-number' || sameAmount({ amount: String(written), currency }, money);
  if (minor > 0 && isExact) return forms.amount === 'major-string' ? amount : written;
  throw new WalletServerError('order_invalid', 'The amount has no exact form on the wire.');
}

/**
 * Reads what an answer or a webhook says about a payment.
 * @throws {WalletServerError} `service_answer_invalid` where it has neither a status nor the bank's page, and for
 *   a status that is not printable text of at most 64 characters.
 */
export function readPayment(
  body: unknown,
  places: AnswerPlaces,
  itemPlaces: AnswerPlaces,
  profile: Forms,
): PaymentAnswer {
  const text = (name: string, most?: number): string | null => textAt(body, places[name], most);
  const currency = text('currency')?.toUpperCase() ?? null;
  const amount = (written: string | null): string | null =>
    readAmount(
      written,
      currency ?? (profile.currencies.length > 1 ? '' : (profile.currencies[0] ?? '')),
      profile,
    );
  const list = firstAt(body, places['payments'] ?? []);
  const payments = (Array.isArray(list) ? list : []).map((item: unknown): PaymentPart => {
    const part = (name: string): string | null => textAt(item, itemPlaces[name]);
    return {
      paymentId: part('paymentId'),
      externalId: part('externalId'),
      status: part('status'),
      amount: amount(part('amount')),
      refunded: amount(part('refundedAmount')),
    };
  });
  const only = payments.length === 1 ? payments[0] : undefined;
  const status = text('status', 64) ?? only?.status ?? null;
  const acsUrl = text('acsUrl', 8192);
  if (status === unreadable) throw invalidAnswer('The status of the answer cannot be read.');
  if (status === null && acsUrl === null) throw invalidAnswer('The answer has no status.');
  const [mask, type] = [text('cardMask'), text('cardType')];
  return {
    status: status ?? '',
    acsUrl,
    sessionId: text('sessionId'),
    paymentId: text('paymentId') ?? only?.paymentId ?? null,
    externalId: text('externalId') ?? only?.externalId ?? null,
    amount: amount(text('amount')) ?? sumOf(payments.map((payment) => payment.amount)),
    refunded:
      amount(text('refundedAmount')) ?? sumOf(payments.flatMap(({ refunded }) => refunded ?? [])),
    currency: currency === null || /^[A-Z]{3}$/.test(currency) ? currency : unreadable,
    transactionStatus: text('transactionStatus'),
    bankReference: text('bankReference'),
    card:
      mask === null && type === null
        ? null
        : { last4: /\d{4}$/.exec(mask ?? '')?.[0] ?? null, type },
    payments,
  };
}

/** The merchant session of an answer, as the bytes that the browser gets. */
export function readMerchantSession(answer: Bytes, { operations }: WireProfile): Bytes {
  const { path, as } = operations.validateMerchant.merchantSession;
  const body = jsonIn(answer);
  const found = path === null ? body : valueAt(body, path);
  let session = found;
  let bytes = path === null ? answer : utf8(JSON.stringify(found ?? null));
  if (as !== 'json') {
    const text = typeof found === 'string' ? found : '';
    bytes = as === 'base64-json' ? Uint8Array.from(Buffer.from(text, 'base64')) : utf8(text);
    session = jsonIn(bytes);
  }
  if (typeof session === 'object' && Object.keys(session ?? []).length > 0) return bytes;
  throw invalidAnswer('The merchant session is empty or not an object.');
}

/**
 * The text at the first of these places that holds something; {@link unreadable} for what is not text, is
 * longer than `most` characters or cannot be printed.
 */
export function textAt(body: unknown, places: Places = [], most = 255): string | null {
  const found = firstAt(body, places);
  if (found === undefined) return null;
  // A whole number that JSON has rounded would be another one.
  const isExact = typeof found === 'number' && (Number.isSafeInteger(found) || found % 1 !== 0);
  const text = isExact ? String(found) : found;
  const isText = typeof text === 'string' && text.length <= most && /^\P{C}+$/u.test(text);
  return isText ? text : unreadable;
}

/** The first of these values that is there: not null, not an empty text. */
export function firstAt(body: unknown, places: Places): unknown {
  return places
    .map((place) => valueAt(body, place))
    .find((value) => value !== undefined && value !== null && value !== '');
}

/**
 * JSON from bytes: fatal UTF-8, no byte order mark.
 * @throws {WalletServerError} `service_answer_invalid`.
 */
export function jsonIn(bytes: Bytes): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    throw invalidAnswer('The answer is not JSON.');
  }
}

/** The service said something that its wire profile does not allow for. */
export function invalidAnswer(message: string): WalletServerError {
  return new WalletServerError('service_answer_invalid', message);
}

/** An amount of an answer, in major units. */
function readAmount(text: string | null, currency: string, { forms }: Forms): string | null {
  if (text === null) return null;
  if (forms.answeredAmount === 'major')
    return /^\d{1,15}(?:\.\d{1,6})?$/.test(text) ? text : unreadable;
  const isReadable = /^\d{1,15}$/.test(text) && /^[A-Z]{3}$/.test(currency);
  return isReadable ? fromMinor(Number(text), currency) : unreadable;
}

/** Amounts together, exactly; `null` without any, or where one is missing. */
function sumOf(amounts: readonly (string | null)[]): string | null {
  const [first = null, ...more] = amounts;
  if (more.length === 0 || amounts.includes(null)) return more.length === 0 ? first : null;
  if (amounts.includes(unreadable)) return unreadable;
  const total = amounts
    .map((amount) => (amount ?? '').split('.'))
    .reduce(
      (sum, [whole = '', decimals = '']) => sum + BigInt(whole + decimals.padEnd(6, '0')),
      0n,
    );
  const digits = String(total).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
}

function isAmount(value: unknown): value is Amount {
  return typeof value === 'object' && value !== null && 'currency' in value && 'amount' in value;
}

function tokenJson(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    throw new WalletServerError('invalid_field', 'The token is not JSON.', { field: 'token' });
  }
}
