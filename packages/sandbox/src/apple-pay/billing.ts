/** Payments beyond a single charge: recurring, deferred, automatic reload, several merchants. */
import { optional, type Table } from '../sheet/members.ts';
import { billing } from './line-item.ts';
import {
  amount,
  date,
  dictionary,
  invalid,
  list,
  type Reader,
  type Rules,
  since,
  string,
  text,
  url,
} from './members.ts';

const common = {
  paymentDescription: text,
  managementURL: url,
  billingAgreement: optional(string),
  tokenNotificationURL: optional(url),
};

const deferredMembers = dictionary({
  deferredBilling: billing('deferred'),
  freeCancellationDate: optional(date),
  freeCancellationDateTimeZone: optional(string),
  ...common,
});

const deferredPayment: Reader<unknown> = (value, name, rules) => {
  const { freeCancellationDate: day, freeCancellationDateTimeZone: zone = '' } = deferredMembers(
    value,
    name,
    rules,
  );
  if (day === undefined && zone !== '') {
    throw new TypeError(
      "Unexpected 'freeCancellationDateTimeZone' when 'freeCancellationDate' is not set.",
    );
  }
  if (day !== undefined && zone === '') {
    throw new TypeError(
      "Missing 'freeCancellationDateTimeZone' when 'freeCancellationDate' is set.",
    );
  }
  if (zone !== '' && !isTimeZone(zone)) throw invalid(zone, 'time zone');
};

/** The four members of a request. */
export const billings = {
  recurringPaymentRequest: since(
    14,
    optional(
      dictionary({
        regularBilling: billing('recurring'),
        trialBilling: optional(billing('recurring')),
        ...common,
      }),
    ),
  ),
  automaticReloadPaymentRequest: since(
    14,
    optional(dictionary({ automaticReloadBilling: billing('automaticReload'), ...common })),
  ),
  deferredPaymentRequest: since(14, optional(deferredPayment)),
  multiTokenContexts: since(
    14,
    list(
      dictionary({
        merchantIdentifier: text,
        externalIdentifier: text,
        merchantName: text,
        merchantDomain: optional(string),
        amount,
      }),
    ),
  ),
};

/** The same of an update: `newRecurringPaymentRequest` and so on. */
export const newBillings: Table<Rules> = Object.fromEntries(
  Object.entries(billings).map(([member, read]) => [
    `new${member.charAt(0).toUpperCase()}${member.slice(1)}`,
    read,
  ]),
);

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== '';
  } catch {
    return false;
  }
}
