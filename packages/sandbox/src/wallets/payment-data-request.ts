/**
 * What `isReadyToPay` and `loadPaymentData` accept. The rules are those of the provider's "Request
 * objects" reference; a violation is a DEVELOPER_ERROR whose message names the member.
 */
import type { CardAuth } from '../cards.ts';
import type { SheetLine } from './sheet.ts';

/** A rejection in the provider's shape. */
export interface PaymentsError {
  readonly statusCode: string;
  readonly statusMessage?: string;
}

/** Callbacks of the page, as given to the client. */
export interface Callbacks {
  readonly onPaymentAuthorized?: (data: unknown) => unknown;
  readonly onPaymentDataChanged?: (data: unknown) => unknown;
}

/** The members of a valid request that the sheet and the token need. */
export interface PaymentDataRequest {
  readonly authMethods: readonly CardAuth[];
  readonly networks: readonly string[];
  readonly gatewayMerchantId: string;
  readonly billingAddress: AddressRequest | undefined;
  readonly shippingAddress: AddressRequest | undefined;
  readonly email: boolean;
  readonly merchantName: string | undefined;
  readonly transaction: Transaction;
  readonly callbackIntents: readonly string[];
}

/** What to tell of an address. */
export interface AddressRequest {
  readonly full: boolean;
  readonly phone: boolean;
}

/** What is bought. */
export interface Transaction {
  readonly currency: string;
  /** Decimal string; absent while the price is not known. */
  readonly amount: string | undefined;
  readonly label: string | undefined;
  readonly lines: readonly SheetLine[];
}

/** Throws a PaymentsError unless `input` is a valid IsReadyToPayRequest. */
export function readReadyRequest(input: unknown): void {
  const request = object(input, 'isReadyToPay request');
  readVersion(request);
  for (const method of readMethods(request)) readCardParameters(method);
}

/** The request, or a PaymentsError thrown. `fallback` is the client's `merchantInfo`. */
export function readPaymentDataRequest(
  input: unknown,
  environment: string,
  fallback: Members | undefined,
): PaymentDataRequest {
  const request = object(input, 'loadPaymentData request');
  readVersion(request);
  const merchantInfo =
    request['merchantInfo'] === undefined
      ? fallback
      : object(request['merchantInfo'], 'merchantInfo');
  if (environment === 'PRODUCTION' && !isText(merchantInfo?.['merchantId'])) {
    throw developerError('merchantInfo.merchantId is required in environment PRODUCTION.');
  }
  const [card] = readMethods(request);
  const parameters = readCardParameters(card);
  return {
    authMethods: parameters.authMethods,
    networks: parameters.networks,
    gatewayMerchantId: readGateway(card),
    billingAddress:
      parameters.members['billingAddressRequired'] === true
        ? readAddress(parameters.members['billingAddressParameters'])
        : undefined,
    shippingAddress:
      request['shippingAddressRequired'] === true
        ? readAddress(request['shippingAddressParameters'])
        : undefined,
    email: request['emailRequired'] === true,
    merchantName: isText(merchantInfo?.['merchantName']) ? merchantInfo['merchantName'] : undefined,
    transaction: readOneTransaction(request),
    callbackIntents: readIntents(request['callbackIntents']),
  };
}

/**
 * The intents of the request and the callbacks of the client must say the same. Callbacks without any
 * intents break the provider's own code: a TypeError, not a PaymentsError.
 */
export function assertIntents(intents: readonly string[], callbacks: Callbacks | undefined): void {
  if (callbacks && intents.length === 0) {
    throw new TypeError("Cannot read properties of undefined (reading 'includes')");
  }
  const authorizes = intents.includes('PAYMENT_AUTHORIZATION');
  if (authorizes !== (callbacks?.onPaymentAuthorized !== undefined)) {
    throw developerError(
      'callbackIntents must hold PAYMENT_AUTHORIZATION if, and only if, onPaymentAuthorized is set.',
    );
  }
  const changes = intents.some((intent) => intent !== 'PAYMENT_AUTHORIZATION');
  if (changes !== (callbacks?.onPaymentDataChanged !== undefined)) {
    throw developerError(
      'callbackIntents must hold another intent if, and only if, onPaymentDataChanged is set.',
    );
  }
}

/** `transactionInfo` of the request, or of the page's answer to a change. */
export function readTransaction(input: unknown): Transaction {
  const info = object(input, 'transactionInfo');
  const status = info['totalPriceStatus'];
  if (status !== 'NOT_CURRENTLY_KNOWN' && status !== 'ESTIMATED' && status !== 'FINAL') {
    throw developerError(
      'transactionInfo.totalPriceStatus must be NOT_CURRENTLY_KNOWN, ESTIMATED or FINAL.',
    );
  }
  const currency = info['currencyCode'];
  if (!isText(currency) || !/^[A-Z]{3}$/.test(currency)) {
    throw developerError('transactionInfo.currencyCode must be an ISO 4217 code.');
  }
  const country = info['countryCode'];
  if (country !== undefined && !(isText(country) && /^[A-Z]{2}$/.test(country))) {
    throw developerError('transactionInfo.countryCode must be an ISO 3166-1 alpha-2 code.');
  }
  if (info['checkoutOption'] === 'COMPLETE_IMMEDIATE_PURCHASE' && status !== 'FINAL') {
    throw developerError(
      'checkoutOption COMPLETE_IMMEDIATE_PURCHASE needs totalPriceStatus FINAL.',
    );
  }
  const label = isText(info['totalPriceLabel']) ? info['totalPriceLabel'] : undefined;
  return {
    currency,
    amount:
      status === 'NOT_CURRENTLY_KNOWN' ? undefined : readPrice(info['totalPrice'], 'totalPrice'),
    label,
    // Without a label for the total the provider shows no items.
    lines: label === undefined ? [] : readItems(info['displayItems']),
  };
}

