/** Shipping methods and contacts of a request or an update. */
import { optional } from '../sheet/members.ts';
import {
  dictionary,
  invalid,
  list,
  memberOf,
  positiveAmount,
  type Reader,
  since,
  string,
  whole,
  word,
} from './members.ts';

/** ApplePayShippingMethod, as much as the sheet shows; the page gets its own object back. */
export interface ShippingMethod {
  readonly label: string;
  readonly detail: string;
  readonly amount: string;
  readonly identifier: string;
  /** What the page wrote, its numbers as texts, for `shippingmethodselected`. */
  readonly given: object;
}

/** ApplePayPaymentContact. */
export type Contact = Readonly<Record<string, unknown>>;

const dateComponents = dictionary({
  days: optional(whole()),
  months: optional(whole()),
  years: optional(whole()),
  hours: optional(whole()),
});
const dateRange = dictionary({
  startDateComponents: dateComponents,
  endDateComponents: dateComponents,
});
const methodMembers = dictionary({
  label: string,
  detail: string,
  amount: positiveAmount,
  identifier: string,
  dateComponentsRange: since(12, optional(dateRange)),
});

const methods = list((value, name, rules) => {
  const { label, detail, amount, identifier } = methodMembers(value, name, rules);
  const texts = { label, detail, amount, identifier };
  return { ...texts, given: { ...Object(value), ...texts } as object };
});

/** Each method has a label, a detail, an amount of at least zero, and an identifier of its own. */
export const shippingMethods: Reader<readonly ShippingMethod[]> = (value, name, rules) => {
  const items = methods(value, name, rules);
  if (new Set(items.map(({ identifier }) => identifier)).size === items.length) return items;
  throw new TypeError(`Each identifier in ${memberOf(name)} must be unique.`);
};

const contactFieldName = 'contact field';
const contactField = word(
  ['email', 'name', 'phone', 'postalAddress', 'phoneticName'],
  contactFieldName,
);

/** `requiredBillingContactFields` and `requiredShippingContactFields`. */
export const contactFields = list<string>((value, name, rules) => {
  const field = contactField(value, name, rules);
  if (field === 'phoneticName' && rules.version < 3) throw invalid(field, contactFieldName);
  return field;
});

const contactTexts = [
  'emailAddress',
  'familyName',
  'givenName',
  'phoneNumber',
  'phoneticFamilyName',
  'phoneticGivenName',
  'locality',
  'subLocality',
  'administrativeArea',
  'subAdministrativeArea',
  'postalCode',
  'country',
  'countryCode',
];
const contactMembers = dictionary({
  ...Object.fromEntries(contactTexts.map((member) => [member, optional(string)])),
  addressLines: list(string),
});

/** A contact that the shop already knows. */
export const contact: Reader<Contact> = (value, name, rules) => {
  contactMembers(value, name, rules);
  return { ...Object(value) } as Contact;
};
