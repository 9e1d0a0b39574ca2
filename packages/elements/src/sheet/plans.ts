import { providerAmount } from './amount.ts';
import type { SheetData } from './data.ts';

type Plans = Pick<SheetData, 'recurring' | 'deferred' | 'automaticReload'>;

/**
 * The later charges with amounts as a provider can take them.
 * @throws {WalletError} `config` when an amount is not exact.
 */
export function pricedPlans(data: Plans & Pick<SheetData, 'currency'>): Plans {
  const { recurring, deferred, automaticReload, currency } = data;
  const priced = <T extends { readonly amount: string }>(price: T): T => ({
    ...price,
    amount: providerAmount(price.amount, currency),
  });
  return {
    recurring: recurring && {
      ...recurring,
      price: priced(recurring.price),
      ...(recurring.trial && { trial: priced(recurring.trial) }),
    },
    deferred: deferred && { ...deferred, price: priced(deferred.price) },
    automaticReload: automaticReload && {
      ...automaticReload,
      price: {
        ...priced(automaticReload.price),
        below: providerAmount(automaticReload.price.below, currency),
      },
    },
  };
}
