import { fromBase64, toBase64 } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { WalletServerError } from '../errors.ts';
import { readPrivateKey, readPublicKey } from './der.ts';
import type { RsaKey } from './der.ts';

/** Signs the exact bytes of a request's body. Any key service fits: it is one async function. */
export interface Signer {
  /** The header's value: base64 of RSASSA-PKCS1-v1_5 with SHA-256 by default. */
  readonly sign: (bytes: Bytes) => Promise<string>;
}

/** Says whether a header's value is the signature of exactly these bytes. Never throws. */
export interface Verifier {
  readonly verify: (bytes: Bytes, signature: string | null) => Promise<boolean>;
}

/** What the observed service uses today (RFC 8017 8.2). */
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const leastBits = 2048;

/**
 * A signer from an RSA private key in PEM, PKCS#8 or PKCS#1. The key is checked here, once.
 * @throws {WalletServerError} `key_invalid`, with the reason in the message.
 */
export function pemSigner(pem: string): Signer {
  const key = readPem(pem, 'PRIVATE KEY');
  const imported = crypto.subtle.importKey('pkcs8', key.der, algorithm, false, ['sign']);
  imported.catch(() => undefined);
  return {
    sign: async (bytes) => {
      const signature = await crypto.subtle.sign(algorithm.name, await imported, bytes);
      return toBase64(new Uint8Array(signature));
    },
  };
}

/**
 * A verifier from the payment service's RSA public key in PEM. Decoding is strict: one header,
 * canonical base64, exactly as long as the key; Node's own decoder would take any of seven
 * malformed spellings of one signature.
 * @throws {WalletServerError} `key_invalid`.
 */
export function pemVerifier(pem: string): Verifier {
  const key = readPem(pem, 'PUBLIC KEY');
  const imported = crypto.subtle.importKey('spki', key.der, algorithm, false, ['verify']);
  imported.catch(() => undefined);
  return {
    verify: async (bytes, signature) => {
      const decoded = signature === null ? null : fromBase64(signature);
      if (decoded?.length !== key.modulusBytes) return false;
      return crypto.subtle.verify(algorithm.name, await imported, decoded, bytes);
    },
  };
}

/** SHA-256 in hex. */
export async function sha256(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readPem(pem: string, kind: 'PRIVATE KEY' | 'PUBLIC KEY'): RsaKey {
  if (pem.includes('\\n')) {
    throw bad('The PEM holds the two characters \\n where lines should end.', {
      suggestion: "Restore the lines first: pem.replaceAll('\\\\n', '\\n').",
    });
  }
  const [, label = '', text = ''] =
    /^\s*-----BEGIN ([A-Z ]+)-----([^-]+)-----END \1-----\s*$/.exec(pem) ?? [];
  if (label === 'ENCRYPTED PRIVATE KEY' || text.includes('ENCRYPTED')) {
    throw bad('The key is encrypted.', {
      suggestion: 'Decrypt it with `openssl pkcs8 -topk8 -nocrypt`, or sign in a key service.',
    });
  }
  if (label !== kind && label !== `RSA ${kind}`) {
    throw bad(`An RSA ${kind.toLowerCase()} in PEM is needed, not ${label || 'this text'}.`);
  }
  const der = fromBase64(text.replaceAll(/\s/g, ''));
  const read = kind === 'PRIVATE KEY' ? readPrivateKey : readPublicKey;
  const key = der && read(der, label.startsWith('RSA '));
  if (!key) throw bad('The key is not an RSA key.');
  if (key.modulusBits < leastBits) {
    throw bad(`The RSA key has ${String(key.modulusBits)} bits; 2048 is the least.`);
  }
  return key;
}

function bad(message: string, details?: { readonly suggestion: string }): WalletServerError {
  return new WalletServerError('key_invalid', message, details);
}
