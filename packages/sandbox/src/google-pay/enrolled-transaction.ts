/**
 * Payments that the merchant will charge later, without the payer: `recurringTransactionInfo`,
 * `deferredTransactionInfo` and `automaticReloadTransactionInfo` of the reference. The token is made for
 * what is due today.
 */
import type { SheetLine } from '../sheet/content.ts';
import {
  countryCode,
  currencyCode,
  isText,
  list,
  type Members,
  object,
  oneOf,
  optional,
  text,
} from './page-value.ts';
import { developerError } from './payments-error.ts';
import { priceStatuses, priceFault, readItems, type Transaction } from './transaction.ts';

export function readRecurring(input: unknown): Transaction {
  const info = object(input, 'recurringTransactionInfo');
  const periods = list(info['recurrenceItems'], 'recurrenceItems');
  if (periods.length === 0) throw developerError('recurrenceItems must not be empty.');
  const introduction = optional(info['introductoryPeriodInfo'], readIntroduction);
  const later = periods.map((value) => readPeriod(value, introduction?.ends));
  return readEnrolment(info, [...(introduction ? [introduction.line] : []), ...later]);
}

export function readDeferred(input: unknown): Transaction {
  const info = object(input, 'deferredTransactionInfo');
  const due = time(info['billingDateTime'], 'billingDateTime');
  if (due <= Date.now()) throw developerError('billingDateTime must lie in the future.');
  return readEnrolment(info, [
    { label: text(info['label'], 'label', 100), amount: readPrice(info) },
  ]);
}

export function readAutomaticReload(input: unknown): Transaction {
  const info = object(input, 'automaticReloadTransactionInfo');
  price(info['minimumBalanceAmount'], 'minimumBalanceAmount');
  const amount = price(info['reloadAmount'], 'reloadAmount');
  if (Number(amount) === 0) throw developerError('reloadAmount must not be zero.');
  return readEnrolment(info, [{ label: text(info['label'], 'label', 100), amount }]);
}

/** What the three have in common. */
function readEnrolment(info: Members, later: readonly SheetLine[]): Transaction {
  for (const name of ['tokenUpdateUrl', 'managementUrl']) {
    optional(info[name], (value) => {
      plainUrl(value, name);
    });
  }
  optional(info['transactionId'], (value) => text(value, 'transactionId'));
  optional(info['billingAgreement'], (value) => text(value, 'billingAgreement', 300));
  countryCode(info['countryCode'], 'countryCode');
  const items = readItems(info['immediateDisplayItems']);
  return {
    currency: currencyCode(info['currencyCode'], 'currencyCode'),
    amount: price(info['immediateTotalPrice'], 'immediateTotalPrice'),
    lines: [...items.lines, ...later],
    refusal: items.refusal,
  };
}

function readIntroduction(input: unknown): { readonly ends: number; readonly line: SheetLine } {
  const info = object(input, 'introductoryPeriodInfo');
  const ends = time(info['introductoryPeriodEndDateTime'], 'introductoryPeriodEndDateTime');
  const starts = optional(info['introductoryPeriodStartDateTime'], (value) =>
    time(value, 'introductoryPeriodStartDateTime'),
  );
  if (starts !== undefined && (starts <= Date.now() || starts >= ends)) {
    throw developerError('introductoryPeriodStartDateTime must lie between now and the end.');
  }
  return {
    ends,
    line: {
      label: text(info['label'], 'introductoryPeriodInfo.label', 100),
      amount: price(info['totalPrice'], 'introductoryPeriodInfo.totalPrice'),
    },
  };
}

function readPeriod(input: unknown, introductionEnds: number | undefined): SheetLine {
  const item = object(input, 'recurrenceItems[]');
  oneOf(item['recurrencePeriod'], ['YEAR', 'MONTH', 'WEEK', 'DAY'], 'recurrencePeriod');
  const count = item['recurrencePeriodCount'];
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) {
    throw developerError('recurrencePeriodCount must be a positive integer.');
  }
  const starts = optional(item['billingInitialDateTime'], (value) =>
    time(value, 'billingInitialDateTime'),
  );
  if (introductionEnds !== undefined && (starts === undefined || starts < introductionEnds)) {
    throw developerError('billingInitialDateTime must not lie before the introduction ends.');
  }
  const ends = item['billingFinalDateTime'] ?? undefined;
  optional(ends, (value) => time(value, 'billingFinalDateTime'));
  return { label: text(item['label'], 'recurrenceItems[].label', 100), amount: readPrice(item) };
}

/** `price` depends on `priceStatus`: present, or not yet known. */
function readPrice(info: Members): string | undefined {
  const status = oneOf(info['priceStatus'], priceStatuses, 'priceStatus');
  if (status !== 'NOT_CURRENTLY_KNOWN') return price(info['price'], 'price');
  if ((info['price'] ?? null) === null) return undefined;
  throw developerError('price must be null while priceStatus is NOT_CURRENTLY_KNOWN.');
}

function price(value: unknown, name: string): string {
  const fault = priceFault(value, name);
  if (fault !== undefined || !isText(value)) throw developerError(fault ?? name);
  return value;
}

/** Milliseconds since 1970 of an RFC 3339 time. */
function time(value: unknown, name: string): number {
  const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
  if (isText(value) && pattern.test(value)) return Date.parse(value);
  throw developerError(`${name} must be a time in RFC 3339 format.`);
}

function plainUrl(value: unknown, name: string): void {
  if (isText(value) && /^https:\/\/[^?#]*[^?#/]$/.test(value)) return;
  throw developerError(
    `${name} must be an https address without a trailing slash, parameters and a fragment.`,
  );
}
