/** Exact amounts with two decimals, which is all that the service's terminal knows. */

/** Minor units of a JSON number in major units, or undefined unless it is exact to two decimals. */
export function minorFromNumber(amount: number): number | undefined {
  const minor = Math.round(amount * 100);
  return Number.isSafeInteger(minor) && minor / 100 === amount ? minor : undefined;
}

/** Minor units of a decimal string such as `199.9`, or undefined if it is not an amount. */
export function minorFromText(amount: string): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(amount);
  if (match === null) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** `19990` as `199.90`. */
export function textFromMinor(minor: number): string {
  const sign = minor < 0 ? '-' : '';
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The sum of decimal strings, in minor units. */
export function sumOf<Item>(items: readonly Item[], amount: (item: Item) => string): number {
  return items.reduce((sum, item) => sum + (minorFromText(amount(item)) ?? 0), 0);
}
