import type { FieldError } from '@wallet-buttons/protocol';
import type { SheetRequest, SheetUpdate } from '../../sheet/data.ts';
import { addressOf, networkWord } from '../payer.ts';
import { filled, words } from '../values.ts';
import type { SheetPage } from '../provider.ts';
import type { IntermediateData } from './client.ts';
import { intentsOf, type Offer } from './intents.ts';
import { transaction } from './plans.ts';

/** The functions that `./sheet.js` installs. */
export const choices = { intentsOf, members, changed, errorOf, transaction };

/** The members of the provider's request for shipping and offers. */
function members(request: SheetRequest, offers: readonly Offer[]): object {
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
 * `PaymentDataRequestUpdate`. If the payer selects another account, the provider calls again with INITIALIZE, and the
 * page gets all choices again.
 */
async function changed(
  data: IntermediateData,
  page: SheetPage,
  intents: readonly string[],
  offers: readonly Offer[],
): Promise<object> {
  const { callbackTrigger: trigger, shippingAddress, shippingOptionData, offerData } = data;
  const first = trigger === 'INITIALIZE';
  const network = data.paymentMethodData?.info?.cardNetwork;
  // A payment has one coupon: a second one replaces the first.
  const couponCode = offerData?.redemptionCodes?.at(-1) ?? '';
  const has = (change: string) => first || trigger === change;
  const changes = [
    shippingAddress && has('SHIPPING_ADDRESS') && { shippingAddress: addressOf(shippingAddress) },
    network && has('PAYMENT_METHOD') && { paymentMethod: { network: networkWord(network) } },
    trigger === 'SHIPPING_OPTION' &&
      shippingOptionData && { shippingOption: shippingOptionData.id },
    trigger === 'OFFER' && { couponCode },
  ].filter((change) => change instanceof Object);
  let answer = {};
  for (const change of changes) {
    const { request, update } = await page.change(change);
    const [error = undeliverable(request, update, intents)] = update.errors ?? [];
    answer = {
      ...answer,
      // A transaction for later charges cannot be changed while the sheet is open.
      ...filled({
        newTransactionInfo: transaction(request).transactionInfo,
        // The provider refuses an empty list, and then shows no error either.
        newShippingOptionParameters:
          update.shippingOptions?.[0] && shippingOptionParameters(request),
      }),
      ...(error && { error: errorOf(error, intents, first ? intents[0] : trigger) }),
      ...(trigger === 'OFFER' && !error && { newOfferInfo: { offers: taken(couponCode, offers) } }),
    };
  }
  return answer;
}

/** The error of an answer without any option, where the payer has to choose one: the sheet would keep the old ones. */
function undeliverable(
  { texts }: SheetRequest,
  { shippingOptions }: SheetUpdate,
  intents: readonly string[],
): FieldError | undefined {
  const isNone = shippingOptions && !shippingOptions[0] && intents.includes('SHIPPING_OPTION');
  const message = texts.notWorkedOut ?? 'This cannot be worked out now.';
  return isNone ? { code: 'shipping_address_unserviceable', message } : undefined;
}

/** `PaymentDataError`. The sheet shows one, at the place of its intent if the page asked for that part. */
function errorOf(
  { code, message }: FieldError,
  intents: readonly string[],
  ownIntent?: string,
): object {
  const reason = reasonOf(code);
  const intent =
    ownIntent ?? intents.find((each) => reason.startsWith(each)) ?? 'PAYMENT_AUTHORIZATION';
  return { reason, intent, message };
}

/** The provider has no field for an option's price, so its label contains the price. */
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
    return Number(amount).toLocaleString(language || [], {
      style: 'currency',
      currency,
      // Without it, some browsers round forints and others to whole units.
      maximumFractionDigits: 4,
    });
  } catch {
    // The page's `lang` is not a language tag.
    return `${amount} ${currency}`;
  }
}

/** The offers that the sheet shows as redeemed. */
function taken(code: string, offers: readonly Offer[]): readonly Offer[] {
  if (!code) return [];
  const offer = offers.find(({ redemptionCode }) => redemptionCode === code);
  return [offer ?? { redemptionCode: code, description: code }];
}

/** The provider's reason, which begins with the intent that it belongs to. */
function reasonOf(code: string): string {
  if (code.startsWith('coupon_')) return 'OFFER_INVALID';
  if (code === 'billing_address_invalid') return 'PAYMENT_DATA_INVALID';
  return /^shipping_(address_(invalid|unserviceable)|option_invalid)$/.test(code)
    ? code.toUpperCase()
    : 'OTHER_ERROR';
}
