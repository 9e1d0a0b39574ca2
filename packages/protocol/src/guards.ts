import { ProtocolError } from './errors.ts';
import { type Amount, toMinor } from './money.ts';
import { isOrderRef, isReceipt, type OrderRef, type Wallet } from './payment.ts';
import type { WireProfile } from './profile.ts';
import {
  type Address,
  type Card,
  type OrderRequest,
  type Payer,
  type PaymentRequest,
  type PayTokenRequest,
  reportOrigins,
  reportPhases,
  type ReportRequest,
  type StatusRequest,
  type ValidateMerchantRequest,
} from './wire.ts';

/** Turns unknown input into a type, or throws a {@link ProtocolError} that names the field. */
type Reader<T> = (value: unknown, field: string) => T;
type Readers<T> = { readonly [K in keyof T]-?: Reader<T[K] | undefined> };

const tokenLimit = 32 * 1024;

/** Reads the body of `prepare`. @throws {ProtocolError} that names the field. */
export function readOrderRequest(body: unknown): OrderRequest {
  return closed<OrderRequest>({ order: readOrderRef })(body, '');
}

/** Reads the body of `status`. @throws {ProtocolError} that names the field. */
export function readStatusRequest(body: unknown): StatusRequest {
  return closed<StatusRequest>({ order: readOrderRef, receipt: optional(readReceipt) })(body, '');
}

/**
 * Reads the body of `validate-merchant`. The server has to check whether the URL may be used.
 * @throws {ProtocolError} that names the field.
 */
export function readValidateMerchantRequest(body: unknown): ValidateMerchantRequest {
  return closed<ValidateMerchantRequest>({
    order: readOrderRef,
    validation_url: text(2048),
    domain: text(253),
  })(body, '');
}

/** The wallets that a backend takes, by their names: the wire profile has them. */
type Wallets = Pick<WireProfile, 'wallets'>;

/**
 * Reads the body of `pay-token`.
 * @throws {ProtocolError} that names the field; `too_large` for a token over 32 KiB.
 */
export function readPayTokenRequest(body: unknown, { wallets }: Wallets): PayTokenRequest {
  return closed<PayTokenRequest>({ ...payment(wallets), shown: money })(body, '');
}

/** Reads a payment that no page sends. @throws {ProtocolError} like {@link readPayTokenRequest}. */
export function readPaymentRequest(body: unknown, { wallets }: Wallets): PaymentRequest {
  return closed<PaymentRequest>(payment(wallets))(body, '');
}

const payment = (wallets: Wallets['wallets']): Readers<PaymentRequest> => ({
  order: readOrderRef,
  wallet: oneOf(Object.keys(wallets) as Wallet[]),
  token: text(tokenLimit),
  shown: optional(money),
  payer: optional(closed<Payer>(payer())),
  shipping_address: optional(address),
  billing_address: optional(address),
  shipping_option: optional(text(128)),
  coupon_code: optional(text(128)),
  card: optional(card),
});

/**
 * Reads the body of `report`. None of its fields has room for a sentence, a token or a card's number.
 * @throws {ProtocolError} that names the field.
 */
export function readReportRequest(body: unknown, { wallets }: Wallets): ReportRequest {
  return closed<ReportRequest>({
    order: readOrderRef,
    wallet: oneOf(Object.keys(wallets) as Wallet[]),
    phase: oneOf(reportPhases),
    origin: oneOf(reportOrigins),
    code: reportCode,
    cause_code: optional(reportCode),
    tag_version: version,
    api_version: optional(version),
  })(body, '');
}

const reportCode: Reader<string> = (value, field) => {
  if (typeof value !== 'string' || !/^[A-Za-z][\w.-]{0,39}$/.test(value)) {
    throw wrong(value, field, 'must be a code of at most 40 letters, digits and _-.');
  }
  return value;
};

/** Too short for the number of a card. */
const versionPattern = /^\d{1,3}(\.\d{1,3}){0,2}(-[a-z]{1,10}(\.\d{1,3})?)?$/;

const version: Reader<string> = (value, field) => {
  if (typeof value !== 'string' || !versionPattern.test(value)) {
    throw wrong(value, field, 'must be a version');
  }
  return value;
};

const payer = (): Readers<Payer> => ({
  name: contact(256),
  email: contact(320),
  phone: contact(64),
});

const address: Reader<Address> = (value, field) =>
  closed<Address>({
    ...payer(),
    phonetic_name: contact(256),
    country: (code, name) => countryCode(contact(3)(code, name)),
    administrative_area: contact(128),
    administrative_area_code: contact(16),
    sub_administrative_area: contact(128),
    locality: contact(128),
    sub_locality: contact(128),
    postal_code: contact(32),
    sorting_code: contact(32),
    address_lines: optional(lines),
  })(value, field);

