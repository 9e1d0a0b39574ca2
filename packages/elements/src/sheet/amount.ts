import { isWhole } from '@wallet-buttons/protocol';
import { WalletError } from '../errors.ts';

/**
 * An amount as both providers take it: a string with the currency's decimals, two at most.
 * @throws {WalletError} `config` when it is not exact, or needs a third decimal.
 */
export function providerAmount(amount: string, currency: string): string {
  const decimals = isWhole(currency) ? 0 : 2;
  const [, whole, rest = ''] = /^(-?\d{1,13})(?:\.(\d*?)0*)?$/.exec(amount) ?? [];
  if (!whole || rest.length > decimals) {
    throw new WalletError('config', `Write amounts in decimals of ${currency}.`);
  }
  return decimals ? `${whole}.${rest.padEnd(decimals, '0')}` : whole;
}
