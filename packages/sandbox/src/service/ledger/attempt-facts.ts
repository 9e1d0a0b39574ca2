/** The service’s view of an attempted payment. */
import { isZero, textFromMinor } from '../../money.ts';
import type { Operation, Scenario, Session } from '../control-api.ts';
import type { Members, Wire } from '../wire/wire.ts';
import { amountOf } from './session-amounts.ts';

/** The attempt that took the money; without one, the last. */
export function attemptOf({ attempts }: Session): Session['attempts'][number] | undefined {
  return attempts.find((one) => one.charged) ?? attempts.at(-1);
}

/**
 * A payment's amount as the service names it: what was taken, also after the capture of a part. Before anything is
 * taken it is what was asked for. A payment that was released by itself counts nothing.
 */
function moneyOf({ amount, charged, status }: Operation, session: Session): string {
  if (!isZero(charged)) return charged;
  const isTaken = session.operations.some((operation) => !isZero(operation.charged));
  const isReleased = status === 'voided' && session.status !== 'voided';
  return isTaken || isReleased ? textFromMinor(0, session.currency) : amount;
}

/** The status that the service names, for the session or for one of its payments. */
export function statedStatus(
  session: Session,
  { status }: Pick<Session | Operation, 'status'>,
  { partRefund, statedStatus: statedName }: Pick<Scenario, 'partRefund' | 'statedStatus'>,
): string {
  if (statedName !== 'auto') return statedName;
  const isPart = session.operations.some(({ refunded }) => !isZero(refunded));
  const isPaid = status === 'paid' || status === 'paid_off';
  return partRefund === 'refunded' && isPart && isPaid ? 'refunded' : status;
}

/** What the service names beside the places of the profile, in get-status and in webhooks. */
export function commonFacts(session: Session): Members {
  return {
    metadata: session.metadata,
    created_at: session.created_at,
    client_phone: session.client.phone,
    client_first_name: session.client.first_name,
    client_last_name: session.client.last_name,
    client_patronymic: session.client.patronymic,
    paytype: attemptOf(session)?.paytype ?? '',
  };
}

/** The amounts of a session in all. @param asNumber if the profile leaves it open */
export function amountsOf(session: Session, wire: Wire, asNumber = false): Members {
  const sum = (part: (operation: Operation) => string): string | number =>
    wire.amount(amountOf(session, part), session.currency, asNumber);
  return {
    amount: sum((operation) => moneyOf(operation, session)),
    refundedAmount: sum(({ refunded }) => refunded),
  };
}

/** The order and the amounts of one payment. @param asNumber if the profile leaves it open */
export function paymentFacts(
  operation: Operation,
  session: Session,
  wire: Wire,
  asNumber = false,
): Members {
  return {
    externalId: operation.external_id,
    amount: wire.amount(moneyOf(operation, session), session.currency, asNumber),
    refundedAmount: wire.amount(operation.refunded, session.currency, asNumber),
  };
}
