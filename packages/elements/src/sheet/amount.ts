import { isWhole } from '@wallet-buttons/protocol';
import { WalletError } from '../errors.ts';

/**
 * An amount in the form of both providers: a string with the currency's decimals, two at most.
 * @param negative Whether it may be below zero, like a discount.
 * @throws {WalletError} `config` if it is not exact, or needs a third decimal.
 */
export function providerAmount(amount: string, currency: string, negative = false): string {
  const decimals = isWhole(currency) ? 0 : 2;
  const [, sign = '', whole, rest = ''] = /^(-?)(\d{1,13})(?:\.(\d*?)0*)?$/.exec(amount) ?? [];
  if (!whole || rest.length > decimals || (sign && !negative)) {
    throw new WalletError('config', `amount ${amount} ${currency}`);
  }
  return sign + (decimals ? `${whole}.${rest.padEnd(decimals, '0')}` : whole);
}
