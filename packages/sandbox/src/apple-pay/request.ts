/**
 * What `new ApplePaySession()` accepts. The rules are those of WebKit's conversions and its
 * PaymentRequestValidator, and of Apple's "ApplePayPaymentRequest", which calls an unknown member
 * invalid; every violation is a TypeError that names the member.
 */
import { billingMembers, readBillings } from './billing.ts';
import { readLineItems, readTotal, type LineItem, type Total } from './line-item.ts';
import {
  dictionary,
  membersSince,
  optionalList,
  optionalText,
  optionalWord,
  type Rules,
} from './members.ts';
import { readNetworks } from './networks.ts';
import { readCountry, readCurrency } from './region.ts';
import {
  readContact,
  readContactFields,
  readShippingMethods,
  type Contact,
  type ShippingMethod,
} from './shipping.ts';

/** The members of a valid request that the sheet and the token need. */
export interface ApplePayRequest {
  readonly currencyCode: string;
  readonly supportedNetworks: readonly string[];
  readonly requiredBillingContactFields: readonly string[];
  readonly requiredShippingContactFields: readonly string[];
  readonly billingContact: Contact | undefined;
  readonly shippingContact: Contact | undefined;
  /** Whether the payer may choose another address. */
  readonly shippingContactEditable: boolean;
  readonly shippingMethods: readonly ShippingMethod[];
  readonly total: Total;
  readonly lineItems: readonly LineItem[];
  readonly supportsCouponCode: boolean;
  readonly couponCode: string;
  readonly applicationData: string | undefined;
}

const knownCapabilities = ['supports3DS', 'supportsEMV', 'supportsCredit', 'supportsDebit'];
const shippingTypes = ['shipping', 'delivery', 'storePickup', 'servicePickup'];
const editingModes = ['available', 'storePickup', 'enabled'];
const laterMembers = ['available', 'unavailableItemIneligible', 'unavailableRecurringTransaction'];

const requestMembers = [
  'merchantCapabilities',
  'supportedNetworks',
  'countryCode',
  'currencyCode',
  'requiredBillingContactFields',
  'billingContact',
  'requiredShippingContactFields',
  'shippingContact',
  'shippingContactEditingMode',
  'shippingType',
  'shippingMethods',
  'total',
  'lineItems',
  'applicationData',
  'supportedCountries',
  'supportsCouponCode',
  'couponCode',
  'applePayLaterAvailability',
  ...billingMembers,
];

/** A valid request; throws TypeError otherwise. Copied: later changes are not seen. */
export function readRequest(rules: Rules, input: unknown): ApplePayRequest {
  const name = 'payment request';
  const request = dictionary(input, name, rules, requestMembers);
  readCountry(request['countryCode'], 'countryCode');
  const currencyCode = readCurrency(request['currencyCode']);
  const supportedNetworks = readNetworks(rules, request['supportedNetworks']);
  readCapabilities(request['merchantCapabilities']);
  membersSince(rules, 3, request, ['supportedCountries']);
  for (const country of optionalList(request['supportedCountries'], 'supportedCountries')) {
    readCountry(country, 'supportedCountries');
  }
  membersSince(rules, 12, request, [
    'supportsCouponCode',
    'couponCode',
    'shippingContactEditingMode',
  ]);
  membersSince(rules, 14, request, ['applePayLaterAvailability']);
  optionalWord(request, 'shippingType', shippingTypes, name);
  optionalWord(request, 'applePayLaterAvailability', laterMembers, name);
  const editing = optionalWord(request, 'shippingContactEditingMode', editingModes, name);
  readBillings(rules, request, (member) => member);
  const fields = (of: string): readonly string[] => readContactFields(rules, request[of], of);
  const couponCode = optionalText(request, 'couponCode', name);
  return {
    currencyCode,
    supportedNetworks,
    requiredBillingContactFields: fields('requiredBillingContactFields'),
    requiredShippingContactFields: fields('requiredShippingContactFields'),
    billingContact: readContact(rules, request['billingContact'], 'billingContact'),
    shippingContact: readContact(rules, request['shippingContact'], 'shippingContact'),
    shippingContactEditable: editing !== 'storePickup',
    shippingMethods: readShippingMethods(rules, request['shippingMethods'], 'shippingMethods'),
    total: readTotal(rules, request['total'], 'total'),
    lineItems: readLineItems(rules, request['lineItems'], 'lineItems'),
    supportsCouponCode: readFlag(request['supportsCouponCode']),
    couponCode: couponCode ?? '',
    applicationData: readApplicationData(optionalText(request, 'applicationData', name)),
  };
}

function readCapabilities(value: unknown): void {
  const capabilities = optionalList(value, 'merchantCapabilities').map(String);
  if (capabilities.length === 0) throw new TypeError('Missing merchant capabilities.');
  for (const capability of capabilities) {
    if (!knownCapabilities.includes(capability)) {
      throw new TypeError(`"${capability}" is not a valid merchant capability.`);
    }
  }
}

function readFlag(value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw new TypeError('supportsCouponCode is not a boolean.');
}

/** "Base64-encoded data used to store application-specific data". */
function readApplicationData(value: string | undefined): string | undefined {
  try {
    if (value !== undefined) atob(value);
    return value;
  } catch {
    throw new TypeError('applicationData is not base64.');
  }
}
