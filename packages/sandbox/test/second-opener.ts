/**
 * Opens wallet B's tokens with WebCrypto, written from the provider's description alone, so that a
 * mistake in the package's own opener does not hide one in its minting.
 */
import { webcrypto } from 'node:crypto';
import type { EcPrivateKey } from '../src/tokens/index.ts';

const { subtle } = webcrypto;

export interface SecondOpenerOptions {
  /** Base64 SPKI. */
  readonly rootKeys: readonly string[];
  readonly recipientId: string;
  readonly recipientKey: EcPrivateKey;
}

interface Ecv2 {
  readonly protocolVersion: string;
  readonly signature: string;
  readonly intermediateSigningKey: { readonly signedKey: string; readonly signatures: string[] };
  readonly signedMessage: string;
}

/** The decrypted message; throws where a signature or the MAC is wrong. */
export async function openAsSecond(
  token: string,
  options: SecondOpenerOptions,
): Promise<Record<string, unknown>> {
  const outer = JSON.parse(token) as Ecv2;
  const { signedKey, signatures } = outer.intermediateSigningKey;
  const keySignatures = signatures.flatMap((signature) =>
    options.rootKeys.map((root) => verifies(root, signature, ['Google', 'ECv2', signedKey])),
  );
  if (!(await Promise.all(keySignatures)).includes(true)) throw new Error('intermediate');
  const { keyValue } = JSON.parse(signedKey) as { keyValue: string };
  const parts = ['Google', options.recipientId, 'ECv2', outer.signedMessage];
  if (!(await verifies(keyValue, outer.signature, parts))) throw new Error('message');
  return decrypt(outer.signedMessage, options.recipientKey);
}

async function verifies(spki: string, signature: string, parts: string[]): Promise<boolean> {
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await subtle.importKey('spki', from(spki), ecdsa, false, ['verify']);
  const signed = parts.map((part) => {
    const length = Buffer.byteLength(part);
    return Buffer.concat([new Uint8Array(new Uint32Array([length]).buffer), Buffer.from(part)]);
  });
  return subtle.verify(ecdsa, key, rs(from(signature)), Buffer.concat(signed));
}

/** `r || s` of a DER signature. */
function rs(der: Buffer): Buffer {
  const rLength = der.readUInt8(3);
  const r = der.subarray(4, 4 + rLength);
  const s = der.subarray(6 + rLength);
  const fixed = (value: Buffer): Buffer => Buffer.concat([Buffer.alloc(32), value]).subarray(-32);
  return Buffer.concat([fixed(r), fixed(s)]);
}

async function decrypt(
  signedMessage: string,
  recipientKey: EcPrivateKey,
): Promise<Record<string, unknown>> {
  const parts = JSON.parse(signedMessage) as Record<string, string>;
  const ephemeral = from(parts['ephemeralPublicKey']);
  const ecdh = { name: 'ECDH', namedCurve: 'P-256' };
  const mine = await subtle.importKey('jwk', recipientKey, ecdh, false, ['deriveBits']);
  const theirs = await subtle.importKey('raw', ephemeral, ecdh, false, []);
  const shared = await subtle.deriveBits({ ...ecdh, public: theirs }, mine, 256);
  const ikm = Buffer.concat([ephemeral, Buffer.from(shared)]);
  const hkdf = await subtle.importKey('raw', ikm, 'HKDF', false, ['deriveBits']);
  const info = Buffer.from('Google');
  const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
  const keys = Buffer.from(await subtle.deriveBits(params, hkdf, 512));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const mac = await subtle.importKey('raw', keys.subarray(32), hmac, false, ['verify']);
  const encrypted = from(parts['encryptedMessage']);
  if (!(await subtle.verify('HMAC', mac, from(parts['tag']), encrypted))) throw new Error('MAC');
  const aes = await subtle.importKey('raw', keys.subarray(0, 32), 'AES-CTR', false, ['decrypt']);
  const ctr = { name: 'AES-CTR', counter: new Uint8Array(16), length: 64 };
  const plain = Buffer.from(await subtle.decrypt(ctr, aes, encrypted));
  return JSON.parse(plain.toString()) as Record<string, unknown>;
}

function from(base64: string | undefined): Buffer {
  return Buffer.from(base64 ?? '', 'base64');
}
