/** What a session is about: its order, and what its payments come to. */
import { minorFromText, sumOf, textFromMinor } from '../../money.ts';
import type { Operation, Session } from '../control-api.ts';

/** The merchant's order of a session. */
export function externalIdOf(session: Session): string | null {
  return session.operations.find((operation) => operation.external_id)?.external_id ?? null;
}

/** What a session costs in all, in minor units. */
export function minorOf({ operations, currency }: Session): number {
  return sumOf(operations, currency, ({ amount }) => amount);
}

/** The sum over the payments of a session, as a decimal string. @param part of each payment, such as the charge */
export function amountOf(
  { operations, currency }: Session,
  part: (operation: Operation) => string,
): string {
  return textFromMinor(sumOf(operations, currency, part), currency);
}

/** What can still be given back of a payment, in minor units. */
export function leftOf({ charged, refunded }: Operation, currency: string): number {
  return (minorFromText(charged, currency) ?? 0) - (minorFromText(refunded, currency) ?? 0);
}
