import { openApplePayToken, type OpenApplePayOptions } from './apple-pay-open.ts';
import { openGooglePayToken, type OpenGooglePayOptions } from './google-pay-open.ts';

/** Whom the token is for, under which root, and when. */
export type OpenOptions = OpenApplePayOptions | OpenGooglePayOptions;

/** Ids of tokens that were opened; a `Set` is one. */
export type UsedTokens = Pick<Set<string>, 'has' | 'add'>;

/** What a processor learns from a token. */
export interface OpenedToken {
  readonly wallet: 'wallet-a' | 'wallet-b';
  /** `transactionId` of wallet A, `messageId` of wallet B. */
  readonly id: string;
  /** Number of the card, or of the device in its place. */
  readonly pan: string;
  /** `YYMM`. */
  readonly expiry: string;
  readonly auth: 'PAN_ONLY' | 'CRYPTOGRAM_3DS';
  /** Wallet A only: the total in minor units, and its ISO 4217 code. */
  readonly amountMinor?: number;
  readonly currency?: string;
  /** Wallet B only, of a token for a gateway. */
  readonly gatewayMerchantId?: string;
  /** Everything that was encrypted. */
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * Verifies and decrypts a token as the wallet's processor does. No key and no clock has a default;
 * `sandboxKeys` holds the sandbox's own, under which no token of the providers opens.
 *
 * @throws {TokenError} whose code says why the token is refused
 */
export function openToken(token: unknown, options: OpenOptions): OpenedToken {
  return options.wallet === 'wallet-a'
    ? openApplePayToken(token, options)
    : openGooglePayToken(token, options);
}
