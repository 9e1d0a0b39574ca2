import { fromBase64, toBase64 } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { WalletServerError } from '../errors.ts';

/** How bytes become a signature, and a signature a header's value (RFC 8017 8.1, 8.2). */
export interface SignatureScheme {
  readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512' | 'SHA-1';
  readonly padding: 'PKCS1-v1_5' | 'PSS';
  readonly encoding: 'base64' | 'base64url' | 'hex';
  /** Has to be `true` for SHA-1: its collisions are practical (RFC 9155). */
  readonly allowSha1?: boolean;
}

/** A scheme, and the header that its value stands in. */
export interface HeaderScheme extends SignatureScheme {
  readonly header: string;
}

/** What was observed of the service. */
export const defaultScheme: SignatureScheme = {
  hash: 'SHA-256',
  padding: 'PKCS1-v1_5',
  encoding: 'base64',
};

const hashes: readonly string[] = ['SHA-256', 'SHA-384', 'SHA-512', 'SHA-1'];
const paddings: readonly string[] = ['PKCS1-v1_5', 'PSS'];
const encodings: readonly string[] = ['base64', 'base64url', 'hex'];

/**
 * The scheme, if it may be used.
 * @throws {WalletServerError} `config_invalid` for an unknown one, and for SHA-1 without consent.
 */
export function checkedScheme(scheme: SignatureScheme): SignatureScheme {
  const { hash, padding, encoding, allowSha1 } = scheme;
  if (!hashes.includes(hash) || !paddings.includes(padding) || !encodings.includes(encoding)) {
    throw invalid(`There is no signature of ${hash}, ${padding}, ${encoding}.`);
  }
  if (hash === 'SHA-1' && allowSha1 !== true) {
    throw invalid('SHA-1 signs nothing here unless allowSha1 stands beside it.');
  }
  return scheme;
}

/** A signature as a header's value. */
export function encodeSignature(signature: Bytes, { encoding }: SignatureScheme): string {
  if (encoding === 'hex') return toHex(signature);
  const text = toBase64(signature);
  return encoding === 'base64' ? text : toUrlAlphabet(text);
}

/** The one spelling of a signature's bytes; `null` for anything else, two headers joined included. */
export function decodeSignature(text: string, { encoding }: SignatureScheme): Bytes | null {
  if (encoding === 'base64') return fromBase64(text);
  if (encoding === 'hex') {
    if (!/^(?:[\da-f]{2})+$/.test(text)) return null;
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }
  if (!/^[\w-]+$/.test(text)) return null;
  const padded = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(padded.padEnd(Math.ceil(padded.length / 4) * 4, '='));
}

/** Bytes as lower-case hexadecimal. */
export function toHex(bytes: Bytes): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

function toUrlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function invalid(message: string): WalletServerError {
  return new WalletServerError('config_invalid', message);
}
