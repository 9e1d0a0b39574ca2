/** Shipping methods and contacts of a request or an update. */
import {
  dictionary,
  membersSince,
  optionalList,
  optionalText,
  readAmount,
  type Rules,
} from './members.ts';

/** ApplePayShippingMethod, as much as the sheet shows; the page gets its own object back. */
export interface ShippingMethod {
  readonly label: string;
  readonly detail: string;
  readonly amount: string;
  readonly identifier: string;
  /** What the page wrote, for `shippingmethodselected`. */
  readonly given: object;
}

/** ApplePayPaymentContact. */
export type Contact = Readonly<Record<string, unknown>>;

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
const dateParts = ['days', 'months', 'years', 'hours'];
const contactFields = ['email', 'name', 'phone', 'postalAddress', 'phoneticName'];

/** Each method has a label, a detail, an amount of at least zero, and an identifier of its own. */
export function readShippingMethods(
  rules: Rules,
  input: unknown,
  name: string,
): readonly ShippingMethod[] {
  const methods = optionalList(input, name).map((method) => readMethod(rules, method, name));
  const identifiers = new Set(methods.map(({ identifier }) => identifier));
  if (identifiers.size < methods.length) {
    throw new TypeError(`Each identifier in ${name} must be unique.`);
  }
  return methods;
}

/** `requiredBillingContactFields` and `requiredShippingContactFields`. */
export function readContactFields(rules: Rules, value: unknown, name: string): readonly string[] {
  const fields = optionalList(value, name).map(String);
  for (const field of fields) {
    if (!contactFields.includes(field) || (field === 'phoneticName' && rules.version < 3)) {
      throw new TypeError(`"${field}" is not a valid contact field.`);
    }
  }
  return fields;
}

/** A contact that the shop already knows, or undefined. */
export function readContact(rules: Rules, input: unknown, name: string): Contact | undefined {
  if (input === undefined) return undefined;
  const contact = dictionary(input, name, rules, [...contactTexts, 'addressLines']);
  for (const member of contactTexts) optionalText(contact, member, name);
  for (const line of optionalList(contact['addressLines'], `${name}.addressLines`)) {
    if (typeof line !== 'string') throw new TypeError(`addressLines in ${name} is not a string.`);
  }
  return { ...contact };
}

function readMethod(rules: Rules, input: unknown, name: string): ShippingMethod {
  const method = dictionary(input, name, rules, [
    'label',
    'detail',
    'amount',
    'identifier',
    'dateComponentsRange',
  ]);
  const written = (member: string): string => {
    const value = optionalText(method, member, name);
    if (value === undefined) throw new TypeError(`Missing ${member} in ${name}.`);
    return value;
  };
  const amount = readAmount(method['amount'], `amount in ${name}`);
  if (Number(amount) < 0) throw new TypeError(`amount in ${name} must not be negative.`);
  membersSince(rules, 12, method, ['dateComponentsRange']);
  readDateRange(rules, method['dateComponentsRange'], name);
  return {
    label: written('label'),
    detail: written('detail'),
    amount,
    identifier: written('identifier'),
    given: { ...method },
  };
}

function readDateRange(rules: Rules, input: unknown, name: string): void {
  if (input === undefined) return;
  const ends = ['startDateComponents', 'endDateComponents'];
  const range = dictionary(input, 'dateComponentsRange', rules, ends);
  for (const end of ends) {
    const parts = dictionary(range[end], end, rules, dateParts);
    for (const [part, value] of Object.entries(parts)) {
      if (value !== undefined && !Number.isInteger(value)) {
        throw new TypeError(`${part} of ${end} in ${name} is not a whole number.`);
      }
    }
  }
}
