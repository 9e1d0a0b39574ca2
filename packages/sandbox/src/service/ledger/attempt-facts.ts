/** The service’s view of an attempted payment. */
import { isZero } from '../../money.ts';
import type { Operation, Session } from '../control-api.ts';
import type { Wire } from '../wire/wire.ts';

/** The attempt that took the money; without one, the last. */
export function attemptOf({ attempts }: Session): Session['attempts'][number] | undefined {
  return attempts.find((one) => one.charged) ?? attempts.at(-1);
}

/** The charged amount; before that, the requested one. */
export function moneyOf({ amount, charged }: Operation): string {
  return isZero(charged) ? amount : charged;
}

/** The service’s name of the wallet; `card` for a card on its own page. */
export function paytypeOf(paytype: Session['attempts'][number]['paytype'], wire: Wire): string {
  if (paytype === 'card') return paytype;
  return wire.profile.wallets[paytype === 'apple_pay' ? 'wallet-a' : 'wallet-b'].name;
}
