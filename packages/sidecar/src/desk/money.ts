import { fromMinor, toMinor } from '@wallet-buttons/protocol';
import type { OperationKind, OperationResult, Payment } from '@wallet-buttons/server';

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

export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/**
 * An amount as a clerk typed it, with a comma or a point and with spaces between thousands, as a decimal string.
 * `null` if it is no amount, or not above zero and at most `most`.
 */
export function readAmount(text: string, maximum: string, currency: string): string | null {
  const amount = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  try {
    const minor = toMinor({ amount, currency });
    const isUsable = minor > 0 && minor <= toMinor({ amount: maximum, currency });
    return isUsable ? fromMinor(minor, currency) : null;
  } catch {
    return null;
  }
}
