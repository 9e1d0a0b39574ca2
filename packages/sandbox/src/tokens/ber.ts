/** Reads ASN.1 of definite and indefinite length, as far as a signature and a certificate need it. */
import { TokenError } from './token-error.ts';

export interface Element {
  readonly tag: number;
  /** The content, without the end mark of an indefinite length. */
  readonly content: Uint8Array;
  /** Header, content and end mark. */
  readonly bytes: Uint8Array;
}

/** The sequence of elements in `bytes`. */
export function elements(bytes: Uint8Array): readonly Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const element = readElement(bytes.subarray(at), 0);
    found.push(element);
    at += element.bytes.length;
  }
  return found;
}

/** The one element that `bytes` are, with nothing after it. */
export function onlyElement(bytes: Uint8Array): Element {
  const [element, ...more] = elements(bytes);
  if (!element || more.length > 0) throw malformed();
  return element;
}

/** The elements inside of a constructed one of this tag. */
export function inside(element: Element | undefined, tag: number): readonly Element[] {
  if (element?.tag !== tag) throw malformed();
  return elements(element.content);
}

/** An object identifier with its dots. */
export function dotted(element: Element | undefined): string {
  if (element?.tag !== 0x06) throw malformed();
  const numbers: number[] = [];
  let value = 0;
  for (const byte of element.content) {
    value = value * 128 + (byte & 0x7f);
    if (byte > 0x7f) continue;
    numbers.push(value);
    value = 0;
  }
  const [first = 0, ...rest] = numbers;
  const root = Math.min(Math.floor(first / 40), 2);
  return [root, first - root * 40, ...rest].join('.');
}

/** Seconds since 1970 of a UTCTime, in milliseconds. */
export function utcMilliseconds(element: Element | undefined): number {
  const text = element?.tag === 0x17 ? new TextDecoder().decode(element.content) : '';
  const match = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) throw malformed();
  const [year = 0, month = 1, ...rest] = match.slice(1).map(Number);
  const [day, hours, minutes, seconds] = rest;
  return Date.UTC(year < 50 ? 2000 + year : 1900 + year, month - 1, day, hours, minutes, seconds);
}

const deepestNesting = 32;

function readElement(bytes: Uint8Array, depth: number): Element {
  const [tag, first] = bytes;
  // These structures have no tags of several bytes.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || depth > deepestNesting) {
    throw malformed();
  }
  if (first === 0x80) return readIndefinite(bytes, tag, depth);
  const digits = first > 0x7f ? first & 0x7f : 0;
  if (digits > 4 || bytes.length < 2 + digits) throw malformed();
  const start = 2 + digits;
  const length =
    digits === 0 ? first : bytes.slice(2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  if (bytes.length < start + length) throw malformed();
  return {
    tag,
    content: bytes.subarray(start, start + length),
    bytes: bytes.subarray(0, start + length),
  };
}

function readIndefinite(bytes: Uint8Array, tag: number, depth: number): Element {
  let at = 2;
  while (bytes[at] !== 0 || bytes[at + 1] !== 0) {
    at += readElement(bytes.subarray(at), depth + 1).bytes.length;
  }
  return { tag, content: bytes.subarray(2, at), bytes: bytes.subarray(0, at + 2) };
}

function malformed(): TokenError {
  return new TokenError('format', 'The signature is not a well-formed ASN.1 structure.');
}
