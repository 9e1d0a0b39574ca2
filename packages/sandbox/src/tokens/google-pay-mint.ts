/** Mints ECv2 tokens of wallet B (Google Pay), by "Payment data cryptography for merchants". */
import type { webcrypto } from 'node:crypto';
import { concat, toBase64, toHex, utf8, type Bytes } from './bytes.ts';
import { importSigningKey, signEcdsa, type EcPrivateKey } from './ecdsa.ts';
import { agreeOnKey } from './key-agreement.ts';

/** The encrypted content of wallet B's token. */
export interface GooglePayMessage {
  /** Tells two tokens apart. */
  readonly messageId: string;
  /** Milliseconds since 1970, as text. */
  readonly messageExpiration: string;
  readonly paymentMethod: 'CARD';
  /** The merchant at the gateway; tokens for a merchant's own key have none. */
  readonly gatewayMerchantId?: string;
  readonly paymentMethodDetails: {
    readonly pan: string;
    readonly expirationMonth: number;
    readonly expirationYear: number;
    readonly authMethod: 'PAN_ONLY' | 'CRYPTOGRAM_3DS';
    /** Of a device card only. */
    readonly cryptogram?: string;
    readonly eciIndicator?: string;
  };
}

export interface GooglePayTokenInput {
  readonly wallet: 'wallet-b';
  readonly message: GooglePayMessage;
  /** `gateway:<gateway id>`, or `merchant:<merchant id>` for a merchant with a key of its own. */
  readonly recipientId: string;
  /** Of the recipient, base64 SPKI, P-256. */
  readonly recipientKey: string;
  /** Signs the intermediate key. */
  readonly rootKey: EcPrivateKey;
  /** Until when the intermediate key signs, milliseconds since 1970. */
  readonly intermediateExpires: number;
}

/** A token that only the recipient's key opens, as the string that the page hands on untouched. */
export async function mintGooglePayToken(input: GooglePayTokenInput): Promise<string> {
  const plaintext = utf8(JSON.stringify(input.message));
  const intermediate = await newIntermediate(input);
  const signedMessage = escaped(await encrypt(plaintext, input.recipientKey));
  const signedParts = ['Google', input.recipientId, 'ECv2', signedMessage];
  let signature = await sign(signedParts, intermediate.privateKey);
  // With an `=` to escape, a token that was parsed and serialised always has other bytes, and a test sees it.
  while (!signature.endsWith('=')) signature = await sign(signedParts, intermediate.privateKey);
  return escaped({
    signature,
    intermediateSigningKey: intermediate.signed,
    protocolVersion: 'ECv2',
    signedMessage,
  });
}

/** `signedMessage`, still to be written as text. */
export async function encrypt(
  plaintext: Bytes,
  recipientKey: string,
  fixedKey?: EcPrivateKey,
): Promise<Record<'encryptedMessage' | 'ephemeralPublicKey' | 'tag', string>> {
  const { secret, ephemeral } = await agreeOnKey(recipientKey, fixedKey);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', ephemeral));
  const keys = await derive(concat(point, secret));
  const counter = { name: 'AES-CTR', counter: new Uint8Array(16), length: 128 };
  const aes = await crypto.subtle.importKey('raw', keys.slice(0, 32), 'AES-CTR', false, [
    'encrypt',
  ]);
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(counter, aes, plaintext));
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const mac = await crypto.subtle.importKey('raw', keys.slice(32), hash, false, ['sign']);
  return {
    encryptedMessage: toBase64(ciphertext),
    ephemeralPublicKey: toBase64(point),
    tag: toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', mac, ciphertext))),
  };
}

/** What is signed: each part behind its length, four bytes, the lowest first. */
export function signedBytes(parts: readonly string[]): Bytes {
  return concat(
    ...parts.flatMap((part) => {
      const bytes = utf8(part);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, bytes.length, true);
      return [length, bytes];
    }),
  );
}

/** JSON as the provider writes it: safe inside of HTML. */
export function escaped(value: object): string {
  const unsafe = /[=<>&']/g;
  return JSON.stringify(value).replace(
    unsafe,
    (character) => `\\u${toHex(Uint8Array.of(0, character.charCodeAt(0)))}`,
  );
}

async function newIntermediate({ rootKey, intermediateExpires }: GooglePayTokenInput): Promise<{
  readonly privateKey: webcrypto.CryptoKey;
  readonly signed: { readonly signedKey: string; readonly signatures: readonly string[] };
}> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
  const signedKey = escaped({
    keyValue: toBase64(spki),
    keyExpiration: String(intermediateExpires),
  });
  const signature = await sign(['Google', 'ECv2', signedKey], await importSigningKey(rootKey));
  return {
    privateKey: pair.privateKey,
    signed: { signedKey, signatures: [signature] },
  };
}

async function sign(parts: readonly string[], privateKey: webcrypto.CryptoKey): Promise<string> {
  return toBase64(await signEcdsa(signedBytes(parts), privateKey));
}

async function derive(input: Bytes): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: utf8('Google') },
    key,
    512,
  );
  return new Uint8Array(bits);
}
