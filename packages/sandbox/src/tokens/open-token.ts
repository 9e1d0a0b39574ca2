import { openApplePayToken, type OpenApplePayOptions } from './apple-pay-open.ts';
import { openGooglePayToken, type OpenGooglePayOptions } from './google-pay-open.ts';
import type { OpenedToken } from './opened-token.ts';

/** Whom the token is for, under which root, and when. */
export type OpenOptions = OpenApplePayOptions | OpenGooglePayOptions;

/**
 * Verifies and decrypts a token as the wallet's processor does. No key and no clock has a default;
 * `sandboxKeys` holds the sandbox's own, under which no token of the providers opens.
 *
 * @throws {TokenError} with the reason in its code
 */
export function openToken(token: unknown, options: OpenOptions): OpenedToken {
  return options.wallet === 'wallet-a'
    ? openApplePayToken(token, options)
    : openGooglePayToken(token, options);
}
