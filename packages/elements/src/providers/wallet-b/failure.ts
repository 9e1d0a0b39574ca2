import { WalletError, type WalletErrorCode } from '../../errors.ts';

/** The provider's codes; `CANCELED` is no failure. */
const codes: ReadonlyMap<unknown, WalletErrorCode> = new Map([
  ['DEVELOPER_ERROR', 'config'],
  ['MERCHANT_ACCOUNT_ERROR', 'merchant-account'],
  ['BUYER_ACCOUNT_ERROR', 'payer-account'],
]);

/** The provider rejects with objects, exceptions and bare strings alike. */
export function failure(thrown: unknown): WalletError {
  if (typeof thrown === 'string' && thrown.includes('open window')) {
    return new WalletError('popup-blocked', thrown, thrown);
  }
  const { statusCode, statusMessage } = statusOf(thrown);
  return statusCode === undefined
    ? WalletError.from(thrown)
    : new WalletError(codes.get(statusCode) ?? 'provider', statusMessage || statusCode, thrown);
}

/** `PaymentsError`, or nothing of it. */
export function statusOf(thrown: unknown): { statusCode?: string; statusMessage?: string } {
  return thrown ?? {};
}
