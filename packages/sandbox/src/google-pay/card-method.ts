/** `allowedPaymentMethods`: how the payer may pay, and for which gateway the token is made. */
import type { CardAuth } from '../cards.ts';
import { type AddressRequest, readAddressRequest } from './address.ts';
import {
  countryCode,
  isText,
  list,
  object,
  oneOf,
  optional,
  someOf,
  type Members,
} from './page-value.ts';
import { developerError } from './payments-error.ts';

/** The cards that the sheet offers. */
export interface CardFilter {
  readonly authMethods: readonly CardAuth[];
  readonly networks: readonly string[];
}

/** The data that the page requests of the selected card. */
export interface CardMethod extends CardFilter {
  readonly gateway: string;
  /** Undefined for a gateway that has other parameters. */
  readonly gatewayMerchantId: string | undefined;
  readonly billingAddress: AddressRequest | undefined;
  readonly assuranceDetails: boolean;
}

/** Checks the versions and each card method's parameters. Returns those of the first method. */
export function readCardFilter(request: Members): CardFilter {
  if (request['apiVersion'] !== 2) throw developerError('apiVersion must be 2.');
  if (typeof request['apiVersionMinor'] !== 'number') {
    throw developerError('apiVersionMinor must be set.');
  }
  const [first] = readMethods(request).map(readParameters);
  if (!first) throw developerError('allowedPaymentMethods must hold a method of type CARD.');
  return first;
}

/** The card filter, the requested data of the card, and the gateway of the token. */
export function readCardMethod(request: Members): CardMethod {
  const filter = readCardFilter(request);
  const [method = {}] = readMethods(request);
  const parameters = object(method['parameters'], 'parameters');
  return {
    ...filter,
    ...readGateway(method),
    billingAddress:
      parameters['billingAddressRequired'] === true
        ? readAddressRequest(parameters['billingAddressParameters'], 'billing')
        : undefined,
    assuranceDetails: parameters['assuranceDetailsRequired'] === true,
  };
}

const knownAuthMethods = ['PAN_ONLY', 'CRYPTOGRAM_3DS'] as const;

/** The methods of type CARD. The script accepts others beside them, but does not offer them here. */
function readMethods(request: Members): readonly Members[] {
  return list(request['allowedPaymentMethods'], 'allowedPaymentMethods')
    .map((value) => object(value, 'allowedPaymentMethods[]'))
    .filter(({ type }) => type === 'CARD');
}

function readParameters(method: Members): CardFilter {
  const members = object(method['parameters'], 'parameters of the payment method');
  for (const name of ['allowedIssuerCountryCodes', 'blockedIssuerCountryCodes']) {
    optional(members[name], (value) => list(value, name).map((code) => countryCode(code, name)));
  }
  if (members['allowedIssuerCountryCodes'] && members['blockedIssuerCountryCodes']) {
    throw developerError('Set allowedIssuerCountryCodes or blockedIssuerCountryCodes, not both.');
  }
  optional(members['cardNetworkParameters'], (value) =>
    list(value, 'cardNetworkParameters').map((item) =>
      oneOf(
        object(item, 'cardNetworkParameters[]')['cardNetwork'],
        ['VISA', 'MASTERCARD'],
        'cardNetworkParameters[].cardNetwork',
      ),
    ),
  );
  return {
    authMethods: someOf(members['allowedAuthMethods'], knownAuthMethods, 'allowedAuthMethods'),
    networks: readNetworks(members['allowedCardNetworks']),
  };
}

/** Unknown names are accepted, but match no card. */
function readNetworks(value: unknown): readonly string[] {
  const networks = list(value, 'allowedCardNetworks');
  if (networks.length === 0) throw developerError('allowedCardNetworks must not be empty.');
  return networks.filter(isText);
}

/**
 * The sandbox's service opens gateway tokens only, so DIRECT is refused here. Some gateways have parameters of their
 * own in place of gatewayMerchantId, so a missing one is only logged.
 */
function readGateway(method: Members): Pick<CardMethod, 'gateway' | 'gatewayMerchantId'> {
  const specification = object(method['tokenizationSpecification'], 'tokenizationSpecification');
  oneOf(specification['type'], ['PAYMENT_GATEWAY'], 'tokenizationSpecification.type');
  const parameters = object(specification['parameters'], 'tokenizationSpecification.parameters');
  const { gateway, gatewayMerchantId } = parameters;
  if (!isText(gateway)) {
    throw developerError('PAYMENT_GATEWAY needs the parameter gateway.');
  }
  if (isText(gatewayMerchantId)) return { gateway, gatewayMerchantId };
  console.warn(
    `Wallet B of the sandbox: the gateway "${gateway}" is given no gatewayMerchantId. ` +
      'The token has none either: only a gateway with parameters of its own takes it.',
  );
  return { gateway, gatewayMerchantId: undefined };
}
