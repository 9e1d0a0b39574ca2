import { currencyExponent, fromMinor, toMinor } from '@wallet-buttons/protocol';
import type { OperationKind, OperationResult, Payment } from '@wallet-buttons/server';
import { formatNumber } from './format.ts';

/** What is left for an operation, in major units; `null` if the payment does not allow it. */
export function leftFor(kind: OperationKind, payment: Payment): string | null {
  const { state, flag, amounts, currency } = payment;
  if (flag === 'mismatch' || flag === 'contradicted') return null;
  const minor = (amount: string): number => toMinor({ amount, currency });
  let remainder = 0;
  if (state === 'authorized' && kind !== 'refund' && minor(amounts.charged) === 0) {
    remainder = minor(amounts.held);
  }
  const isCharged = state === 'paid' || (state === 'paid_off' && kind === 'refund');
  if (isCharged && kind !== 'capture') remainder = minor(amounts.charged) - minor(amounts.refunded);
  return remainder > 0 ? fromMinor(remainder, currency) : null;
}

/** The operations that a payment allows, the usual one first. */
export function possibleOperations(payment: Payment): readonly OperationKind[] {
  const kinds: readonly OperationKind[] = ['capture', 'refund', 'void'];
  return kinds.filter((kind) => leftFor(kind, payment) !== null);
}

/** Whether a manual review has to end something of a payment. */
export function waitsForReview({ flag, state }: Pick<Payment, 'flag' | 'state'>): boolean {
  return (flag !== null && flag !== 'resolved') || state === 'disputed';
}

/** The operation of an attempt that has no outcome yet. */
export function openOperation(
  operations: readonly OperationResult[],
  { attempt }: Payment,
): OperationResult | undefined {
  return operations.find((each) => each.attempt === attempt && each.state === 'unknown');
}

/** The charged amount less what went back; `null` before a charge. */
export function netOf({ amounts, currency }: Payment): string | null {
  const chargedMinor = toMinor({ amount: amounts.charged, currency });
  const refundedMinor = toMinor({ amount: amounts.refunded, currency });
  return chargedMinor > 0 ? fromMinor(chargedMinor - refundedMinor, currency) : null;
}

/** What payments of one currency come to, in major units. */
export interface Sum {
  readonly currency: string;
  readonly count: number;
  readonly amounts: Readonly<Record<'held' | 'charged' | 'refunded' | 'left', string>>;
}

/** The sums of payments, a currency each. */
export function sumsOf(payments: readonly Payment[]): readonly Sum[] {
  const groups = Map.groupBy(payments, ({ currency }) => currency);
  return Array.from(groups, ([currency, group]) => {
    const minor = (kind: 'held' | 'charged' | 'refunded'): number =>
      group.reduce((sum, { amounts }) => sum + toMinor({ amount: amounts[kind], currency }), 0);
    const [held, charged, refunded] = [minor('held'), minor('charged'), minor('refunded')];
    const amounts = {
      held: fromMinor(held, currency),
      charged: fromMinor(charged, currency),
      refunded: fromMinor(refunded, currency),
      left: fromMinor(charged - refunded, currency),
    };
    return { currency, count: group.length, amounts };
  });
}

export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/** What an amount is read for. */
export interface AmountField {
  /** The most that it may be, in major units. */
  readonly maximum: string;
  readonly currency: string;
  readonly language: string;
}

/** No usable amount, with what it could mean if it can mean two things. */
export interface NoAmount {
  readonly readings: readonly string[];
}

/**
 * An amount as a clerk typed it, or as the page prints it, as a decimal string. One separator before three digits is
 * a thousand to one clerk and a decimal to another: it is read only in the form in which the page itself prints it.
 */
export function readAmount(text: string, field: AmountField): string | NoAmount {
  const { maximum, currency, language } = field;
  const typed = text.trim().toUpperCase();
  const digits = typed.startsWith(currency) ? typed.slice(currency.length) : typed;
  const number = digits.endsWith(currency) ? digits.slice(0, -currency.length) : digits;
  const plain = number.trim().replaceAll(/[\s\u00a0\u202f]/g, ' ');
  const [, before, after] = /^([1-9]\d{0,2})[.,](\d{3})$/.exec(plain) ?? [];
  const candidates =
    before === undefined || after === undefined
      ? [decimalOf(plain, currencyExponent(currency))]
      : [`${before}.${after}`, `${before}${after}`];
  const readings = candidates.flatMap((candidate) => exactAmount(candidate, currency) ?? []);
  const isPrinted = (amount: string): boolean => formatNumber(amount, language) === plain;
  const amount = before === undefined ? readings[0] : readings.find(isPrinted);
  if (amount === undefined) return { readings };
  const isTooHigh = toMinor({ amount, currency }) > toMinor({ amount: maximum, currency });
  return isTooHigh ? { readings: [] } : amount;
}

/** A number with groups of three and decimals, in any notation, as a decimal string; `''` if it is in none. */
function decimalOf(text: string, exponent: number): string {
  const pattern = /^(\d+|\d{1,3}(?:([ .,'’])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
  const [, whole = '', group, point, decimals = ''] = pattern.exec(text) ?? [];
  if (point !== undefined && (point === group || decimals.length > exponent)) return '';
  const digits = whole.replaceAll(/\D/g, '');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}

/** With all decimals of its currency; `null` if it is not exact or not above zero. */
function exactAmount(amount: string, currency: string): string | null {
  try {
    const minor = toMinor({ amount, currency });
    return minor > 0 ? fromMinor(minor, currency) : null;
  } catch {
    return null;
  }
}
