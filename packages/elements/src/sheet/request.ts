import { providerAmount } from './amount.ts';
import { misconfigured } from '../errors.ts';
import type { SheetData } from './data.ts';

/** {@link SheetData} as a provider can take it: amounts normalised, an option chosen. */
export interface SheetRequest extends SheetData {
  /** `id` of the chosen option. */
  readonly shippingOption: string | undefined;
}

/**
 * Takes what the tag says, or a request with what an update changed.
 * @throws {WalletError} `config`, naming what is missing or no exact amount.
 */
export function sheetRequest(data: SheetData & Partial<SheetRequest>): SheetRequest {
  const { currency, country, label, shippingOptions, shippingOption } = data;
  const { recurring, deferred, automaticReload, amount } = data;
  for (const [name, value] of Object.entries({ amount, currency, country, label })) {
    if (!value) throw misconfigured(name);
  }
  const priced = <T extends { readonly amount: string }>(item: T): T => ({
    ...item,
    amount: providerAmount(item.amount, currency),
  });
  const chosen = shippingOptions.find(({ id }) => id === shippingOption) ?? shippingOptions[0];
  return {
    currency,
    country,
    label,
    totalStatus: data.totalStatus,
    request: data.request,
    couponCode: data.couponCode,
    providerRequest: data.providerRequest,
    amount: providerAmount(amount, currency),
    displayItems: data.displayItems.map(priced),
    shippingOptions: shippingOptions.map(priced),
    shippingOption: chosen?.id,
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
