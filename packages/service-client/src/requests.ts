import { Buffer } from 'node:buffer';
import {
  type Amount,
  type OperationName,
  type OperationProfile,
  sameAmount,
  toMinor,
  type Wallet,
  type WireProfile,
} from '@wallet-buttons/protocol';
import { invalidConfig, ServiceError } from './errors.ts';
import type { Bytes, FetchRequest } from './fetch.ts';
import { utf8 } from './operations.ts';
import { isObject, type JsonObject, type Profile, putAt } from './profile.ts';

/** The input of `session`. */
export interface SessionInput {
  /** The URL for this session's webhooks. */
  readonly callbackUrl: string;
  /** The URL to which the bank's page sends the payer; sent if the profile has a field for it. */
  readonly redirectUrl?: string | undefined;
  readonly externalId?: string | undefined;
  /** Extra fields of the service, sent unchanged (`client_phone`, …). */
  readonly extra?: JsonObject | undefined;
}

/** The input of `payment`. */
export interface PaymentInput {
  readonly sessionId: string;
  readonly amount: Amount;
  /** The merchant's own reference. */
  readonly externalId: string;
  readonly redirectUrl?: string | undefined;
  readonly extra?: JsonObject | undefined;
}

/** The input of `validateMerchant`. The caller has checked URL and domain. */
export interface ValidateMerchantInput {
  readonly sessionId: string;
  readonly validationUrl: string;
  readonly domain: string;
}

/** The input of `getStatus`. */
export interface StatusInput {
  readonly sessionId: string;
  readonly paymentId?: string | undefined;
  readonly externalId?: string | undefined;
}

/** The input of `payToken`, the charge. */
export interface PayTokenInput extends StatusInput {
  readonly wallet: Wallet;
  /** Exactly as the wallet gave it. */
  readonly token: string;
  readonly redirectUrl?: string | undefined;
  readonly amount?: Amount | undefined;
}

/** The input of `void`, `refund` and `completeHold`. */
export interface ChangeInput {
  readonly sessionId: string;
  /** For a part: the payment and the amount of the part. Without them, the whole session. */
  readonly paymentId?: string | undefined;
  readonly amount?: Amount | undefined;
  readonly extra?: JsonObject | undefined;
}

/** The places of fields in a body; `null`: it is not sent. */
export type FieldPlaces = Readonly<Record<string, string | null>>;

/**
 * The body of a call.
 * @param morePlaces The places of fields that are not those of the operation, such as the token's of its wallet.
 * @throws {ServiceError} `order_invalid`: an inexact amount, or a duplicate field. `config_invalid`: the profile has no
 *   field for the amount.
 */
export function writeBody(
  name: OperationName,
  values: JsonObject,
  extra: JsonObject,
  profile: WireProfile,
  morePlaces: FieldPlaces = {},
): JsonObject {
  const { constants, ...operation } = profile.operations[name];
  const fields: FieldPlaces = { ...operation.fields, ...morePlaces };
  const body: Record<string, unknown> = {};
  const { amount } = values;
  const valuesToWrite = isAmount(amount) ? { ...values, currency: amount.currency } : values;
  for (const [field, value] of Object.entries(valuesToWrite)) {
    const place = fields[field] ?? null;
    // Without the amount, the service would void, refund or capture all of it. A pay-token call only repeats it.
    if (place === null && isAmount(value) && name !== 'payToken') {
      throw invalidConfig(`operations.${name}.fields.amount of the wire profile is null.`, {
        suggestion:
          'Name the field in the profile, or leave out the amount, which means all of it.',
      });
    }
    if (place === null || value === undefined) continue;
    putAt(body, place, isAmount(value) ? writeAmount(value, profile) : value);
  }
  for (const [place, value] of Object.entries(constants)) putAt(body, place, value);
  const takenKey = Object.keys(extra).find((key) => Object.hasOwn(body, key));
  if (takenKey === undefined) return { ...body, ...extra };
  throw new ServiceError('order_invalid', `The server writes the field ${takenKey} itself.`, {
    suggestion: `Leave ${takenKey} out of the extra fields.`,
  });
}

