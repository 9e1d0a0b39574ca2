/** Writes ASN.1: DER, and BER of indefinite length, as wallet A's own signatures have it. */
import { concat, type Bytes } from './bytes.ts';

export const tags = {
  integer: 0x02,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  /** Context-specific, constructed, number 0. */
  context0: 0xa0,
} as const;

/** One element of definite length. */
export function der(tag: number, ...content: readonly Uint8Array[]): Bytes {
  const body = concat(...content);
  return concat([tag], lengthOf(body.length), body);
}

/** One constructed element of indefinite length, which strict DER readers refuse. */
export function indefinite(tag: number, ...content: readonly Uint8Array[]): Bytes {
  return concat([tag, 0x80], ...content, [0, 0]);
}

/** An object identifier, as `1.2.840.113549.1.7.2`. */
export function oid(identifier: string): Bytes {
  const [first = 0, second = 0, ...rest] = identifier.split('.').map(Number);
  return der(tags.oid, concat(...[first * 40 + second, ...rest].map(base128)));
}

/** Seconds precision, years 1950 to 2049. */
export function utcTime(milliseconds: number): Bytes {
  const digits = new Date(milliseconds).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '');
  return der(tags.utcTime, new TextEncoder().encode(digits.slice(2)));
}

/** The elements inside of a constructed one, as DER has it. */
export function inside(element: Bytes): readonly Bytes[] {
  const elements: Bytes[] = [];
  for (let { start } = boundsOf(element); start < element.length;) {
    const rest = element.subarray(start);
    const { end } = boundsOf(rest);
    elements.push(rest.subarray(0, end));
    start += end;
  }
  return elements;
}

/** Where the content of the first element begins and ends. */
function boundsOf(bytes: Bytes): { readonly start: number; readonly end: number } {
  const [, first = 0] = bytes;
  const start = first > 0x7f ? 2 + (first & 0x7f) : 2;
  const digits = first > 0x7f ? [...bytes.subarray(2, start)] : [first];
  return { start, end: digits.reduce((sum, byte) => sum * 256 + byte, 0) + start };
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const digits = length > 0xff ? [length >> 8, length & 0xff] : [length];
  return [0x80 | digits.length, ...digits];
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift(0x80 | (rest & 0x7f));
  return digits;
}
