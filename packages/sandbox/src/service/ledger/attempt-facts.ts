/** The service’s view of an attempted payment. */
import { isZero, textFromMinor } from '../../money.ts';
import type { Operation, Scenario, Session, SessionStatus } from '../control-api.ts';

/** The attempt that took the money; without one, the last. */
export function attemptOf({ attempts }: Session): Session['attempts'][number] | undefined {
  return attempts.find((one) => one.charged) ?? attempts.at(-1);
}

/**
 * A payment's amount as the service names it: what was taken, also after the capture of a part. Before anything is
 * taken it is what was asked for. A payment that was released by itself counts nothing.
 */
export function moneyOf({ amount, charged, status }: Operation, session: Session): string {
  if (!isZero(charged)) return charged;
  const isTaken = session.operations.some((operation) => !isZero(operation.charged));
  const isReleased = status === 'voided' && session.status !== 'voided';
  return isTaken || isReleased ? textFromMinor(0, session.currency) : amount;
}

/** The status that the service names, for the session or for one of its payments. */
export function statedStatus(
  session: Session,
  { status }: Pick<Session | Operation, 'status'>,
  { partRefund }: Pick<Scenario, 'partRefund'>,
): SessionStatus {
  const isPart = session.operations.some(({ refunded }) => !isZero(refunded));
  const isPaid = status === 'paid' || status === 'paid_off';
  return partRefund === 'refunded' && isPart && isPaid ? 'refunded' : status;
}
