import { ProtocolError } from './errors.ts';

/** Money: a decimal string in major units and its ISO 4217 code. Never a float. */
export interface Amount {
  /** `'199.90'`: digits, then at most as many decimals as the currency has. */
  readonly amount: string;
  /** Three capital letters. */
  readonly currency: string;
}

/** ISO 4217 list one, the currencies that have no minor unit. */
const wholeCurrencies = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
/** The currencies whose minor unit is smaller than a hundredth. */
const finer: readonly (readonly [number, string])[] = [
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** Whether an ISO 4217 code is that of a currency without decimals. The code must be valid. */
export function isWhole(currency: string): boolean {
  return wholeCurrencies.includes(currency);
}

/**
 * How many decimals a currency has (ISO 4217).
 * @throws {ProtocolError} `invalid_currency` when it is not three capital letters.
 */
export function currencyExponent(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new ProtocolError('invalid_currency', 'currency', 'must be an ISO 4217 code such as EUR');
  }
  if (isWhole(currency)) return 0;
  return finer.find(([, codes]) => codes.includes(currency))?.[0] ?? 2;
}

/**
 * An amount as an exact integer of minor units: `{amount: '199.9', currency: 'UAH'}` is 19990.
 * Zeros beyond the currency's decimals are tolerated, other digits are not.
 * @throws {ProtocolError} `invalid_amount` or `invalid_currency`.
 */
export function toMinor({ amount, currency }: Amount): number {
  const exponent = currencyExponent(currency);
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const minor = Number(`${sign}${whole}${decimals.slice(0, exponent).padEnd(exponent, '0')}`);
  if (!Number.isSafeInteger(minor) || /[1-9]/.test(decimals.slice(exponent))) {
    throw new ProtocolError(
      'invalid_amount',
      'amount',
      `must be a decimal string with at most ${String(exponent)} decimals, such as ${fromMinor(1999, currency)}`,
    );
  }
  return minor;
}

/**
 * Minor units as the decimal string with all of the currency's decimals: 19990 UAH is `'199.90'`.
 * @throws {ProtocolError} `invalid_amount` when it is not a safe integer, or `invalid_currency`.
 */
export function fromMinor(minor: number, currency: string): string {
  const exponent = currencyExponent(currency);
  if (!Number.isSafeInteger(minor)) {
    throw new ProtocolError('invalid_amount', 'amount', 'must be a whole number of minor units');
  }
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const decimals = digits.slice(whole.length);
  return `${minor < 0 ? '-' : ''}${whole}${decimals && `.${decimals}`}`;
}

/**
 * Whether two amounts are equal; `'10'` and `'10.00'` are.
 * @throws {ProtocolError} `invalid_amount` or `invalid_currency`, if both have the same currency.
 */
export function sameAmount(a: Amount, b: Amount): boolean {
  return a.currency === b.currency && toMinor(a) === toMinor(b);
}
