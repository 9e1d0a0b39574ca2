import type { webcrypto } from 'node:crypto';
import type { EcPrivateKey } from './ecdsa.ts';
import { fromBase64, type Bytes } from './bytes.ts';

/** What both sides of a token share, and how the recipient finds it. */
export interface KeyAgreement {
  /** Raw ECDH x of 32 bytes, leading zeros kept. */
  readonly secret: Bytes;
  readonly ephemeral: webcrypto.CryptoKey;
}

const p256 = { name: 'ECDH', namedCurve: 'P-256' } as const;

/**
 * Agrees on a secret with the recipient of a token.
 *
 * @param recipientKey base64 SPKI, P-256
 * @param ephemeral a fixed private key, for known answers; a new one otherwise
 */
export async function agreeOnKey(
  recipientKey: string,
  ephemeral?: EcPrivateKey,
): Promise<KeyAgreement> {
  const recipient = await crypto.subtle.importKey('spki', fromBase64(recipientKey), p256, true, []);
  const pair = ephemeral ? await importPair(ephemeral) : await newPair();
  const bits = await crypto.subtle.deriveBits(
    { name: 'ECDH', public: recipient },
    pair.privateKey,
    256,
  );
  return { secret: new Uint8Array(bits), ephemeral: pair.publicKey };
}

async function newPair(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(p256, true, ['deriveBits']);
}

async function importPair(key: EcPrivateKey): Promise<webcrypto.CryptoKeyPair> {
  const { kty, crv, x, y } = key;
  return {
    privateKey: await crypto.subtle.importKey('jwk', key, p256, false, ['deriveBits']),
    publicKey: await crypto.subtle.importKey('jwk', { kty, crv, x, y }, p256, true, []),
  };
}
