/**
 * Tokens as the two wallets shape them, readable by the sandbox alone. A real token is encrypted for
 * the gateway; here the place of the ciphertext holds base64 JSON, so that the payment service can
 * tell which card paid, while a merchant's code sees the same opaque thing as in production.
 */
import type { CardAuth, CardNetwork } from './cards.ts';

/** What stands where the ciphertext stands. */
export interface TokenPayload {
  readonly v: 1;
  readonly wallet: 'wallet-a' | 'wallet-b';
  /** `id` of the test card. */
  readonly card: string;
  readonly network: CardNetwork;
  readonly last4: string;
  readonly auth: CardAuth;
  /** The sheet's total as the page wrote it, a decimal string; absent when the page gave no price. */
  readonly amount?: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Wallet B only: the merchant at the gateway that the token was made for. */
  readonly gatewayMerchantId?: string;
  /** UUID; a token is single-use, and this tells two of them apart. */
  readonly id: string;
}

/** What the caller of `mintToken` knows: `v` and, unless a test fixes it, `id` are filled in. */
export type TokenInput<W extends TokenPayload['wallet'] = TokenPayload['wallet']> = Omit<
  TokenPayload,
  'v' | 'id' | 'wallet'
> & {
  readonly wallet: W;
  readonly id?: string;
};

/** Wallet A's `payment.token` (ApplePayPaymentToken), EC_v1. */
export interface WalletAToken {
  readonly paymentData: {
    readonly version: 'EC_v1';
    readonly data: string;
    readonly signature: string;
    readonly header: {
      readonly ephemeralPublicKey: string;
      readonly publicKeyHash: string;
      readonly transactionId: string;
    };
  };
  readonly paymentMethod: {
    readonly displayName: string;
    readonly network: string;
    readonly type: 'credit' | 'debit';
  };
  readonly transactionIdentifier: string;
}

/**
 * A token in the shape of the payload's wallet.
 *
 * - wallet A: an object, as `ApplePayPayment.token`
 * - wallet B: a string, JSON of protocol ECv2. As in the provider's own tokens `=` is written
 *   `\u003d`, so parsing and serialising it again gives other bytes: it must be forwarded untouched.
 */
export function mintToken(input: TokenInput<'wallet-a'>): WalletAToken;
export function mintToken(input: TokenInput<'wallet-b'>): string;
export function mintToken(input: TokenInput): WalletAToken | string {
  const payload: TokenPayload = { v: 1, ...input, id: input.id ?? uuid() };
  const data = toBase64(new TextEncoder().encode(JSON.stringify(payload)));
  return input.wallet === 'wallet-a' ? shapeA(payload, data) : shapeB(data);
}

/**
 * The payload of a token, or undefined if these wallets did not make it. Accepts wallet A's object
 * (or its `paymentData` alone), wallet B's string, and the JSON or the base64 of either.
 */
export function readToken(token: unknown): TokenPayload | undefined {
  let value = token;
  for (let layer = 0; layer < 8; layer += 1) {
    if (isPayload(value)) return value;
    value = unwrap(value);
    if (value === undefined) return undefined;
  }
  return undefined;
}

const DISPLAY_NETWORK: Readonly<Record<CardNetwork, string>> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'AmEx',
};

function shapeA(payload: TokenPayload, data: string): WalletAToken {
  const network = DISPLAY_NETWORK[payload.network];
  const transactionIdentifier = toHex(randomBytes(32));
  return {
    paymentData: {
      version: 'EC_v1',
      data,
      signature: toBase64(randomBytes(96)),
      header: {
        ephemeralPublicKey: toBase64(randomBytes(91)),
        publicKeyHash: toBase64(randomBytes(32)),
        transactionId: transactionIdentifier,
      },
    },
    paymentMethod: { displayName: `${network} ${payload.last4}`, network, type: 'credit' },
    transactionIdentifier,
  };
}

function shapeB(encryptedMessage: string): string {
  // 71 bytes is a common length of a DER signature, and one whose base64 always ends in `=`.
  const signature = (): string => toBase64(randomBytes(71));
  return escapeEquals({
    signature: signature(),
    intermediateSigningKey: {
      signedKey: escapeEquals({
        keyValue: toBase64(randomBytes(91)),
        keyExpiration: String(Date.now() + 7 * 24 * 3600 * 1000),
      }),
      signatures: [signature()],
    },
    protocolVersion: 'ECv2',
    signedMessage: escapeEquals({
      encryptedMessage,
      ephemeralPublicKey: toBase64(randomBytes(65)),
      tag: toBase64(randomBytes(32)),
    }),
  });
}

function escapeEquals(value: object): string {
  return JSON.stringify(value).replaceAll('=', '\\u003d');
}

/** One layer off: JSON text, base64 text, or the member that holds the next layer. */
function unwrap(value: unknown): unknown {
  if (typeof value === 'string') return parseJson(value) ?? parseJson(fromBase64(value));
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  return (
    members['paymentData'] ??
    members['data'] ??
    members['signedMessage'] ??
    members['encryptedMessage']
  );
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPayload(value: unknown): value is TokenPayload {
  if (typeof value !== 'object' || value === null) return false;
  const members = value as Readonly<Record<string, unknown>>;
  return (
    members['v'] === 1 &&
    (members['wallet'] === 'wallet-a' || members['wallet'] === 'wallet-b') &&
    ['card', 'network', 'last4', 'auth', 'currency', 'id'].every(
      (name) => typeof members[name] === 'string',
    )
  );
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** `crypto.randomUUID` exists in secure contexts only; a page on plain http://shop.test is none. */
function uuid(): string {
  const hex = toHex(randomBytes(16));
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
