import type { Bytes } from '../bytes.ts';
import { bad, readJwk, readKeyObject, readPem } from './key.ts';
import type { CheckedKey, ExportableKey, RsaJwk } from './key.ts';
import { checkedScheme, decodeSignature, defaultScheme, encodeSignature, toHex } from './scheme.ts';
import type { SignatureScheme } from './scheme.ts';

/** Signs the exact bytes of a request's body. */
export interface Signer {
  /** The header's value. The client hands on the scheme of its wire profile. */
  readonly sign: (bytes: Bytes, scheme?: SignatureScheme) => Promise<string>;
}

/** Says whether a header's value is the signature of exactly these bytes. Never throws. */
export interface Verifier {
  readonly verify: (
    bytes: Bytes,
    signature: string | null,
    scheme?: SignatureScheme,
  ) => Promise<boolean>;
}

/** Signs where the key is: a key service, a hardware module. Answers the signature's bytes. */
export type SignRemotely = (bytes: Bytes, scheme: SignatureScheme) => Promise<Uint8Array>;

/**
 * A signer from an RSA private key in PEM, PKCS#8 or PKCS#1. The key is checked here, once.
 * @throws {WalletServerError} `key_invalid`, with the reason in the message.
 */
export function pemSigner(pem: string): Signer {
  return localSigner(readPem(pem, 'PRIVATE KEY'));
}

/**
 * A signer from an RSA private key as a JSON Web Key (RFC 7517).
 * @throws {WalletServerError} `key_invalid`.
 */
export function jwkSigner(jwk: RsaJwk): Signer {
  return localSigner(readJwk(jwk, 'PRIVATE KEY'));
}

/**
 * A signer from Node's `KeyObject`, so from whatever `crypto.createPrivateKey` reads.
 * @throws {WalletServerError} `key_invalid`.
 */
export function keyObjectSigner(key: ExportableKey): Signer {
  return localSigner(readKeyObject(key, 'PRIVATE KEY'));
}

/** A signer that asks elsewhere for the signature. A call that it fails for was not sent. */
export function remoteSigner(sign: SignRemotely): Signer {
  return {
    sign: async (bytes, scheme = defaultScheme) => {
      const signature = await sign(bytes, checkedScheme(scheme));
      if (!(signature instanceof Uint8Array) || signature.length < 256) {
        throw bad('The remote signer gave no RSA signature of 2048 bits or more.');
      }
      return encodeSignature(Uint8Array.from(signature), scheme);
    },
  };
}

/** A signer from a key that was checked already. */
export function localSigner(key: CheckedKey): Signer {
  const keyFor = importer(key, 'sign');
  return {
    sign: async (bytes, scheme = defaultScheme) => {
      const signature = await crypto.subtle.sign(paddingOf(scheme), await keyFor(scheme), bytes);
      return encodeSignature(new Uint8Array(signature), scheme);
    },
  };
}

/**
 * A verifier from the payment service's RSA public key in PEM. Decoding is strict: one header, one
 * spelling, exactly as long as the key; Node's own decoder would take any of seven malformed
 * spellings of one signature.
 * @throws {WalletServerError} `key_invalid`.
 */
export function pemVerifier(pem: string): Verifier {
  return localVerifier(readPem(pem, 'PUBLIC KEY'));
}

/**
 * A verifier from the payment service's RSA public key as a JSON Web Key.
 * @throws {WalletServerError} `key_invalid`.
 */
export function jwkVerifier(jwk: RsaJwk): Verifier {
  return localVerifier(readJwk(jwk, 'PUBLIC KEY'));
}

/**
 * SHA-256 in hex; by Node itself where it is there, since Web Crypto's way over another thread costs eight
 * times as much. A signature stays on that way: it would keep all others waiting, and made in place it
 * costs no less.
 */
export async function sha256(bytes: Bytes): Promise<string> {
  const { process } = globalThis as MaybeNode;
  const hash = process?.getBuiltinModule?.('node:crypto')?.hash?.('sha256', bytes, 'hex');
  if (hash !== undefined) return hash;
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** What a runtime may have of Node's. */
interface MaybeNode {
  readonly process?: {
    readonly getBuiltinModule?: (name: 'node:crypto') =>
      | {
          readonly hash?: (algorithm: 'sha256', bytes: Bytes, encoding: 'hex') => string;
        }
      | undefined;
  };
}

function localVerifier(key: CheckedKey): Verifier {
  const keyFor = importer(key, 'verify');
  return {
    verify: async (bytes, signature, scheme = defaultScheme) => {
      const decoded = signature === null ? null : decodeSignature(signature, scheme);
      if (decoded?.length !== key.modulusBytes) return false;
      return crypto.subtle.verify(paddingOf(scheme), await keyFor(scheme), decoded, bytes);
    },
  };
}

/** Each key is imported once a scheme, however many calls it signs. */
function importer(
  key: CheckedKey,
  usage: 'sign' | 'verify',
): (scheme: SignatureScheme) => Promise<CryptoKey> {
  const imported = new Map<string, Promise<CryptoKey>>();
  const keyFor = async (scheme: SignatureScheme): Promise<CryptoKey> => {
    const { hash, padding } = checkedScheme(scheme);
    const algorithm = { name: nameOf(padding), hash };
    const known = imported.get(`${padding} ${hash}`);
    if (known) return known;
    const importing = (
      key.format === 'jwk'
        ? crypto.subtle.importKey('jwk', key.jwk, algorithm, false, [usage])
        : crypto.subtle.importKey(key.format, key.der, algorithm, false, [usage])
    ).catch((cause: unknown) => {
      throw bad('The numbers in the RSA key are not a key.', { cause });
    });
    imported.set(`${padding} ${hash}`, importing);
    return importing;
  };
  // Begun at once, so that no call has to wait; who signs hears what is wrong.
  keyFor(defaultScheme).catch(() => undefined);
  return keyFor;
}

const hashBytes = { 'SHA-1': 20, 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

/** The salt of PSS is as long as the hash (RFC 8017 9.1). */
function paddingOf({ padding, hash }: SignatureScheme): { name: string; saltLength: number } {
  return { name: nameOf(padding), saltLength: hashBytes[hash] };
}

function nameOf(padding: SignatureScheme['padding']): string {
  return padding === 'PSS' ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5';
}
