import { WalletError, type WalletErrorCode } from '../../errors.ts';

/** The provider's codes. `CANCELED` is not a failure. */
const codes: ReadonlyMap<unknown, WalletErrorCode> = new Map([
  ['DEVELOPER_ERROR', 'config'],
  ['MERCHANT_ACCOUNT_ERROR', 'merchant-account'],
  ['BUYER_ACCOUNT_ERROR', 'payer-account'],
]);

/** The error for a rejection of the provider, which may be an object, an exception or a string. */
export function failure(rejection: unknown): WalletError {
  if (typeof rejection === 'string' && rejection.includes('open window')) {
    return new WalletError('popup-blocked', rejection, rejection);
  }
  const { statusCode, statusMessage } = statusOf(rejection);
  return statusCode === undefined
    ? WalletError.from(rejection)
    : new WalletError(codes.get(statusCode) ?? 'provider', statusMessage || statusCode, rejection);
}

/** The members of a `PaymentsError`, if it is one. */
export function statusOf(rejection: unknown): { statusCode?: string; statusMessage?: string } {
  return rejection ?? {};
}
