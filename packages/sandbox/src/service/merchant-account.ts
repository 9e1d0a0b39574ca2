import { isCurrency } from '../currency.ts';
import { minorFromText } from '../money.ts';
import type { SandboxOptions } from './options.ts';
import type { WireProfile } from './wire/profile.ts';

/** The merchant as the service registered it. */
export interface MerchantAccount {
  readonly id: string;
  /** Shown in wallet A's sheet and on the bank's page. */
  readonly name: string;
  /** ISO 4217, for the balance, and for a payment that names no currency. */
  readonly currency: string;
  /** Domains registered for wallet A; undefined allows every one. */
  readonly domains: readonly string[] | undefined;
  /** The processor that wallet B's tokens are encrypted for. */
  readonly gateway: string;
  /** The terminal that a wallet B token has to be made for; undefined allows every one. */
  readonly gatewayMerchantId: string | undefined;
}

/** @throws TypeError if the currency is not in ISO 4217 */
export function merchantOf(options: SandboxOptions, { currencies }: WireProfile): MerchantAccount {
  const currency = options.currency ?? currencies[0] ?? 'UAH';
  if (!isCurrency(currency)) {
    const code = currency.trim().toUpperCase();
    const remedy = isCurrency(code) ? `: write "${code}"` : '';
    throw new TypeError(`currency "${currency}" is not in ISO 4217${remedy}`);
  }
  return {
    id: options.merchantId,
    name: options.merchantName ?? 'Test shop',
    currency,
    domains: options.domains,
    gateway: options.gateway ?? 'examplegateway',
    gatewayMerchantId: options.gatewayMerchantId,
  };
}

/** What the merchant has at the service before any payment, in minor units. */
export function openingOf(
  { openingBalance = '100000.00' }: SandboxOptions,
  { currency }: MerchantAccount,
): { currency: string; minor: number } {
  const minor = minorFromText(openingBalance, currency);
  if (minor === undefined) {
    throw new TypeError(`openingBalance has to be a decimal string of ${currency}`);
  }
  return { currency, minor };
}
