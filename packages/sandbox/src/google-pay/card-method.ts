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

/** What the cards of the sheet must be like. */
export interface CardFilter {
  readonly authMethods: readonly CardAuth[];
  readonly networks: readonly string[];
}

/** What of the chosen card goes into the answer. */
export interface CardMethod extends CardFilter {
  readonly gateway: string;
  readonly gatewayMerchantId: string;
  readonly billingAddress: AddressRequest | undefined;
  readonly assuranceDetails: boolean;
}

/** Checks `apiVersion`, `apiVersionMinor` and each method's parameters; gives the first method's. */
export function readCardFilter(request: Members): CardFilter {
  if (request['apiVersion'] !== 2) throw developerError('apiVersion must be 2.');
  if (request['apiVersionMinor'] !== 0) throw developerError('apiVersionMinor must be set to 0.');
  const [first] = readMethods(request).map(readParameters);
  if (!first) throw developerError('allowedPaymentMethods must not be empty.');
  return first;
}

/** `country` is where the transaction is processed: some networks exist in Brazil only. */
export function readCardMethod(request: Members, country: string | undefined): CardMethod {
  const filter = readCardFilter(request);
  assertNetworks(filter.networks, country);
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

const AUTH_METHODS = ['PAN_ONLY', 'CRYPTOGRAM_3DS'] as const;

/** Each network, and what it needs: Brazil, and another network beside it. */
const NETWORKS = {
  AMEX: undefined,
  DISCOVER: undefined,
  ELECTRON: 'VISA',
  ELO: 'ELO',
  ELO_DEBIT: 'ELO',
  INTERAC: undefined,
  JCB: undefined,
  MAESTRO: 'MASTERCARD',
  MASTERCARD: undefined,
  VISA: undefined,
} as const;
const NETWORK_NAMES = Object.keys(NETWORKS) as (keyof typeof NETWORKS)[];

function readMethods(request: Members): readonly Members[] {
  return list(request['allowedPaymentMethods'], 'allowedPaymentMethods').map((value) => {
    const method = object(value, 'allowedPaymentMethods[]');
    oneOf(method['type'], ['CARD'], 'allowedPaymentMethods[].type');
    return method;
  });
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
    authMethods: someOf(members['allowedAuthMethods'], AUTH_METHODS, 'allowedAuthMethods'),
    networks: someOf(members['allowedCardNetworks'], NETWORK_NAMES, 'allowedCardNetworks'),
  };
}

function assertNetworks(networks: readonly string[], country: string | undefined): void {
  for (const name of NETWORK_NAMES) {
    const companion = NETWORKS[name];
    if (companion === undefined || !networks.includes(name)) continue;
    if (country !== 'BR') throw developerError(`${name} needs countryCode BR.`);
    if (!networks.includes(companion)) throw developerError(`${name} needs ${companion} too.`);
  }
}

/** The sandbox's service opens gateway tokens only, so DIRECT is refused here. */
function readGateway(method: Members): Pick<CardMethod, 'gateway' | 'gatewayMerchantId'> {
  const specification = object(method['tokenizationSpecification'], 'tokenizationSpecification');
  oneOf(specification['type'], ['PAYMENT_GATEWAY'], 'tokenizationSpecification.type');
  const parameters = object(specification['parameters'], 'tokenizationSpecification.parameters');
  const { gateway, gatewayMerchantId } = parameters;
  if (!isText(gateway) || !isText(gatewayMerchantId)) {
    throw developerError('PAYMENT_GATEWAY needs the parameters gateway and gatewayMerchantId.');
  }
  return { gateway, gatewayMerchantId };
}
