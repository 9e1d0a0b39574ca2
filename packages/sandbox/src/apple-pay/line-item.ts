/** ApplePayLineItem, as a line, as a total and as what will be billed later. */
import { optional } from '../sheet/members.ts';
import {
  amount,
  anything,
  atLeast,
  date,
  dictionary,
  memberOf,
  positiveAmount,
  type Reader,
  since,
  string,
  text,
  whole,
  word,
} from './members.ts';

/** A line of the sheet; without an amount it is still pending. */
export interface LineItem {
  readonly label: string;
  readonly amount?: string | undefined;
}

/** The price that is paid. */
export type Total = LineItem & { readonly amount: string };

const paymentTimings = ['immediate', 'deferred', 'recurring', 'automaticReload'] as const;
const intervalUnits = ['year', 'month', 'day', 'hour', 'minute'] as const;
const highestAmount = 100_000_000;

const timing = {
  type: optional(word(['final', 'pending'])),
  paymentTiming: since(12, optional(word(paymentTimings))),
  recurringPaymentStartDate: since(12, optional(date)),
  recurringPaymentIntervalUnit: since(12, optional(word(intervalUnits))),
  recurringPaymentIntervalCount: since(12, optional(whole(1))),
  recurringPaymentEndDate: since(12, optional(date)),
  deferredPaymentDate: since(12, optional(date)),
  automaticReloadPaymentThresholdAmount: since(12, anything),
};

const lineMembers = dictionary({ ...timing, label: string, amount: anything });
const totalMembers = dictionary(
  { ...timing, label: text, amount: positiveAmount },
  (member, name) => `${name} ${member}`,
);

/** A total: label and amount required, never negative, zero from version 4 on, at most 100 000 000. */
export const total: Reader<Total> = (value, path, rules) => {
  const name = memberOf(path);
  if (value === undefined) throw new TypeError(`Missing ${name}.`);
  const { label, amount: price } = totalMembers(value, name, rules);
  if (Number(price) === 0) atLeast(rules, 4, `A ${name} amount of zero`);
  if (Number(price) > highestAmount) throw new TypeError(`${name} amount is too big.`);
  return { label, amount: price };
};

/** A line, whose amount may be negative: required and checked unless `type` is `pending`; then it is ignored. */
export const lineItem: Reader<LineItem> = (value, name, rules) => {
  const { label, type, amount: price } = lineMembers(value, name, rules);
  return type === 'pending' ? { label } : { label, amount: amount(price, `amount in ${name}`) };
};

/** A line whose `paymentTiming` must be the expected one; an automatic reload also needs its threshold. */
export function billing(paymentTiming: (typeof paymentTimings)[number]): Reader<LineItem> {
  return (value, path, rules) => {
    const name = memberOf(path);
    if (value === undefined) throw new TypeError(`Missing '${name}'.`);
    const members = lineMembers(value, name, rules);
    if (members.paymentTiming !== paymentTiming) {
      throw new TypeError(`'${name}' must be of paymentTiming '${paymentTiming}'.`);
    }
    if (paymentTiming === 'automaticReload') {
      const threshold = 'automaticReloadPaymentThresholdAmount';
      amount(members[threshold], threshold);
    }
    return lineItem(value, name, rules);
  };
}
