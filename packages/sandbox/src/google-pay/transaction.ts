/** `transactionInfo`, the most common of the four descriptions of a payment. */
import type { SheetLine } from '../sheet/content.ts';
import { optional } from '../sheet/members.ts';
import {
  anything,
  countryCode,
  currencyCode,
  dictionary,
  isText,
  list,
  oneOf,
  price,
  text,
} from './page-value.ts';
import { developerError, type PaymentsError } from './payments-error.ts';

export interface Transaction {
  readonly currency: string;
  /** Decimal string; absent while the price is not known. */
  readonly amount: string | undefined;
  readonly lines: readonly SheetLine[];
  /** A fault that only the sheet finds, not the provider's script, as a sentence. */
  readonly refusal: string | undefined;
}

/** The status of a price. */
export const priceStatus = oneOf(['NOT_CURRENTLY_KNOWN', 'ESTIMATED', 'FINAL']);

const item = dictionary({
  label: text(),
  type: oneOf(['LINE_ITEM', 'SUBTOTAL', 'TAX', 'DISCOUNT', 'SHIPPING_OPTION']),
  status: optional(oneOf(['FINAL', 'PENDING'])),
  price: anything,
});

/** Display items: the labels and enumerations are checked by the script, the prices by the sheet. */
export function displayItems(
  value: unknown = [],
  name: string,
): Pick<Transaction, 'lines' | 'refusal'> {
  const items = list(item)(value, name);
  return {
    lines: items.map(({ label, status, price: itemPrice }) => ({
      label,
      amount: status === 'PENDING' || !isText(itemPrice) ? undefined : itemPrice,
    })),
    refusal: items.map((one) => priceFault(one.price, `${name}[].price`)).find(Boolean),
  };
}

const infoMembers = dictionary({
  totalPriceStatus: priceStatus,
  checkoutOption: optional(oneOf(['DEFAULT', 'COMPLETE_IMMEDIATE_PURCHASE', 'CONTINUE_TO_REVIEW'])),
  transactionId: optional(text()),
  countryCode: optional(countryCode),
  currencyCode,
  totalPrice: anything,
  totalPriceLabel: anything,
  displayItems,
});

/** `transactionInfo` of the request, or of the page's answer to a change. */
export function readTransactionInfo(input: unknown): Transaction {
  const { totalPriceStatus, totalPrice, ...info } = infoMembers(input, 'transactionInfo');
  if (info.checkoutOption === 'COMPLETE_IMMEDIATE_PURCHASE' && totalPriceStatus !== 'FINAL') {
    throw developerError(
      'checkoutOption COMPLETE_IMMEDIATE_PURCHASE needs totalPriceStatus FINAL.',
    );
  }
  const total = totalPriceStatus === 'NOT_CURRENTLY_KNOWN' ? undefined : totalPrice;
  if (totalPriceStatus !== 'NOT_CURRENTLY_KNOWN' && total === undefined) {
    throw developerError('totalPrice must be set unless totalPriceStatus is NOT_CURRENTLY_KNOWN.');
  }
  const fault = total === undefined ? undefined : priceFault(total, 'totalPrice');
  return {
    currency: info.currencyCode,
    amount: isText(total) ? total : undefined,
    // Without a label for the total the provider shows no items.
    lines: isText(info.totalPriceLabel) ? info.displayItems.lines : [],
    refusal: fault ?? info.displayItems.refusal,
  };
}

/**
 * The fault of a price that may be negative: an item's, such as a discount, or a total, which depends on the browser. Its
 * Payment Request throws, and a popup accepts it.
 */
function priceFault(value: unknown, name: string): string | undefined {
  try {
    price(isText(value) ? value.replace(/^-/, '') : value, name);
    return undefined;
  } catch (error) {
    return (error as PaymentsError).statusMessage;
  }
}
