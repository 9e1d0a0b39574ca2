import type { FieldError } from '@wallet-buttons/protocol';
import type { SheetRequest } from '../../sheet/request.ts';
import type { RecurringPayment, SheetUpdate, ShippingOption } from '../../sheet/data.ts';
import { filled, words } from '../payer.ts';

/** Networks that the provider spells its own way, or knows since a later version, which stands behind. */
const networks =
  'masterCard chinaUnionPay privateLabel jcb2 cartesBancaires4 eftpos4 electron4 maestro4 vPay4 elo5 mada5 mir11 girocard11 dankort13'
    .split(' ')
    .map((name) => name.split(/(\d+)/));

/** Without a prototype: a page may ask for `constructor`. */
type Names = Readonly<Record<string, string | null>>;

const contactFields: Names = {
  __proto__: null,
  name: 'name',
  email: 'email',
  phone: 'phone',
  'shipping-address': 'postalAddress',
};

/** Codes of a {@link FieldError}; what is missing is `unknown` to the provider. */
const errorCodes: Names = {
  __proto__: null,
  shipping_address_invalid: 'shippingContactInvalid',
  shipping_address_unserviceable: 'addressUnserviceable',
  billing_address_invalid: 'billingContactInvalid',
  coupon_invalid: 'couponCodeInvalid',
  coupon_expired: 'couponCodeExpired',
};

/** Where the provider's name is not the field's own in camel case. */
const errorFields: Record<string, string> = {
  email: 'emailAddress',
  phone: 'phoneNumber',
  country: 'countryCode',
};

/** The tag's own attributes that the request is made of. */
export interface RequestConfig {
  readonly networks: string;
  readonly capabilities: string;
  readonly multiTokenContexts: readonly TokenContext[];
}

/**
 * A token for another merchant who has a part in the order.
 * @see https://developer.apple.com/documentation/applepayontheweb/applepaypaymenttokencontext
 */
export interface TokenContext {
  /** That merchant's id at the provider. */
  readonly merchantIdentifier: string;
  /** The page's own name for that merchant. */
  readonly externalIdentifier: string;
  /** What the sheet calls that merchant. */
  readonly merchantName: string;
  /** That merchant's own domain. */
  readonly merchantDomain?: string;
  /** That merchant's part of the total: a decimal string in the tag's currency. */
  readonly amount: string;
}

/**
 * `ApplePayPaymentRequest`. Only members that have a value: the provider takes `null` and strangers for
 * mistakes.
 */
export function paymentRequest(
  config: RequestConfig,
  request: SheetRequest,
  version: number,
): object {
  const { couponCode, recurring, deferred, automaticReload, shippingOptions } = request;
  const asks = words(request.request);
  return {
    countryCode: request.country,
    currencyCode: request.currency,
    supportedNetworks: words(config.networks).flatMap((word) => {
      const own = networks.find(([name = '']) => name.replace('china', '').toLowerCase() === word);
      const [name = word, since = 1] = own ?? [];
      return Number(since) > version ? [] : [name];
    }),
    merchantCapabilities: words(config.capabilities),
    total: totalOf(request),
    ...filled({
      lineItems: linesOf(request),
      requiredShippingContactFields: asks.flatMap((ask) => contactFields[ask] ?? []),
      requiredBillingContactFields: asks.includes('billing-address') ? ['postalAddress'] : [],
      shippingMethods: shippingOptions.map(methodOf),
      multiTokenContexts: config.multiTokenContexts,
      recurringPaymentRequest: recurring && {
        ...planOf(recurring),
        regularBilling: recurringLine(recurring.price),
        ...(recurring.trial && { trialBilling: recurringLine(recurring.trial) }),
      },
      deferredPaymentRequest: deferred && {
        ...planOf(deferred),
        deferredBilling: {
          ...lineOf(deferred.price),
          paymentTiming: 'deferred',
          deferredPaymentDate: deferred.price.on,
        },
        ...(deferred.freeUntil && {
          freeCancellationDate: deferred.freeUntil.date,
          freeCancellationDateTimeZone: deferred.freeUntil.timeZone,
        }),
      },
      automaticReloadPaymentRequest: automaticReload && {
        ...planOf(automaticReload),
        automaticReloadBilling: {
          ...lineOf(automaticReload.price),
          paymentTiming: 'automaticReload',
          automaticReloadPaymentThresholdAmount: automaticReload.price.below,
        },
      },
    }),
    // Known since version 12; an older sheet goes without the field.
    ...(couponCode !== undefined && version >= 12 && { supportsCouponCode: true, couponCode }),
    ...request.providerRequest,
  };
}

/** What every `complete…Selection` and `completeCouponCodeChange` takes; `errors` are the caller's. */
export function paymentUpdate(request: SheetRequest, { shippingOptions }: SheetUpdate): object {
  return {
    newTotal: totalOf(request),
    newLineItems: linesOf(request),
    ...(shippingOptions && {
      // The first one is the chosen one.
      newShippingMethods: [...request.shippingOptions]
        .sort(
          (a, b) =>
            Number(b.id === request.shippingOption) - Number(a.id === request.shippingOption),
        )
        .map(methodOf),
    }),
  };
}

/** The arguments of an `ApplePayError`. */
export function errorArguments({ code, field, message }: FieldError) {
  const name = field?.replace(/_./g, ([, letter = '']) => letter.toUpperCase());
  return [errorCodes[code] ?? 'unknown', name && (errorFields[name] ?? name), message] as const;
}

const totalOf = ({ label, amount, totalStatus }: SheetRequest) =>
  lineOf({ label, amount, pending: totalStatus === 'estimated' });

const linesOf = ({ displayItems }: SheetRequest) => displayItems.map(lineOf);

function lineOf(item: {
  readonly label: string;
  readonly amount: string;
  readonly pending?: boolean;
}) {
  const { label, amount, pending } = item;
  return { label, amount, type: pending ? 'pending' : 'final' };
}

function methodOf({ id, label, amount, detail = '' }: ShippingOption) {
  return { identifier: id, label, amount, detail };
}

function planOf({
  description,
  managementUrl,
  agreement,
  tokenUrl,
}: Omit<RecurringPayment, 'price'>) {
  return {
    paymentDescription: description,
    managementURL: managementUrl,
    ...filled({ billingAgreement: agreement, tokenNotificationURL: tokenUrl }),
  };
}

/** The provider has no weeks. */
function recurringLine(price: RecurringPayment['price']) {
  const { every, count = 1, from, until } = price;
  const week = every === 'week';
  return {
    ...lineOf(price),
    paymentTiming: 'recurring',
    recurringPaymentIntervalUnit: week ? 'day' : every,
    recurringPaymentIntervalCount: week ? count * 7 : count,
    ...(from && { recurringPaymentStartDate: from }),
    ...(until && { recurringPaymentEndDate: until }),
  };
}
