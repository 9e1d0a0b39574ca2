import { misconfigured, WalletError } from '../errors.ts';
import { textsOf, type Texts } from '../texts.ts';
import { providerAmount } from './amount.ts';
import type { SheetData } from './data.ts';
import { sheetSupport } from './support.ts';

/** {@link SheetData} as a provider can take it: amounts normalised, an option chosen. */
export interface SheetRequest extends SheetData {
  /** `id` of the chosen option. */
  readonly shippingOption: string | undefined;
  readonly texts: Partial<Texts>;
}

/**
 * Takes what the tag says, or a request with what an update changed.
 * @throws {WalletError} `config`, naming what is missing, is no exact amount, or needs `./sheet.js`.
 */
export function sheetRequest(
  data: SheetData & Partial<Pick<SheetRequest, 'shippingOption'>>,
): SheetRequest {
  const { currency, country, label, shippingOptions, shippingOption, couponCode } = data;
  const { recurring, deferred, automaticReload, request, language } = data;
  if (!/^[A-Z]{3}$/.test(currency)) throw misconfigured('currency');
  if (!/^[A-Z]{2}$/.test(country)) throw misconfigured('country');
  if (!label) throw misconfigured('label');
  const plan = recurring ?? deferred ?? automaticReload;
  const chooses = shippingOptions[0] ?? plan ?? /shipping-address|payment-method/.test(request);
  const support = sheetSupport();
  if (!support && (chooses || couponCode !== undefined)) {
    throw new WalletError('config', 'Import @wallet-buttons/elements/sheet.js too.');
  }
  const chosen = shippingOptions.find(({ id }) => id === shippingOption) ?? shippingOptions[0];
  return {
    currency,
    country,
    label,
    request,
    language,
    couponCode,
    totalStatus: data.totalStatus,
    providerRequest: data.providerRequest,
    texts: textsOf(data, language),
    amount: providerAmount(data.amount, currency),
    displayItems: data.displayItems.map((item) => ({
      ...item,
      amount: providerAmount(item.amount, currency, true),
    })),
    shippingOptions: shippingOptions.map((option) => ({
      ...option,
      amount: providerAmount(option.amount, currency),
    })),
    shippingOption: chosen?.id,
    ...(support?.pricedPlans(data) ?? { recurring, deferred, automaticReload }),
  };
}
