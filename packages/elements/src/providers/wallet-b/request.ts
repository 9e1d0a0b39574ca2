import { WalletError } from '../../errors.ts';
import type { SheetRequest } from '../../sheet/data.ts';
import { words } from '../values.ts';
import { shaped } from '../provider-request.ts';
import { choiceSupport } from './choice-support.ts';
import { cardMethod, type ReadinessConfig, version } from './readiness.ts';
import { transactionInfo } from './transaction-info.ts';

/** The tag's own attributes for a request. */
export interface RequestConfig extends ReadinessConfig {
  readonly gateway: string;
  readonly gatewayMerchantId: string;
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
  const requestedFields = words(request.request);
  const asks = (field: string) => requestedFields.includes(field);
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
