/** Exact amounts: decimal strings in major units, each with as many decimals as its currency has. */
import { decimalsOf } from './currency.ts';

/** Minor units of a decimal string such as `199.9`, or undefined if it is not an amount of the currency. */
export function minorFromText(amount: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency);
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(decimals))) return undefined;
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** Minor units of a JSON number in major units, or undefined unless it is exact in the currency. */
export function minorFromNumber(amount: number, currency: string): number | undefined {
  const factor = 10 ** decimalsOf(currency);
  const minor = Math.round(amount * factor);
  return Number.isSafeInteger(minor) && minor / factor === amount ? minor : undefined;
}

/** `19990` UAH as `199.90`, `19990` JPY as `19990`. */
export function textFromMinor(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(whole.length);
  return `${minor < 0 ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

/** The sum of decimal strings of one currency, in minor units. */
export function sumOf<Item>(
  items: readonly Item[],
  currency: string,
  amount: (item: Item) => string,
): number {
  return items.reduce((sum, item) => sum + (minorFromText(amount(item), currency) ?? 0), 0);
}

/** Whether a decimal string is zero, in any currency. */
export function isZero(amount: string): boolean {
  return Number(amount) === 0;
}
