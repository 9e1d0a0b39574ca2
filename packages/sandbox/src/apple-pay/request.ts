/**
 * What `new ApplePaySession()` accepts. The rules are those of WebKit's conversions and its
 * PaymentRequestValidator, and of Apple's "ApplePayPaymentRequest", which calls an unknown member
 * invalid; every violation is a TypeError that names the member.
 */
import { optional } from '../sheet/members.ts';
import { billings } from './billing.ts';
import { lineItem, total } from './line-item.ts';
import { dictionary, flag, list, type Reader, type Rules, since, string, word } from './members.ts';
import { networks } from './networks.ts';
import { country, currency } from './region.ts';
import { contact, contactFields, shippingMethods } from './shipping.ts';

const capability = word(
  ['supports3DS', 'supportsEMV', 'supportsCredit', 'supportsDebit'],
  'merchant capability',
);

const capabilities: Reader<readonly string[]> = (value, name, rules) => {
  const capabilityNames = list(capability)(value, name, rules);
  if (capabilityNames.length > 0) return capabilityNames;
  throw new TypeError('Missing merchant capabilities.');
};

/** "Base64-encoded data used to store application-specific data". */
function applicationData(value: unknown, name: string): string {
  const data = string(value, name);
  try {
    atob(data);
    return data;
  } catch {
    throw new TypeError('applicationData is not base64.');
  }
}

const editingModes = ['available', 'storePickup', 'enabled'] as const;
const laterMembers = [
  'available',
  'unavailableItemIneligible',
  'unavailableRecurringTransaction',
] as const;

const requestMembers = dictionary({
  countryCode: country,
  currencyCode: currency,
  supportedNetworks: networks,
  merchantCapabilities: capabilities,
  supportedCountries: since(3, list(country)),
  supportsCouponCode: since(12, optional(flag)),
  couponCode: since(12, optional(string)),
  shippingContactEditingMode: since(12, optional(word(editingModes))),
  applePayLaterAvailability: since(14, optional(word(laterMembers))),
  shippingType: optional(word(['shipping', 'delivery', 'storePickup', 'servicePickup'])),
  ...billings,
  requiredBillingContactFields: contactFields,
  requiredShippingContactFields: contactFields,
  billingContact: optional(contact),
  shippingContact: optional(contact),
  shippingMethods,
  total,
  lineItems: list(lineItem),
  applicationData: optional(applicationData),
  // Its words are in no document: https://developer.apple.com/documentation/applepayontheweb/applepayrequestbase/features
  features: optional(list(string)),
});

/** A valid request. */
export type ApplePayRequest = ReturnType<typeof requestMembers>;

/** A valid request; throws TypeError otherwise. Copied: later changes are not seen. */
export function readRequest(rules: Rules, input: unknown): ApplePayRequest {
  return requestMembers(input, 'payment request', rules);
}
