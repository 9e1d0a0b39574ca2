/** `allowedPaymentMethods`: how the payer may pay, and for whom the token is made. */
import type { CardAuth } from '../cards.ts';
import { type Members, optional } from '../sheet/members.ts';
import { type AddressRequest, billingAddress } from './address.ts';
import { anything, countryCode, dictionary, list, object, oneOf, some } from './page-value.ts';
import { developerError } from './payments-error.ts';
import { readRecipient, type TokenRecipient } from './token-recipient.ts';

/** The cards that the sheet offers. */
export interface CardFilter {
  readonly authMethods: readonly CardAuth[];
  /** Unknown names are accepted, but match no card. */
  readonly networks: readonly unknown[];
}

/** The data that the page requests of the selected card. */
export interface CardMethod extends CardFilter {
  readonly recipient: TokenRecipient;
  readonly billingAddress: AddressRequest | undefined;
  readonly assuranceDetails: boolean;
}

const filterMembers = dictionary({
  allowedAuthMethods: some(oneOf(['PAN_ONLY', 'CRYPTOGRAM_3DS'])),
  allowedCardNetworks: some(anything),
  allowedIssuerCountryCodes: optional(list(countryCode)),
  blockedIssuerCountryCodes: optional(list(countryCode)),
  cardNetworkParameters: optional(list(dictionary({ cardNetwork: oneOf(['VISA', 'MASTERCARD']) }))),
});

/** Checks the versions and each card method's parameters. Returns those of the first method. */
export function readCardFilter(request: Members): CardFilter {
  if (request['apiVersion'] !== 2) throw developerError('apiVersion must be 2.');
  if (typeof request['apiVersionMinor'] !== 'number') {
    throw developerError('apiVersionMinor must be set.');
  }
  const [first] = readMethods(request).map(({ parameters }) => readFilter(parameters));
  if (!first) throw developerError('allowedPaymentMethods must hold a method of type CARD.');
  return first;
}

/**
 * The card filter, the requested data of the card, and for whom the token is.
 *
 * @param merchantId of the page's `merchantInfo`
 */
export function readCardMethod(request: Members, merchantId: unknown): CardMethod {
  const filter = readCardFilter(request);
  const [method = {}] = readMethods(request);
  const parameters = object(method['parameters'], 'parameters');
  return {
    ...filter,
    recipient: readRecipient(method['tokenizationSpecification'], merchantId),
    billingAddress:
      parameters['billingAddressRequired'] === true
        ? billingAddress(parameters['billingAddressParameters'], 'billingAddressParameters')
        : undefined,
    assuranceDetails: parameters['assuranceDetailsRequired'] === true,
  };
}

/** The methods of type CARD. The script accepts others beside them, but does not offer them here. */
function readMethods(request: Members): readonly Members[] {
  const methods = list(object)(request['allowedPaymentMethods'], 'allowedPaymentMethods');
  return methods.filter(({ type }) => type === 'CARD');
}

function readFilter(parameters: unknown): CardFilter {
  const members = filterMembers(parameters, 'parameters');
  if (members.allowedIssuerCountryCodes && members.blockedIssuerCountryCodes) {
    throw developerError('Set allowedIssuerCountryCodes or blockedIssuerCountryCodes, not both.');
  }
  return { authMethods: members.allowedAuthMethods, networks: members.allowedCardNetworks };
}
