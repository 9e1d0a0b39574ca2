/**
 * x-sign as the payment service checks it, and x-sign-v2 as it signs webhooks: RSA, PKCS#1 v1.5,
 * SHA-256, canonical base64, over the raw bytes of the body. Written apart from the merchant's code,
 * so that a mistake there is not repeated here.
 */
import { constants, createPublicKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** What was found in place of the signature. */
export type SignatureVerdict =
  'valid' | 'missing' | 'doubled' | 'not-base64' | 'wrong-length' | 'wrong';

const CANONICAL_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Checks one signature header against the bytes that arrived.
 *
 * @param values every `x-sign` header of the request, in order; exactly one is allowed
 * @param body the bytes as received, never a re-serialised body
 */
export function checkSignature(
  values: readonly string[],
  body: Uint8Array,
  key: KeyObject,
): SignatureVerdict {
  const [value, ...others] = values;
  if (value === undefined || value === '') return 'missing';
  if (others.length > 0) return 'doubled';
  // Node decodes almost anything as base64, so the text has to be proven canonical first.
  const signature = Buffer.from(value, 'base64');
  if (!CANONICAL_BASE64.test(value) || signature.toString('base64') !== value) return 'not-base64';
  if (signature.length !== modulusBytes(key)) return 'wrong-length';
  const padded = { key, padding: constants.RSA_PKCS1_PADDING };
  return verify('sha256', body, padded, signature) ? 'valid' : 'wrong';
}

/** The value of `x-sign-v2` for the exact bytes of a webhook. */
export function signWebhook(body: Uint8Array, key: KeyObject): string {
  return sign('sha256', body, { key, padding: constants.RSA_PKCS1_PADDING }).toString('base64');
}

/**
 * The merchant's public key.
 *
 * @throws TypeError if the PEM holds no RSA key of at least 2048 bits
 */
export function readMerchantKey(pem: string): KeyObject {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'rsa' || modulusBytes(key) < 256) {
    throw new TypeError('merchantPublicKey has to be an RSA key of at least 2048 bits');
  }
  return key;
}

function modulusBytes(key: KeyObject): number {
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
}
