/**
 * Opens tokens with WebCrypto, in Node and in the page, written from the providers' descriptions alone,
 * so that a mistake in the package's own opener does not hide one in its minting.
 */
import type { ApplePayToken, EcPrivateKey } from '../src/tokens/index.ts';

const { subtle } = crypto;
const p256 = { name: 'ECDH', namedCurve: 'P-256' } as const;

export interface SecondOpenerOptions {
  /** Base64 SPKI. */
  readonly rootKeys: readonly string[];
  readonly recipientId: string;
  readonly recipientKey: EcPrivateKey;
}

type Opened = Record<string, unknown>;

interface Ecv2 {
  readonly protocolVersion: string;
  readonly signature: string;
  readonly intermediateSigningKey: { readonly signedKey: string; readonly signatures: string[] };
  readonly signedMessage: string;
}

/** What wallet B's token holds; throws where a signature or the MAC is wrong. */
export async function openGooglePay(token: string, options: SecondOpenerOptions): Promise<Opened> {
  const outer = JSON.parse(token) as Ecv2;
  const { signedKey, signatures } = outer.intermediateSigningKey;
  const keySignatures = signatures.flatMap((signature) =>
    options.rootKeys.map((root) => verifies(root, signature, ['Google', 'ECv2', signedKey])),
  );
  if (!(await Promise.all(keySignatures)).includes(true)) throw new Error('intermediate');
  const { keyValue } = JSON.parse(signedKey) as { keyValue: string };
  const parts = ['Google', options.recipientId, 'ECv2', outer.signedMessage];
  if (!(await verifies(keyValue, outer.signature, parts))) throw new Error('message');
  return decryptMessage(outer.signedMessage, options.recipientKey);
}

/** What wallet A's token holds; its signature is another matter. */
export async function decryptApplePay(
  { paymentData }: ApplePayToken,
  merchantId: string,
  merchantKey: EcPrivateKey,
): Promise<Opened> {
  const spki = bytes(paymentData.header.ephemeralPublicKey);
  const theirs = await subtle.importKey('spki', spki, p256, false, []);
  const mine = await subtle.importKey('jwk', merchantKey, p256, false, ['deriveBits']);
  const secret = await subtle.deriveBits({ ...p256, public: theirs }, mine, 256);
  const merchant = await subtle.digest('SHA-256', ascii(merchantId));
  const info = ascii('\x0did-aes256-GCMApple');
  const input = new Blob([ascii('\0\0\0\x01'), secret, info, merchant]);
  const raw = await subtle.digest('SHA-256', await input.arrayBuffer());
  const key = await subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const gcm = { name: 'AES-GCM', iv: new Uint8Array(16) };
  return json(await subtle.decrypt(gcm, key, bytes(paymentData.data)));
}

async function verifies(spki: string, signature: string, parts: string[]): Promise<boolean> {
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await subtle.importKey('spki', bytes(spki), ecdsa, false, ['verify']);
  const content = parts.flatMap((part) => {
    const text = new TextEncoder().encode(part);
    return [new Uint8Array(new Uint32Array([text.length]).buffer), text];
  });
  return subtle.verify(ecdsa, key, rs(bytes(signature)), await new Blob(content).arrayBuffer());
}

/** `r || s` of a DER signature. */
function rs(der: Uint8Array): Uint8Array<ArrayBuffer> {
  const rEnd = 4 + (der[3] ?? 0);
  const halves = [der.slice(4, rEnd), der.slice(rEnd + 2)];
  return Uint8Array.from(halves.flatMap((half) => [...new Uint8Array(32), ...half].slice(-32)));
}

async function decryptMessage(signedMessage: string, recipientKey: EcPrivateKey): Promise<Opened> {
  const parts = JSON.parse(signedMessage) as Record<string, string>;
  const ephemeral = bytes(parts['ephemeralPublicKey']);
  const mine = await subtle.importKey('jwk', recipientKey, p256, false, ['deriveBits']);
  const theirs = await subtle.importKey('raw', ephemeral, p256, false, []);
  const secret = await subtle.deriveBits({ ...p256, public: theirs }, mine, 256);
  const ikm = await new Blob([ephemeral, secret]).arrayBuffer();
  const hkdf = await subtle.importKey('raw', ikm, 'HKDF', false, ['deriveBits']);
  const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: ascii('Google') };
  const keys = await subtle.deriveBits(params, hkdf, 512);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const mac = await subtle.importKey('raw', keys.slice(32), hmac, false, ['verify']);
  const ciphertext = bytes(parts['encryptedMessage']);
  if (!(await subtle.verify('HMAC', mac, bytes(parts['tag']), ciphertext))) throw new Error('MAC');
  const aes = await subtle.importKey('raw', keys.slice(0, 32), 'AES-CTR', false, ['decrypt']);
  const ctr = { name: 'AES-CTR', counter: new Uint8Array(16), length: 64 };
  return json(await subtle.decrypt(ctr, aes, ciphertext));
}

function bytes(base64 = ''): Uint8Array<ArrayBuffer> {
  return ascii(atob(base64));
}

function ascii(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function json(plain: ArrayBuffer): Opened {
  return JSON.parse(new TextDecoder().decode(plain)) as Opened;
}
