import { WalletError } from '../errors.ts';
import { textsOf } from '../texts.ts';
import { providerAmount } from './amount.ts';
import type { SheetData, SheetRequest, ShippingOption } from './data.ts';
import { sheetSupport } from './support.ts';

/** The provider returns an id as text, and a page may have numbers. */
type PageOption = Omit<ShippingOption, 'id'> & { readonly id: string | number | null | undefined };

/**
 * The request of a tag, or a request with the changes of an update.
 * @throws {WalletError} `config`, naming a missing setting, an inexact amount, or `./sheet.js` if that is needed.
 */
export function sheetRequest(
  data: Omit<SheetRequest, 'plan' | 'shippingOption' | 'texts'> &
    Partial<SheetData> &
    Partial<Pick<SheetRequest, 'plan' | 'shippingOption'>>,
): SheetRequest {
  const {
    currency,
    country,
    label,
    shippingOptions,
    shippingOption,
    couponCode,
    request,
    language,
  } = data;
  if (!/^[A-Z]{3}$/.test(currency)) throw new WalletError('config', 'currency');
  if (!/^[A-Z]{2}$/.test(country)) throw new WalletError('config', 'country');
  const plans = [data.recurring, data.deferred, data.automaticReload].filter(Boolean);
  if (plans[1]) throw new WalletError('config', 'recurring, deferred, automaticReload: set one');
  const plan = data.recurring ?? data.deferred ?? data.automaticReload ?? data.plan;
  const chooses = shippingOptions[0] ?? plan ?? /shipping-address|payment-method/.test(request);
  if (!sheetSupport() && (chooses || couponCode !== undefined)) {
    throw new WalletError('config', '@wallet-buttons/elements/sheet.js');
  }
  const lines: readonly ({ readonly label?: string } | undefined)[] = [
    { label },
    ...data.displayItems,
    ...shippingOptions,
    plan?.price,
    plan && 'trial' in plan ? plan.trial : undefined,
  ];
  // Wallet B refuses an empty label, and on wallet A a payer cannot read it.
  if (lines.some((line) => line && !line.label?.trim())) throw new WalletError('config', 'label');
  const amount = providerAmount(data.amount, currency);
  // The first charge is above zero.
  if (!/[1-9]/.test(amount)) throw new WalletError('config', `amount ${amount} ${currency}`);
  const options = shippingOptions.map((option: PageOption) => ({
    ...option,
    id: String(option.id ?? ''),
    amount: providerAmount(option.amount, currency),
  }));
  const ids = options.map(({ id }) => id);
  // The backend refuses other ids, but only when the payer has agreed. Of two equal ones, only the first could be chosen.
  if (!ids.every(isOptionId) || new Set(ids).size < ids.length)
    throw new WalletError('config', 'id of shippingOptions');
  const chosenOption = options.find(({ id }) => id === shippingOption) ?? options[0];
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
    amount,
    displayItems: data.displayItems.map((item) => ({
      ...item,
      amount: providerAmount(item.amount, currency, true),
    })),
    shippingOptions: options,
    shippingOption: chosenOption?.id,
    plan: plan && sheetSupport()?.pricedPlan(plan, currency),
  };
}

function isOptionId(id: string): boolean {
  return /^[^\p{Cc}\p{Cs}]{1,128}$/u.test(id);
}
