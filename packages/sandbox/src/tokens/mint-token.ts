import {
  mintApplePayToken,
  type ApplePayToken,
  type ApplePayTokenInput,
} from './apple-pay-mint.ts';
import { mintGooglePayToken, type GooglePayTokenInput } from './google-pay-mint.ts';

/** A token of either wallet, with every key that it is made with. */
export type TokenInput = ApplePayTokenInput | GooglePayTokenInput;

/**
 * A token in the true format of its wallet, encrypted for the recipient and signed under the given
 * root. Runs in Node and in a page that is a secure context.
 *
 * - wallet A: an object of version EC_v1, as `ApplePayPayment.token`
 * - wallet B: a string of protocol ECv2. Parsing and serialising its inner strings again breaks the
 *   signatures: it must be forwarded untouched
 *
 * No key has a default; `sandboxKeys` holds the sandbox's own.
 */
export function mintToken(input: ApplePayTokenInput): Promise<ApplePayToken>;
export function mintToken(input: GooglePayTokenInput): Promise<string>;
export async function mintToken(input: TokenInput): Promise<ApplePayToken | string> {
  return input.wallet === 'wallet-a' ? mintApplePayToken(input) : mintGooglePayToken(input);
}
