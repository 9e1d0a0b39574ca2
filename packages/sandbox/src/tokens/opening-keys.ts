/** Keys as an opener of tokens reads and compares them. */
import { createPrivateKey, createPublicKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { EcPrivateKey } from './ecdsa.ts';
import { TokenError } from './token-error.ts';

/** The key of SPKI bytes. @param name what an error calls it */
export function publicKey(spki: Buffer, name: string): KeyObject {
  try {
    return createPublicKey({ key: spki, type: 'spki', format: 'der' });
  } catch (cause) {
    throw new TokenError('format', `${name} is not a public key.`, { cause });
  }
}

export function privateKey(key: EcPrivateKey): KeyObject {
  return createPrivateKey({ key: { ...key }, format: 'jwk' });
}

/** Whether two texts of bytes are the same, in a time that does not depend on where they differ. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
