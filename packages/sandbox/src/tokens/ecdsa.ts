import type { webcrypto } from 'node:crypto';
import { concat, type Bytes } from './bytes.ts';
import { der, tags } from './der.ts';

/** A private key of P-256, as RFC 7517 writes it. */
export interface EcPrivateKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

/** A private key that signs. */
export async function importSigningKey(key: EcPrivateKey): Promise<webcrypto.CryptoKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  return crypto.subtle.importKey('jwk', key, algorithm, false, ['sign']);
}

/** ECDSA over P-256 and SHA-256, as the DER that both wallets write. */
export async function signEcdsa(bytes: Bytes, key: webcrypto.CryptoKey): Promise<Bytes> {
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes);
  const rs = new Uint8Array(signature);
  return der(tags.sequence, integer(rs.subarray(0, 32)), integer(rs.subarray(32)));
}

function integer(bytes: Uint8Array): Bytes {
  const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return der(tags.integer, concat((digits[0] ?? 0) > 0x7f ? [0] : [], digits));
}
