// @ts-nocheck
import type { Bytes } from '../bytes.ts';

/** The contents of an RSA key that Web Crypto can import, and its size. */
export interface RsaKey {
  /** PKCS#8 for a private key, SubjectPublicKeyInfo for a public one. */
  readonly der: Bytes;
  readonly modulusBytes: number;
  readonly modulusBits: number;
}

/** AlgorithmIdentifier { rsaEncryption, NULL } (RFC 8017 A.1). */
const rsaAlgorithm = [48, 13, 6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0];
const SEQUENCE = 48;
const INTEGER = 2;
const BIT_STRING = 3;
const OCTET_STRING = 4;

/** An RSA private key from PKCS#1 or PKCS#8; `null` when it is anything else (RFC 8017, RFC 5208). */
export function readPrivateKey(der: Bytes, pkcs1: boolean): RsaKey | null {
  const inner = pkcs1 ? der : unwrap(der, OCTET_STRING);
  const modulus = inner && integers(inner)[1];
  if (!inner || !modulus) return null;
  const pkcs8 = wrap(SEQUENCE, [INTEGER, 1, 0, ...rsaAlgorithm, ...wrap(OCTET_STRING, [...inner])]);
  return { der: Uint8Array.from(pkcs8), ...sizeOf(modulus) };
}

/** An RSA public key from PKCS#1 or SubjectPublicKeyInfo (RFC 8017, RFC 5280). */
export function readPublicKey(der: Bytes, pkcs1: boolean): RsaKey | null {
  const inner = pkcs1 ? der : unwrap(der, BIT_STRING);
  const modulus = inner && integers(inner)[0];
  if (!inner || !modulus) return null;
  const spki = wrap(SEQUENCE, [...rsaAlgorithm, ...wrap(BIT_STRING, [0, ...inner])]);
  return { der: Uint8Array.from(spki), ...sizeOf(modulus) };
}

/** The key inside PKCS#8 or SubjectPublicKeyInfo, where its algorithm is RSA. */
function unwrap(der: Bytes, container: number): Bytes | null {
  const parts = children(der);
  const rsa = parts.some(({ whole }) => whole.toString() === rsaAlgorithm.toString());
  const held = parts.find(({ tag }) => tag === container)?.content;
  if (!rsa || !held) return null;
  return container === BIT_STRING ? held.slice(1) : held;
}

function integers(der: Bytes): Bytes[] {
  return children(der)
    .filter(({ tag }) => tag === INTEGER)
    .map(({ content }) => content);
}

/** One element of DER (X.690). */
export interface Element {
  readonly tag: number;
  readonly content: Bytes;
  readonly whole: Bytes;
}

/** The elements inside an outer SEQUENCE; none when it is not one (X.690 8.1). */
export function children(der: Bytes): Element[] {
  const outer = element(der, 0);
  if (outer?.tag !== SEQUENCE) return [];
  const found: Element[] = [];
  let at = 0;
  while (at < outer.content.length) {
    const next = element(outer.content, at);
    if (!next) return [];
    found.push(next);
    at += next.whole.length;
  }
  return found;
}

function element(der: Bytes, at: number): Element | null {
  const tag = der[at];
  const first = der[at + 1];
  if (tag === undefined || first === undefined) return null;
  const lengthBytes = first < 128 ? 0 : first - 128;
  const length =
    first < 128
      ? first
      : der.slice(at + 2, at + 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
  const start = at + 2 + lengthBytes;
  if (start + length > der.length) return null;
  return {
    tag,
    content: der.slice(start, start + length),
    whole: der.slice(at, start + length),
  };
}

function wrap(tag: number, content: readonly number[]): number[] {
  const length: number[] = [];
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) {
    length.unshift(rest % 256);
  }
  const header = content.length < 128 ? [content.length] : [128 + length.length, ...length];
  return [tag, ...header, ...content];
}

function sizeOf(modulus: Bytes): { modulusBytes: number; modulusBits: number } {
  const significant = modulus[0] === 0 ? modulus.slice(1) : modulus;
  const top = significant[0] ?? 0;
  return {
    modulusBytes: significant.length,
    modulusBits: significant.length * 8 - Math.clz32(top) + 24,
  };
}
