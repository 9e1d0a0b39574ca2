import {
  createPrivateKey,
  createPublicKey,
  type JsonWebKeyInput,
  KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { WalletServerError } from '../errors.ts';

/** An RSA key as a JSON Web Key (RFC 7518 6.3). */
export type RsaJwk = Readonly<
  Partial<Record<'kty' | 'n' | 'e' | 'd' | 'p' | 'q' | 'dp' | 'dq' | 'qi', string>>
>;

/** What is needed of the `KeyObject` of `node:crypto`. */
export interface NodeKey {
  readonly type: 'secret' | 'public' | 'private';
  readonly asymmetricKeyType?: string | undefined;
}

/** A key as PEM, as a JSON Web Key, or as a `KeyObject` of `node:crypto`. */
export type KeyInput = string | RsaJwk | NodeKey;

type Source = string | JsonWebKeyInput;

/**
 * An RSA private key: PEM (PKCS#8 or PKCS#1, encrypted or not), JWK or `KeyObject`. It is tried once, so that a
 * broken key fails here and not at the first payment.
 * @throws {WalletServerError} `key_invalid`, with the reason in its message.
 */
export function readPrivateKey(input: KeyInput, passphrase = ''): KeyObject {
  const key = readKey('private', input, (source) =>
    createPrivateKey(typeof source === 'string' ? { key: source, passphrase } : source),
  );
  const trial = new Uint8Array(1);
  if (verify('sha256', trial, createPublicKey(key), sign('sha256', trial, key))) return key;
  throw invalid('The numbers in the RSA key do not fit together.');
}

/**
 * An RSA public key: PEM (SubjectPublicKeyInfo, PKCS#1 or a certificate), JWK or `KeyObject`.
 * @throws {WalletServerError} `key_invalid`, with the reason in its message.
 */
export function readPublicKey(input: KeyInput): KeyObject {
  // Node would take the public part of a private key.
  const isPrivate = typeof input === 'string' ? input.includes('PRIVATE') : 'd' in Object(input);
  if (isPrivate) throw invalid('A public key is needed, not a private one.');
  return readKey('public', input, createPublicKey);
}

function readKey(
  type: 'private' | 'public',
  input: KeyInput,
  read: (source: Source) => KeyObject,
): KeyObject {
  // A variable that is not set gets here too.
  if (typeof input !== 'string' && Object(input) !== input) {
    throw invalid(`The ${type} key is missing: set the variable that should hold it.`);
  }
  const key = input instanceof KeyObject ? input : attempt(type, input, read);
  if (key.type !== type) throw invalid(`A ${type} key is needed, not a ${key.type} one.`);
  if (key.asymmetricKeyType !== 'rsa') throw invalid('The key is not an RSA key.');
  const { modulusLength: bits = 0 } = key.asymmetricKeyDetails ?? {};
  if (bits >= 2048) return key;
  throw invalid(`The RSA key has ${String(bits)} bits; it needs 2048 or more.`);
}

function attempt(type: string, input: KeyInput, read: (source: Source) => KeyObject): KeyObject {
  try {
    return read(typeof input === 'string' ? input : { key: { ...input }, format: 'jwk' });
  } catch (cause) {
    const text = typeof input === 'string' ? input : '';
    if (text.includes('\\n')) {
      throw invalid(
        'The PEM has \\n as text: restore the lines with pem.replaceAll("\\\\n", "\\n").',
      );
    }
    const isEncrypted = text.includes('ENCRYPTED');
    throw invalid(
      isEncrypted
        ? 'The key is encrypted, and the passphrase is missing or wrong.'
        : `The ${type} key cannot be read.`,
      cause,
    );
  }
}

function invalid(message: string, cause?: unknown): WalletServerError {
  return new WalletServerError('key_invalid', message, { cause });
}
