import type { SheetData } from '../../sheet/data.ts';
import { words } from '../values.ts';
import { shaped } from '../provider-request.ts';
import type { Offer } from './intents.ts';

/** The version of the provider's API, which is part of each request. */
export const version = { apiVersion: 2, apiVersionMinor: 0 };
/** The same, as text. */
export const apiVersion = Object.values(version).join('.');
const networks = 'amex discover interac jcb mastercard visa';
/** The networks that the provider accepts only in Brazil. */
const brazilian = 'electron elo maestro';

/** The tag's own attributes for a question or a request. */
export interface ReadinessConfig extends Pick<
  SheetData,
  'country' | 'request' | 'shippingOptions' | 'couponCode' | 'providerRequest'
> {
  readonly networks: string;
  readonly authMethods: string;
  readonly existingCardOnly: boolean;
  readonly offers: readonly Offer[];
}

/** The provider's names of the listed networks that it accepts in the country. */
export function networksOf(list: string, country: string): readonly string[] {
  const knownNetworks = words(country === 'BR' ? `${networks} ${brazilian}` : networks);
  return words(list).flatMap((name) =>
    knownNetworks.includes(name.toLowerCase()) ? name.toUpperCase() : [],
  );
}

/** `IsReadyToPayRequest`. */
export interface ReadinessRequest {
  readonly allowedPaymentMethods: unknown;
}

/** The question for readiness, with the page's changes of those members that it has. */
export function readinessRequest(config: ReadinessConfig): ReadinessRequest {
  const request = {
    allowedPaymentMethods: [cardMethod(config, config.country)],
    existingPaymentMethodRequired: config.existingCardOnly,
  };
  const shapedRequest: Partial<typeof request> = shaped(request, config.providerRequest);
  const { allowedPaymentMethods, existingPaymentMethodRequired } = shapedRequest;
  return {
    ...version,
    allowedPaymentMethods,
    ...(existingPaymentMethodRequired && { existingPaymentMethodRequired }),
  };
}

/** `PaymentMethod` for cards, in the readiness question and in the request of the sheet. */
export function cardMethod({ authMethods, networks }: ReadinessConfig, country: string) {
  return {
    type: 'CARD',
    parameters: {
      allowedAuthMethods: words(authMethods),
      allowedCardNetworks: networksOf(networks, country),
    },
  };
}
