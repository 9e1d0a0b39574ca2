/** What the shops of these tests ask of wallet B. */
import { sell } from './shop.ts';

const transactionInfo: google.payments.api.TransactionInfo = {
  countryCode: 'UA',
  currencyCode: 'UAH',
  totalPriceStatus: 'FINAL',
  totalPrice: '199.90',
};

export const request: google.payments.api.PaymentDataRequest = {
  apiVersion: 2,
  apiVersionMinor: 0,
  merchantInfo: { merchantId: '0123', merchantName: 'Lumen Coffee' },
  allowedPaymentMethods: [
    {
      type: 'CARD',
      parameters: {
        allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
        allowedCardNetworks: ['VISA', 'MASTERCARD'],
      },
      tokenizationSpecification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'examplegateway', gatewayMerchantId: 'shop-7' },
      },
    },
  ],
  transactionInfo,
};

/** The same with a delivery, and with a payment that the page authorises while the sheet is open. */
export const deliveryRequest: google.payments.api.PaymentDataRequest = {
  ...request,
  shippingAddressRequired: true,
  shippingOptionRequired: true,
  shippingOptionParameters: {
    shippingOptions: [
      { id: 'post', label: 'Post', description: 'Three days' },
      { id: 'courier', label: 'Courier', description: 'Today' },
    ],
  },
  callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION'],
};

const fees: Readonly<Record<string, string>> = { post: '199.90', courier: '259.90' };

/** A courier costs more, and nothing is delivered abroad. */
export function deliver({
  shippingAddress,
  shippingOptionData,
}: google.payments.api.IntermediatePaymentData): google.payments.api.PaymentDataRequestUpdate {
  if (shippingAddress?.countryCode !== 'UA') {
    return {
      error: {
        reason: 'SHIPPING_ADDRESS_UNSERVICEABLE',
        intent: 'SHIPPING_ADDRESS',
        message: 'We deliver in Ukraine only.',
      },
    };
  }
  const totalPrice = fees[shippingOptionData?.id ?? 'post'] ?? '';
  return { newTransactionInfo: { ...transactionInfo, totalPrice } };
}

/** Lets the payer choose another card when the shop's backend refuses this one. */
export async function authorize(
  data: google.payments.api.PaymentData,
): Promise<google.payments.api.PaymentAuthorizationResult> {
  const resultCode = await sell(tokenOf(data));
  return resultCode === 'Authorised'
    ? { transactionState: 'SUCCESS' }
    : {
        transactionState: 'ERROR',
        error: {
          reason: 'PAYMENT_DATA_INVALID',
          intent: 'PAYMENT_AUTHORIZATION',
          message: 'The bank declined this card.',
        },
      };
}

export function tokenOf({ paymentMethodData }: google.payments.api.PaymentData): string {
  return paymentMethodData.tokenizationData.token;
}
