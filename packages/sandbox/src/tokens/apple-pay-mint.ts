/** Mints EC_v1 tokens of wallet A (Apple Pay), by "Payment token format reference". */
import type { EcPrivateKey } from './ecdsa.ts';
import {
  concat,
  fromBase64,
  fromHex,
  randomBytes,
  toBase64,
  toHex,
  utf8,
  type Bytes,
} from './bytes.ts';
import { signCms, type ApplePaySigner } from './cms.ts';
import { agreeOnKey } from './key-agreement.ts';

/** Wallet A's `payment.token` (ApplePayPaymentToken). */
export interface ApplePayToken {
  readonly paymentData: {
    readonly version: 'EC_v1';
    /** Base64, ciphertext and tag. */
    readonly data: string;
    /** Base64, detached CMS SignedData. */
    readonly signature: string;
    readonly header: {
      /** Base64 SPKI. */
      readonly ephemeralPublicKey: string;
      /** Base64 SHA-256 of the merchant key's SPKI. */
      readonly publicKeyHash: string;
      /** 32 bytes as hex. */
      readonly transactionId: string;
      /** Hex SHA-256 of the request's applicationData; absent if it had none. */
      readonly applicationData?: string;
    };
  };
  readonly paymentMethod: ApplePayPaymentMethod;
  readonly transactionIdentifier: string;
}

/** Wallet A's unencrypted data of the card. */
export interface ApplePayPaymentMethod {
  readonly displayName: string;
  readonly network: string;
  readonly type: 'debit' | 'credit' | 'prepaid' | 'store';
}

/** The encrypted content of wallet A's token. */
export interface ApplePayPayment {
  readonly applicationPrimaryAccountNumber: string;
  /** `YYMMDD`. */
  readonly applicationExpirationDate: string;
  /** ISO 4217 number, three digits. */
  readonly currencyCode: string;
  /** Minor units. */
  readonly transactionAmount: number;
  readonly cardholderName?: string;
  /** Hex. */
  readonly deviceManufacturerIdentifier: string;
  readonly paymentDataType: '3DSecure';
  readonly paymentData: {
    readonly onlinePaymentCryptogram: string;
    readonly eciIndicator?: string;
  };
}

export interface ApplePayTokenInput {
  readonly wallet: 'wallet-a';
  readonly payment: ApplePayPayment;
  readonly paymentMethod: ApplePayPaymentMethod;
  /** SHA-256 of the merchant id, 64 hex digits: `merchantIdentifier` of a merchant session. */
  readonly merchantIdHash: string;
  /** Public key of the merchant's payment processing certificate, base64 SPKI, P-256. */
  readonly merchantKey: string;
  readonly signer: ApplePaySigner;
  /** Milliseconds since 1970. */
  readonly signedAt: number;
  /** Base64, as the page's request had it. */
  readonly applicationData?: string;
  /** 32 bytes as hex; random unless given. */
  readonly transactionId?: string;
  /** How the signature is written; `BER`, as the provider does, unless given. */
  readonly encoding?: 'BER' | 'DER';
}

/** A token that only the merchant's key opens. */
export async function mintApplePayToken(input: ApplePayTokenInput): Promise<ApplePayToken> {
  const { merchantKey, signer, signedAt, paymentMethod, encoding = 'BER' } = input;
  const transactionId = input.transactionId ?? toHex(randomBytes(32));
  const plaintext = utf8(JSON.stringify(input.payment));
  const { ephemeralKey, data } = await encrypt(plaintext, input.merchantIdHash, merchantKey);
  const applicationData =
    input.applicationData === undefined
      ? undefined
      : await sha256(fromBase64(input.applicationData));
  const signedBytes = concat(ephemeralKey, data, fromHex(transactionId), applicationData ?? []);
  return {
    paymentData: {
      version: 'EC_v1',
      data: toBase64(data),
      signature: await signCms(signedBytes, signer, { signedAt, encoding }),
      header: {
        ephemeralPublicKey: toBase64(ephemeralKey),
        publicKeyHash: toBase64(await sha256(fromBase64(merchantKey))),
        transactionId,
        ...(applicationData && { applicationData: toHex(applicationData) }),
      },
    },
    paymentMethod,
    transactionIdentifier: transactionId,
  };
}

/** The ciphertext with its tag, and the key that its recipient needs, as SPKI. */
export async function encrypt(
  plaintext: Bytes,
  merchantIdHash: string,
  merchantKey: string,
  fixedKey?: EcPrivateKey,
): Promise<{ readonly ephemeralKey: Bytes; readonly data: Bytes }> {
  if (!/^[0-9a-f]{64}$/i.test(merchantIdHash)) {
    throw new TypeError('merchantIdHash must be 64 hex digits, the SHA-256 of the merchant id.');
  }
  const { secret, ephemeral } = await agreeOnKey(merchantKey, fixedKey);
  const raw = await sha256(concat(keyInput(secret), fromHex(merchantIdHash)));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: new Uint8Array(16) },
    key,
    plaintext,
  );
  return {
    ephemeralKey: new Uint8Array(await crypto.subtle.exportKey('spki', ephemeral)),
    data: new Uint8Array(data),
  };
}

/** What is hashed to the key, up to the merchant: NIST SP 800-56A, one step. */
function keyInput(secret: Bytes): Bytes {
  return concat([0, 0, 0, 1], secret, [0x0d], utf8('id-aes256-GCM'), utf8('Apple'));
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
