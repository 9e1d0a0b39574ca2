/** What the shops of these tests ask of wallet B. */
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
  transactionInfo: {
    countryCode: 'UA',
    currencyCode: 'UAH',
    totalPriceStatus: 'FINAL',
    totalPrice: '199.90',
  },
};
