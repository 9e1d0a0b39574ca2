/**
 * What `loadPaymentData` accepts. The rules are those of the provider's "Request objects" reference; a
 * violation is a DEVELOPER_ERROR whose message names the member.
 */
import { type Members, optional } from '../sheet/members.ts';
import { type AddressRequest, shippingAddress } from './address.ts';
import { readIntents, type Intent } from './callbacks.ts';
import { readCardMethod, type CardMethod } from './card-method.ts';
import { readAutomaticReload, readDeferred, readRecurring } from './enrolled-transaction.ts';
import { isText, object } from './page-value.ts';
import { developerError } from './payments-error.ts';
import {
  noOptionsYet,
  readOffers,
  readShippingOptions,
  type Offer,
  type ShippingOptions,
} from './shipping.ts';
import { readTransactionInfo, type Transaction } from './transaction.ts';

/** The members of a valid request that the sheet and the token need. */
export interface PaymentDataRequest {
  readonly card: CardMethod;
  readonly shippingAddress: AddressRequest | undefined;
  readonly shippingOptions: ShippingOptions | undefined;
  readonly offers: readonly Offer[];
  readonly email: boolean;
  readonly merchantName: string | undefined;
  readonly transaction: Transaction;
  readonly intents: readonly Intent[];
}

/** The request, or a PaymentsError thrown. `fallback` is the client's `merchantInfo`. */
export function readPaymentDataRequest(
  input: unknown,
  environment: string,
  fallback: Members | undefined,
): PaymentDataRequest {
  const request = object(input, 'loadPaymentData request');
  const merchantInfo = optional(object)(request['merchantInfo'], 'merchantInfo') ?? fallback;
  if (environment === 'PRODUCTION' && !isText(merchantInfo?.['merchantId'])) {
    throw developerError('merchantInfo.merchantId is required in environment PRODUCTION.');
  }
  const transaction = readOneTransaction(request);
  const intents = readIntents(request['callbackIntents']);
  return {
    card: readCardMethod(request, merchantInfo?.['merchantId']),
    shippingAddress:
      request['shippingAddressRequired'] === true
        ? shippingAddress(request['shippingAddressParameters'], 'shippingAddressParameters')
        : undefined,
    shippingOptions: readOptions(request, intents),
    offers: optional(readOffers)(request['offerInfo']) ?? [],
    email: request['emailRequired'] === true,
    merchantName: isText(merchantInfo?.['merchantName']) ? merchantInfo['merchantName'] : undefined,
    transaction,
    intents,
  };
}

const transactionReaders: Readonly<Record<string, (info: unknown) => Transaction>> = {
  transactionInfo: readTransactionInfo,
  recurringTransactionInfo: readRecurring,
  deferredTransactionInfo: readDeferred,
  automaticReloadTransactionInfo: readAutomaticReload,
};

function readOneTransaction(request: Members): Transaction {
  const entries = Object.entries(transactionReaders).filter(
    ([name]) => request[name] !== undefined,
  );
  const [only] = entries;
  if (!only || entries.length > 1) {
    throw developerError(
      `Exactly one of ${Object.keys(transactionReaders).join(', ')} must be set.`,
    );
  }
  const [name, read] = only;
  return read(request[name]);
}

function readOptions(request: Members, intents: readonly Intent[]): ShippingOptions | undefined {
  const asks = intents.includes('SHIPPING_OPTION');
  if (request['shippingOptionRequired'] !== true) {
    if (asks) throw developerError('The intent SHIPPING_OPTION needs shippingOptionRequired.');
    return undefined;
  }
  const parameters = request['shippingOptionParameters'];
  if (parameters !== undefined) return readShippingOptions(parameters);
  if (asks) return noOptionsYet;
  throw developerError('shippingOptionRequired needs shippingOptionParameters with an option.');
}
