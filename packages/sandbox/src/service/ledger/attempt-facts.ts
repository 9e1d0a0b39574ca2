/** The service’s view of an attempted payment. */
import { isZero, textFromMinor } from '../../money.ts';
import type { Operation, Session } from '../control-api.ts';
import type { Wire } from '../wire/wire.ts';

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

/** The service’s name of the wallet; `card` for a card on its own page. */
export function paytypeOf(paytype: Session['attempts'][number]['paytype'], wire: Wire): string {
  if (paytype === 'card') return paytype;
  return wire.profile.wallets[paytype === 'apple_pay' ? 'wallet-a' : 'wallet-b'].name;
}
