/** Payments beyond a single charge: recurring, deferred, automatic reload, several merchants. */
import { readBilling } from './line-item.ts';
import {
  dictionary,
  membersSince,
  optionalDate,
  optionalList,
  optionalText,
  optionalUrl,
  readAmount,
  text,
  url,
  type Members,
  type Rules,
} from './members.ts';

const commonMembers = [
  'paymentDescription',
  'billingAgreement',
  'managementURL',
  'tokenNotificationURL',
];

/** The four members of a request, or with the prefix `new` of an update. */
export const billingMembers: readonly string[] = [
  'recurringPaymentRequest',
  'automaticReloadPaymentRequest',
  'deferredPaymentRequest',
  'multiTokenContexts',
];

/** Checks all four; `name` gives each its spelling in the dictionary. */
export function readBillings(rules: Rules, members: Members, name: (of: string) => string): void {
  membersSince(rules, 14, members, billingMembers.map(name));
  readRecurring(rules, members[name('recurringPaymentRequest')]);
  readAutomaticReload(rules, members[name('automaticReloadPaymentRequest')]);
  readDeferred(rules, members[name('deferredPaymentRequest')]);
  readTokenContexts(rules, members[name('multiTokenContexts')]);
}

function readRecurring(rules: Rules, input: unknown): void {
  if (input === undefined) return;
  const name = 'recurringPaymentRequest';
  const request = dictionary(input, name, rules, [
    ...commonMembers,
    'regularBilling',
    'trialBilling',
  ]);
  readBilling(rules, request['regularBilling'], 'regularBilling', 'recurring');
  if (request['trialBilling'] !== undefined) {
    readBilling(rules, request['trialBilling'], 'trialBilling', 'recurring');
  }
  readCommon(request, name);
}

function readAutomaticReload(rules: Rules, input: unknown): void {
  if (input === undefined) return;
  const name = 'automaticReloadPaymentRequest';
  const billing = 'automaticReloadBilling';
  const request = dictionary(input, name, rules, [...commonMembers, billing]);
  readBilling(rules, request[billing], billing, 'automaticReload');
  readCommon(request, name);
}

function readDeferred(rules: Rules, input: unknown): void {
  if (input === undefined) return;
  const name = 'deferredPaymentRequest';
  const request = dictionary(input, name, rules, [
    ...commonMembers,
    'deferredBilling',
    'freeCancellationDate',
    'freeCancellationDateTimeZone',
  ]);
  readBilling(rules, request['deferredBilling'], 'deferredBilling', 'deferred');
  const date = optionalDate(request, 'freeCancellationDate', name);
  const zone = optionalText(request, 'freeCancellationDateTimeZone', name) ?? '';
  if (date === undefined && zone !== '') {
    throw new TypeError(
      "Unexpected 'freeCancellationDateTimeZone' when 'freeCancellationDate' is not set.",
    );
  }
  if (date !== undefined && zone === '') {
    throw new TypeError(
      "Missing 'freeCancellationDateTimeZone' when 'freeCancellationDate' is set.",
    );
  }
  if (zone !== '' && !isTimeZone(zone)) {
    throw new TypeError(`"${zone}" is not a valid time zone.`);
  }
  readCommon(request, name);
}

function readTokenContexts(rules: Rules, input: unknown): void {
  const name = 'multiTokenContexts';
  const identifiers = ['merchantIdentifier', 'externalIdentifier', 'merchantName'];
  for (const item of optionalList(input, name)) {
    const context = dictionary(item, name, rules, [...identifiers, 'merchantDomain', 'amount']);
    for (const identifier of identifiers) text(context, identifier, name);
    optionalText(context, 'merchantDomain', name);
    readAmount(context['amount'], `amount in ${name}`);
  }
}

function readCommon(request: Members, name: string): void {
  text(request, 'paymentDescription', name);
  url(request, 'managementURL', name);
  optionalText(request, 'billingAgreement', name);
  optionalUrl(request, 'tokenNotificationURL', name);
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== '';
  } catch {
    return false;
  }
}