/**
 * The fields of a pay-token call, and the place of its token.
 * @throws {ServiceError} `invalid_field` for a wallet that the profile does not have.
 */
export function payTokenFields(
  input: PayTokenInput,
  { wallets }: WireProfile,
): { readonly fields: JsonObject; readonly places: FieldPlaces } {
  const { wallet, token, ...rest } = input;
  const entry = Object.hasOwn(wallets, wallet) ? wallets[wallet] : undefined;
  if (!entry) {
    throw new ServiceError('invalid_field', 'The profile has no such wallet.', { field: 'wallet' });
  }
  const fields = { ...rest, token: writeToken(token, entry.token), wallet: entry.name };
  return { fields, places: { token: entry.place } };
}

function writeToken(token: string, form: 'string' | 'object' | 'base64'): unknown {
  if (form === 'object') return tokenJson(token);
  return form === 'base64' ? Buffer.from(token).toString('base64') : token;
}

/** An amount in its exact form on the wire. A JSON number with more than 15 digits would be rounded. */
function writeAmount(money: Amount, { forms, currencies }: WireProfile): number | string {
  const { amount, currency } = money;
  if (!currencies.includes(currency)) {
    throw new ServiceError('order_invalid', `The service does not take ${currency}.`, {
      suggestion: `If it does, add "${currency}" to currencies in the wire profile.`,
    });
  }
  try {
    const minor = toMinor(money);
    const numericAmount = forms.amount === 'minor-integer' ? minor : Number(amount);
    const isExact =
      forms.amount !== 'major-number' ||
      sameAmount({ amount: String(numericAmount), currency }, money);
    if (minor > 0 && isExact) return forms.amount === 'major-string' ? amount : numericAmount;
  } catch {
    // Text that is not an amount is refused like one that is not exact.
  }
  throw new ServiceError('order_invalid', 'The amount has no exact form on the wire.');
}

function isAmount(value: unknown): value is Amount {
  return isObject(value) && 'currency' in value && 'amount' in value;
}

function tokenJson(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    throw new ServiceError('invalid_field', 'The token is not JSON.', { field: 'token' });
  }
}

const mebibyte = 1024 * 1024;

/** A call, ready to be sent. It is serialised once, so the signed bytes are the sent bytes. */
export function messageOf(
  name: OperationName,
  body: unknown,
  merchantId: string,
  { operations, signing }: Profile,
  bases: Readonly<Record<OperationProfile['group'], string>>,
): Omit<FetchRequest, 'redirect' | 'signal'> & { readonly url: string; readonly signed: Bytes } {
  const { method, path, group, encoding, accept, headers } = operations[name];
  if (path === null) {
    throw invalidConfig(`The wire profile has no path for ${name}: set operations.${name}.path.`);
  }
  const isGet = method === 'GET';
  const type = encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const query = isGet ? formOf(body) : '';
  const target = query === '' ? path : `${path}?${query}`;
  const ofGet = { empty: '', query, path: target }[signing.get];
  const write = encoding === 'form' ? formOf : jsonOf;
  const bytes = utf8(isGet ? ofGet : write(body));
  return {
    url: `${bases[group]}${target}`,
    method,
    headers: {
      accept,
      ...(!isGet && { 'content-type': type }),
      ...(headers.merchantId !== null && { [headers.merchantId]: merchantId }),
    },
    body: isGet ? null : bytes,
    signed: bytes,
    limit: accept === 'application/json' ? mebibyte : 16 * mebibyte,
  };
}

function jsonOf(body: unknown): string {
  try {
    if (typeof body === 'object' && body !== null) return JSON.stringify(body);
  } catch (cause) {
    throw invalidConfig('The body is not JSON.', { cause });
  }
  throw invalidConfig('The body must be an object or a list.');
}

/** A form body: text and numbers unchanged, all other values as JSON. */
function formOf(body: unknown): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(JSON.parse(jsonOf(body)) as JsonObject)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form.toString();
}
