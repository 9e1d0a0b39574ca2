import { ProtocolError } from './errors.ts';
import { currencyExponent, toMinor } from './money.ts';
import type { Amount } from './money.ts';
import { outcomes, wallets } from './payment.ts';
import type {
  Address,
  OrderRequest,
  Payer,
  PayTokenAnswer,
  PayTokenRequest,
  Problem,
  StatusAnswer,
  ValidateMerchantRequest,
} from './wire.ts';

/** Turns unknown input into a type, or throws a {@link ProtocolError} that names the field. */
type Reader<T> = (value: unknown, field: string) => T;
type Readers<T> = { readonly [K in keyof T]-?: Reader<T[K] | undefined> };

const tokenLimit = 32 * 1024;

/** Reads the body of `prepare` and `status`. */
export function readOrderRequest(body: unknown): OrderRequest {
  return closed<OrderRequest>({ order: orderRef })(body, '');
}

/** Reads the body of `validate-merchant`; whether the URL may be used is the server's question. */
export function readValidateMerchantRequest(body: unknown): ValidateMerchantRequest {
  return closed<ValidateMerchantRequest>({
    order: orderRef,
    validation_url: text(2048),
    domain: text(253),
  })(body, '');
}

/** Reads the body of `pay-token`. A token over 32 KiB is `too_large`. */
export function readPayTokenRequest(body: unknown): PayTokenRequest {
  return closed<PayTokenRequest>({
    order: orderRef,
    wallet: oneOf(wallets),
    token: text(tokenLimit),
    shown: money,
    payer: optional(closed<Payer>(payer())),
    shipping_address: optional(address),
    billing_address: optional(address),
    shipping_option: optional(text(128)),
    coupon_code: optional(text(128)),
  })(body, '');
}

/** Reads the answer to `pay-token`. Fields added later are passed over. */
export function readPayTokenAnswer(body: unknown): PayTokenAnswer {
  return open<PayTokenAnswer>({
    outcome: oneOf(outcomes),
    status: string,
    acs_url: optional(string),
  })(body, '');
}

/** Reads the answer to `status`. */
export function readStatusAnswer(body: unknown): StatusAnswer {
  return open<StatusAnswer>({ outcome: oneOf(outcomes), status: string, final: boolean })(body, '');
}

/** Reads an `application/problem+json` body. */
export function readProblem(body: unknown): Problem {
  return open<Problem>({
    code: string,
    title: string,
    status: number,
    type: optional(string),
    detail: optional(string),
    field: optional(string),
    outcome: optional(oneOf(outcomes)),
    payment_status: optional(string),
  })(body, '');
}

const string = typed<string>('string');
const boolean = typed<boolean>('boolean');
const number = typed<number>('number');

const payer = (): Readers<Payer> => ({
  name: optional(text(256)),
  email: optional(text(320)),
  phone: optional(text(64)),
});

const address: Reader<Address> = (value, field) =>
  closed<Address>({
    ...payer(),
    country: optional(text(2)),
    administrative_area: optional(text(128)),
    locality: optional(text(128)),
    sub_locality: optional(text(128)),
    postal_code: optional(text(32)),
    address_lines: optional(lines),
  })(value, field);

const lines: Reader<readonly string[]> = (value, field) => {
  if (!Array.isArray(value) || value.length > 10) {
    throw new ProtocolError('invalid_field', field, 'must be a list of at most 10 lines');
  }
  return value.map((line, at) => text(256)(line, `${field}.${String(at)}`));
};

const money: Reader<Amount> = (value, field) => {
  const amount = closed<Amount>({ amount: text(32), currency: text(3) })(value, field);
  try {
    currencyExponent(amount.currency);
    toMinor(amount);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new ProtocolError('invalid_field', `${field}.${error.field}`, 'is not an exact amount');
  }
  return amount;
};

const orderRef: Reader<string> = (value, field) => text(128)(value, field);

function typed<T>(type: string): Reader<T> {
  return (value, field) => {
    if (typeof value !== type) throw wrong(value, field, `must be a ${type}`);
    return value as T;
  };
}

/** Printable text: control characters have no place in a reference, a name or a token. */
function text(limit: number): Reader<string> {
  return (value, field) => {
    const read = string(value, field);
    if (read.length > limit) {
      throw new ProtocolError('too_large', field, `must have at most ${String(limit)} characters`);
    }
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    if (!read || /[\u0000-\u001f\u007f]/.test(read) || !read.isWellFormed()) {
      throw new ProtocolError('invalid_field', field, 'must be printable text');
    }
    return read;
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

/** An object with exactly these fields. */
function closed<T>(readers: Readers<T>): Reader<T> {
  const read = open(readers);
  return (value, field) => {
    const result = read(value, field);
    for (const key of Object.keys(value as object)) {
      if (!Object.hasOwn(readers, key)) {
        // Only a name that looks like a field is repeated; anything else may be somebody's data.
        const name = /^[a-z_]{1,40}$/.test(key) ? [field, key].filter(Boolean).join('.') : field;
        throw new ProtocolError('unknown_field', name, 'is not part of the contract');
      }
    }
    return result;
  };
}

/** An object with at least these fields; only they are copied. */
function open<T>(readers: Readers<T>): Reader<T> {
  return (value, field) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ProtocolError('invalid_field', field, 'must be an object');
    }
    const result: Partial<T> = {};
    for (const key in readers) {
      const own: unknown = Object.hasOwn(value, key) ? value[key as never] : undefined;
      const read = readers[key](own, field ? `${field}.${key}` : key);
      if (read !== undefined) result[key] = read;
    }
    return result as T;
  };
}

function wrong(value: unknown, field: string, rule: string): ProtocolError {
  return new ProtocolError(value === undefined ? 'missing_field' : 'invalid_field', field, rule);
}
