import type { FieldError } from '@wallet-buttons/protocol';
import type { SheetData, SheetRequest } from '../../sheet/data.ts';
import { filled, networkWord, words } from '../payer.ts';
import type { SheetPage } from '../provider.ts';
import { addressOf } from './address.ts';
import type { IntermediateData } from './client.ts';
import { transaction } from './plans.ts';

/** A discount that the sheet offers. */
export interface Offer {
  /** What `couponCode` says when the payer takes it. */
  readonly redemptionCode: string;
  /** For the payer. */
  readonly description: string;
}

/** The choices that the page asks to hear of. */
export function intentsOf(
  tag: Pick<SheetData, 'request' | 'shippingOptions' | 'couponCode'>,
  offers: readonly Offer[],
): readonly string[] {
  const asks = words(tag.request);
  return [
    asks.includes('shipping-address') && 'SHIPPING_ADDRESS',
    tag.shippingOptions[0] && 'SHIPPING_OPTION',
    (tag.couponCode !== undefined || offers[0]) && 'OFFER',
    asks.includes('payment-method') && 'PAYMENT_METHOD',
  ].filter((intent) => typeof intent === 'string');
}

/** The members of the provider's request for shipping and offers. */
export function members(request: SheetRequest, offers: readonly Offer[]): object {
  const asks = words(request.request);
  return {
    ...(asks.includes('shipping-address') && {
      shippingAddressRequired: true,
      shippingAddressParameters: { phoneNumberRequired: asks.includes('phone') },
    }),
    ...(request.shippingOptions[0] && {
      shippingOptionRequired: true,
      shippingOptionParameters: shippingOptionParameters(request),
    }),
    ...(offers[0] && { offerInfo: { offers } }),
  };
}

/**
 * `PaymentDataRequestUpdate`. The provider calls again with INITIALIZE when the payer takes another account:
 * then all is told anew.
 */
export async function changed(
  data: IntermediateData,
  page: SheetPage,
  intents: readonly string[],
  offers: readonly Offer[],
): Promise<object> {
  const { callbackTrigger: trigger, shippingAddress, shippingOptionData, offerData } = data;
  const first = trigger === 'INITIALIZE';
  const network = data.paymentMethodData?.info?.cardNetwork;
  // A payment has one coupon: a second one takes the place of the first.
  const couponCode = offerData?.redemptionCodes.at(-1) ?? '';
  const tells = (what: string) => first || trigger === what;
  const changes = [
    shippingAddress && tells('SHIPPING_ADDRESS') && { shippingAddress: addressOf(shippingAddress) },
    network && tells('PAYMENT_METHOD') && { paymentMethod: { network: networkWord(network) } },
    trigger === 'SHIPPING_OPTION' &&
      shippingOptionData && { shippingOption: shippingOptionData.id },
    trigger === 'OFFER' && { couponCode },
  ].filter((change) => typeof change === 'object');
  let answer = {};
  for (const change of changes) {
    const { request, update } = await page.change(change);
    const [error] = update.errors ?? [];
    answer = {
      ...answer,
      // A transaction for later charges cannot be changed while the sheet is open.
      ...filled({
        newTransactionInfo: transaction(request).transactionInfo,
        newShippingOptionParameters: update.shippingOptions && shippingOptionParameters(request),
      }),
      ...(error && { error: errorOf(error, first ? (intents[0] ?? '') : trigger) }),
      ...(trigger === 'OFFER' && !error && { newOfferInfo: { offers: taken(couponCode, offers) } }),
    };
  }
  return answer;
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

/** The provider has no field for an option's price, so its label says it. */
function shippingOptionParameters(request: SheetRequest): object {
  const { texts, shippingOptions, shippingOption } = request;
  const text = texts.shippingOption ?? '{price}: {label}';
  return {
    shippingOptions: shippingOptions.map(({ id, label, amount, detail }) => ({
      id,
      label: text
        .replace('{price}', () => priceText(amount, request))
        .replace('{label}', () => label),
      ...filled({ description: detail }),
    })),
    defaultSelectedOptionId: shippingOption,
  };
}

function priceText(amount: string, { currency, language }: SheetRequest): string {
  try {
    const style = { style: 'currency', currency } as const;
    return new Intl.NumberFormat(language || undefined, style).format(Number(amount));
  } catch {
    // A `lang` that is no language tag.
    return `${amount} ${currency}`;
  }
}

/** What the sheet shows as taken. */
function taken(code: string, offers: readonly Offer[]): readonly Offer[] {
  if (!code) return [];
  const own = offers.find(({ redemptionCode }) => redemptionCode === code);
  return [own ?? { redemptionCode: code, description: code }];
}

/** The provider's reasons begin with the intent they belong to. */
function reasonOf(code: string): string {
  if (code.startsWith('coupon_')) return 'OFFER_INVALID';
  if (code === 'billing_address_invalid') return 'PAYMENT_DATA_INVALID';
  return /^shipping_(address_(invalid|unserviceable)|option_invalid)$/.test(code)
    ? code.toUpperCase()
    : 'OTHER_ERROR';
}
