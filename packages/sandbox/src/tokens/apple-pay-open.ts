/** Opens EC_v1 tokens of wallet A (Apple Pay), as its processor does. */
import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  type KeyObject,
} from 'node:crypto';
import type { EcPrivateKey } from './ecdsa.ts';
import { verifyCms } from './cms-open.ts';
import { currencyOfNumber } from '../currency.ts';
import type { OpenedToken, UsedTokens } from './opened-token.ts';
import { privateKey, publicKey, sameBytes } from './opening-keys.ts';
import { base64, hex, json, members, text, type Members } from './strict-json.ts';
import { TokenError } from './token-error.ts';

export interface OpenApplePayOptions {
  readonly wallet: 'wallet-a';
  /** Certificate of the root, base64 DER. */
  readonly root: string;
  /** SHA-256 of the merchant id, 64 hex digits. */
  readonly merchantIdHash: string;
  /** Private key of the merchant's payment processing certificate. */
  readonly merchantKey: EcPrivateKey;
  /** Milliseconds since 1970. A token is refused that was signed more than five minutes before or after. */
  readonly now: number;
  /** Base64, as in the order's request. If it is absent, any value of the token is accepted. */
  readonly applicationData?: string;
  /** Ids of the tokens that were opened before. Absent: a token can be opened again. */
  readonly used?: UsedTokens;
}

/** @param token the object, its JSON text, or only its `paymentData` */
export function openApplePayToken(token: unknown, options: OpenApplePayOptions): OpenedToken {
  const { root, merchantIdHash, now, applicationData, used } = options;
  const outer = members(typeof token === 'string' ? json(token, 'The token') : token, 'The token');
  const paymentData = members(outer['paymentData'] ?? outer, 'paymentData');
  if (paymentData['version'] !== 'EC_v1') {
    throw new TokenError('version', 'The version of the token is not EC_v1.');
  }
  const data = base64(paymentData, 'data');
  const header = members(paymentData['header'], 'header');
  const ephemeralKey = base64(header, 'ephemeralPublicKey');
  const transactionId = hex(header, 'transactionId');
  const dataHash = 'applicationData' in header ? hex(header, 'applicationData') : Buffer.alloc(0);
  const content = Buffer.concat([ephemeralKey, data, transactionId, dataHash]);
  const signedAt = verifyCms(base64(paymentData, 'signature'), content, root);
  if (Math.abs(now - signedAt) > fiveMinutes) {
    throw new TokenError('expired', 'The token was signed more than five minutes from now.');
  }
  assertOrder(dataHash, applicationData);
  const merchantKey = privateKey(options.merchantKey);
  assertRecipient(header, merchantKey);
  const key = deriveKey(merchantKey, publicKey(ephemeralKey, 'ephemeralPublicKey'), merchantIdHash);
  const payment = members(json(decrypt(key, data), 'The decrypted token'), 'The decrypted token');
  const id = transactionId.toString('hex');
  if (used?.has(id)) throw new TokenError('replayed', 'The token was used before.');
  used?.add(id);
  return opened(payment, id);
}

const fiveMinutes = 5 * 60 * 1000;

function assertOrder(dataHash: Buffer, applicationData: string | undefined): void {
  if (applicationData === undefined) return;
  const expectedHash = sha256(Buffer.from(applicationData, 'base64'));
  if (!sameBytes(dataHash, expectedHash)) {
    throw new TokenError('application-data', 'The token was made for other applicationData.');
  }
}

function assertRecipient(header: Members, merchantKey: KeyObject): void {
  const spki = createPublicKey(merchantKey).export({ type: 'spki', format: 'der' });
  if (!sameBytes(base64(header, 'publicKeyHash'), sha256(spki))) {
    throw new TokenError('recipient', 'The token was made for another payment processing key.');
  }
}

function deriveKey(ownKey: KeyObject, ephemeral: KeyObject, merchantIdHash: string): Buffer {
  const sharedSecret = agree(ownKey, ephemeral);
  const info = Buffer.concat([
    Buffer.from('\x0did-aes256-GCMApple'),
    Buffer.from(merchantIdHash, 'hex'),
  ]);
  return sha256(Buffer.concat([Buffer.from([0, 0, 0, 1]), sharedSecret, info]));
}

function agree(ownKey: KeyObject, ephemeral: KeyObject): Buffer {
  try {
    return diffieHellman({ privateKey: ownKey, publicKey: ephemeral });
  } catch (cause) {
    throw new TokenError('format', 'ephemeralPublicKey is not a key of P-256.', { cause });
  }
}

function decrypt(key: Buffer, data: Buffer): string {
  const iv = Buffer.alloc(16);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  try {
    decipher.setAuthTag(data.subarray(-16));
    return Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]).toString();
  } catch (cause) {
    throw new TokenError('recipient', 'The token was made for another merchant id.', { cause });
  }
}

function opened(payment: Members, id: string): OpenedToken {
  const pan = text(payment, 'applicationPrimaryAccountNumber');
  const currency = currencyOfNumber(text(payment, 'currencyCode'));
  const amount = payment['transactionAmount'];
  if (typeof amount !== 'number' || currency === undefined) {
    throw new TokenError('format', 'The token names no amount in a currency of ISO 4217.');
  }
  return {
    wallet: 'wallet-a',
    id,
    pan,
    auth: 'CRYPTOGRAM_3DS',
    expiry: text(payment, 'applicationExpirationDate').slice(0, 4),
    amountMinor: amount,
    currency,
    content: payment,
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
