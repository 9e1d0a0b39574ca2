/**
 * Payments that the merchant will charge later, without the payer: `recurringTransactionInfo`,
 * `deferredTransactionInfo` and `automaticReloadTransactionInfo` of the reference. The token is made for
 * what is due today.
 */
import type { SheetLine } from '../sheet/content.ts';
import { optional, type Read } from '../sheet/members.ts';
import {
  anything,
  countryCode,
  currencyCode,
  dictionary,
  oneOf,
  plainUrl,
  price,
  some,
  text,
  time,
} from './page-value.ts';
import { developerError } from './payments-error.ts';
import { displayItems, priceStatus, type Transaction } from './transaction.ts';

/** What the three have in common. */
const enrolment = {
  tokenUpdateUrl: optional(plainUrl),
  managementUrl: optional(plainUrl),
  transactionId: optional(text()),
  billingAgreement: optional(text(300)),
  countryCode,
  currencyCode,
  immediateTotalPrice: price,
  immediateDisplayItems: displayItems,
};
const label = text(100);
/** A price that is present, or not yet known. */
const laterPrice = { label, priceStatus, price: anything };

const recurring = dictionary({
  ...enrolment,
  recurrenceItems: some(
    dictionary({
      ...laterPrice,
      recurrencePeriod: oneOf(['YEAR', 'MONTH', 'WEEK', 'DAY']),
      recurrencePeriodCount: positiveInteger,
      billingInitialDateTime: optional(time),
      billingFinalDateTime: (value, name) => optional(time)(value ?? undefined, name),
    }),
  ),
  introductoryPeriodInfo: optional(
    dictionary({
      introductoryPeriodStartDateTime: optional(time),
      introductoryPeriodEndDateTime: time,
      label,
      totalPrice: price,
    }),
  ),
});
const deferredInfo = dictionary({ ...enrolment, ...laterPrice, billingDateTime: time });
const automaticReload = dictionary({
  ...enrolment,
  minimumBalanceAmount: price,
  reloadAmount: price,
  label,
});

export function readRecurring(input: unknown): Transaction {
  const {
    recurrenceItems,
    introductoryPeriodInfo: introduction,
    ...info
  } = recurring(input, 'recurringTransactionInfo');
  const { introductoryPeriodStartDateTime: starts, introductoryPeriodEndDateTime: ends = 0 } =
    introduction ?? {};
  if (starts !== undefined && (starts <= Date.now() || starts >= ends)) {
    throw developerError('introductoryPeriodStartDateTime must lie between now and the end.');
  }
  if (introduction && recurrenceItems.some((one) => !((one.billingInitialDateTime ?? 0) >= ends))) {
    throw developerError('billingInitialDateTime must not lie before the introduction ends.');
  }
  return transactionOf(info, [
    ...(introduction ? [{ label: introduction.label, amount: introduction.totalPrice }] : []),
    ...recurrenceItems.map(laterLine),
  ]);
}

export function readDeferred(input: unknown): Transaction {
  const info = deferredInfo(input, 'deferredTransactionInfo');
  if (info.billingDateTime > Date.now()) return transactionOf(info, [laterLine(info)]);
  throw developerError('billingDateTime must lie in the future.');
}

export function readAutomaticReload(input: unknown): Transaction {
  const info = automaticReload(input, 'automaticReloadTransactionInfo');
  const { reloadAmount: amount } = info;
  if (Number(amount) === 0) throw developerError('reloadAmount must not be zero.');
  return transactionOf(info, [{ label: info.label, amount }]);
}

function transactionOf(
  { currencyCode: currency, immediateTotalPrice, immediateDisplayItems }: Read<typeof enrolment>,
  laterLines: readonly SheetLine[],
): Transaction {
  const { lines, refusal } = immediateDisplayItems;
  return { currency, amount: immediateTotalPrice, lines: [...lines, ...laterLines], refusal };
}

function laterLine(info: Read<typeof laterPrice>): SheetLine {
  if (info.priceStatus !== 'NOT_CURRENTLY_KNOWN') {
    return { label: info.label, amount: price(info.price, 'price') };
  }
  if ((info.price ?? null) === null) return { label: info.label };
  throw developerError('price must be null while priceStatus is NOT_CURRENTLY_KNOWN.');
}

function positiveInteger(value: unknown, name: string): number {
  if (Number.isInteger(value) && Number(value) >= 1) return Number(value);
  throw developerError(`${name} must be a positive integer.`);
}
