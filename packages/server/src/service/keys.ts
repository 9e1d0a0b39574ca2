import {
  createPrivateKey,
  createPublicKey,
  KeyObject,
  sign,
  verify,
  type JsonWebKeyInput,
} from 'node:crypto';
import { WalletServerError } from '../errors.ts';

/** An RSA key as a JSON Web Key (RFC 7518 6.3). */
export interface RsaJwk {
  readonly kty?: string;
  readonly n?: string;
  readonly e?: string;
  readonly d?: string;
  readonly p?: string;
  readonly q?: string;
  readonly dp?: string;
  readonly dq?: string;
  readonly qi?: string;
}

/** What is needed of the `KeyObject` of `node:crypto`. */
export interface NodeKey {
  readonly type: 'secret' | 'public' | 'private';
  readonly asymmetricKeyType?: string | undefined;
}

/** A key as PEM, as a JSON Web Key, or as a `KeyObject` of `node:crypto`. */
export type KeyInput = string | RsaJwk | NodeKey;

/** The shortest key that is taken, in bits. */
const minimum = 2048;

/**
 * An RSA private key: PEM (PKCS#8 or PKCS#1, with a passphrase where it is encrypted), JWK or `KeyObject`.
 * It is tried once, so that a broken key fails here and not at the first payment.
 * @throws {WalletServerError} `key_invalid`, with the reason in its message.
 */
export function readPrivateKey(input: KeyInput, passphrase?: string): KeyObject {
  const key = checked('private', input, (text) =>
    createPrivateKey(
      typeof text === 'string'
        ? { key: text, ...(passphrase !== undefined && { passphrase }) }
        : text,
    ),
  );
  const trial = new Uint8Array(1);
  if (!verify('sha256', trial, createPublicKey(key), sign('sha256', trial, key))) {
    throw bad('The numbers in the RSA key do not fit together.');
  }
  return key;
}

/**
 * An RSA public key: PEM (SubjectPublicKeyInfo, PKCS#1 or a certificate), JWK or `KeyObject`.
 * @throws {WalletServerError} `key_invalid`, with the reason in its message.
 */
export function readPublicKey(input: KeyInput): KeyObject {
  // Node would take the public part of a private key.
  const isPrivate =
    typeof input === 'string' ? input.includes('PRIVATE KEY-----') : 'd' in Object(input);
  if (isPrivate) throw bad('A public key is needed, not a private one.');
  return checked('public', input, createPublicKey);
}

function checked(
  type: 'private' | 'public',
  input: KeyInput,
  read: (input: string | JsonWebKeyInput) => KeyObject,
): KeyObject {
  const key = input instanceof KeyObject ? input : parsed(type, input, read);
  if (key.type !== type) throw bad(`A ${type} key is needed, not a ${key.type} one.`);
  if (key.asymmetricKeyType !== 'rsa') throw bad('The key is not an RSA key.');
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < minimum) throw bad(`The RSA key has ${String(bits)} bits; it needs 2048 or more.`);
  return key;
}

function parsed(
  type: string,
  input: Exclude<KeyInput, KeyObject>,
  read: (input: string | JsonWebKeyInput) => KeyObject,
): KeyObject {
  // A variable that is not set gets here too.
  if (typeof input !== 'string' && (typeof input !== 'object' || (input as unknown) === null)) {
    throw bad(`The ${type} key is missing.`, 'Set the variable that should hold it.');
  }
  try {
    return read(typeof input === 'string' ? input : { key: { ...input }, format: 'jwk' });
  } catch (cause) {
    const text = typeof input === 'string' ? input : '';
    if (text.includes('\\n')) {
      throw bad(
        'The PEM holds the two characters \\n where lines should end.',
        "Restore the lines: pem.replaceAll('\\\\n', '\\n').",
      );
    }
    if (text.includes('ENCRYPTED')) {
      throw bad('The key is encrypted, and the passphrase is missing or wrong.', undefined, cause);
    }
    throw bad(`The ${type} key cannot be read.`, undefined, cause);
  }
}

function bad(message: string, suggestion?: string, cause?: unknown): WalletServerError {
  return new WalletServerError('key_invalid', message, {
    ...(suggestion !== undefined && { suggestion }),
    ...(cause !== undefined && { cause }),
  });
}
