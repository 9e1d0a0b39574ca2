import { WalletError } from '../../errors.ts';
import type { SheetData, SheetRequest } from '../../sheet/data.ts';
import { words } from '../payer.ts';
import { shaped } from '../provider-request.ts';
import { choiceSupport } from './choice-support.ts';
import type { Offer } from './choices.ts';
import { transactionInfo } from './transaction-info.ts';

/** The version of the provider's API, which is part of each request. */
const version = { apiVersion: 2, apiVersionMinor: 0 };
/** The same, as text. */
export const apiVersion = Object.values(version).join('.');
const networks = 'amex discover interac jcb mastercard visa';
/** The networks that the provider accepts only in Brazil. */
const brazilian = 'electron elo maestro';

/** The tag's own attributes for a request. */
export interface RequestConfig extends Pick<
  SheetData,
  'country' | 'request' | 'shippingOptions' | 'couponCode' | 'providerRequest'
> {
  readonly gateway: string;
  readonly gatewayMerchantId: string;
  readonly networks: string;
  readonly authMethods: string;
  readonly existingCardOnly: boolean;
  readonly offers: readonly Offer[];
}

/** The provider's names of the listed networks that it accepts in the country. */
export function networksOf(list: string, country: string): readonly string[] {
  const known = words(country === 'BR' ? `${networks} ${brazilian}` : networks);
  return words(list).flatMap((name) => (known.includes(name) ? name.toUpperCase() : []));
}

/** `IsReadyToPayRequest`, with the page's changes of those members that this question has. */
export function readinessRequest(config: RequestConfig): { allowedPaymentMethods: unknown } {
  const request = {
    allowedPaymentMethods: [cardMethod(config, config.country)],
    existingPaymentMethodRequired: config.existingCardOnly,
  };
  const asked: Partial<typeof request> = shaped(request, config.providerRequest);
  const { allowedPaymentMethods, existingPaymentMethodRequired } = asked;
  return {
    ...version,
    allowedPaymentMethods,
    ...(existingPaymentMethodRequired && { existingPaymentMethodRequired }),
  };
}

/**
 * `PaymentDataRequest`, with exactly one of the four kinds of transaction.
 * @throws {WalletError} `config` if a setting needs `./sheet.js`, or if no network is left.
 */
export function paymentRequest(
  config: RequestConfig,
  request: SheetRequest,
  merchantInfo: object,
): object {
  const { gateway, gatewayMerchantId, offers } = config;
  const choices = choiceSupport();
  const asked = words(request.request);
  const asks = (what: string) => asked.includes(what);
  if (offers[0] && !choices) {
    throw new WalletError('config', '@wallet-buttons/elements/sheet.js');
  }
  const method = cardMethod(config, request.country);
  const tokenizationSpecification = {
    type: 'PAYMENT_GATEWAY',
    parameters: { gateway, gatewayMerchantId },
  };
  const callbackIntents = [...(choices?.intentsOf(request, offers) ?? []), 'PAYMENT_AUTHORIZATION'];
  const { currency: currencyCode, amount } = request;
  const transaction = choices?.transaction(request) ?? {
    transactionInfo: transactionInfo(request),
  };
  const [kind = ''] = Object.keys(transaction);
  const price = kind === 'transactionInfo' ? 'totalPrice' : 'immediateTotalPrice';
  return shaped(
    {
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
          tokenizationSpecification,
        },
      ],
      ...transaction,
      ...(asks('email') && { emailRequired: true }),
      ...choices?.members(request, offers),
    },
    request.providerRequest,
    {
      allowedPaymentMethods: [{ type: 'CARD', tokenizationSpecification }],
      callbackIntents,
      [kind]: { currencyCode, [price]: amount },
    },
  );
}

/** `PaymentMethod` for cards, in the readiness question and in the request of the sheet. */
function cardMethod({ authMethods, networks }: RequestConfig, country: string) {
  return {
    type: 'CARD',
    parameters: {
      allowedAuthMethods: words(authMethods),
      allowedCardNetworks: networksOf(networks, country),
    },
  };
}
