/** Tokens of both wallets in their true formats, made and opened under the sandbox's own roots. */
export type {
  ApplePayPayment,
  ApplePayPaymentMethod,
  ApplePayToken,
  ApplePayTokenInput,
} from './apple-pay-mint.ts';
export type { OpenApplePayOptions } from './apple-pay-open.ts';
export type { ApplePaySigner } from './cms.ts';
export type { EcPrivateKey } from './ecdsa.ts';
export type { GooglePayMessage, GooglePayTokenInput } from './google-pay-mint.ts';
export type { GooglePayRoots, OpenGooglePayOptions } from './google-pay-open.ts';
export { mintToken, type TokenInput } from './mint-token.ts';
export { openToken, type OpenOptions } from './open-token.ts';
export type { OpenedToken, UsedTokens } from './opened-token.ts';
export { openPlainToken } from './plain-token.ts';
export { sandboxKeys } from './sandbox-keys.ts';
export { sandboxToken, type SandboxTokenInput } from './sandbox-token.ts';
export { TokenError, type TokenFault } from './token-error.ts';
