/** ApplePayLineItem, as a line and as a total. */
import {
  dictionary,
  membersSince,
  optionalDate,
  optionalList,
  optionalText,
  optionalWord,
  readAmount,
  atLeast,
  type Members,
  type Rules,
} from './members.ts';

/** A line of the sheet; without an amount it is still pending. */
export interface LineItem {
  readonly label: string;
  readonly amount?: string | undefined;
}

/** The price that is paid. */
export type Total = LineItem & { readonly amount: string };

const timingMembers = [
  'paymentTiming',
  'recurringPaymentStartDate',
  'recurringPaymentIntervalUnit',
  'recurringPaymentIntervalCount',
  'recurringPaymentEndDate',
  'deferredPaymentDate',
  'automaticReloadPaymentThresholdAmount',
];

/** The members of WebKit's dictionary. */
const lineMembers = ['label', 'amount', 'type', ...timingMembers];

const paymentTimings = ['immediate', 'deferred', 'recurring', 'automaticReload'];
const intervalUnits = ['year', 'month', 'day', 'hour', 'minute'];
const highestAmount = 100_000_000;

/** A total: label and amount required, never negative, zero from version 4 on, at most 100 000 000. */
export function readTotal(rules: Rules, input: unknown, name: string): Total {
  if (input === undefined) throw new TypeError(`Missing ${name}.`);
  const total = dictionary(input, name, rules, lineMembers);
  readTiming(rules, total, name);
  const label = optionalText(total, 'label', name);
  if (label === undefined || label === '') throw new TypeError(`Missing ${name} label.`);
  const amount = readAmount(total['amount'], `${name} amount`);
  if (Number(amount) < 0) throw new TypeError(`${name} amount must not be negative.`);
  if (Number(amount) === 0) atLeast(rules, 4, `A ${name} amount of zero`);
  if (Number(amount) > highestAmount) throw new TypeError(`${name} amount is too big.`);
  return { label, amount };
}

/** A sequence of lines; an amount may be negative. */
export function readLineItems(rules: Rules, input: unknown, name: string): readonly LineItem[] {
  return optionalList(input, name).map((item) => {
    const line = dictionary(item, name, rules, lineMembers);
    return readLine(rules, line, name);
  });
}

/** A line whose `paymentTiming` must be `timing`; an automatic reload also needs its threshold. */
export function readBilling(
  rules: Rules,
  input: unknown,
  name: string,
  timing: 'recurring' | 'deferred' | 'automaticReload',
): LineItem {
  if (input === undefined) throw new TypeError(`Missing '${name}'.`);
  const billing = dictionary(input, name, rules, lineMembers);
  if (billing['paymentTiming'] !== timing) {
    throw new TypeError(`'${name}' must be of paymentTiming '${timing}'.`);
  }
  if (timing === 'automaticReload') {
    const threshold = 'automaticReloadPaymentThresholdAmount';
    readAmount(billing[threshold], threshold);
  }
  return readLine(rules, billing, name);
}

/** The amount is required and checked unless `type` is `pending`; then it is ignored. */
function readLine(rules: Rules, line: Members, name: string): LineItem {
  readTiming(rules, line, name);
  const label = optionalText(line, 'label', name);
  if (label === undefined) throw new TypeError(`Missing label in ${name}.`);
  if (line['type'] === 'pending') return { label };
  return { label, amount: readAmount(line['amount'], `amount in ${name}`) };
}

function readTiming(rules: Rules, line: Members, name: string): void {
  optionalWord(line, 'type', ['final', 'pending'], name);
  membersSince(rules, 12, line, timingMembers);
  optionalWord(line, 'paymentTiming', paymentTimings, name);
  optionalWord(line, 'recurringPaymentIntervalUnit', intervalUnits, name);
  optionalDate(line, 'recurringPaymentStartDate', name);
  optionalDate(line, 'recurringPaymentEndDate', name);
  optionalDate(line, 'deferredPaymentDate', name);
  const count = line['recurringPaymentIntervalCount'];
  if (count !== undefined && !(Number.isInteger(count) && Number(count) > 0)) {
    throw new TypeError(`recurringPaymentIntervalCount in ${name} is not a positive whole number.`);
  }
}
