import { decimalsOf } from '../../currency.ts';
import { minorFromText } from '../../money.ts';
import { validationRefusal } from '../wire/refusal.ts';
import type { Call } from './row.ts';

/**
 * An amount that a call names, as a decimal string with all decimals of its currency.
 *
 * @throws Refusal of type `validation` if it is not an amount, such as `0.5` JPY
 */
export function readAmount({ service, operation }: Call, value: unknown, currency: string): string {
  const amount = service.wire.readAmount(value, currency);
  if (amount !== undefined) return amount;
  const path = service.wire.profile.operations[operation].fields['amount'] ?? 'amount';
  const decimals = String(decimalsOf(currency));
  const message = `Invalid input: an amount of ${currency} is positive and has 13 digits and ${decimals} decimals at most`;
  throw validationRefusal([{ message, code: 'invalid_value', path }]);
}

/** The same in minor units. */
export function readMinor(call: Call, value: unknown, currency: string): number {
  return minorFromText(readAmount(call, value, currency), currency) ?? 0;
}
