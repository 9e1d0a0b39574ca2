/** `shippingOptionParameters` and `offerInfo`: the choices of the payer. */
import { optional } from '../sheet/members.ts';
import { anything, dictionary, list, some, string, text } from './page-value.ts';
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

const parameters = dictionary({
  shippingOptions: some(dictionary({ id: text(), label: text(), description: optional(string) })),
  defaultSelectedOptionId: optional(anything),
});

/** The first option is chosen unless `defaultSelectedOptionId` names another. */
export function readShippingOptions(input: unknown): ShippingOptions {
  const { shippingOptions: options, defaultSelectedOptionId } = parameters(
    input,
    'shippingOptionParameters',
  );
  if (new Set(options.map(({ id }) => id)).size < options.length) {
    throw developerError('shippingOptions[].id must be unique.');
  }
  const chosenId = defaultSelectedOptionId ?? options[0].id;
  const chosenOption = options.find(({ id }) => id === chosenId);
  if (!chosenOption) throw developerError('defaultSelectedOptionId must be the id of an option.');
  return { options, chosen: chosenOption.id };
}

const offerInfo = dictionary({
  offers: list(dictionary({ redemptionCode: text(), description: text() })),
});

export function readOffers(input: unknown): readonly Offer[] {
  return offerInfo(input, 'offerInfo').offers;
}
