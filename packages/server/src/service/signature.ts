import { Buffer } from 'node:buffer';
import {
  constants,
  createPrivateKey,
  createPublicKey,
  hash,
  KeyObject,
  sign,
  type SignKeyObjectInput,
  verify,
} from 'node:crypto';
import type { SignatureScheme } from '@wallet-buttons/protocol';
import { invalidConfig, WalletServerError } from '../errors.ts';
import type { Bytes } from './fetch.ts';

/** The part of a `KeyObject` of `node:crypto` that is needed. */
export interface NodeKey {
  readonly type: 'secret' | 'public' | 'private';
  readonly asymmetricKeyType?: string | undefined;
}

/** Signs the exact bytes of a request. */
export interface Signer {
  /** Returns the value of the header. The client passes the scheme of its wire profile. */
  readonly sign: (bytes: Bytes, scheme?: SignatureScheme) => Promise<string>;
}

/** Checks whether the value of a header is the signature of exactly these bytes. */
export interface Verifier {
  readonly verify: (
    bytes: Bytes,
    signature: string | null,
    scheme?: SignatureScheme,
  ) => Promise<boolean>;
}

/** Signs in a key service or a hardware module, and returns the signature as bytes. */
export type SignRemotely = (bytes: Bytes, scheme: SignatureScheme) => Promise<Uint8Array>;

/** The time in which a key is valid, from `from` up to but not including `until`. Both are optional. */
export interface Validity {
  readonly from?: Date;
  readonly until?: Date;
}

const defaultScheme = { hash: 'SHA-256', padding: 'PKCS1-v1_5', encoding: 'base64' } as const;

/**
 * A signer from an RSA private key in PEM: PKCS#8 or PKCS#1, encrypted or not.
 * @throws {WalletServerError} `key_invalid`, with the reason in its message.
 */
export function pemSigner(pem: string, passphrase?: string): Signer {
  return localSigner(readKey('private', pem, passphrase));
}

/** A signer from a `KeyObject` of `node:crypto`, which reads JSON Web Keys too. @throws {WalletServerError} `key_invalid`. */
export function keyObjectSigner(key: NodeKey): Signer {
  return localSigner(readKey('private', key));
}

/** A signer for a remote key. If it fails, nothing is sent. */
export function remoteSigner(signRemotely: SignRemotely): Signer {
  return {
    sign: async (bytes, scheme = defaultScheme) => {
      const signature = await signRemotely(bytes, checkedScheme(scheme));
      const isRsa = signature instanceof Uint8Array && signature.length >= 256;
      if (isRsa) return Buffer.from(signature).toString(scheme.encoding);
      throw new WalletServerError('signer_failed', 'The remote signer gave no RSA signature.');
    },
  };
}

/**
 * A verifier from the payment service's RSA public key in PEM. It accepts one spelling of a signature, exactly as
 * long as the key. Node's decoder also accepts seven malformed spellings.
 * @throws {WalletServerError} `key_invalid`.
 */
export function pemVerifier(pem: string): Verifier {
  return localVerifier(readKey('public', pem));
}

/**
 * Signs with the newest valid key. To rotate a key, add a second entry; no restart is needed. While no key is valid,
 * every call fails and nothing is sent. The list may change while the server runs.
 * @throws {WalletServerError} `config_invalid` for an invalid date.
 */
export function rotatingSigner(keys: readonly (Validity & { readonly signer: Signer })[]): Signer {
  validOf(keys);
  return {
    sign: async (bytes, scheme) => {
      const [newest] = validOf(keys);
      if (newest) return newest.signer.sign(bytes, scheme);
      throw new WalletServerError('key_invalid', 'No key to sign with is valid now.');
    },
  };
}

/**
 * Accepts the signature of any valid key, so that the old and the new key can overlap.
 * @throws {WalletServerError} `config_invalid` for an invalid date.
 */
export function rotatingVerifier(
  keys: readonly (Validity & { readonly verifier: Verifier })[],
): Verifier {
  validOf(keys);
  return {
    verify: async (...signed) => {
      for (const { verifier } of validOf(keys)) if (await verifier.verify(...signed)) return true;
      return false;
    },
  };
}

/** Returns a permitted scheme. @throws {WalletServerError} `config_invalid` for SHA-1 without `allowSha1`. */
export function checkedScheme(scheme: SignatureScheme): SignatureScheme {
  if (scheme.hash !== 'SHA-1' || scheme.allowSha1 === true) return scheme;
  throw invalidConfig('SHA-1 is refused unless allowSha1 is true.');
}

