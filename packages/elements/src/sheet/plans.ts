import { WalletError } from '../errors.ts';
import { providerAmount } from './amount.ts';
import type { PaymentPlan } from './data.ts';

/** The members of a price with an amount or a date. */
interface Price {
  readonly amount: string;
  readonly below?: string;
  readonly from?: Date;
  readonly until?: Date;
  readonly on?: Date;
}

/**
 * Later charges with amounts in the providers' form.
 * @throws {WalletError} `config` if an amount is not exact, or a date is a text or invalid.
 */
export function pricedPlan<P extends PaymentPlan>(plan: P, currency: string): P {
  const convert = <T extends Price>(price: T): T => {
    for (const date of [price.from, price.until, price.on]) checkDate(date);
    return {
      ...price,
      amount: providerAmount(price.amount, currency),
      ...(price.below && { below: providerAmount(price.below, currency) }),
    };
  };
  const trial = 'trial' in plan && plan.trial;
  return { ...plan, price: convert(plan.price), ...(trial && { trial: convert(trial) }) };
}

/** A page may have the text of a date. Wallet B would refuse it only after its window has opened. */
function checkDate(date: Date | undefined): void {
  try {
    date?.toISOString();
  } catch (cause) {
    throw new WalletError('config', `date ${String(date)}`, cause);
  }
}
