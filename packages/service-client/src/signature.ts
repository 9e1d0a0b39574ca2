import { Buffer } from 'node:buffer';
import { constants, type KeyObject, sign, type SignKeyObjectInput, verify } from 'node:crypto';
import type { SignatureScheme } from '@wallet-buttons/protocol';
import { invalidConfig, ServiceError } from './errors.ts';
import type { Bytes } from './fetch.ts';
import { readKey } from './key.ts';

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
 * A signer from an RSA private key: PKCS#8 or PKCS#1, encrypted or not, as PEM or DER, or a JSON Web Key. A PEM may be
 * on one line, in quotes, indented, or in base64, as variables and secret stores give it.
 * @throws {ServiceError} `key_invalid`: its message names the form that was given, and what to do.
 */
export function pemSigner(pem: string | Uint8Array, passphrase?: string): Signer {
  return localSigner(readKey('private', pem, passphrase));
}

/** A signer from a `KeyObject` of `node:crypto`, which reads JSON Web Keys too. @throws {ServiceError} `key_invalid`. */
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
      throw new ServiceError('signer_failed', 'The remote signer gave no RSA signature.');
    },
  };
}

/**
 * A verifier from the payment service's RSA public key, in the forms of {@link pemSigner} or as a certificate. It
 * accepts one spelling of a signature, exactly as long as the key. Node's decoder also accepts seven malformed ones.
 * @throws {ServiceError} `key_invalid`, as {@link pemSigner} does.
 */
export function pemVerifier(pem: string | Uint8Array): Verifier {
  return localVerifier(readKey('public', pem));
}

/**
 * Signs with the newest valid key. To rotate a key, add a second entry; no restart is needed. While no key is valid,
 * every call fails and nothing is sent. The list may change while the server runs.
 * @throws {ServiceError} `config_invalid` for an invalid date.
 */
export function rotatingSigner(keys: readonly (Validity & { readonly signer: Signer })[]): Signer {
  validOf(keys);
  return {
    sign: async (bytes, scheme) => {
      const [newest] = validOf(keys);
      if (newest) return newest.signer.sign(bytes, scheme);
      throw new ServiceError('key_invalid', 'No key to sign with is valid now.');
    },
  };
}

/**
 * Accepts the signature of any valid key, so that the old and the new key can overlap.
 * @throws {ServiceError} `config_invalid` for an invalid date.
 */
export function rotatingVerifier(
  keys: readonly (Validity & { readonly verifier: Verifier })[],
): Verifier {
  validOf(keys);
  return {
    verify: async (...parameters) => {
      for (const { verifier } of validOf(keys))
        if (await verifies(verifier, ...parameters)) return true;
      return false;
    },
  };
}

/** Whether a verifier answers `true`. A library may answer an object, which is truthy whatever is in it. */
export async function verifies(
  verifier: Verifier,
  ...parameters: Parameters<Verifier['verify']>
): Promise<boolean> {
  const answer: unknown = await verifier.verify(...parameters);
  return answer === true;
}

/** Returns a permitted scheme. @throws {ServiceError} `config_invalid` for SHA-1 without `allowSha1`. */
export function checkedScheme(scheme: SignatureScheme): SignatureScheme {
  if (scheme.hash !== 'SHA-1' || scheme.allowSha1 === true) return scheme;
  throw invalidConfig('SHA-1 is refused unless allowSha1 is true.');
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
      const signatureBytes = Buffer.from(signature ?? '', scheme.encoding);
      // Only a spelling that survives decoding and encoding counts. OpenSSL refuses another length.
      const isExact = signatureBytes.toString(scheme.encoding) === signature;
      const digest = digestOf(scheme);
      return Promise.resolve(isExact && verify(digest, bytes, padded(key, scheme), signatureBytes));
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