/** At most ten lines. */
const lines: Reader<readonly string[]> = (value, field) => {
  if (!Array.isArray(value)) throw new ProtocolError('invalid_field', field, 'must be a list');
  return value
    .map((line, index) => contact(256)(line ?? null, `${field}.${String(index)}`))
    .filter((line) => line !== undefined)
    .slice(0, 10);
};

/**
 * Text of the payer, which is no reason to refuse a payment: control characters, line breaks and broken characters
 * become blanks, and a long text is cut. An empty text is left out.
 */
function contact(limit: number): Reader<string | undefined> {
  return (value, field) => {
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw wrong(value, field, 'must be text');
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    const printable = value.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
    const characters = Array.from(printable.replace(/\p{Cs}/gu, ' ').trim());
    return characters.slice(0, limit).join('').trim() || undefined;
  };
}

function countryCode(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z]{2}$/.test(text) ? text : undefined;
}

const card: Reader<Card> = (value, field) =>
  closed<Card>({
    network: optional(text(32)),
    last4: optional(lastFour),
    funding: optional(oneOf(['credit', 'debit', 'prepaid', 'store'])),
    account_verified: optional(flag),
    cardholder_authenticated: optional(flag),
  })(value, field);

const lastFour: Reader<string> = (value, field) => {
  if (typeof value !== 'string' || !/^\d{4}$/.test(value)) {
    throw wrong(value, field, 'must be four digits');
  }
  return value;
};

const readReceipt: Reader<string> = (value, field) => {
  if (!isReceipt(value)) throw wrong(value, field, 'must be a receipt');
  return value;
};

const flag: Reader<boolean> = (value, field) => {
  if (typeof value !== 'boolean') throw wrong(value, field, 'must be true or false');
  return value;
};

const money: Reader<Amount> = (value, field) => {
  const amount = closed<Amount>({ amount: text(32), currency: text(3) })(value, field);
  try {
    toMinor(amount);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new ProtocolError('invalid_field', `${field}.${error.field}`, 'is not an exact amount');
  }
  return amount;
};

/** Reads an order reference. @throws {ProtocolError} that names the field. */
export function readOrderRef(value: unknown, field: string): OrderRef {
  const order = text(128)(value, field);
  if (/^\.\.?$/.test(order)) {
    throw new ProtocolError('invalid_field', field, 'must not be . or .., which no URL can name');
  }
  if (isOrderRef(order)) return order;
  const isTrimmed = order.trim() === order;
  const rule = isTrimmed
    ? 'must not have invisible characters'
    : 'must not begin or end with a blank';
  throw new ProtocolError('invalid_field', field, rule);
}

/** Text without control characters, which could forge lines of a log. */
function text(limit: number): Reader<string> {
  return (value, field) => {
    if (typeof value !== 'string') throw wrong(value, field, 'must be text');
    if (value.length > limit && Array.from(value).length > limit) {
      throw new ProtocolError('too_large', field, `must have at most ${String(limit)} characters`);
    }
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    if (!value || /[\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed()) {
      throw new ProtocolError('invalid_field', field, 'must be printable text');
    }
    return value;
  };
}

function oneOf<T extends string>(words: readonly T[]): Reader<T> {
  return (value, field) => {
    const word = words.find((each) => each === value);
    if (word === undefined) throw wrong(value, field, `must be one of ${words.join(', ')}`);
    return word;
  };
}

function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, field) => (value === undefined ? undefined : reader(value, field));
}

/** An object with these fields and no others. */
function closed<T>(readers: Readers<T>): Reader<T> {
  return (value, field) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw wrong(value, field, 'must be an object');
    }
    const result: Partial<T> = {};
    for (const key in readers) {
      const ownValue: unknown = Object.hasOwn(value, key) ? value[key as never] : undefined;
      const fieldValue = readers[key](ownValue, field ? `${field}.${key}` : key);
      if (fieldValue !== undefined) result[key] = fieldValue;
    }
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(readers, key)) {
        // Only a name that looks like a field is repeated. Any other name may be personal data.
        const name = /^[a-z_]{1,40}$/.test(key) ? [field, key].filter(Boolean).join('.') : field;
        throw new ProtocolError('unknown_field', name, 'is not part of the contract');
      }
    }
    return result as T;
  };
}

function wrong(value: unknown, field: string, rule: string): ProtocolError {
  const code = value === undefined && field ? 'missing_field' : 'invalid_field';
  return new ProtocolError(code, field, rule);
}
