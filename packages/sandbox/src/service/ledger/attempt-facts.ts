/** What the service says about a payment that was tried. */
import { isZero } from '../../money.ts';
import type { Operation, Session } from '../control-api.ts';
import type { Wire } from '../wire/wire.ts';

/** The attempt that took the money; without one, the last. */
export function attemptOf({ attempts }: Session): Session['attempts'][number] | undefined {
  return attempts.find((one) => one.charged) ?? attempts.at(-1);
}

/** What was taken; before that, what was asked for. */
export function moneyOf({ amount, charged }: Operation): string {
  return isZero(charged) ? amount : charged;
}

/** How the service names the wallet that paid; a card on its own page is `card`. */
export function paytypeOf(paytype: Session['attempts'][number]['paytype'], wire: Wire): string {
  if (paytype === 'card') return paytype;
  return wire.profile.wallets[paytype === 'apple_pay' ? 'wallet-a' : 'wallet-b'].name;
}
