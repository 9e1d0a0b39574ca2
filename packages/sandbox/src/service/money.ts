/** Exact amounts with two decimals, which is all that the service's terminal knows. */

/** Minor units of a JSON number in major units, or undefined unless it is exact to two decimals. */
export function minorFromNumber(amount: number): number | undefined {
  const minor = Math.round(amount * 100);
  return Number.isSafeInteger(minor) && minor / 100 === amount ? minor : undefined;
}

/** Minor units of a decimal string such as `199.9`, or undefined if it is none. */
export function minorFromText(amount: string): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(amount);
  if (match === null) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** `19990` as `199.90`. */
export function textFromMinor(minor: number): string {
  return `${String(Math.floor(minor / 100))}.${String(minor % 100).padStart(2, '0')}`;
}
