/** `transactionInfo`, the most common of the four descriptions of a payment. */
import type { SheetLine } from '../sheet/content.ts';
import {
  countryCode,
  currencyCode,
  isText,
  list,
  object,
  oneOf,
  optional,
  text,
} from './page-value.ts';
import { developerError } from './payments-error.ts';

export interface Transaction {
  readonly currency: string;
  /** Decimal string; absent while the price is not known. */
  readonly amount: string | undefined;
  readonly lines: readonly SheetLine[];
  /** A fault that only the sheet finds, not the provider's script, as a sentence. */
  readonly refusal: string | undefined;
}

/** `totalPriceStatus`. */
export const priceStatuses = ['NOT_CURRENTLY_KNOWN', 'ESTIMATED', 'FINAL'] as const;

/** `transactionInfo` of the request, or of the page's answer to a change. */
export function readTransactionInfo(input: unknown): Transaction {
  const info = object(input, 'transactionInfo');
  const status = oneOf(info['totalPriceStatus'], priceStatuses, 'totalPriceStatus');
  const option = optional(info['checkoutOption'], (value) =>
    oneOf(value, checkoutOptions, 'checkoutOption'),
  );
  if (option === 'COMPLETE_IMMEDIATE_PURCHASE' && status !== 'FINAL') {
    throw developerError(
      'checkoutOption COMPLETE_IMMEDIATE_PURCHASE needs totalPriceStatus FINAL.',
    );
  }
  optional(info['transactionId'], (value) => text(value, 'transactionId'));
  optional(info['countryCode'], (value) => countryCode(value, 'countryCode'));
  const price = status === 'NOT_CURRENTLY_KNOWN' ? undefined : info['totalPrice'];
  if (status !== 'NOT_CURRENTLY_KNOWN' && price === undefined) {
    throw developerError('totalPrice must be set unless totalPriceStatus is NOT_CURRENTLY_KNOWN.');
  }
  const items = readItems(info['displayItems']);
  return {
    currency: currencyCode(info['currencyCode'], 'currencyCode'),
    amount: isText(price) ? price : undefined,
    // Without a label for the total the provider shows no items.
    lines: isText(info['totalPriceLabel']) ? items.lines : [],
    refusal: optional(price, (value) => totalFault(value)) ?? items.refusal,
  };
}

/** `displayItems`: the labels and enumerations are checked by the script, the prices by the sheet. */
export function readItems(input: unknown): Pick<Transaction, 'lines' | 'refusal'> {
  const items = input === undefined ? [] : list(input, 'displayItems');
  let refusal: string | undefined;
  const lines = items.map((value) => {
    const item = object(value, 'displayItems[]');
    const label = text(item['label'], 'displayItems[].label');
    oneOf(item['type'], itemTypes, 'displayItems[].type');
    const status = optional(item['status'], (given) =>
      oneOf(given, ['FINAL', 'PENDING'], 'displayItems[].status'),
    );
    const { price } = item;
    refusal ??= String(price).startsWith('-')
      ? priceFault(String(price).slice(1), 'displayItems[].price')
      : priceFault(price, 'displayItems[].price');
    return { label, amount: status === 'PENDING' || !isText(price) ? undefined : price };
  });
  return { lines, refusal };
}

/**
 * The fault of a price. The reference asks for no decimals or two. One, as in "199.9", is accepted too,
 * because widely used clients send it. The provider refuses three.
 */
export function priceFault(value: unknown, name: string): string | undefined {
  if (isText(value) && /^\d+(\.\d\d?)?$/.test(value)) return undefined;
  return `${name} must be a string such as "12" or "12.50".`;
}

/** A negative total depends on the browser: its Payment Request throws, and a popup accepts it. */
function totalFault(value: unknown): string | undefined {
  const positive = isText(value) && value.startsWith('-') ? value.slice(1) : value;
  return priceFault(positive, 'totalPrice');
}

const checkoutOptions = ['DEFAULT', 'COMPLETE_IMMEDIATE_PURCHASE', 'CONTINUE_TO_REVIEW'] as const;
const itemTypes = ['LINE_ITEM', 'SUBTOTAL', 'TAX', 'DISCOUNT', 'SHIPPING_OPTION'] as const;
