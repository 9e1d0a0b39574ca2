import { utf8 } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { children } from './der.ts';
import type { Element } from './der.ts';
import { bad, derOf, partsOf, readDer } from './key.ts';
import { toHex } from './scheme.ts';
import { localSigner } from './signature.ts';
import type { Signer } from './signature.ts';

/** What it takes to open an encrypted PKCS#8 (RFC 8018 6.2). */
interface Box {
  readonly salt: Bytes;
  readonly iterations: number;
  readonly hash: string;
  readonly keyBits: number;
  readonly iv: Bytes;
  readonly content: Bytes;
}

const PBES2 = '2a864886f70d01050d';
const PBKDF2 = '2a864886f70d01050c';
const hashes: Readonly<Record<string, string>> = {
  '2a864886f70d0207': 'SHA-1',
  '2a864886f70d0209': 'SHA-256',
  '2a864886f70d020a': 'SHA-384',
  '2a864886f70d020b': 'SHA-512',
};
const cipherBits: Readonly<Record<string, number>> = {
  '608648016503040102': 128,
  '608648016503040116': 192,
  '60864801650304012a': 256,
};

/**
 * A signer from an encrypted PKCS#8 in PEM, as `openssl genpkey -aes-256-cbc` writes it: PBES2 with
 * PBKDF2 and AES-CBC. The passphrase and the open key are not kept.
 * @throws {WalletServerError} `key_invalid` for a wrong passphrase, any other cipher, any other key, or one that is open.
 */
export async function encryptedPemSigner(pem: string, passphrase: string): Promise<Signer> {
  const { label, text } = partsOf(pem);
  if (label.endsWith('PRIVATE KEY') && !(label + text).includes('ENCRYPTED')) {
    throw bad('The key is not encrypted.', { suggestion: 'Use pemSigner(pem).' });
  }
  const der = label === 'ENCRYPTED PRIVATE KEY' ? derOf(text) : null;
  const box = der && readBox(der);
  if (!box) {
    throw bad('This is no PKCS#8 that was encrypted with AES-CBC and PBKDF2.', {
      suggestion:
        'On Node use keyObjectSigner(createPrivateKey({ key: pem, passphrase })), or write it anew with `openssl pkcs8 -topk8 -v2 aes-256-cbc`.',
    });
  }
  return localSigner(readDer(await openBox(box, passphrase), 'PRIVATE KEY', false));
}

async function openBox(box: Box, passphrase: string): Promise<Bytes> {
  const { salt, iterations, hash, keyBits, iv, content } = box;
  const secret = await crypto.subtle.importKey('raw', utf8(passphrase), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', salt, iterations, hash },
    secret,
    { name: 'AES-CBC', length: keyBits },
    false,
    ['decrypt'],
  );
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, content));
  } catch {
    throw bad('The passphrase does not open the key.');
  }
}

/** `null` where it is written in any other way. */
function readBox(der: Bytes): Box | null {
  const [algorithm, content] = children(der);
  const [scheme, parameters] = parts(algorithm);
  const [derivation, cipher] = parts(parameters);
  const [derive, settings] = parts(derivation);
  const [salt, iterations, ...rest] = parts(settings);
  const [cipherName, iv] = parts(cipher);
  // A key length may stand before the pseudorandom function; HMAC with SHA-1 need not be named.
  const [prf] = parts(rest.at(-1));
  const hash = prf ? hashes[oid(prf)] : 'SHA-1';
  const keyBits = cipherBits[oid(cipherName)];
  if (oid(scheme) !== PBES2 || oid(derive) !== PBKDF2) return null;
  if (!content || !salt || !iterations || !iv || !hash || !keyBits) return null;
  return {
    salt: salt.content,
    iterations: iterations.content.reduce((sum, byte) => sum * 256 + byte, 0),
    hash,
    keyBits,
    iv: iv.content,
    content: content.content,
  };
}

function parts(element: Element | undefined): Element[] {
  return element ? children(element.whole) : [];
}

function oid(element: Element | undefined): string {
  return element ? toHex(element.content) : '';
}
