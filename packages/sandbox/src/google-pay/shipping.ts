/** `shippingOptionParameters` and `offerInfo`: the choices of the payer. */
import { list, object, optional, text } from './page-value.ts';
import { developerError } from './payments-error.ts';

export interface ShippingOption {
  readonly id: string;
  readonly label: string;
  readonly description: string | undefined;
}

export interface ShippingOptions {
  readonly options: readonly ShippingOption[];
  /** `id` of the chosen one. */
  readonly chosen: string;
}

export interface Offer {
  readonly redemptionCode: string;
  readonly description: string;
}

/** The option in the sheet until the page has named its own, as in the reference. */
export const noOptionsYet: ShippingOptions = {
  options: [
    { id: 'shipping_option_unselected', label: 'Shipping option pending', description: undefined },
  ],
  chosen: 'shipping_option_unselected',
};

/** The first option is chosen unless `defaultSelectedOptionId` names another. */
export function readShippingOptions(input: unknown): ShippingOptions {
  const parameters = object(input, 'shippingOptionParameters');
  const options = list(parameters['shippingOptions'], 'shippingOptions').map((value) => {
    const option = object(value, 'shippingOptions[]');
    return {
      id: text(option['id'], 'shippingOptions[].id'),
      label: text(option['label'], 'shippingOptions[].label'),
      description: optional(option['description'], (given) =>
        typeof given === 'string' ? given : text(given, 'shippingOptions[].description'),
      ),
    };
  });
  const [first] = options;
  if (!first) throw developerError('shippingOptions must not be empty.');
  if (new Set(options.map(({ id }) => id)).size < options.length) {
    throw developerError('shippingOptions[].id must be unique.');
  }
  const chosen = parameters['defaultSelectedOptionId'] ?? first.id;
  const known = options.find(({ id }) => id === chosen);
  if (!known) throw developerError('defaultSelectedOptionId must be the id of an option.');
  return { options, chosen: known.id };
}

export function readOffers(input: unknown): readonly Offer[] {
  return list(object(input, 'offerInfo')['offers'], 'offerInfo.offers').map((value) => {
    const offer = object(value, 'offers[]');
    return {
      redemptionCode: text(offer['redemptionCode'], 'offers[].redemptionCode'),
      description: text(offer['description'], 'offers[].description'),
    };
  });
}
