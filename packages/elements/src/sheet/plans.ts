import { providerAmount } from './amount.ts';
import type { PaymentPlan } from './data.ts';

/**
 * The later charges with amounts as a provider can take them.
 * @throws {WalletError} `config` when an amount is not exact.
 */
export function pricedPlan<P extends PaymentPlan>(plan: P, currency: string): P {
  const priced = <T extends { readonly amount: string; readonly below?: string }>(price: T): T => ({
    ...price,
    amount: providerAmount(price.amount, currency),
    ...(price.below && { below: providerAmount(price.below, currency) }),
  });
  const trial = 'trial' in plan && plan.trial;
  return { ...plan, price: priced(plan.price), ...(trial && { trial: priced(trial) }) };
}