/** SHA-256 in hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}

function localSigner(key: KeyObject): Signer {
  return {
    // In the thread pool: an RSA signature takes a quarter of a millisecond.
    sign: (bytes, scheme = defaultScheme) =>
      new Promise((resolve, reject) => {
        sign(digestOf(scheme), bytes, padded(key, scheme), (error, signature) => {
          if (error) reject(error);
          else resolve(signature.toString(scheme.encoding));
        });
      }),
  };
}

function localVerifier(key: KeyObject): Verifier {
  return {
    verify: async (bytes, signature, scheme = defaultScheme) => {
      const decoded = Buffer.from(signature ?? '', scheme.encoding);
      // Only a spelling that survives decoding and encoding counts. OpenSSL refuses another length.
      const isExact = decoded.toString(scheme.encoding) === signature;
      const digest = digestOf(scheme);
      return Promise.resolve(isExact && verify(digest, bytes, padded(key, scheme), decoded));
    },
  };
}

function digestOf(scheme: SignatureScheme): string {
  return checkedScheme(scheme).hash.replace('-', '').toLowerCase();
}

/** PKCS#1 v1.5 is Node's default, and naming it costs time. The salt of PSS is as long as the hash (RFC 8017 9.1). */
function padded(key: KeyObject, { padding }: SignatureScheme): KeyObject | SignKeyObjectInput {
  if (padding === 'PKCS1-v1_5') return key;
  const { RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_DIGEST } = constants;
  return { key, padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST };
}

/** The valid keys, newest first. */
function validOf<Key extends Validity>(keys: readonly Key[]): readonly Key[] {
  const now = Date.now();
  const startOf = ({ from }: Validity): number => timeOf(from, -Infinity);
  return keys
    .filter((key) => startOf(key) <= now && now < timeOf(key.until, Infinity))
    .sort((a, b) => startOf(b) - startOf(a));
}

/** Refuses an invalid date: its key would never be valid, and nothing would show why. */
function timeOf(date: Date | undefined, otherwise: number): number {
  if (date === undefined) return otherwise;
  // `null`, from a database column, would be read as 1970.
  if (date instanceof Date && !Number.isNaN(date.getTime())) return date.getTime();
  throw invalidConfig('A key in rotation has an invalid date.');
}

/** An RSA key of 2048 bits or more. A private key is tried out, so that a broken one fails here, not at a payment. */
function readKey(type: 'private' | 'public', input: string | NodeKey, passphrase = ''): KeyObject {
  const key = input instanceof KeyObject ? input : parsed(type, input, passphrase);
  if (key.type !== type) throw invalid(`A ${type} key is needed, not a ${key.type} one.`);
  if (key.asymmetricKeyType !== 'rsa') throw invalid('The key is not an RSA key.');
  const { modulusLength: bits = 0 } = key.asymmetricKeyDetails ?? {};
  if (bits < 2048) throw invalid(`The RSA key has ${String(bits)} bits; it needs 2048 or more.`);
  const trial = new Uint8Array(1);
  const works =
    type === 'public' || verify('sha256', trial, createPublicKey(key), sign('sha256', trial, key));
  if (works) return key;
  throw invalid('The numbers in the RSA key do not fit together.');
}

function parsed(type: 'private' | 'public', pem: unknown, passphrase: string): KeyObject {
  // An unset variable gives no text.
  if (typeof pem !== 'string') {
    throw invalid(`The ${type} key is missing: set the variable that should hold it.`);
  }
  // Node would derive the public key from a private one.
  if (type === 'public' && pem.includes('PRIVATE')) {
    throw invalid('A public key is needed, not a private one.');
  }
  try {
    return type === 'public' ? createPublicKey(pem) : createPrivateKey({ key: pem, passphrase });
  } catch (cause) {
    if (pem.includes('\\n')) {
      throw invalid('The PEM has \\n as text: restore its lines with replaceAll("\\\\n", "\\n").');
    }
    if (!pem.includes('ENCRYPTED')) throw invalid(`The ${type} key cannot be read.`, cause);
    throw invalid('The key is encrypted, and the passphrase is missing or wrong.', cause);
  }
}

function invalid(message: string, cause?: unknown): WalletServerError {
  return new WalletServerError('key_invalid', message, { cause });
}
