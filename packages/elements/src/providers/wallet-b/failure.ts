import { WalletError, type WalletErrorCode } from '../../errors.ts';

/** The provider's codes. `CANCELED` is not a failure. */
const codes: ReadonlyMap<unknown, WalletErrorCode> = new Map([
  ['DEVELOPER_ERROR', 'config'],
  ['MERCHANT_ACCOUNT_ERROR', 'merchant-account'],
  ['BUYER_ACCOUNT_ERROR', 'payer-account'],
]);

/** The error for a rejection of the provider, which may be an object, an exception or a string. */
export function failure(thrown: unknown): WalletError {
  if (typeof thrown === 'string' && thrown.includes('open window')) {
    return new WalletError('popup-blocked', thrown, thrown);
  }
  const { statusCode, statusMessage } = statusOf(thrown);
  return statusCode === undefined
    ? WalletError.from(thrown)
    : new WalletError(codes.get(statusCode) ?? 'provider', statusMessage || statusCode, thrown);
}

/** The members of a `PaymentsError`, if it is one. */
export function statusOf(thrown: unknown): { statusCode?: string; statusMessage?: string } {
  return thrown ?? {};
}
