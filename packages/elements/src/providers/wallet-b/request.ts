import type { FieldError } from '@wallet-buttons/protocol';
import type { SheetRequest } from '../../sheet/request.ts';
import type { RecurringPayment, SheetItem, ShippingOption } from '../../sheet/data.ts';
import { filled, words } from '../payer.ts';

/** Of the provider's API, which each of its requests names. */
export const version = { apiVersion: 2, apiVersionMinor: 0 };

/** The tag's own attributes that the request is made of. */
export interface RequestConfig {
  readonly gateway: string;
  readonly gatewayMerchantId: string;
  readonly offers: readonly Offer[];
}

/** A discount that the sheet offers. */
export interface Offer {
  /** What `couponCode` says when the payer takes it. */
  readonly redemptionCode: string;
  /** For the payer. */
  readonly description: string;
}

/** `PaymentMethod` of the provider: what readiness is asked with, and the sheet opened with. */
export interface CardMethod {
  readonly type: string;
  readonly parameters: object;
}

/** What the tag asks to be told of while the sheet is open. */
export function intentsOf(
  tag: Pick<SheetRequest, 'request' | 'shippingOptions' | 'couponCode'> & RequestConfig,
): readonly string[] {
  const asks = words(tag.request);
  return [
    ...(asks.includes('shipping-address') ? ['SHIPPING_ADDRESS'] : []),
    ...(tag.shippingOptions[0] ? ['SHIPPING_OPTION'] : []),
    ...(tag.couponCode !== undefined || tag.offers[0] ? ['OFFER'] : []),
    ...(asks.includes('payment-method') ? ['PAYMENT_METHOD'] : []),
  ];
}

/** `PaymentDataRequest`, with exactly one of the four kinds of transaction. */
export function paymentRequest(
  config: RequestConfig,
  request: SheetRequest,
  method: CardMethod,
  merchantInfo: object,
  intents: readonly string[],
): object {
  const { gateway, gatewayMerchantId, offers } = config;
  const asked = words(request.request);
  const asks = (what: string) => asked.includes(what);
  return {
    ...version,
    merchantInfo,
    allowedPaymentMethods: [
      {
        ...method,
        parameters: {
          ...method.parameters,
          ...(asks('billing-address') && {
            billingAddressRequired: true,
            billingAddressParameters: { format: 'FULL', phoneNumberRequired: asks('phone') },
          }),
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway, gatewayMerchantId },
        },
      },
    ],
    ...transaction(request),
    callbackIntents: [...intents, 'PAYMENT_AUTHORIZATION'],
    ...(asks('email') && { emailRequired: true }),
    ...(asks('shipping-address') && {
      shippingAddressRequired: true,
      shippingAddressParameters: { phoneNumberRequired: asks('phone') },
    }),
    ...(request.shippingOptions[0] && {
      shippingOptionRequired: true,
      shippingOptionParameters: shippingOptionParameters(request),
    }),
    ...(offers[0] && { offerInfo: { offers } }),
    ...request.providerRequest,
  };
}

/** What a change of the price is told with; one that is for later charges too has no such way. */
export function newTransaction(request: SheetRequest): object {
  return filled({ newTransactionInfo: transaction(request)['transactionInfo'] });
}

function transactionInfo(request: SheetRequest): object {
  const estimated = request.totalStatus === 'estimated';
  return {
    currencyCode: request.currency,
    countryCode: request.country,
    totalPrice: request.amount,
    totalPriceStatus: estimated ? 'ESTIMATED' : 'FINAL',
    totalPriceLabel: request.label,
    ...(!estimated && { checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE' }),
    ...filled({ displayItems: request.displayItems.map(itemOf) }),
  };
}

/** The provider has no field for an option's price, so its label says it. */
export function shippingOptionParameters(request: SheetRequest): object {
  const { currency, shippingOptions, shippingOption } = request;
  return {
    shippingOptions: shippingOptions.map(({ id, label, amount, detail }: ShippingOption) => ({
      id,
      label: `${amount} ${currency}: ${label}`,
      ...filled({ description: detail }),
    })),
    defaultSelectedOptionId: shippingOption,
  };
}

/** `PaymentDataError`: the sheet shows one, at the place of `intent`. */
export function errorOf({ code, message }: FieldError, intent: string): object {
  return { reason: reasonOf(code), intent, message };
}

/** The place in the sheet that an error is about, if the page asked for it. */
export function intentOf({ code }: FieldError, intents: readonly string[]): string {
  const reason = reasonOf(code);
  return intents.find((intent) => reason.startsWith(intent)) ?? 'PAYMENT_AUTHORIZATION';
}

/** The provider's reasons begin with the intent they belong to. */
function reasonOf(code: string): string {
  if (code.startsWith('coupon_')) return 'OFFER_INVALID';
  if (code === 'billing_address_invalid') return 'PAYMENT_DATA_INVALID';
  return /^shipping_(address_(invalid|unserviceable)|option_invalid)$/.test(code)
    ? code.toUpperCase()
    : 'OTHER_ERROR';
}

function transaction(request: SheetRequest): Record<string, object> {
  const { recurring, deferred, automaticReload, amount, currency, country } = request;
  const plan = recurring ?? deferred ?? automaticReload;
  if (!plan) return { transactionInfo: transactionInfo(request) };
  const { managementUrl, agreement, tokenUrl } = plan;
  const common = {
    currencyCode: currency,
    countryCode: country,
    immediateTotalPrice: amount,
    ...filled({
      immediateDisplayItems: request.displayItems.map(itemOf),
      managementUrl,
      billingAgreement: agreement,
      tokenUpdateUrl: tokenUrl,
    }),
  };
  if (recurring) return { recurringTransactionInfo: { ...common, ...recurrence(recurring) } };
  if (deferred) {
    const { label, amount: price, on } = deferred.price;
    const billing = { label, price, priceStatus: 'FINAL', billingDateTime: on.toISOString() };
    return { deferredTransactionInfo: { ...common, ...billing } };
  }
  const { label, amount: reloadAmount, below = '' } = automaticReload?.price ?? {};
  const reload = { label, reloadAmount, minimumBalanceAmount: below };
  return { automaticReloadTransactionInfo: { ...common, ...reload } };
}

function recurrence({ price, trial }: RecurringPayment): object {
  const { label, amount, every, count = 1, from, until } = price;
  return {
    ...(trial && {
      introductoryPeriodInfo: {
        label: trial.label,
        totalPrice: trial.amount,
        ...filled({
          introductoryPeriodStartDateTime: trial.from?.toISOString(),
          introductoryPeriodEndDateTime: trial.until?.toISOString(),
        }),
      },
    }),
    recurrenceItems: [
      {
        label,
        price: amount,
        priceStatus: 'FINAL',
        recurrencePeriod: every.toUpperCase(),
        recurrencePeriodCount: count,
        ...filled({
          billingInitialDateTime: from?.toISOString(),
          billingFinalDateTime: until?.toISOString(),
        }),
      },
    ],
  };
}

function itemOf({ label, amount, pending }: SheetItem): object {
  return { label, type: 'LINE_ITEM', price: amount, status: pending ? 'PENDING' : 'FINAL' };
}
