import { providerAmount } from './amount.ts';
import type { PaymentPlan } from './data.ts';

/**
 * Later charges with amounts in the providers' form.
 * @throws {WalletError} `config` if an amount is not exact.
 */
export function pricedPlan<P extends PaymentPlan>(plan: P, currency: string): P {
  const convert = <T extends { readonly amount: string; readonly below?: string }>(
    price: T,
  ): T => ({
    ...price,
    amount: providerAmount(price.amount, currency),
    ...(price.below && { below: providerAmount(price.below, currency) }),
  });
  const trial = 'trial' in plan && plan.trial;
  return { ...plan, price: convert(plan.price), ...(trial && { trial: convert(trial) }) };
}
