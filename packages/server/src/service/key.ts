import { fromBase64 } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { WalletServerError } from '../errors.ts';
import { readPrivateKey, readPublicKey } from './der.ts';
import type { RsaKey } from './der.ts';

/** An RSA key as a JSON Web Key (RFC 7518 6.3). */
export interface RsaJwk {
  readonly kty?: string | undefined;
  readonly n?: string | undefined;
  readonly e?: string | undefined;
  readonly d?: string | undefined;
  readonly p?: string | undefined;
  readonly q?: string | undefined;
  readonly dp?: string | undefined;
  readonly dq?: string | undefined;
  readonly qi?: string | undefined;
}

/** What of Node's `KeyObject` is needed; that of any other runtime with its shape fits as well. */
export interface ExportableKey {
  readonly type: string;
  readonly export: (options: { readonly format: 'jwk' }) => object;
}

/** A key that was checked, in a form that Web Crypto imports. */
export type CheckedKey =
  | (RsaKey & { readonly format: 'pkcs8' | 'spki' })
  | { readonly format: 'jwk'; readonly jwk: JsonWebKey; readonly modulusBytes: number };

type Kind = 'PRIVATE KEY' | 'PUBLIC KEY';

const leastBits = 2048;

/**
 * An RSA key of 2048 bits or more from PEM: PKCS#8 or PKCS#1, SubjectPublicKeyInfo or PKCS#1.
 * @throws {WalletServerError} `key_invalid`, with the reason in its message.
 */
export function readPem(pem: string, kind: Kind): CheckedKey {
  const { label, text } = partsOf(pem);
  if (label === 'ENCRYPTED PRIVATE KEY' || text.includes('ENCRYPTED')) {
    throw bad('The key is encrypted.', {
      suggestion:
        'Use encryptedPemSigner(pem, passphrase); on Node also keyObjectSigner(createPrivateKey({ key: pem, passphrase })), which knows older ciphers.',
    });
  }
  if (label !== kind && label !== `RSA ${kind}`) {
    throw bad(`An RSA ${kind.toLowerCase()} in PEM is needed, not ${label || 'this text'}.`);
  }
  return readDer(derOf(text), kind, label.startsWith('RSA '));
}

/**
 * An RSA key of 2048 bits or more from DER.
 * @throws {WalletServerError} `key_invalid`.
 */
export function readDer(der: Bytes | null, kind: Kind, pkcs1: boolean): CheckedKey {
  const isPrivate = kind === 'PRIVATE KEY';
  const key = der && (isPrivate ? readPrivateKey : readPublicKey)(der, pkcs1);
  if (!key) throw bad('The key is not an RSA key.');
  checkSize(key.modulusBits);
  return { ...key, format: isPrivate ? 'pkcs8' : 'spki' };
}

/**
 * An RSA key of 2048 bits or more from a JSON Web Key; members beside the key's own are passed over.
 * @throws {WalletServerError} `key_invalid`.
 */
export function readJwk(given: RsaJwk, kind: Kind): CheckedKey {
  const { kty, n, e, d, p, q, dp, dq, qi } = object(given, 'JSON Web Key');
  if (kty !== 'RSA' || !n || !e) throw bad('The JSON Web Key is not an RSA key.');
  const modulus = derOf(n.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat(-n.length & 3));
  const top = modulus?.[0] ?? 0;
  if (!modulus || top === 0) throw bad('The modulus of the JSON Web Key is not canonical.');
  checkSize(modulus.length * 8 - Math.clz32(top) + 24);
  const key = { format: 'jwk', modulusBytes: modulus.length } as const;
  if (kind === 'PUBLIC KEY') {
    if (d !== undefined) throw bad('A public key is needed, not a private one.');
    return { ...key, jwk: { kty, n, e } };
  }
  if (!d || !p || !q || !dp || !dq || !qi) {
    throw bad('A private key with all of d, p, q, dp, dq and qi is needed.');
  }
  return { ...key, jwk: { kty, n, e, d, p, q, dp, dq, qi } };
}

/**
 * An RSA key of 2048 bits or more from a `KeyObject`.
 * @throws {WalletServerError} `key_invalid`.
 */
export function readKeyObject(given: ExportableKey, kind: Kind): CheckedKey {
  const key = object(given, 'key object');
  if (key.type !== kind.split(' ', 1)[0]?.toLowerCase()) {
    throw bad(`A ${kind.toLowerCase()} is needed, not a ${key.type} one.`);
  }
  let jwk: object;
  try {
    jwk = key.export({ format: 'jwk' });
  } catch {
    throw bad('The key cannot be exported.', {
      suggestion: 'Sign where the key is, through remoteSigner.',
    });
  }
  return readJwk(jwk, kind);
}

/** Callers without types may give a variable that is not set. */
function object<Key extends object>(key: Key | null | undefined, name: string): Key {
  if (typeof key === 'object' && key !== null) return key;
  throw bad(`That is no ${name}.`, { suggestion: 'Set the variable that should hold it.' });
}

/** What stands between the lines of a PEM, and the DER in it. */
export function partsOf(pem: string): { readonly label: string; readonly text: string } {
  if (typeof pem !== 'string') {
    throw bad('The PEM is no text.', {
      suggestion: "Set the variable that should hold it, or read its file with 'utf8'.",
    });
  }
  if (pem.includes('\\n')) {
    throw bad('The PEM holds the two characters \\n where lines should end.', {
      suggestion: "Restore the lines first: pem.replaceAll('\\\\n', '\\n').",
    });
  }
  const found = /^\s*-----BEGIN ([A-Z0-9 ]+)-----([^-]+(?:-[^-]+)*)-----END \1-----\s*$/.exec(pem);
  return { label: found?.[1] ?? '', text: found?.[2] ?? '' };
}

/** The bytes of base64 over any number of lines. */
export function derOf(text: string): Bytes | null {
  return fromBase64(text.replaceAll(/\s/g, ''));
}

/** The refusal of a key. */
export function bad(
  message: string,
  details?: { readonly suggestion?: string; readonly cause?: unknown },
): WalletServerError {
  return new WalletServerError('key_invalid', message, details);
}

function checkSize(bits: number): void {
  if (bits < leastBits) throw bad(`The RSA key has ${String(bits)} bits; 2048 is the least.`);
}