/** A rejection that tells the developer what to change. */
export function developerError(statusMessage: string): PaymentsError & Error {
  return Object.assign(new Error(statusMessage), { statusCode: 'DEVELOPER_ERROR', statusMessage });
}

/** Members of an object that came from the page. */
export type Members = Readonly<Record<string, unknown>>;

/** The value as an object, or a DEVELOPER_ERROR. */
export function object(value: unknown, name: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw developerError(`${name} must be an object.`);
}

const AUTH_METHODS: readonly unknown[] = ['PAN_ONLY', 'CRYPTOGRAM_3DS'];
const NETWORKS: readonly unknown[] = [
  'AMEX',
  'DISCOVER',
  'ELECTRON',
  'ELO',
  'ELO_DEBIT',
  'INTERAC',
  'JCB',
  'MAESTRO',
  'MASTERCARD',
  'VISA',
];
const INTENTS: readonly unknown[] = [
  'OFFER',
  'PAYMENT_AUTHORIZATION',
  'PAYMENT_METHOD',
  'SHIPPING_ADDRESS',
  'SHIPPING_OPTION',
];
const TRANSACTIONS = [
  'transactionInfo',
  'recurringTransactionInfo',
  'deferredTransactionInfo',
  'automaticReloadTransactionInfo',
];

function readVersion(request: Members): void {
  if (request['apiVersion'] !== 2) throw developerError('apiVersion must be 2.');
  if (request['apiVersionMinor'] !== 0) throw developerError('apiVersionMinor must be set to 0.');
}

function readMethods(request: Members): readonly [Members, ...Members[]] {
  const methods = list(request['allowedPaymentMethods'], 'allowedPaymentMethods');
  const [first, ...rest] = methods.map((method) => object(method, 'allowedPaymentMethods[]'));
  if (!first) throw developerError('allowedPaymentMethods must not be empty.');
  if (first['type'] !== 'CARD') throw developerError('allowedPaymentMethods[0].type must be CARD.');
  return [first, ...rest];
}

function readCardParameters(method: Members): {
  readonly members: Members;
  readonly authMethods: readonly CardAuth[];
  readonly networks: readonly string[];
} {
  const members = object(method['parameters'], 'parameters of the payment method');
  const authMethods = known(members['allowedAuthMethods'], AUTH_METHODS, 'allowedAuthMethods');
  const networks = known(members['allowedCardNetworks'], NETWORKS, 'allowedCardNetworks');
  if (members['allowedIssuerCountryCodes'] && members['blockedIssuerCountryCodes']) {
    throw developerError('Set allowedIssuerCountryCodes or blockedIssuerCountryCodes, not both.');
  }
  return { members, authMethods: authMethods as readonly CardAuth[], networks };
}

/** The sandbox's service opens gateway tokens only, so DIRECT is refused here. */
function readGateway(method: Members): string {
  const specification = object(method['tokenizationSpecification'], 'tokenizationSpecification');
  if (specification['type'] !== 'PAYMENT_GATEWAY') {
    throw developerError('tokenizationSpecification.type must be PAYMENT_GATEWAY.');
  }
  const parameters = object(specification['parameters'], 'tokenizationSpecification.parameters');
  if (!isText(parameters['gateway']) || !isText(parameters['gatewayMerchantId'])) {
    throw developerError('PAYMENT_GATEWAY needs the parameters gateway and gatewayMerchantId.');
  }
  return parameters['gatewayMerchantId'];
}

function readAddress(input: unknown): AddressRequest {
  const parameters = input === undefined ? {} : object(input, 'address parameters');
  return {
    full: parameters['format'] !== undefined && parameters['format'] !== 'MIN',
    phone: parameters['phoneNumberRequired'] === true,
  };
}

function readOneTransaction(request: Members): Transaction {
  const given = TRANSACTIONS.filter((name) => request[name] !== undefined);
  const [name] = given;
  if (name === undefined || given.length > 1) {
    throw developerError(`Exactly one of ${TRANSACTIONS.join(', ')} must be set.`);
  }
  return readTransaction(request[name]);
}

function readIntents(input: unknown): readonly string[] {
  return input === undefined ? [] : known(input, INTENTS, 'callbackIntents');
}

function readItems(input: unknown): readonly SheetLine[] {
  if (input === undefined) return [];
  return list(input, 'displayItems').map((value) => {
    const item = object(value, 'displayItems[]');
    if (!isText(item['label'])) throw developerError('displayItems[].label must be set.');
    const price = item['price'];
    if (!isText(price) || !/^-?\d+(\.\d{1,2})?$/.test(price)) {
      throw developerError('displayItems[].price must be a decimal string.');
    }
    return { label: item['label'], amount: item['status'] === 'PENDING' ? undefined : price };
  });
}

function readPrice(value: unknown, name: string): string {
  if (isText(value) && /^\d+(\.\d\d)?$/.test(value)) return value;
  throw developerError(`${name} must be a string such as "12" or "12.50".`);
}

function known(input: unknown, values: readonly unknown[], name: string): readonly string[] {
  const items = list(input, name);
  if (items.length === 0) throw developerError(`${name} must not be empty.`);
  return items.map((item) => {
    if (isText(item) && values.includes(item)) return item;
    throw developerError(`${name} holds the unknown value "${String(item)}".`);
  });
}

function list(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  throw developerError(`${name} must be an array.`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
